/* The interface as a whole, without a terminal: steps, cursors, pages. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "page.h"
#include "ui/app_state.h"

static char *text_of(struct page *p)
{
    struct text out = {0};

    page_draw(p);
    page_text(&out, p);
    return out.bytes;
}

static void test_forward_and_back_undo_each_other(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 120, 40, LOOK_USUAL);
    page_play(&p, "end start forward");
    char *before = text_of(&p);
    page_play(&p, "forward forward forward back back back");
    char *after = text_of(&p);
    assert_string_equal(before, after);
    free(before);
    free(after);
    page_close(&p);
}

static void test_the_map_appears_by_itself(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    assert_true(page_has(&p, "step 1"));
    assert_true(page_has(&p, "MI nats"));
    page_close(&p);
}

static void test_stepping_at_the_ends_says_so(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "start back");
    assert_true(page_has(&p, "this is the start"));
    page_play(&p, "end");
    char *end = text_of(&p);
    page_play(&p, "forward");
    assert_true(page_has(&p, "end: solved after 5 steps"));
    free(end);
    page_close(&p);
}

static void test_run_mode_walks_to_the_end_and_stays(void **state)
{
    struct page p;
    double now = 100;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "start run");
    for (int i = 0; i < 400 && p.app->running; i++) {
        app_tick(p.app, now += 0.1);
        page_settle(&p);
    }
    page_draw(&p);
    assert_false(p.app->running);
    assert_int_equal(session_now(p.app->session)->depth, 5);
    assert_true(page_has(&p, "end: solved"));
    assert_int_equal(app_timeout(p.app, now), -1);
    page_close(&p);
}

static void test_speed_sets_the_time_between_steps(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "end start run");
    double step = 1 / SPEEDS[p.app->speed];
    assert_int_equal(app_timeout(p.app, p.app->now), (int)(step * 1000));
    assert_true(page_has(&p, "[running"));
    int depth = session_now(p.app->session)->depth;
    app_tick(p.app, step * 0.9);
    assert_int_equal(session_now(p.app->session)->depth, depth);
    app_tick(p.app, step * 1.01);
    assert_int_equal(session_now(p.app->session)->depth, depth + 1);
    page_close(&p);
}

static void test_toggles_change_nothing_of_the_decode(void **state)
{
    static const char LOOKING[] =
        "all colourmap log scale limit bits lens filter info zoomin zoomout "
        "pane weaker stronger weaker mouse repaint move pane";
    struct page p;

    (void)state;
    page_open(&p, 120, 40, LOOK_USUAL);
    page_play(&p, "forward");
    const struct trace *t = session_trace(p.app->session);
    int count = t->count, cursor = t->cursor;
    struct settings before = *session_settings(p.app->session);
    page_play(&p, LOOKING);
    assert_int_equal(t->count, count);
    assert_int_equal(t->cursor, cursor);
    assert_true(settings_equal(&before, session_settings(p.app->session)));
    page_close(&p);
}

static void test_the_map_cursor_names_pair_value_and_rank(void **state)
{
    struct page p;
    const struct view_map *m;
    char line[80];
    int pairs, row, col;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "weaker weaker weaker");
    m = &app_view(p.app)->map;
    app_map_cursor(p.app, &row, &col);
    int rank = view_rank(m, row, col, &pairs);
    int a = m->position[row], b = m->position[col];
    snprintf(line, sizeof line, "r%dc%d x r%dc%d MI %.3f nats rank %d/%d",
             a / 9 + 1, a % 9 + 1, b / 9 + 1, b % 9 + 1,
             (double)m->value[row * m->n + col], rank, pairs);
    assert_int_equal(page_find(&p, 22, line), 0);
    assert_int_equal(pairs, 51 * 50 / 2);
    page_close(&p);
}

static void test_the_board_cursor_lights_its_row_and_column(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 120, 40, LOOK_USUAL);
    page_play(&p, "goto \"r5c5\" done");
    assert_true(page_has(&p, "r5c5>"));
    assert_true(page_has(&p, "vr5c5"));
    page_play(&p, "goto \"r1c1\" done"); /* given: not on the map */
    assert_false(page_has(&p, "r1c1>"));
    page_close(&p);
}

