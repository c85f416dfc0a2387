#include "support.h"

#include "ui/layout.h"
#include "ui/map_place.h"

enum { PANELS = 13, COLS = 400, ROWS = 120 };

static int panels_of(const struct layout *l, struct rect out[PANELS])
{
    const struct rect all[PANELS] = {
        l->title, l->message, l->hints, l->board,  l->info,  l->cell, l->lists,
        l->log,   l->map,     l->bar,   l->second, l->pairs, l->lens};
    int n = 0;

    for (int i = 0; i < PANELS; i++)
        if (all[i].w != 0 || all[i].h != 0)
            out[n++] = all[i];
    return n;
}

static bool overlap(struct rect a, struct rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

static void check_panels(int cols, int rows, int pane)
{
    struct layout l = layout_for(cols, rows, pane);
    struct rect p[PANELS];
    int n = panels_of(&l, p);

    for (int i = 0; i < n; i++) {
        assert_true(p[i].w > 0 && p[i].h > 0);
        assert_true(p[i].x >= 0 && p[i].x + p[i].w <= cols);
        assert_true(p[i].y >= 0 && p[i].y + p[i].h <= rows);
        for (int k = 0; k < i; k++)
            assert_false(overlap(p[i], p[k]));
    }
}

static void test_panels_stay_apart_and_inside_at_every_size(void **state)
{
    (void)state;
    for (int cols = 1; cols <= COLS; cols++)
        for (int rows = 1; rows <= ROWS; rows++)
            for (int pane = PANE_BOARD; pane <= PANE_MAP; pane++)
                check_panels(cols, rows, pane);
}

static void test_every_size_from_the_least_shows_board_or_map(void **state)
{
    (void)state;
    for (int cols = 1; cols <= COLS; cols++)
        for (int rows = 1; rows <= ROWS; rows++) {
            struct layout b = layout_for(cols, rows, PANE_BOARD);
            struct layout m = layout_for(cols, rows, PANE_MAP);
            assert_int_equal(b.fits, cols >= LEAST_COLS && rows >= LEAST_ROWS);
            if (!b.fits)
                continue;
            assert_true(b.board.w >= 25 && b.board.h >= 13);
            assert_true(m.map.w > MAP_LABEL_COLS && m.map.h > MAP_LABEL_ROWS);
            assert_true(m.bar.w > 0);
            assert_true(b.hints.h == 1 && b.message.h == 1 && b.title.h == 1);
        }
}

/* Whatever one sees of a step is reachable: lists beside, below, or on `i`. */
static void test_decisions_have_a_place_wherever_there_is_room(void **state)
{
    (void)state;
    for (int cols = 30; cols <= COLS; cols++)
        for (int rows = 20; rows <= ROWS; rows++) {
            struct layout l = layout_for(cols, rows, PANE_BOARD);
            assert_true(l.info.w > 0 || (l.lists.w > 0 && l.cell.w > 0));
        }
}

static void test_the_three_sizes_have_what_was_promised(void **state)
{
    struct layout l = layout_for(80, 24, PANE_BOARD);

    (void)state;
    assert_true(l.board.w == 25 && l.map.w >= 45 && l.map.h == 21 && l.info.w);
    l = layout_for(120, 40, PANE_BOARD);
    assert_true(l.map.w >= 69 && l.map.h >= 33 && l.cell.w && l.lists.w &&
                l.log.w);
    l = layout_for(200, 60, PANE_BOARD);
    assert_true(l.board.w == 37 && l.board.h == 32);
    assert_true(l.map.w >= MAP_LABEL_COLS + 81 && l.map.h >= 42);
    assert_true(l.second.w && l.pairs.w && l.lens.w && l.lists.w && l.log.w);
}

/* 41 rows of half blocks, column labels, title, message and hints. */
static void test_the_whole_board_fits_from_120x45(void **state)
{
    struct layout l = layout_for(120, 45, PANE_BOARD);

    (void)state;
    assert_true(l.map.h - MAP_LABEL_ROWS >= 41);
    assert_true(l.map.w - MAP_LABEL_COLS >= 81);
}

static void check_place(struct rect room, int n, int zoom, int row, int col,
                        bool half)
{
    struct map_place p = map_place_of(room, n, zoom, row, col, half);
    bool lower;

    assert_true(p.cells.w <= room.w && p.cells.h <= room.h);
    assert_true(p.cells.w > 0 && p.cells.h > 0);
    assert_true(p.first_row >= 0 && p.first_row + p.rows <= p.blocks);
    assert_true(p.first_col >= 0 && p.first_col + p.cols <= p.blocks);
    if (zoom == 0)
        assert_true(p.rows == p.blocks && p.cols == p.blocks);
    int x = map_place_x(&p, col), y = map_place_y(&p, row, &lower), r, c;
    assert_true(x >= 0 && y >= 0); /* the cursor is always in sight */
    assert_true(map_place_cell(&p, x, y, &r, &c));
    assert_int_equal(c, col / p.pool * p.pool);
    assert_true(r <= row && row < r + (half ? 2 : 1) * p.pool);
}

static void test_a_map_is_shown_whatever_its_size(void **state)
{
    static const int SIZES[] = {1, 2, 3, 20, 51, 64, 81, 137, 500, 2000};

    (void)state;
    for (int i = 0; i < 10; i++)
        for (int w = 1; w < 120; w += 7)
            for (int h = 1; h < 60; h += 4)
                for (int zoom = 0; zoom < 12; zoom += 3) {
                    struct rect room = {3, 2, w, h};
                    int n = SIZES[i];
                    check_place(room, n, zoom, n - 1, n / 3, true);
                    check_place(room, n, zoom, 0, n - 1, false);
                }
}

static void test_nothing_is_placed_for_an_empty_map(void **state)
{
    struct rect room = {0, 0, 40, 20};
    struct map_place p = map_place_of(room, 0, 0, -1, -1, true);
    int r, c;

    (void)state;
    assert_int_equal(p.cells.w, 0);
    assert_false(map_place_cell(&p, 0, 0, &r, &c));
    assert_int_equal(map_place_most_zoom(room, 0, true), 0);
}

static void test_zoom_halves_the_pool_then_doubles_the_cell(void **state)
{
    struct rect room = {0, 0, 42, 21};
    struct map_place p = map_place_of(room, 81, 0, 80, 80, true);

    (void)state;
    assert_true(p.pool == 2 && p.size == 1 && p.blocks == 41);
    p = map_place_of(room, 81, 1, 80, 80, true);
    assert_true(p.pool == 1 && p.size == 1 && p.first_row == 39);
    p = map_place_of(room, 81, 2, 80, 80, true);
    assert_true(p.pool == 1 && p.size == 2 && p.rows == 21);
    int most = map_place_most_zoom(room, 81, true);
    struct map_place a = map_place_of(room, 81, most, 5, 5, true);
    struct map_place b = map_place_of(room, 81, most + 1, 5, 5, true);
    assert_true(a.size == b.size && a.pool == b.pool);
    assert_true(a.size > p.size);
}

static void test_full_cells_are_two_columns_where_that_costs_nothing(void **s)
{
    struct rect room = {0, 0, 64, 32};

    (void)s;
    assert_int_equal(map_place_of(room, 32, 0, 0, 0, false).wide, 2);
    assert_int_equal(map_place_of(room, 32, 0, 0, 0, true).wide, 1);
    room.w = 40;
    assert_int_equal(map_place_of(room, 32, 0, 0, 0, false).wide, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_panels_stay_apart_and_inside_at_every_size),
        cmocka_unit_test(test_every_size_from_the_least_shows_board_or_map),
        cmocka_unit_test(test_decisions_have_a_place_wherever_there_is_room),
        cmocka_unit_test(test_the_three_sizes_have_what_was_promised),
        cmocka_unit_test(test_the_whole_board_fits_from_120x45),
        cmocka_unit_test(test_a_map_is_shown_whatever_its_size),
        cmocka_unit_test(test_nothing_is_placed_for_an_empty_map),
        cmocka_unit_test(test_zoom_halves_the_pool_then_doubles_the_cell),
        cmocka_unit_test(
            test_full_cells_are_two_columns_where_that_costs_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
