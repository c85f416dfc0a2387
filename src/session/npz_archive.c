#include "session/npz_archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "base/memory.h"

enum { T_LIMIT = 4096, S_LIMIT = 100000 };

static const zip_uint64_t MEMBER_LIMIT = (zip_uint64_t)1 << 30; /* bytes */

/* clang-format off */
static const struct {
    const char *name;
    bool real;        /* floats; else integers */
    const char *dims; /* letters as in nn/dims.h; 's' is S+1, '*' any */
} MEMBERS[MEMBER_COUNT] = {
    [TOKENS]   = { "tokens",   false, "sT" },  [PROBS]      = { "probs",      true,  "STV" },
    [ENTROPY]  = { "entropy",  true,  "ST" },  [MI]         = { "mi",         true,  "STT" },
    [MI_RAW]   = { "mi_raw",   true,  "STT" }, [DECISION]   = { "decision",   false, "ST" },
    [COST]     = { "cost",     true,  "ST" },  [DEPENDENCE] = { "dependence", true,  "ST" },
    [BUDGET]   = { "budget",   true,  "ST" },  [VALUE]      = { "value",      false, "ST" },
    [RANK]     = { "rank",     false, "ST" },  [BLOCKED_BY] = { "blocked_by", false, "ST" },
    [META]     = { "meta",     false, "*" },
};
/* clang-format on */

void recording_release(struct recording *r)
{
    for (int m = 0; m < MEMBER_COUNT; m++)
        free(r->bytes[m]);
    json_decref(r->meta);
}

/* members ----------------------------------------------------------------- */

static bool read_bytes(zip_t *zip, const char *name, void **bytes,
                       size_t *size, struct error *err)
{
    zip_stat_t st;
    zip_file_t *in = zip_fopen(zip, name, 0);
    zip_int64_t got;
    char beyond;

    if (!in || zip_stat(zip, name, 0, &st) != 0 ||
        !(st.valid & ZIP_STAT_SIZE) || st.size > MEMBER_LIMIT) {
        if (in)
            zip_fclose(in);
        return fail(err, "%s cannot be read, or is larger than 1 GiB", name);
    }
    *bytes = memory_new((size_t)st.size, 1);
    got = zip_fread(in, *bytes, st.size);
    if (zip_fread(in, &beyond, 1) != 0) /* at the end the sum is checked */
        got = -1;
    zip_fclose(in);
    if (got < 0 || (zip_uint64_t)got != st.size)
        return fail(err, "%s ends early or is damaged", name);
    *size = (size_t)st.size;
    return true;
}

static bool read_member(struct recording *r, zip_t *zip, int m,
                        struct error *err)
{
    struct npy *a = &r->member[m];
    char name[32];
    size_t size = 0;

    snprintf(name, sizeof name, "%s.npy", MEMBERS[m].name);
    if (zip_name_locate(zip, name, 0) < 0)
        return true;
    if (!read_bytes(zip, name, &r->bytes[m], &size, err))
        return false;
    if (!npy_parse(a, r->bytes[m], size, err))
        return fail_in(err, "%s", MEMBERS[m].name);
    if (!MEMBERS[m].real && a->kind == 'f')
        return fail(err, "%s should hold integers", MEMBERS[m].name);
    if (a->dims != (int)strlen(MEMBERS[m].dims))
        return fail(err, "%s should have %zu dimensions, not %d",
                    MEMBERS[m].name, strlen(MEMBERS[m].dims), a->dims);
    return true;
}

static bool read_members(struct recording *r, const char *path,
                         struct error *err)
{
    int code = 0;
    zip_t *zip = zip_open(path, ZIP_RDONLY, &code);
    zip_error_t why;
    bool ok = true;

    if (!zip) {
        zip_error_init_with_code(&why, code);
        fail(err, "%s", zip_error_strerror(&why));
        zip_error_fini(&why);
        return false;
    }
    for (int m = 0; ok && m < MEMBER_COUNT; m++)
        ok = read_member(r, zip, m, err);
    zip_discard(zip);
    return ok;
}

/* sizes ------------------------------------------------------------------- */

static size_t wanted(const struct recording *r, char letter)
{
    return letter == 's'   ? (size_t)r->S + 1
           : letter == 'S' ? (size_t)r->S
           : letter == 'T' ? (size_t)r->T
                           : (size_t)r->V;
}

static bool check_shape(const struct recording *r, int m, struct error *err)
{
    char is[64];

    for (int i = 0; i < r->member[m].dims; i++) {
        char letter = MEMBERS[m].dims[i];

        if (letter == '*' || r->member[m].shape[i] == wanted(r, letter))
            continue;
        npy_describe(is, sizeof is, &r->member[m]);
        return fail(err, "%s is %s, where dimension %d should be %zu",
                    MEMBERS[m].name, is, i + 1, wanted(r, letter));
    }
    return true;
}

/* A file without usable meta has an empty one. */
static void read_meta(struct recording *r)
{
    const struct npy *a = &r->member[META];

    if (recording_has(r, META) && a->size == 1)
        r->meta = json_loadb((const char *)a->data, a->count, 0, NULL);
    if (json_is_object(r->meta))
        return;
    json_decref(r->meta);
    r->meta = json_object();
}

/* The domain meta names; without one, the first with as many values. */
static bool find_domain(struct recording *r, struct error *err)
{
    const char *name =
        json_string_value(json_object_get(r->meta, "domain"));
    size_t V = recording_has(r, PROBS) ? r->member[PROBS].shape[2] : 0;

    r->domain = name ? domain_named(name) : DOMAINS;
    if (!r->domain)
        return fail(err, "it is about %.60s, which miscope does not know",
                    name);
    while (!name && V && r->domain->name && (size_t)r->domain->values != V)
        r->domain++;
    if (!r->domain->name)
        return fail(err, "probs has %zu values, as no domain has", V);
    if (strcmp(r->domain->shape, "grid9") == 0 && r->T != 81)
        return fail(err, "tokens has %d positions; %s has 81", r->T,
                    r->domain->name);
    r->V = r->domain->values;
    return true;
}

static bool check_sizes(struct recording *r, struct error *err)
{
    const struct npy *tokens = &r->member[TOKENS];

    if (!recording_has(r, TOKENS) ||
        !(recording_has(r, PROBS) || recording_has(r, MI)))
        return fail(err, "no trace: tokens and one of probs and mi are "
                         "needed");
    if (tokens->shape[0] < 1 || tokens->shape[0] > S_LIMIT ||
        tokens->shape[1] < 1 || tokens->shape[1] > T_LIMIT)
        return fail(err, "tokens has %zu steps of %zu positions; 1 to %d of "
                         "1 to %d are read",
                    tokens->shape[0], tokens->shape[1], S_LIMIT, T_LIMIT);
    r->S = (int)tokens->shape[0] - 1;
    r->T = (int)tokens->shape[1];
    read_meta(r);
    if (!find_domain(r, err))
        return false;
    for (int m = 0; m < MEMBER_COUNT; m++)
        if (recording_has(r, (enum member)m) && !check_shape(r, m, err))
            return false;
    return true;
}

bool recording_read(struct recording *r, const char *path, struct error *err)
{
    *r = (struct recording){0};
    return read_members(r, path, err) && check_sizes(r, err);
}