static void test_the_same_page_comes_back_after_any_resizes(void **state)
{
    struct page p;
    struct rng rng = rng_seeded(7, 0);

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    char *before = text_of(&p);
    for (int i = 0; i < 200; i++) {
        p.cols = 1 + rng_below(&rng, 250);
        p.rows = 1 + rng_below(&rng, 80);
        page_draw(&p);
    }
    p.cols = 80, p.rows = 24;
    char *after = text_of(&p);
    assert_string_equal(before, after);
    free(before);
    free(after);
    page_close(&p);
}

static void test_a_step_being_computed_can_be_stopped(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "options 'l apply");
    atomic_store(&p.fake.delay_us, 20000);
    app_key(p.app, '.');
    assert_true(session_waits(p.app->session));
    assert_in_range(app_timeout(p.app, 0), 1, 200);
    page_draw(&p);
    assert_true(page_has(&p, "computing step 2"));
    app_key(p.app, 'x');
    assert_false(session_waits(p.app->session));
    page_draw(&p);
    assert_true(page_has(&p, "stopped"));
    atomic_store(&p.fake.delay_us, 0);
    page_close(&p);
}

static void test_clicks_move_the_linked_cursors_only_when_on(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "forward");
    int at = p.app->at;
    app_mouse(p.app, 10, 3, false, false);
    assert_int_equal(p.app->at, at);
    page_play(&p, "mouse");
    assert_true(app_wants_mouse(p.app));
    app_mouse(p.app, 10, 3, false, false); /* r2c4 */
    assert_int_equal(p.app->at, 9 + 3);
    page_draw(&p);
    app_mouse(p.app, 31 + 7, 2 + 5, false, false);
    const struct view_map *m = &app_view(p.app)->map;
    assert_int_equal(p.app->pane, PANE_MAP);
    assert_int_equal(p.app->pair[0], m->position[10]);
    assert_int_equal(p.app->pair[1], m->position[7]);
    app_mouse(p.app, 40, 10, true, false);
    assert_int_equal(p.app->zoom, 1);
    page_close(&p);
}

/* Cells of the map have the colours the view says, at 1:1. */
static void test_the_map_shows_the_matrix(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 200, 60, LOOK_USUAL);
    const struct view *v = app_view(p.app);
    struct map_place place = p.app->shown.map;
    assert_true(place.half && place.size == 1 && place.n == 51);
    for (int i = 0; i < 51; i++)
        for (int j = 0; j < 51; j++) {
            const struct glyph *g =
                grid_at(&p.grid, place.cells.x + j, place.cells.y + i / 2);
            double f =
                scale_fraction(&v->scale, (double)v->map.value[i * 51 + j]);
            int level = i == j ? HEAT_NONE : (int)fmin(f * 32, 31);
            assert_int_equal(i % 2 ? g->lower : g->upper, level);
        }
    page_close(&p);
}

static void test_a_page_is_drawn_in_under_5_ms(void **state)
{
    enum { TIMES = 200 };
    struct timespec a, b;
    struct page p;

    (void)state;
    page_open(&p, 200, 60, LOOK_USUAL);
    page_play(&p, "pane all");
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int i = 0; i < TIMES; i++) {
        app_key(p.app, i % 2 ? 'l' : 'h');
        page_draw(&p);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double ms = ((double)(b.tv_sec - a.tv_sec) * 1e3 +
                 (double)(b.tv_nsec - a.tv_nsec) / 1e6) /
                TIMES;
    print_message("a page of 200x60: %.2f ms\n", ms);
#ifndef __SANITIZE_ADDRESS__
    assert_true(ms < 5);
#endif
    page_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forward_and_back_undo_each_other),
        cmocka_unit_test(test_the_map_appears_by_itself),
        cmocka_unit_test(test_stepping_at_the_ends_says_so),
        cmocka_unit_test(test_run_mode_walks_to_the_end_and_stays),
        cmocka_unit_test(test_speed_sets_the_time_between_steps),
        cmocka_unit_test(test_toggles_change_nothing_of_the_decode),
        cmocka_unit_test(test_the_map_cursor_names_pair_value_and_rank),
        cmocka_unit_test(test_the_board_cursor_lights_its_row_and_column),
        cmocka_unit_test(test_the_same_page_comes_back_after_any_resizes),
        cmocka_unit_test(test_a_step_being_computed_can_be_stopped),
        cmocka_unit_test(test_clicks_move_the_linked_cursors_only_when_on),
        cmocka_unit_test(test_the_map_shows_the_matrix),
        cmocka_unit_test(test_a_page_is_drawn_in_under_5_ms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
