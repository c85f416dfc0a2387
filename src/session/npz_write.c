#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "base/file.h"
#include "base/memory.h"
#include "session/npz_array.h"

/* clang-format off */
const struct npz_spec NPZ_ARRAYS[NPZ_COUNT] = {
    /*                   name          type   kinds  width */
    [NPZ_TOKENS]     = { "tokens",     "<i2", "iu",  ONE },
    [NPZ_MASKED]     = { "masked",     "|b1", "biu", ONE },
    [NPZ_PROBS]      = { "probs",      "<f4", "f",   VALUES },
    [NPZ_ENTROPY]    = { "entropy",    "<f4", "f",   ONE },
    [NPZ_MI]         = { "mi",         "<f4", "f",   POSITIONS },
    [NPZ_MI_RAW]     = { "mi_raw",     "<f4", "f",   POSITIONS },
    [NPZ_DECISION]   = { "decision",   "|i1", "iu",  ONE },
    [NPZ_COST]       = { "cost",       "<f4", "f",   ONE },
    [NPZ_DEPENDENCE] = { "dependence", "<f4", "f",   ONE },
    [NPZ_BUDGET]     = { "budget",     "<f4", "f",   ONE },
    [NPZ_VALUE]      = { "value",      "<i2", "iu",  ONE },
    [NPZ_RANK]       = { "rank",       "<i2", "iu",  ONE },
    [NPZ_BLOCKED_BY] = { "blocked_by", "<i2", "iu",  ONE },
    [NPZ_META]       = { "meta",       "|u1", "u",   ONE },
};
/* clang-format on */

/* The line being written: step s of the archive is line[s + 1]. */
struct line {
    const struct step **step; /* [S+1] root first; owned */
    size_t S, T, V;
};

static struct line line_to_cursor(const struct trace *t, int V)
{
    const struct step *s = trace_now(t);
    struct line l = {.S = (size_t)s->depth, .T = (size_t)s->T, .V = (size_t)V};

    l.step = memory_new(l.S + 1, sizeof *l.step);
    for (size_t i = l.S + 1; i-- > 0;) {
        l.step[i] = s;
        s = s->parent < 0 ? s : trace_at(t, s->parent);
    }
    return l;
}

/* Numbers of one position at one step, NAN (-1) where there are none. */
static void put_floats(struct text *out, const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        npy_put_float(out, x ? x[i] : NAN);
}

static void put_one(struct text *out, int array, const struct candidate *c,
                    const struct step *s)
{
    bool is_float = NPZ_ARRAYS[array].kinds[0] == 'f';
    int size = NPZ_ARRAYS[array].type[2] - '0', whole = -1;
    float real = NAN;

    if (c && array == NPZ_ENTROPY)
        real = step_entropies(s)[step_index(s, c->position)];
    else if (c && is_float)
        real = array == NPZ_COST         ? c->cost
               : array == NPZ_DEPENDENCE ? c->dependence
                                         : c->budget;
    else if (array == NPZ_MASKED)
        whole = c != NULL;
    else if (c)
        whole = array == NPZ_DECISION ? c->decision
                : array == NPZ_VALUE  ? c->value
                : array == NPZ_RANK   ? c->rank
                                      : c->blocked_by;
    if (is_float)
        npy_put_float(out, real);
    else
        npy_put_int(out, whole, size);
}

/* A row of an [N,N] matrix spread over T columns, 0 elsewhere; without `row`
 * all 0, and NAN where the step has no matrix. */
static void put_row(struct text *out, const float *row, const struct step *s)
{
    int m = 0;

    for (int t = 0; t < s->T; t++) {
        bool masked = row && m < s->N && step_positions(s)[m] == t;

        npy_put_float(out, masked ? row[m] : s->has_mi ? 0 : NAN);
        m += masked;
    }
}

static void put_step(struct text *out, int array, const struct step *s,
                     size_t V)
{
    int n = 0;

    for (int t = 0; t < s->T; t++) {
        bool masked = n < s->N && step_positions(s)[n] == t;
        size_t row = (size_t)n * (size_t)s->N;

        if (array == NPZ_PROBS)
            put_floats(out,
                       masked && s->has_prob ? step_probs(s) + (size_t)n * V
                                             : NULL,
                       V);
        else if (array == NPZ_MI)
            put_row(out, masked && s->has_mi ? step_mis(s) + row : NULL, s);
        else if (array == NPZ_MI_RAW)
            put_row(out, masked && s->has_mi ? step_mi_raws(s) + row : NULL,
                    s);
        else
            put_one(out, array, masked ? &step_candidates(s)[n] : NULL, s);
        n += masked;
    }
}

static void put_tokens(struct text *out, const struct line *l)
{
    for (size_t s = 0; s <= l->S; s++)
        for (size_t t = 0; t < l->T; t++)
            npy_put_int(out, step_tokens(l->step[s])[t], 2);
}

