#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "base/file.h"
#include "base/memory.h"
#include "session/npy.h"
#include "session/npz_meta.h"

enum { DOS_DATE = 0x21 /* 1 January 1980: the same trace is the same file */ };

struct line { /* the steps from the root to the cursor */
    const struct step **step; /* [S+1] */
    int S, T, V;
};

static struct line line_of(const struct trace *t)
{
    const struct step *s = trace_now(t);
    struct line l = {.S = s->depth, .T = s->T, .V = s->V};

    l.step = memory_new((size_t)l.S + 1, sizeof *l.step);
    for (int k = l.S; k > 0; k--) {
        l.step[k] = s;
        s = trace_at(t, s->parent);
    }
    l.step[0] = s;
    return l;
}

/* members [S,T] of a candidate; NULL: the position was not masked ---------- */

static void put_int(struct text *t, const struct candidate *c, int32_t x,
                    int size)
{
    npy_put_int(t, c ? x : -1, size);
}

static void put_decision(struct text *t, const struct candidate *c)
{
    put_int(t, c, c ? c->decision : 0, 1);
}

static void put_value(struct text *t, const struct candidate *c)
{
    put_int(t, c, c ? c->value : 0, 2);
}

static void put_rank(struct text *t, const struct candidate *c)
{
    put_int(t, c, c ? c->rank : 0, 2);
}

static void put_blocked_by(struct text *t, const struct candidate *c)
{
    put_int(t, c, c ? c->blocked_by : 0, 2);
}

static void put_entropy(struct text *t, const struct candidate *c)
{
    npy_put_float(t, c ? c->entropy : NAN);
}

static void put_dependence(struct text *t, const struct candidate *c)
{
    npy_put_float(t, c ? c->dependence : NAN);
}

static void put_cost(struct text *t, const struct candidate *c)
{
    npy_put_float(t, c ? c->cost : NAN);
}

static void put_budget(struct text *t, const struct candidate *c)
{
    npy_put_float(t, c ? c->budget : NAN);
}

static void put_masked(struct text *t, const struct candidate *c)
{
    npy_put_int(t, c != NULL, 1);
}

static const struct {
    const char *name, *type;
    void (*put)(struct text *t, const struct candidate *c);
} COLUMNS[] = {
    {"masked", "|b1", put_masked},   {"entropy", "<f4", put_entropy},
    {"decision", "|i1", put_decision}, {"cost", "<f4", put_cost},
    {"dependence", "<f4", put_dependence}, {"budget", "<f4", put_budget},
    {"value", "<i2", put_value},     {"rank", "<i2", put_rank},
    {"blocked_by", "<i2", put_blocked_by},
};

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof COLUMNS[0] };

/* the archive ------------------------------------------------------------- */

/* Takes the bytes over. */
static bool add(zip_t *zip, const char *name, struct text *bytes)
{
    char member[32];
    zip_source_t *source =
        zip_source_buffer(zip, bytes->bytes, bytes->length, 1);
    zip_int64_t at;

    *bytes = (struct text){0};
    if (!source)
        return false;
    snprintf(member, sizeof member, "%s.npy", name);
    at = zip_file_add(zip, member, source, ZIP_FL_ENC_UTF_8);
    if (at < 0) {
        zip_source_free(source);
        return false;
    }
    return zip_file_set_dostime(zip, (zip_uint64_t)at, 0, DOS_DATE, 0) == 0;
}

static bool add_tokens(zip_t *zip, const struct line *l)
{
    struct text t = {0};

    npy_header(&t, "<i2", 2, (size_t[]){(size_t)l->S + 1, (size_t)l->T});
    for (int k = 0; k <= l->S; k++)
        for (int i = 0; i < l->T; i++)
            npy_put_int(&t, step_tokens(l->step[k])[i], 2);
    return add(zip, "tokens", &t);
}

static bool add_column(zip_t *zip, const struct line *l, int column)
{
    struct text t = {0};

    npy_header(&t, COLUMNS[column].type, 2,
               (size_t[]){(size_t)l->S, (size_t)l->T});
    for (int k = 1; k <= l->S; k++)
        for (int i = 0; i < l->T; i++) {
            int n = step_index(l->step[k], i);

            COLUMNS[column].put(
                &t, n < 0 ? NULL : step_candidates(l->step[k]) + n);
        }
    return add(zip, COLUMNS[column].name, &t);
}

