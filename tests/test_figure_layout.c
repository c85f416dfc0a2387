#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

static const int SIZES[] = {0, 1, 2, 3, 14, 27, 51, 64, 81};
enum { SIZES_COUNT = sizeof SIZES / sizeof *SIZES };

struct setting {
    struct problem problem;
    struct view view;
    struct figure_options options;
    struct figure_layout layout;
};

static void begin(struct setting *s, int n)
{
    *s = (struct setting){.options = figure_defaults()};
    s->view = bare_view(domain_named("sudoku"), &s->problem, 81, n);
}

static void lay_out(struct setting *s)
{
    struct error err = {""};

    figure_layout_release(&s->layout);
    if (!figure_layout_of(&s->layout, &s->view, &s->options, &err))
        assert_string_equal(err.text, "");
}

static void end(struct setting *s)
{
    void *step = (void *)(uintptr_t)s->view.step;

    figure_layout_release(&s->layout);
    view_release(&s->view);
    free(step);
}

static bool overlap(struct box a, struct box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

static bool inside(const struct figure_layout *l, struct box b)
{
    return b.x >= 0 && b.y >= 0 && b.w > 0 && b.h > 0 &&
           b.x + b.w <= l->width && b.y + b.h <= l->height;
}

/* The map with its labels and marks. */
static struct box with_lanes(const struct figure_layout *l)
{
    int out = l->lane + l->mark;

    return (struct box){l->map.x - out, l->map.y - out, l->map.w + out,
                        l->map.h + out};
}

static void check_boxes(const struct figure_layout *l, int kind)
{
    struct box b[] = {with_lanes(l), l->bar,   l->caption,
                      l->title,      l->board, l->legend};
    int count = kind == FIGURE_FRAME ? 6 : 3;

    for (int i = 0; i < count; i++) {
        assert_true(inside(l, b[i]));
        for (int j = 0; j < i; j++)
            assert_false(overlap(b[i], b[j]));
    }
}

static void test_parts_never_overlap_or_leave_the_page(void **state)
{
    static const double DPIS[] = {36, 72, 300, 601};

    (void)state;
    for (int i = 0; i < SIZES_COUNT; i++) {
        struct setting s;

        begin(&s, SIZES[i]);
        for (int mm = 55; mm <= 260; mm += 3)
            for (int d = 0; d < 4; d++)
                for (int kind = 0; kind < 2; kind++) {
                    s.options.kind = kind;
                    s.options.width_mm = mm;
                    s.options.dpi = DPIS[d];
                    lay_out(&s);
                    check_boxes(&s.layout, kind);
                }
        end(&s);
    }
}

static void test_map_cells_are_whole_equal_and_do_not_touch_a_gap(void **state)
{
    (void)state;
    for (int i = 1; i < SIZES_COUNT; i++) {
        struct setting s;

        begin(&s, SIZES[i]);
        lay_out(&s);
        const struct figure_layout *l = &s.layout;
        assert_int_equal(l->at[0], 0);
        assert_int_equal(l->at[l->cells], l->map.w);
        assert_int_equal(l->pool, 1);
        for (int c = 0; c + 1 < l->cells; c++) {
            int gap = l->at[c + 1] - l->at[c] - l->cell;
            int now = s.view.map.position[c] / 9;
            int next = s.view.map.position[c + 1] / 9;

            assert_int_equal(gap, now == next         ? 0
                                  : now / 3 == next / 3 ? 1
                                                        : 3);
        }
        end(&s);
    }
}

static void test_board_cells_tile_a_board_as_high_as_the_map(void **state)
{
    struct setting s;

    (void)state;
    begin(&s, 51);
    lay_out(&s);
    const struct figure_layout *l = &s.layout;
    assert_int_equal(l->board.h, l->map.h);
    assert_int_equal(l->board.y, l->map.y);
    for (int t = 0; t < 81; t++) {
        struct box b = figure_board_cell(l, t);
        struct box right = figure_board_cell(l, t % 9 < 8 ? t + 1 : t);

        assert_true(abs(b.w - l->board.w / 9) <= 1);
        if (t % 9 < 8)
            assert_int_equal(b.x + b.w, right.x);
        else
            assert_int_equal(b.x + b.w, l->board.x + l->board.w);
    }
    end(&s);
}

static void test_one_and_two_columns_are_their_widths_in_pixels(void **state)
{
    struct setting s;

    (void)state;
    begin(&s, 64);
    lay_out(&s);
    assert_int_equal(s.layout.width, 1051);
    assert_true(s.layout.map.x > s.layout.board.x + s.layout.board.w);
    s.options.width_mm = 183;
    lay_out(&s);
    assert_int_equal(s.layout.width, 2161);
    s.options.width_mm = 60; /* narrow: stacked */
    lay_out(&s);
    assert_true(s.layout.map.y > s.layout.board.y + s.layout.board.h);
    end(&s);
}

static void test_figures_fit_the_height_of_a_page(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES_COUNT; i++) {
        struct setting s;

        begin(&s, SIZES[i]);
        for (int mm = 55; mm <= 183; mm += 2)
            for (int kind = 0; kind < 2; kind++) {
                s.options.kind = kind;
                s.options.width_mm = mm;
                lay_out(&s);
                assert_true(s.layout.height / s.options.dpi * 25.4 <= 170.1);
            }
        end(&s);
    }
}

