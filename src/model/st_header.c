#include "model/st_header.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MAX_DEPTH = 8, MAX_COMMAS = 4 * 1000 * 1000 };

struct st_type {
    const char *name;
    unsigned bits;
};

/* clang-format off */
static const struct st_type TYPES[] = {
    { "F32", 32 },     { "F16", 16 },     { "BF16", 16 },       { "F64", 64 },
    { "BOOL", 8 },     { "U8", 8 },       { "I8", 8 },          { "U16", 16 },
    { "I16", 16 },     { "U32", 32 },     { "I32", 32 },        { "U64", 64 },
    { "I64", 64 },     { "C64", 64 },     { "F8_E5M2", 8 },     { "F8_E4M3", 8 },
    { "F8_E8M0", 8 },  { "F4", 4 },       { "F8_E4M3FNUZ", 8 }, { "F8_E5M2FNUZ", 8 },
    { "F6_E2M3", 6 },  { "F6_E3M2", 6 },
};
/* clang-format on */

enum { TYPE_COUNT = sizeof TYPES / sizeof TYPES[0] };

/* What the JSON library would spend too much on, or let pass. */
struct scan {
    int depth;
    long commas;
    bool in_string, escaped;
};

/* "-0" is the one signed number that would look like a plain one. */
static bool is_minus_zero(const char *c, const char *end)
{
    return *c == '-' && c + 1 < end && c[1] == '0' &&
           (c + 2 == end || !strchr(".eE", c[2]));
}

static bool scan_string(struct scan *s, char c)
{
    if (s->escaped)
        s->escaped = false;
    else if (c == '\\')
        s->escaped = true;
    else if (c == '"')
        s->in_string = false;
    return true;
}

static bool scan_char(struct scan *s, const char *c, const char *end,
                      struct error *err)
{
    if (s->in_string)
        return scan_string(s, *c);
    if (*c == '"')
        s->in_string = true;
    else if (*c == '{' || *c == '[')
        s->depth++;
    else if (*c == '}' || *c == ']')
        s->depth--;
    else if (*c == ',')
        s->commas++;
    else if (is_minus_zero(c, end))
        return fail(err, "the header holds a negative number");
    if (s->depth > MAX_DEPTH)
        return fail(err, "the header is nested too deeply");
    if (s->commas > MAX_COMMAS)
        return fail(err, "the header has too many entries");
    return true;
}

static bool scan_header(const char *json, size_t size, struct error *err)
{
    struct scan s = {0};

    for (const char *c = json; c < json + size; c++)
        if (!scan_char(&s, c, json + size, err))
            return false;
    return true;
}

/* ---- one tensor ------------------------------------------------------ */

static bool read_type(struct st_tensor *t, unsigned *bits, const json_t *v,
                      struct error *err)
{
    const char *name = json_string_value(v);

    for (int i = 0; name && i < TYPE_COUNT; i++)
        if (strcmp(TYPES[i].name, name) == 0) {
            t->type = TYPES[i].name;
            *bits = TYPES[i].bits;
            return true;
        }
    return fail(err, "dtype %.40s is not known", name ? name : "(none)");
}

static bool read_u64(uint64_t *out, const json_t *v, const char *what,
                     struct error *err)
{
    if (!json_is_integer(v) || json_integer_value(v) < 0)
        return fail(err, "%s must be a whole number, zero or more", what);
    *out = (uint64_t)json_integer_value(v);
    return true;
}

static bool read_shape(struct st_tensor *t, const json_t *v,
                       struct error *err)
{
    if (!json_is_array(v) || json_array_size(v) > ST_MAX_RANK)
        return fail(err, "shape must be a list of at most %d numbers",
                    ST_MAX_RANK);
    t->rank = (int)json_array_size(v);
    t->count = 1;
    for (int i = 0; i < t->rank; i++) {
        if (!read_u64(&t->dim[i], json_array_get(v, (size_t)i), "shape", err))
            return false;
        if (__builtin_mul_overflow(t->count, t->dim[i], &t->count))
            return fail(err, "shape overflows");
    }
    return true;
}

static bool read_offsets(uint64_t *begin, uint64_t *end, const json_t *v,
                         struct error *err)
{
    if (!json_is_array(v) || json_array_size(v) != 2)
        return fail(err, "data_offsets must be two numbers");
    return read_u64(begin, json_array_get(v, 0), "data_offsets", err) &&
           read_u64(end, json_array_get(v, 1), "data_offsets", err);
}

static bool check_size(const struct st_tensor *t, unsigned bits,
                       uint64_t begin, uint64_t end, uint64_t data_size,
                       struct error *err)
{
    uint64_t all;