static bool add_probs(zip_t *zip, const struct line *l)
{
    struct text t = {0};

    npy_header(&t, "<f4", 3,
               (size_t[]){(size_t)l->S, (size_t)l->T, (size_t)l->V});
    for (int k = 1; k <= l->S; k++)
        for (int i = 0; i < l->T; i++)
            for (int v = 0, n = step_index(l->step[k], i); v < l->V; v++)
                npy_put_float(&t, n < 0 || !l->step[k]->has_prob
                                      ? NAN
                                      : step_probs(l->step[k])[n * l->V + v]);
    return add(zip, "probs", &t);
}

static bool add_matrix(zip_t *zip, const struct line *l, const char *name,
                       const float *(*matrix)(const struct step *))
{
    size_t T = (size_t)l->T;
    struct text t = {0};

    npy_header(&t, "<f4", 3, (size_t[]){(size_t)l->S, T, T});
    for (int k = 1; k <= l->S; k++)
        for (int i = 0; i < l->T; i++) {
            const struct step *s = l->step[k];
            int a = s->has_mi ? step_index(s, i) : -1;

            for (int j = 0; j < l->T; j++) {
                int b = a < 0 ? -1 : step_index(s, j);

                npy_put_float(&t, b < 0 ? NAN : matrix(s)[a * s->N + b]);
            }
        }
    return add(zip, name, &t);
}

static bool has_any(const struct line *l, bool mi)
{
    for (int k = 1; k <= l->S; k++)
        if (mi ? l->step[k]->has_mi : l->step[k]->has_prob)
            return true;
    return false;
}

static bool add_meta(zip_t *zip, const struct line *l,
                     const struct problem *p, const struct domain *d,
                     const struct provenance *by)
{
    char *meta = npz_meta_write(l->step, l->S, p, d, by);
    struct text t = {0};

    npy_header(&t, "|u1", 1, (size_t[]){strlen(meta)});
    text_add(&t, meta);
    free(meta);
    return add(zip, "meta", &t);
}

static bool add_all(zip_t *zip, const struct line *l, const struct problem *p,
                    const struct domain *d, const struct provenance *by)
{
    if (!add_tokens(zip, l))
        return false;
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (!add_column(zip, l, c))
            return false;
    if ((has_any(l, false) || !has_any(l, true)) && !add_probs(zip, l))
        return false;
    if (has_any(l, true) &&
        (!add_matrix(zip, l, "mi", step_mis) ||
         !add_matrix(zip, l, "mi_raw", step_mi_raws)))
        return false;
    return add_meta(zip, l, p, d, by);
}

/* The finished archive, written through base/file so that it is either whole
 * or not there. */
static bool write_out(zip_source_t *archive, const char *path, bool replace,
                      struct error *err)
{
    struct output out;
    char block[65536];
    zip_int64_t n;

    if (!output_open(&out, path, replace, err))
        return false;
    if (zip_source_open(archive) != 0) {
        output_abandon(&out);
        return fail(err, "cannot write %s: the archive is lost", path);
    }
    while ((n = zip_source_read(archive, block, sizeof block)) > 0)
        fwrite(block, 1, (size_t)n, out.stream);
    zip_source_close(archive);
    return output_commit(&out, err);
}

bool npz_save(const struct trace *t, const struct problem *p,
              const struct domain *d, const struct provenance *by,
              const char *path, bool replace, struct error *err)
{
    zip_source_t *archive = zip_source_buffer_create(NULL, 0, 0, NULL);
    zip_t *zip = archive ? zip_open_from_source(archive, ZIP_TRUNCATE, NULL)
                         : NULL;
    struct line l;
    bool ok;

    if (!zip) {
        zip_source_free(archive);
        return fail(err, "cannot write %s: libzip does not start", path);
    }
    zip_source_keep(archive);
    l = line_of(t);
    ok = add_all(zip, &l, p, d, by);
    free(l.step);
    if (!ok || zip_close(zip) != 0) {
        fail(err, "cannot write %s: %s", path, zip_strerror(zip));
        zip_discard(zip);
        zip_source_free(archive);
        return false;
    }
    ok = write_out(archive, path, replace, err);
    zip_source_free(archive);
    return ok;
}
