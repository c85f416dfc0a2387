#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "base/memory.h"
#include "session/npz_array.h"

enum { MOST_POSITIONS = 4096, MOST_STEPS = 10000 };

enum { HEAD_BYTES = 1 << 20 }; /* more than any header has */
static const uint64_t MOST_BYTES = (uint64_t)2 << 30; /* of all members */

static void file_release(struct npz_file *f)
{
    for (int i = 0; i < NPZ_COUNT; i++)
        free(f->bytes[i]);
    if (f->meta)
        json_decref(f->meta);
}

/* Bytes `from` to `to` of a member. */
static bool read_part(zip_file_t *in, unsigned char *bytes, uint64_t from,
                      uint64_t to, struct error *err)
{
    zip_int64_t n = 1;

    while (n > 0 && from < to) {
        n = zip_fread(in, bytes + from, to - from);
        from += n > 0 ? (uint64_t)n : 0;
    }
    if (n < 0)
        return fail(err, "it cannot be unpacked: %s",
                    zip_error_strerror(zip_file_get_error(in)));
    return from == to || fail(err, "it ends early");
}

/* All of a member and not a byte more; reading to the end checks its CRC. The
 * header must fit the size before the rest is unpacked. */
static bool read_exactly(struct npy *array, zip_file_t *in,
                         unsigned char *bytes, uint64_t size,
                         struct error *err)
{
    uint64_t head = size < HEAD_BYTES ? size : HEAD_BYTES;
    unsigned char beyond;

    if (!read_part(in, bytes, 0, head, err) ||
        !npy_parse(array, bytes, size, err) ||
        !read_part(in, bytes, head, size, err))
        return false;
    if (zip_fread(in, &beyond, 1) == 0)
        return true;
    return fail(err, "it cannot be unpacked: %s",
                zip_error_strerror(zip_file_get_error(in)));
}

static bool unpack(struct npz_file *f, zip_t *zip, int array,
                   zip_int64_t index, uint64_t *left, struct error *err)
{
    struct zip_stat st;
    zip_file_t *in;
    bool ok;

    if (zip_stat_index(zip, (zip_uint64_t)index, 0, &st) != 0 ||
        !(st.valid & ZIP_STAT_SIZE))
        return fail(err, "its size is unknown");
    if (st.size > *left)
        return fail(err, "the archive unpacks to more than %llu bytes",
                    (unsigned long long)MOST_BYTES);
    *left -= st.size;
    in = zip_fopen_index(zip, (zip_uint64_t)index, 0);
    if (!in)
        return fail(err, "it cannot be unpacked: %s", zip_strerror(zip));
    f->bytes[array] = memory_new(st.size, 1);
    ok = read_exactly(&f->array[array], in, f->bytes[array], st.size, err);
    zip_fclose(in);
    return ok;
}

static bool check_kind(const struct npz_file *f, int array, struct error *err)
{
    char what[80];

    if (strchr(NPZ_ARRAYS[array].kinds, f->array[array].kind))
        return true;
    npy_describe(what, sizeof what, &f->array[array]);
    return fail(err, "it is %s, not like %s", what, NPZ_ARRAYS[array].type);
}

static bool read_member(struct npz_file *f, zip_t *zip, int array,
                        uint64_t *left, struct error *err)
{
    struct text name = {0};
    zip_int64_t index;
    bool ok = true;

    text_printf(&name, "%s.npy", NPZ_ARRAYS[array].name);
    index = zip_name_locate(zip, name.bytes, 0);
    if (index >= 0)
        ok = (unpack(f, zip, array, index, left, err) &&
              check_kind(f, array, err)) ||
             fail_in(err, "%s", name.bytes);
    text_release(&name);
    return ok;
}

static bool read_members(struct npz_file *f, const char *path,
                         struct error *err)
{
    uint64_t left = MOST_BYTES;
    zip_error_t why;
    bool ok = true;
    int code;
    zip_t *zip = zip_open(path, ZIP_RDONLY, &code);