static bool is_known(const struct line *l, int array)
{
    bool mi = array == NPZ_MI || array == NPZ_MI_RAW, known = false;

    if (!mi && array != NPZ_PROBS)
        return true;
    for (size_t s = 1; s <= l->S; s++)
        known = known || (mi ? l->step[s]->has_mi : l->step[s]->has_prob);
    return known;
}

static struct text array_bytes(const struct line *l, int array)
{
    const struct npz_spec *spec = &NPZ_ARRAYS[array];
    size_t shape[] = {l->S, l->T, spec->width == VALUES ? l->V : l->T};
    struct text out = {0};

    if (array == NPZ_TOKENS)
        shape[0]++;
    npy_header(&out, spec->type, spec->width == ONE ? 2 : 3, shape);
    if (array == NPZ_TOKENS)
        put_tokens(&out, l);
    else
        for (size_t s = 1; s <= l->S; s++)
            put_step(&out, array, l->step[s], l->V);
    return out;
}

static struct text meta_bytes(char *json)
{
    size_t shape[] = {strlen(json)};
    struct text out = {0};

    npy_header(&out, NPZ_ARRAYS[NPZ_META].type, 1, shape);
    text_add(&out, json);
    free(json);
    return out;
}

/* One member with a fixed date, so that the same trace gives the same bytes.
 * Takes over the text. */
static bool add_member(zip_t *zip, const char *name, struct text *bytes)
{
    enum { DATE_1980_01_01 = 1 << 5 | 1 };
    struct text file = {0};
    zip_source_t *source =
        zip_source_buffer(zip, bytes->bytes, bytes->length, 1);
    zip_int64_t at;

    text_printf(&file, "%s.npy", name);
    at = source ? zip_file_add(zip, file.bytes, source, ZIP_FL_ENC_UTF_8) : -1;
    text_release(&file);
    if (at < 0 && source)
        zip_source_free(source);
    else if (at < 0)
        text_release(bytes);
    return at >= 0 && zip_file_set_dostime(zip, (zip_uint64_t)at, 0,
                                           DATE_1980_01_01, 0) == 0;
}

static bool add_all(zip_t *zip, const struct line *l, char *json)
{
    struct text meta = meta_bytes(json);
    bool ok = add_member(zip, NPZ_ARRAYS[NPZ_META].name, &meta);

    for (int array = 0; ok && array < NPZ_META; array++) {
        struct text bytes;

        if (!is_known(l, array))
            continue;
        bytes = array_bytes(l, array);
        ok = add_member(zip, NPZ_ARRAYS[array].name, &bytes);
    }
    return ok;
}

/* The whole archive in memory, in `into`; the json is taken over. */
static bool pack(zip_source_t *into, const struct line *l, char *json,
                 struct error *err)
{
    zip_error_t why;
    zip_t *zip;

    zip_error_init(&why);
    zip_source_keep(into); /* zip_close gives up the one it has */
    zip = zip_open_from_source(into, ZIP_TRUNCATE, &why);
    if (!zip) {
        free(json);
        zip_source_free(into);
        return fail(err, "%s", zip_error_strerror(&why));
    }
    if (add_all(zip, l, json) && zip_close(zip) == 0)
        return true;
    fail(err, "%s", zip_strerror(zip));
    zip_discard(zip);
    return false;
}

static bool copy_out(zip_source_t *from, struct output *o, struct error *err)
{
    char block[65536];
    zip_int64_t n;

    if (zip_source_open(from) != 0)
        return fail(err, "%s", zip_error_strerror(zip_source_error(from)));
    while ((n = zip_source_read(from, block, sizeof block)) > 0)
        fwrite(block, 1, (size_t)n, o->stream);
    zip_source_close(from);
    return n == 0 ||
           fail(err, "%s", zip_error_strerror(zip_source_error(from)));
}

static bool write_line(const struct line *l, char *json, const char *path,
                       bool replace, struct error *err)
{
    zip_source_t *memory = zip_source_buffer_create(NULL, 0, 0, NULL);
    struct output o;
    bool ok;

    if (!memory) {
        free(json);
        return fail(err, "no archive can be made");
    }
    ok = pack(memory, l, json, err) && output_open(&o, path, replace, err);
    if (ok && !copy_out(memory, &o, err)) {
        output_abandon(&o);
        ok = false;
    } else if (ok) {
        ok = output_commit(&o, err);
    }
    zip_source_free(memory);
    return ok;
}

bool npz_save(const struct trace *t, const struct problem *p,
              const struct domain *d, const struct provenance *by,
              const char *path, bool replace, struct error *err)
{
    struct line l = line_to_cursor(t, d->values);
    bool ok = write_line(&l, npz_meta_text(t, p, d, by), path, replace, err);

    free(l.step);
    return ok;
}
