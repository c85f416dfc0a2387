#include "archive.h"

#include <stdio.h>
#include <string.h>
#include <zip.h>

#include "fake_predictor.h"
#include "support.h"

const struct provenance ARCHIVE_MAKER = {"fake.safetensors", "00ff"};

const char *archive_path(void)
{
    return scratch_path("trace.npz");
}

void archive_save(const struct trace *t)
{
    struct problem p = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    struct error err;

    assert_true(npz_save(t, &p, &DOMAINS[0], &ARCHIVE_MAKER, archive_path(),
                         true, &err));
    problem_release(&p);
}

void archive_fake(struct trace *t, const char *policy, int steps)
{
    struct problem p = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    struct settings s = settings_for(policy_named(policy));

    s.temperature = 0.5;
    s.seed = UINT64_MAX - 5; /* more than JSON's integers hold */
    fake_trace(t, &p, &s, steps);
    problem_release(&p);
}

void archive_load(struct loaded *l, const char *path)
{
    struct error err = {""};

    if (!npz_load(&l->trace, &l->problem, &l->domain, &l->by, path, &err))
        print_message("%s\n", err.text);
    assert_string_equal(err.text, "");
}

const struct step *archive_tip(const struct loaded *l)
{
    return trace_at(&l->trace, trace_tip(&l->trace));
}

void archive_unload(struct loaded *l)
{
    trace_release(&l->trace);
    problem_release(&l->problem);
}

bool archive_loads(const char *path, struct error *err)
{
    struct loaded l;

    *err = (struct error){""};
    if (!npz_load(&l.trace, &l.problem, &l.domain, &l.by, path, err))
        return false;
    archive_unload(&l);
    return true;
}

void parts_take(struct parts *x, const char *path)
{
    int why;
    zip_t *zip = zip_open(path, ZIP_RDONLY, &why);

    assert_non_null(zip);
    memset(x, 0, sizeof *x);
    for (int i = 0; i < NPZ_COUNT; i++) {
        char name[32], block[4096];
        zip_int64_t n;
        zip_file_t *in;

        snprintf(name, sizeof name, "%s.npy", NPZ_ARRAYS[i].name);
        in = zip_fopen(zip, name, 0);
        while (in && (n = zip_fread(in, block, sizeof block)) > 0)
            text_add_bytes(&x->member[i], block, (size_t)n);
        if (in)
            zip_fclose(in);
    }
    zip_discard(zip);
}

void parts_write(const struct parts *x, const char *path)
{
    int why;
    zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &why);

    assert_non_null(zip);
    for (int i = 0; i < NPZ_COUNT; i++) {
        char name[32];
        zip_int64_t at;

        if (!x->member[i].length)
            continue;
        snprintf(name, sizeof name, "%s.npy", NPZ_ARRAYS[i].name);
        at = zip_file_add(zip, name,
                          zip_source_buffer(zip, x->member[i].bytes,
                                            x->member[i].length, 0),
                          0);
        zip_set_file_compression(zip, (zip_uint64_t)at, ZIP_CM_STORE, 0);
    }
    assert_int_equal(zip_close(zip), 0);
}

void parts_release(struct parts *x)
{
    for (int i = 0; i < NPZ_COUNT; i++)
        text_release(&x->member[i]);
}

void parts_drop(struct parts *x, int array)
{
    text_release(&x->member[array]);
}

enum { HEADER = 128 }; /* bytes before the data of all our arrays */

void parts_poke(struct parts *x, int array, size_t i, double value)
{
    int size = NPZ_ARRAYS[array].type[2] - '0';
    struct text bytes = {0};

    if (NPZ_ARRAYS[array].kinds[0] == 'f')
        npy_put_float(&bytes, (float)value);
    else
        npy_put_int(&bytes, (int64_t)value, size);
    memcpy(x->member[array].bytes + HEADER + i * (size_t)size, bytes.bytes,
           (size_t)size);
    text_release(&bytes);
}

void parts_reword(struct parts *x, int array, const char *from,
                   const char *to)
{
    char *at = strstr(x->member[array].bytes + 10, from);

    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
}

void parts_set_meta(struct parts *x, const char *json)
{
    size_t shape[] = {strlen(json)};

    parts_drop(x, NPZ_META);
    npy_header(&x->member[NPZ_META], "|u1", 1, shape);
    text_add(&x->member[NPZ_META], json);
}