    if (!zip) {
        zip_error_init_with_code(&why, code);
        fail(err, "it cannot be opened as a trace: %s",
             zip_error_strerror(&why));
        zip_error_fini(&why);
        return false;
    }
    for (int array = 0; ok && array < NPZ_COUNT; array++)
        ok = read_member(f, zip, array, &left, err);
    zip_discard(zip);
    return ok;
}

static bool wrong_shape(const struct npz_file *f, int array,
                        struct error *err)
{
    const struct npz_spec *spec = &NPZ_ARRAYS[array];
    char what[80];

    npy_describe(what, sizeof what, &f->array[array]);
    return fail(err,
                "%s.npy: it is %s, where %zu steps of %zu positions need "
                "[S,T%s]",
                spec->name, what, f->S, f->T,
                spec->width == ONE      ? ""
                : spec->width == VALUES ? ",V"
                                        : ",T");
}

static bool check_shape(struct npz_file *f, int array, struct error *err)
{
    const struct npy *a = &f->array[array];
    int width = NPZ_ARRAYS[array].width;

    if (!f->bytes[array])
        return true;
    if (a->dims != (width == ONE ? 2 : 3) || a->shape[0] != f->S ||
        a->shape[1] != f->T || (width == POSITIONS && a->shape[2] != f->T))
        return wrong_shape(f, array, err);
    if (width == VALUES)
        f->V = a->shape[2];
    return true;
}

static bool check_shapes(struct npz_file *f, struct error *err)
{
    const struct npy *tokens = &f->array[NPZ_TOKENS];

    if (!f->bytes[NPZ_TOKENS])
        return fail(err, "tokens.npy is missing");
    if (!f->bytes[NPZ_PROBS] && !f->bytes[NPZ_MI] && !f->bytes[NPZ_MI_RAW] &&
        tokens->dims == 2 && tokens->shape[0] != 1)
        return fail(err, "probs.npy or mi.npy is needed, both are missing");
    if (tokens->dims != 2 || tokens->shape[0] < 1 || tokens->shape[1] < 1)
        return fail(err, "tokens.npy: its shape is not [S+1,T]");
    if (tokens->shape[0] > MOST_STEPS + 1 ||
        tokens->shape[1] > MOST_POSITIONS)
        return fail(err,
                    "tokens.npy: at most %d steps of %d positions are read",
                    MOST_STEPS, MOST_POSITIONS);
    f->S = tokens->shape[0] - 1;
    f->T = tokens->shape[1];
    for (int array = NPZ_MASKED; array < NPZ_META; array++)
        if (!check_shape(f, array, err))
            return false;
    return true;
}

static bool fits(const struct npz_file *f, const struct domain *d)
{
    bool grid = strcmp(d->shape, "grid9") == 0;

    return (!f->V || f->V == (size_t)d->values) && (!grid || f->T == 81);
}

static bool find_domain(struct npz_file *f, struct error *err)
{
    const json_t *o = json_object_get(f->meta, "domain");
    const char *name = json_string_value(o);

    if (o && (!name || !domain_named(name)))
        return fail(err, "meta.npy: domain: there is none called \"%s\"",
                    name ? name : "");
    f->domain = name ? domain_named(name) : NULL;
    for (int i = 0; !o && !f->domain && DOMAINS[i].name; i++)
        if (fits(f, &DOMAINS[i]))
            f->domain = &DOMAINS[i];
    if (!f->domain)
        return fail(err, "no domain has %zu positions of %zu values", f->T,
                    f->V);
    if (!fits(f, f->domain))
        return fail(err, "%zu positions of %zu values are not %s", f->T, f->V,
                    f->domain->name);
    f->V = (size_t)f->domain->values;
    return true;
}

static bool read_meta(struct npz_file *f, struct error *err)
{
    if (!f->bytes[NPZ_META])
        f->meta = json_object();
    else
        f->meta = npz_meta_parse(f->array[NPZ_META].data,
                                 f->array[NPZ_META].count, err);
    return f->meta || fail_in(err, "meta.npy");
}

