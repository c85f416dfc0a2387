#include "session/npy.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MAGIC_BYTES = 6, ALIGNMENT = 64 };

static const char MAGIC[] = "\x93NUMPY";

static uint64_t load(const unsigned char *p, int size)
{
    uint64_t x = 0;

    for (int i = size - 1; i >= 0; i--)
        x = x << 8 | p[i];
    return x;
}

/* The header: a Python dict of three known keys, as numpy writes it. */
struct cursor {
    const char *at, *end;
};

static void skip_blanks(struct cursor *c)
{
    while (c->at < c->end && strchr(" \t\r\n", *c->at) && *c->at)
        c->at++;
}

static bool take(struct cursor *c, const char *word)
{
    size_t n = strlen(word);

    skip_blanks(c);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

static bool take_number(struct cursor *c, size_t *out)
{
    size_t x = 0;

    skip_blanks(c);
    if (c->at == c->end || *c->at < '0' || *c->at > '9')
        return false;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++)
        if (__builtin_mul_overflow(x, 10, &x) ||
            __builtin_add_overflow(x, *c->at - '0', &x))
            return false;
    *out = x;
    return true;
}

static bool take_type(struct npy *a, struct cursor *c, struct error *err)
{
    static const char KNOWN[][3] = {"b1", "i1", "i2", "i4", "i8", "u1",
                                    "u2", "u4", "u8", "f4", "f8"};

    if (!take(c, "'"))
        return fail(err, "its type is not a plain one");
    if (!take(c, "<") && !take(c, "|"))
        return fail(err, "it is not little-endian");
    for (size_t k = 0; k < sizeof KNOWN / sizeof KNOWN[0]; k++) {
        if (!take(c, KNOWN[k]))
            continue;
        a->kind = KNOWN[k][0];
        a->size = KNOWN[k][1] - '0';
        return take(c, "'") || fail(err, "its type is unknown");
    }
    return fail(err, "its type is unknown; bool, int, uint, float32 and "
                     "float64 are read");
}

static bool take_order(struct cursor *c, struct error *err)
{
    if (take(c, "True"))
        return fail(err, "it is in Fortran order; save it with "
                         "numpy.ascontiguousarray");
    return take(c, "False") || fail(err, "its order is unknown");
}

static bool take_shape(struct npy *a, struct cursor *c, struct error *err)
{
    a->dims = 0;
    if (!take(c, "("))
        return fail(err, "its shape is unreadable");
    while (!take(c, ")")) {
        if (a->dims == NPY_DIMS)
            return fail(err, "it has more than %d dimensions", NPY_DIMS);
        if (!take_number(c, &a->shape[a->dims++]))
            return fail(err, "its shape is unreadable");
        if (!take(c, ",") && !(c->at < c->end && *c->at == ')'))
            return fail(err, "its shape is unreadable");
    }
    return true;
}

static bool take_entry(struct npy *a, struct cursor *c, unsigned *seen,
                       struct error *err)
{
    if (take(c, "'descr'") && take(c, ":")) {
        *seen |= 1;
        return take_type(a, c, err);
    }
    if (take(c, "'fortran_order'") && take(c, ":")) {
        *seen |= 2;
        return take_order(c, err);
    }
    if (take(c, "'shape'") && take(c, ":")) {
        *seen |= 4;
        return take_shape(a, c, err);
    }
    return fail(err, "its header is unreadable");
}

static bool take_header(struct npy *a, struct cursor *c, struct error *err)
{
    unsigned seen = 0;

    if (!take(c, "{"))
        return fail(err, "its header is unreadable");
    while (!take(c, "}")) {
        if (!take_entry(a, c, &seen, err))
            return false;
        skip_blanks(c);
        if (!take(c, ",") && !(c->at < c->end && *c->at == '}'))
            return fail(err, "its header is unreadable");
    }
    skip_blanks(c);
    if (seen != 7 || c->at != c->end)
        return fail(err, "its header is unreadable");
    return true;
}

