#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/rng.h"
#include "base/text.h"
#include "support.h"

static void test_messages_read_from_the_outside_in(void **state)
{
    struct error err;

    (void)state;
    assert_false(fail(&err, "row %d is short", 3));
    assert_false(fail_in(&err, "cannot read %s", "a.txt"));
    assert_string_equal(err.text, "cannot read a.txt: row 3 is short");
}

static void test_a_long_message_is_cut_not_overrun(void **state)
{
    struct error err;

    (void)state;
    fail(&err, "%600d", 1);
    fail_in(&err, "%400d", 2);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

static void test_text_grows(void **state)
{
    struct text t = {0};

    (void)state;
    for (int i = 0; i < 1000; i++)
        text_printf(&t, "%03d,", i);
    assert_int_equal(t.length, 4000);
    assert_memory_equal(t.bytes + 3996, "999,", 5);
    text_release(&t);
}

/* First outputs for the state {1,2,3,4}, from the authors' reference code. */
static void test_rng_is_xoshiro256(void **state)
{
    struct rng r = {{1, 2, 3, 4}};

    (void)state;
    assert_true(rng_next(&r) == 11520);
    assert_true(rng_next(&r) == 0);
    assert_true(rng_next(&r) == 1509978240);
    assert_true(rng_next(&r) == 1215971899390074240);
}

static void test_rng_streams_differ_and_repeat(void **state)
{
    struct rng a = rng_seeded(7, 1), b = rng_seeded(7, 1);
    struct rng c = rng_seeded(7, 2);
    int count[5] = {0};

    (void)state;
    assert_true(rng_next(&a) == rng_next(&b));
    assert_true(rng_next(&a) != rng_next(&c));
    for (int i = 0; i < 5000; i++)
        count[rng_below(&a, 5)]++;
    for (int v = 0; v < 5; v++)
        assert_in_range(count[v], 850, 1150);
}

static void add_one(void *context, int job, int worker)
{
    (void)worker;
    ((int *)context)[job]++;
}

static void test_pool_runs_every_job_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct pool *p = pool_new(threads);
        int *seen = memory_new(1000, sizeof *seen);

        for (int round = 1; round <= 50; round++) {
            pool_run(p, 1000, add_one, seen);
            for (int i = 0; i < 1000; i++)
                assert_int_equal(seen[i], round);
        }
        pool_run(p, 0, add_one, seen);
        free(seen);
        pool_free(p);
    }
}

static void write_text(const char *path, const char *s, bool replace)
{
    struct output o;
    struct error err;

    assert_true(output_open(&o, path, replace, &err));
    fputs(s, o.stream);
    assert_true(output_commit(&o, &err));
}

static void test_output_appears_whole_and_replaces_only_when_told(void **state)
{
    char path[256];
    struct output o;
    struct error err;
    size_t size;
    char *back;

    (void)state;
    snprintf(path, sizeof path, "%s", scratch_path("out.txt"));
    write_text(path, "one", false);
    assert_false(output_open(&o, path, false, &err));
    assert_non_null(strstr(err.text, "exists"));
    write_text(path, "two", true);
    back = file_read(path, 100, &size, &err);
    assert_string_equal(back, "two");
    free(back);
    assert_true(output_open(&o, path, true, &err));
    fputs("half", o.stream);
    output_abandon(&o);
    back = file_read(path, 100, &size, &err);
    assert_string_equal(back, "two");
    free(back);
}

static void test_output_says_why_it_cannot(void **state)
{
    struct output o;
    struct error err;

    (void)state;
    assert_false(output_open(&o, "/nonexistent/x", false, &err));
    assert_non_null(strstr(err.text, "No such file"));
    assert_false(output_open(&o, "/", false, &err));
    assert_non_null(strstr(err.text, "folder"));
    assert_true(output_open(&o, "/dev/full", false, &err));
    fputs("x", o.stream);
    assert_false(output_commit(&o, &err));
    assert_non_null(strstr(err.text, "No space"));
}

static void test_reading_is_bounded(void **state)
{
    struct error err;
    size_t size;

    (void)state;
    assert_null(file_read("/dev/zero", 1000, &size, &err));
    assert_non_null(strstr(err.text, "larger than"));
    assert_null(file_read("/nonexistent", 1000, &size, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages_read_from_the_outside_in),
        cmocka_unit_test(test_a_long_message_is_cut_not_overrun),
        cmocka_unit_test(test_text_grows),
        cmocka_unit_test(test_rng_is_xoshiro256),
        cmocka_unit_test(test_rng_streams_differ_and_repeat),
        cmocka_unit_test(test_pool_runs_every_job_once),
        cmocka_unit_test(test_output_appears_whole_and_replaces_only_when_told),
        cmocka_unit_test(test_output_says_why_it_cannot),
        cmocka_unit_test(test_reading_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
