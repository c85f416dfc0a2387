#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "fake_predictor.h"
#include "session/npz.h"

static const struct provenance BY = {"fake.safetensors", "0123abcd"};

struct loaded {
    struct trace trace;
    struct problem problem;
    const struct domain *domain;
    struct provenance by;
};

static bool load(struct loaded *l, const char *path, struct error *err)
{
    return npz_load(&l->trace, &l->problem, &l->domain, &l->by, path, err);
}

static void release(struct loaded *l)
{
    trace_release(&l->trace);
    problem_release(&l->problem);
}

/* A trace of six steps by the policy, saved. */
static struct trace saved(const char *policy, const char *path)
{
    struct settings s = settings_for(policy_named(policy));
    struct problem p = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    struct trace t;
    struct error err;

    s.value[PARAM_GAMMA] = 0.7;
    s.seed = 9007199254740991;
    snprintf(p.title, sizeof p.title, "fake.txt:3");
    fake_trace(&t, &p, &s, 6);
    assert_true(npz_save(&t, &p, domain_named("sudoku"), &BY, path, true,
                         &err));
    problem_release(&p);
    return t;
}

static void test_what_was_saved_comes_back(void **state)
{
    const char *path = scratch_path("a.npz");
    struct trace t = saved("mi", path);
    struct problem p = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    struct loaded l;
    struct error err;

    (void)state;
    assert_true(load(&l, path, &err));
    assert_string_equal(l.domain->name, "sudoku");
    assert_string_equal(l.problem.title, "fake.txt:3");
    assert_string_equal(l.problem.note, "");
    assert_memory_equal(l.problem.tokens, p.tokens, 81 * sizeof *p.tokens);
    assert_memory_equal(l.problem.solution, p.solution,
                        81 * sizeof *p.solution);
    assert_string_equal(l.by.model, BY.model);
    assert_string_equal(l.by.digest, BY.digest);
    assert_int_equal(l.trace.count, t.count);
    assert_int_equal(l.trace.cursor, 0);
    for (int id = 0; id < t.count; id++) {
        const struct step *a = trace_at(&t, id), *b = trace_at(&l.trace, id);

        assert_int_equal(a->bytes, b->bytes);
        assert_memory_equal(a, b, a->bytes);
    }
    release(&l);
    trace_release(&t);
    problem_release(&p);
}

static void test_the_same_trace_is_the_same_file(void **state)
{
    const char *one = scratch_path("one.npz"), *two = scratch_path("two.npz");
    struct trace t = saved("ebmi", one), u = saved("ebmi", two);
    size_t a_size, b_size;
    struct error err;
    char *a = file_read(one, 1 << 26, &a_size, &err);
    char *b = file_read(two, 1 << 26, &b_size, &err);

    (void)state;
    assert_int_equal(a_size, b_size);
    assert_memory_equal(a, b, a_size);
    free(a);
    free(b);
    trace_release(&t);
    trace_release(&u);
}

static void test_an_existing_file_stays(void **state)
{
    const char *path = scratch_path("stays.npz");
    struct trace t = saved("mi", path);
    struct problem p = fake_problem(FAKE_PUZZLE, NULL);
    struct error err;

    (void)state;
    assert_false(npz_save(&t, &p, domain_named("sudoku"), &BY, path, false,
                          &err));
    assert_non_null(strstr(err.text, "exists"));
    problem_release(&p);
    trace_release(&t);
}

static void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(out);
}

/* Whatever is wrong with a file, the answer is a sentence or a trace. */
static void test_damaged_files_are_survived(void **state)
{
    const char *whole = scratch_path("whole.npz");
    const char *path = scratch_path("damaged.npz");
    struct trace t = saved("mi", whole);
    struct rng r = rng_seeded(5, 0);
    struct error err;
    size_t size;
    char *bytes = file_read(whole, 1 << 26, &size, &err);
    int refused = 0;

    (void)state;
    for (int i = 0; i < 200; i++) {
        int at = rng_below(&r, (int)size);
        char was = bytes[at];
        struct loaded l;

        bytes[at] = (char)(was ^ (1 << rng_below(&r, 8)));
        write_bytes(path, bytes, i % 4 ? size : (size_t)at);
        bytes[at] = was;
        if (load(&l, path, &err))
            release(&l);
        else
            refused += strstr(err.text, "damaged.npz: ") != NULL;
    }
    assert_true(refused > 100);
    free(bytes);
    trace_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_saved_comes_back),
        cmocka_unit_test(test_the_same_trace_is_the_same_file),
        cmocka_unit_test(test_an_existing_file_stays),
        cmocka_unit_test(test_damaged_files_are_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