static bool find_header(struct cursor *c, const unsigned char *bytes,
                        size_t size, struct error *err)
{
    size_t start, length;

    if (size < MAGIC_BYTES + 4 || memcmp(bytes, MAGIC, MAGIC_BYTES) != 0)
        return fail(err, "it is not a numpy array");
    if (bytes[6] < 1 || bytes[6] > 3)
        return fail(err, "its format version %d is unknown", bytes[6]);
    start = bytes[6] == 1 ? 10 : 12;
    if (size < start)
        return fail(err, "it ends inside its header");
    length = load(bytes + 8, bytes[6] == 1 ? 2 : 4);
    if (length > size - start)
        return fail(err, "it ends inside its header");
    c->at = (const char *)bytes + start;
    c->end = c->at + length;
    return true;
}

bool npy_parse(struct npy *a, const void *bytes, size_t size,
               struct error *err)
{
    struct npy got = {.count = 1};
    struct cursor c = {0};
    size_t need;

    if (!find_header(&c, bytes, size, err) || !take_header(&got, &c, err))
        return false;
    got.data = (const unsigned char *)c.end;
    for (int d = 0; d < got.dims; d++)
        if (__builtin_mul_overflow(got.count, got.shape[d], &got.count))
            return fail(err, "its shape is too large");
    if (__builtin_mul_overflow(got.count, (size_t)got.size, &need))
        return fail(err, "its shape is too large");
    if (need != size - (size_t)((const char *)c.end - (const char *)bytes))
        return fail(err, "its shape needs %zu bytes, %zu follow the header",
                    need,
                    size - (size_t)((const char *)c.end - (const char *)bytes));
    *a = got;
    return true;
}

int64_t npy_int(const struct npy *a, size_t i)
{
    uint64_t x = load(a->data + i * (size_t)a->size, a->size);
    int unused = 64 - 8 * a->size;

    assert(a->kind != 'f');
    if (a->kind == 'i')
        return (int64_t)(x << unused) >> unused;
    return x > INT64_MAX ? INT64_MAX : (int64_t)x;
}

double npy_real(const struct npy *a, size_t i)
{
    uint64_t x = load(a->data + i * (size_t)a->size, a->size);
    uint32_t half = (uint32_t)x;
    float single;
    double real;

    if (a->kind != 'f')
        return (double)npy_int(a, i);
    memcpy(&single, &half, sizeof single);
    memcpy(&real, &x, sizeof real);
    return a->size == 4 ? (double)single : real;
}

static void add_shape(struct text *out, int dims, const size_t *shape)
{
    text_add(out, "(");
    for (int d = 0; d < dims; d++)
        text_printf(out, d + 1 < dims || dims == 1 ? "%zu," : "%zu", shape[d]);
    text_add(out, ")");
}

void npy_describe(char *out, size_t size, const struct npy *a)
{
    struct text t = {0};

    text_printf(&t, "%c%d ", a->kind, a->size);
    add_shape(&t, a->dims, a->shape);
    snprintf(out, size, "%s", t.bytes);
    text_release(&t);
}

void npy_header(struct text *out, const char *type, int dims,
                const size_t *shape)
{
    struct text dict = {0};

    text_printf(&dict, "{'descr': '%s', 'fortran_order': False, 'shape': ",
                type);
    add_shape(&dict, dims, shape);
    text_add(&dict, ", }");
    while ((dict.length + 11) % ALIGNMENT)
        text_add(&dict, " ");
    text_add(&dict, "\n");
    text_add_bytes(out, MAGIC, MAGIC_BYTES);
    text_add_bytes(out, "\1", 2); /* version 1.0 */
    npy_put_int(out, (int64_t)dict.length, 2);
    text_add_bytes(out, dict.bytes, dict.length);
    text_release(&dict);
}

void npy_put_int(struct text *out, int64_t value, int size)
{
    unsigned char byte[8];

    for (int i = 0; i < size; i++)
        byte[i] = (unsigned char)((uint64_t)value >> 8 * i);
    text_add_bytes(out, byte, (size_t)size);
}

void npy_put_float(struct text *out, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    npy_put_int(out, bits, sizeof bits);
}
