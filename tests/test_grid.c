#include "support.h"

#include <string.h>

#include "ui/grid.h"

static struct grid page;

static int setup(void **state)
{
    (void)state;
    grid_init(&page);
    grid_clear(&page, 12, 4);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    grid_release(&page);
    return 0;
}

static uint32_t ch_at(int x, int y)
{
    return grid_at(&page, x, y)->ch;
}

static int used(void)
{
    int n = 0;

    for (int i = 0; i < page.cols * page.rows; i++)
        n += page.cell[i].ch != ' ';
    return n;
}

static void test_a_cleared_page_is_blank_and_plain(void **state)
{
    (void)state;
    grid_text(&page, 0, 0, ROLE_TITLE, "something");
    grid_clear(&page, 7, 9);
    assert_int_equal(page.cols * page.rows, 63);
    assert_int_equal(used(), 0);
    assert_int_equal(grid_at(&page, 6, 8)->role, ROLE_PLAIN);
}

static void test_text_is_written_where_it_was_asked(void **state)
{
    (void)state;
    assert_int_equal(grid_text(&page, 3, 2, ROLE_LABEL, "%d x", 42), 4);
    assert_int_equal(ch_at(3, 2), '4');
    assert_int_equal(ch_at(6, 2), 'x');
    assert_int_equal(grid_at(&page, 4, 2)->role, ROLE_LABEL);
    assert_int_equal(used(), 3);
}

static void test_nothing_is_written_outside_the_page(void **state)
{
    (void)state;
    assert_int_equal(grid_text(&page, -2, 1, ROLE_PLAIN, "abcd"), 4);
    assert_int_equal(ch_at(0, 1), 'c');
    grid_text(&page, 10, 1, ROLE_PLAIN, "xyz");
    assert_int_equal(ch_at(11, 1), 'y');
    assert_int_equal(ch_at(0, 2), ' ');
    grid_put(&page, 12, 0, ROLE_PLAIN, 'n');
    grid_put(&page, 0, 4, ROLE_PLAIN, 'n');
    grid_put(&page, 0, -1, ROLE_PLAIN, 'n');
    assert_int_equal(used(), 4);
    assert_null(grid_at(&page, 12, 0));
}

static void test_a_rectangle_clips_on_all_sides(void **state)
{
    struct rect r = {2, 1, 3, 2};

    (void)state;
    grid_text_in(&page, r, -1, 0, ROLE_PLAIN, "abcdef");
    grid_text_in(&page, r, 0, 2, ROLE_PLAIN, "below");
    grid_text_in(&page, r, 0, -1, ROLE_PLAIN, "above");
    assert_int_equal(used(), 3);
    assert_int_equal(ch_at(2, 1), 'b');
    assert_int_equal(ch_at(4, 1), 'd');
}

static void test_utf8_takes_one_column_a_letter(void **state)
{
    (void)state;
    assert_int_equal(grid_text(&page, 0, 0, ROLE_PLAIN, "a\u00e9\u2580z"), 4);
    assert_int_equal(ch_at(1, 0), 0xE9);
    assert_int_equal(ch_at(2, 0), 0x2580);
    assert_int_equal(ch_at(3, 0), 'z');
}

/* Double width, marks that combine, controls, broken bytes, overlong forms. */
static void test_what_could_break_the_columns_is_a_question_mark(void **state)
{
    (void)state;
    assert_int_equal(grid_text(&page, 0, 0, ROLE_PLAIN, "\u6570\u0301\x1b\x9b"),
                     4);
    for (int x = 0; x < 4; x++)
        assert_int_equal(ch_at(x, 0), '?');
    assert_int_equal(grid_text(&page, 0, 1, ROLE_PLAIN, "\xe2\x96"), 2);
    assert_int_equal(grid_text(&page, 0, 2, ROLE_PLAIN, "\xc0\xaf"), 2);
    assert_int_equal(ch_at(0, 2), '?');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_cleared_page_is_blank_and_plain),
        cmocka_unit_test(test_text_is_written_where_it_was_asked),
        cmocka_unit_test(test_nothing_is_written_outside_the_page),
        cmocka_unit_test(test_a_rectangle_clips_on_all_sides),
        cmocka_unit_test(test_utf8_takes_one_column_a_letter),
        cmocka_unit_test(test_what_could_break_the_columns_is_a_question_mark),
    };
    struct CMUnitTest with_page[sizeof tests / sizeof tests[0]];

    memcpy(with_page, tests, sizeof tests);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        with_page[i].setup_func = setup;
        with_page[i].teardown_func = teardown;
    }
    return cmocka_run_group_tests(with_page, NULL, NULL);
}
