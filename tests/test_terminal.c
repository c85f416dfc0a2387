/*
 * The program on a real terminal: pages, steps, sizes.
 */
#define _XOPEN_SOURCE 700
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "watch.h"

static void test_the_first_page_shows_the_way_to_help(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 80, 24, NULL);
    assert_true(pty_wrote(&p, 0, "\033[?1049h"));
    assert_true(pty_wrote(&p, 0, "\xE2\x96\x80"));
    watch_quit(&p);
}

static void test_help_covers_the_page_and_uncovers_it(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 120, 40, NULL);
    char *before = strdup(pty_look(&p));
    pty_type(&p, "?");
    assert_true(pty_sees(&p, "quit"));
    pty_settle(&p);
    assert_true(strcmp(before, pty_look(&p)) != 0);
    pty_type(&p, "?");
    pty_settle(&p);
    assert_true(strcmp(before, pty_look(&p)) == 0);
    free(before);
    watch_quit(&p);
}

static void test_back_from_a_step_is_the_identical_screen(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 120, 40, NULL);
    watch_step_to(&p, 1);
    char *one = strdup(pty_look(&p));
    watch_step_to(&p, 2);
    assert_true(strcmp(one, pty_look(&p)) != 0);
    pty_type(&p, ",");
    assert_true(pty_sees(&p, "step 1"));
    pty_settle(&p);
    assert_true(strcmp(one, pty_look(&p)) == 0);
    free(one);
    watch_quit(&p);
}

static void test_a_step_sends_what_changed_and_nothing_else(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 120, 40, NULL);
    watch_step_to(&p, 1);
    size_t from = p.count;
    watch_step_to(&p, 2);
    assert_true(p.count - from > 0);
    assert_true(p.count - from < 64 * 1024);
    assert_false(pty_wrote(&p, from, "\033[2J"));
    assert_false(pty_wrote(&p, from, "\033[H\033[J"));
    from = p.count;
    pty_settle(&p);
    assert_int_equal(p.count, from);
    pty_type(&p, "\f"); /* Ctrl-L is the way to a whole page */
    pty_settle(&p);
    assert_true(pty_wrote(&p, from, "\033[2J"));
    watch_quit(&p);
}

static void test_an_idle_program_takes_no_time(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 80, 24, NULL);
    double before = pty_cpu_seconds(&p);
    pty_sleep(1000);
    assert_true(pty_cpu_seconds(&p) - before < 0.1);
    watch_quit(&p);
}

static void test_a_resized_page_is_as_if_it_had_started_so(void **state)
{
    (void)state;
    struct pty a, b;

    watch(&a, 80, 24, NULL);
    watch(&b, 120, 40, NULL);
    pty_resize(&b, 31, 9);
    pty_settle(&b);
    pty_resize(&b, 80, 24);
    pty_settle(&b);
    char *expected = strdup(pty_look(&a));
    assert_true(strcmp(expected, pty_look(&b)) == 0);
    free(expected);
    watch_quit(&a);
    watch_quit(&b);
}

static unsigned next_random(unsigned *r)
{
    *r = *r * 1664525u + 1013904223u;
    return *r >> 8;
}

static void test_two_hundred_sizes_during_a_run_leave_it_whole(void **state)
{
    (void)state;
    struct pty p;
    unsigned r = 7;

    watch(&p, 80, 24, NULL);
    pty_type(&p, " ");
    for (int i = 0; i < 200; i++) {
        int cols = 1 + (int)(next_random(&r) % 250);
        int rows = 1 + (int)(next_random(&r) % 80);
        pty_resize(&p, cols, rows);
        pty_read(&p, 5);
    }
    pty_resize(&p, 80, 24);
    assert_true(pty_sees(&p, "? help"));
    watch_quit(&p);
}

static void test_odd_sizes_at_the_start_are_survived(void **state)
{
    (void)state;
    static const int SIZES[][2] = { { 50, 20 }, { 20, 5 }, { 5, 2 }, { 1, 1 },
                                    { 250, 80 } };

    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        struct pty p;
        watch_begin(&p, SIZES[i][0], SIZES[i][1], NULL);
        pty_settle(&p);
        assert_true(p.count > 0);
        watch_quit(&p);
    }
}

static void test_a_size_that_is_not_told_is_80x24(void **state)
{
    (void)state;
    static const char *const ENV[] = { "COLUMNS=-1", "LINES=0", NULL };
    struct pty a, b;

    watch(&a, 80, 24, NULL);
    watch(&b, 0, 0, ENV);
    char *expected = strdup(pty_text(&a));
    assert_true(strcmp(expected, pty_text(&b)) == 0);
    free(expected);
    watch_quit(&a);
    watch_quit(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_first_page_shows_the_way_to_help),
        cmocka_unit_test(test_help_covers_the_page_and_uncovers_it),
        cmocka_unit_test(test_back_from_a_step_is_the_identical_screen),
        cmocka_unit_test(test_a_step_sends_what_changed_and_nothing_else),
        cmocka_unit_test(test_an_idle_program_takes_no_time),
        cmocka_unit_test(test_a_resized_page_is_as_if_it_had_started_so),
        cmocka_unit_test(test_two_hundred_sizes_during_a_run_leave_it_whole),
        cmocka_unit_test(test_odd_sizes_at_the_start_are_survived),
        cmocka_unit_test(test_a_size_that_is_not_told_is_80x24),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