    if (__builtin_mul_overflow(t->count, (uint64_t)bits, &all))
        return fail(err, "its size overflows");
    if (begin > end || end > data_size)
        return fail(err, "data_offsets reach beyond the file (%llu bytes of "
                         "data): it is cut short or damaged",
                    (unsigned long long)data_size);
    if (all % 8 != 0 || end - begin != all / 8)
        return fail(err, "data_offsets hold %llu bytes, its shape needs %llu",
                    (unsigned long long)(end - begin),
                    (unsigned long long)(all / 8));
    return true;
}

static bool read_tensor(struct st_tensor *t, const struct safetensors *s,
                        const json_t *v, struct error *err)
{
    uint64_t begin = 0, end = 0;
    unsigned bits = 0;

    if (!json_is_object(v))
        return fail(err, "its entry is not an object");
    if (!read_type(t, &bits, json_object_get(v, "dtype"), err) ||
        !read_shape(t, json_object_get(v, "shape"), err) ||
        !read_offsets(&begin, &end, json_object_get(v, "data_offsets"), err) ||
        !check_size(t, bits, begin, end, s->data_size, err))
        return false;
    t->data = s->data + begin;
    t->size = (size_t)(end - begin);
    return true;
}

/* ---- all of them ----------------------------------------------------- */

static char *copy_string(const json_t *v)
{
    return v ? memory_text(json_string_value(v)) : NULL;
}

static bool read_metadata(struct safetensors *s, json_t *v,
                          struct error *err)
{
    const char *key;
    json_t *value;

    if (!json_is_object(v))
        return fail(err, "__metadata__ is not an object");
    json_object_foreach (v, key, value)
        if (!json_is_string(value))
            return fail(err, "__metadata__: %.80s is not a text", key);
    s->config = copy_string(json_object_get(v, "miscope.config"));
    s->card = copy_string(json_object_get(v, "miscope.card"));
    return true;
}

static bool read_entry(struct safetensors *s, const char *name, json_t *v,
                       struct error *err)
{
    struct st_tensor t = {0};

    if (strcmp(name, "__metadata__") == 0)
        return read_metadata(s, v, err);
    if (strlen(name) > ST_MAX_NAME)
        return fail(err, "a tensor name is longer than %d bytes",
                    ST_MAX_NAME);
    if (!read_tensor(&t, s, v, err))
        return fail_in(err, "tensor %.120s", name);
    t.name = memory_text(name);
    s->tensor[s->count++] = t;
    return true;
}

/* Empty tensors come before the one that begins where they are. */
static int by_place(const void *left, const void *right)
{
    const struct st_tensor *a = left, *b = right;

    if (a->data != b->data)
        return a->data < b->data ? -1 : 1;
    return (a->size > b->size) - (a->size < b->size);
}

static bool check_cover(struct safetensors *s, struct error *err)
{
    const unsigned char *at = s->data;

    qsort(s->tensor, (size_t)s->count, sizeof *s->tensor, by_place);
    for (int i = 0; i < s->count; i++) {
        const struct st_tensor *t = &s->tensor[i];

        if (t->data < at)
            return fail(err, "tensor %.120s overlaps another", t->name);
        if (t->data > at)
            return fail(err, "there is a hole before tensor %.120s", t->name);
        at += t->size;
    }
    if (at != s->data + s->data_size)
        return fail(err, "%zu bytes after the last tensor belong to none",
                    (size_t)(s->data + s->data_size - at));
    return true;
}

static bool read_entries(struct safetensors *s, json_t *top,
                         struct error *err)
{
    const char *name;
    json_t *value;

    if (!json_is_object(top))
        return fail(err, "the header is not a JSON object");
    if (json_object_size(top) > ST_MAX_TENSORS)
        return fail(err, "there are more than %d tensors", ST_MAX_TENSORS);
    s->tensor = memory_new(json_object_size(top), sizeof *s->tensor);
    json_object_foreach (top, name, value)
        if (!read_entry(s, name, value, err))
            return false;
    return check_cover(s, err);
}

bool st_header_read(struct safetensors *s, const char *json, size_t size,
                    struct error *err)
{
    json_error_t where;
    json_t *top;
    bool ok;

    if (!scan_header(json, size, err))
        return false;
    top = json_loadb(json, size, JSON_REJECT_DUPLICATES, &where);
    if (!top)
        return fail(err, "the header is not valid JSON: %.160s", where.text);
    ok = read_entries(s, top, err);
    json_decref(top);
    return ok;
}