/* Symbols only, and what is revealed stays. */
static bool check_tokens(const struct npz_file *f, struct error *err)
{
    int16_t mask = f->domain->mask_symbol, first = f->domain->first_symbol;

    for (size_t s = 0; s <= f->S; s++)
        for (size_t t = 0; t < f->T; t++) {
            int64_t x = npy_int(&f->array[NPZ_TOKENS], s * f->T + t);

            if (x != mask && (x < first || x >= first + f->domain->values))
                return fail(err,
                            "tokens.npy: row %zu, position %zu: %lld is no "
                            "symbol of %s",
                            s, t, (long long)x, f->domain->name);
            if (s > 0 && npz_token(f, s - 1, t) != mask &&
                npz_token(f, s - 1, t) != x)
                return fail(err,
                            "tokens.npy: step %zu changes position %zu, "
                            "which was revealed before",
                            s, t);
        }
    return true;
}

/* The steps take memory besides the arrays; bound it before taking it. */
static bool check_room(const struct npz_file *f, struct error *err)
{
    uint64_t bytes = 0;

    for (size_t s = 0; s < f->S; s++) {
        int N = 0;

        for (size_t t = 0; t < f->T; t++)
            N += npz_token(f, s, t) == f->domain->mask_symbol;
        bytes += step_bytes((int)f->T, (int)f->V, N);
        if (bytes > MOST_BYTES)
            return fail(err, "tokens.npy: its steps take more than %llu bytes",
                        (unsigned long long)MOST_BYTES);
    }
    return true;
}

static bool read_file(struct npz_file *f, const char *path, struct error *err)
{
    return read_members(f, path, err) && check_shapes(f, err) &&
           read_meta(f, err) && find_domain(f, err) &&
           check_tokens(f, err) && check_room(f, err);
}

static bool read_problem(struct problem *p, const struct npz_file *f,
                         struct error *err)
{
    struct problem got = {.T = (int)f->T};

    if (!npz_meta_solution(&got.solution, f, err))
        return fail_in(err, "meta.npy");
    got.tokens = memory_new(f->T, sizeof *got.tokens);
    for (size_t t = 0; t < f->T; t++)
        got.tokens[t] = npz_token(f, 0, t);
    npz_meta_words(got.title, sizeof got.title, f->meta, "title");
    npz_meta_words(got.note, sizeof got.note, f->meta, "note");
    *p = got;
    return true;
}

/* Step 0, as drive_root makes it for a model. */
static struct step *root_of(const struct npz_file *f)
{
    struct step *root = step_new((int)f->T, (int)f->V, 0);

    root->mask_symbol = f->domain->mask_symbol;
    root->first_symbol = f->domain->first_symbol;
    root->budget = root->budget_left = NAN;
    for (size_t t = 0; t < f->T; t++)
        step_token(root)[t] = npz_token(f, 0, t);
    return root;
}

static bool read_trace(struct trace *t, const struct npz_file *f,
                       struct error *err)
{
    trace_init(t, root_of(f));
    for (size_t s = 0; s < f->S; s++) {
        struct step *next = npz_step(f, s, err);

        if (!next) {
            trace_release(t);
            return false;
        }
        trace_go(t, trace_push(t, t->cursor, next));
    }
    return true;
}

static bool read_all(struct trace *t, struct problem *p, struct npz_file *f,
                     const char *path, struct error *err)
{
    struct problem problem;
    struct trace trace;

    if (!read_file(f, path, err) || !read_problem(&problem, f, err))
        return false;
    if (!read_trace(&trace, f, err)) {
        problem_release(&problem);
        return false;
    }
    if (!problem.note[0] && f->S > 0 &&
        trace_now(&trace)->settings.policy == POLICY_UNKNOWN)
        snprintf(problem.note, sizeof problem.note, "%s",
                 "the file does not say which policy made it");
    trace_go(&trace, 0);
    *t = trace;
    *p = problem;
    return true;
}

bool npz_load(struct trace *t, struct problem *p, const struct domain **d,
              struct provenance *by, const char *path, struct error *err)
{
    struct npz_file f = {0};
    bool ok = read_all(t, p, &f, path, err);

    if (ok) {
        *d = f.domain;
        npz_meta_words(by->model, sizeof by->model, f.meta, "model");
        npz_meta_words(by->digest, sizeof by->digest, f.meta, "digest");
    } else {
        fail_in(err, "%s", path);
    }
    file_release(&f);
    return ok;
}