static void test_a_board_fills_at_least_seven_tenths_of_what_it_may(
    void **state)
{
    (void)state;
    for (int i = 1; i < SIZES_COUNT; i++) {
        struct setting s;

        begin(&s, SIZES[i]);
        lay_out(&s); /* 89 mm: 72 pt are the least side abreast */
        assert_true(s.layout.map.w > 0.7 * 90 * s.layout.pt);
        end(&s);
    }
}

static void test_absurd_sizes_are_refused_with_the_limit(void **state)
{
    static const struct {
        int kind;
        double mm, dpi;
        const char *says;
    } CASES[] = {
        {FIGURE_FRAME, 10, 300, "55 to 1000"},
        {FIGURE_FRAME, 1001, 300, "55 to 1000"},
        {FIGURE_MATRIX, 24, 300, "25 to 1000"},
        {FIGURE_FRAME, 89, 35, "36 to 2400"},
        {FIGURE_FRAME, 89, 2401, "36 to 2400"},
        {FIGURE_FRAME, 1000, 2400, "too large"},
        {FIGURE_FRAME, (double)NAN, 300, "55 to 1000"},
        {FIGURE_FRAME, 89, (double)NAN, "36 to 2400"},
    };
    struct setting s;
    struct error err;

    (void)state;
    begin(&s, 51);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        s.options.kind = CASES[i].kind;
        s.options.width_mm = CASES[i].mm;
        s.options.dpi = CASES[i].dpi;
        assert_false(
            figure_layout_of(&s.layout, &s.view, &s.options, &err));
        assert_non_null(strstr(err.text, CASES[i].says));
    }
    end(&s);
}

static void test_pooling_names_the_width_that_needs_none(void **state)
{
    struct problem p = {.T = 500};
    struct figure_options o = figure_defaults();
    struct view v = bare_view(&STRIP, &p, 500, 500);
    void *step = (void *)(uintptr_t)v.step;
    struct figure_layout l;
    struct error err;
    int mm;

    (void)state;
    assert_true(figure_layout_of(&l, &v, &o, &err));
    assert_int_equal(l.pool, 2);
    figure_layout_release(&l);
    mm = figure_width_without_pooling(&v, &o);
    assert_true(mm > 89);
    for (int less = 0; less < 2; less++) {
        o.width_mm = mm - less;
        assert_true(figure_layout_of(&l, &v, &o, &err));
        assert_int_equal(l.pool, less ? 2 : 1);
        figure_layout_release(&l);
    }
    view_release(&v);
    free(step);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_never_overlap_or_leave_the_page),
        cmocka_unit_test(test_map_cells_are_whole_equal_and_do_not_touch_a_gap),
        cmocka_unit_test(test_board_cells_tile_a_board_as_high_as_the_map),
        cmocka_unit_test(test_one_and_two_columns_are_their_widths_in_pixels),
        cmocka_unit_test(test_figures_fit_the_height_of_a_page),
        cmocka_unit_test(
            test_a_board_fills_at_least_seven_tenths_of_what_it_may),
        cmocka_unit_test(test_absurd_sizes_are_refused_with_the_limit),
        cmocka_unit_test(test_pooling_names_the_width_that_needs_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
