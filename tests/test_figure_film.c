#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "picture.h"
#include "ui/colourmap.h"

static bool film(struct play *p, const char *folder, bool replace,
                 struct progress *progress, struct error *err)
{
    return figure_export_all(&p->trace, &p->problem, domain_named("sudoku"),
                             &MAKER, &p->options, scratch_path(folder),
                             replace, progress, err);
}

static struct picture frame(const char *folder, int depth)
{
    char name[64];

    snprintf(name, sizeof name, "%s/step-%03d.png", folder, depth);
    return picture_read(scratch_path(name));
}

static void test_every_step_is_a_frame_of_the_same_size(void **state)
{
    struct play p;
    struct progress progress = {0};
    struct error err;
    int last, cursor;

    (void)state;
    play_begin(&p, "topk", 0);
    last = trace_at(&p.trace, trace_tip(&p.trace))->depth;
    cursor = p.trace.cursor = trace_on_line(&p.trace, 2);
    assert_true(film(&p, "film", false, &progress, &err));
    assert_int_equal(atomic_load(&progress.done), last + 1);
    assert_int_equal(atomic_load(&progress.total), last + 1);
    assert_int_equal(p.trace.cursor, cursor);
    struct picture first = frame("film", 0);
    for (int depth = 1; depth <= last; depth++) {
        struct picture f = frame("film", depth);

        assert_int_equal(f.width, first.width);
        assert_int_equal(f.height, first.height);
        picture_release(&f);
    }
    picture_release(&first);
    play_end(&p);
}

/* Pair (i, j) of the positions the problem leaves open, and its value now. */
static double value_now(const struct view *v, int position, int other)
{
    for (int i = 0; i < v->map.n; i++)
        for (int j = 0; j < v->map.n; j++)
            if (v->map.position[i] == position && v->map.position[j] == other)
                return (double)v->map.value[i * v->map.n + j];
    return (double)NAN;
}

static void test_a_pair_keeps_its_place_through_the_film(void **state)
{
    struct play p;
    struct error err;
    struct figure_layout l;
    int last, open[81], n = 0;

    (void)state;
    play_begin(&p, "mi", 0.5);
    last = trace_at(&p.trace, trace_tip(&p.trace))->depth;
    assert_true(last >= 3);
    assert_true(film(&p, "pairs", false, NULL, &err));
    play_look(&p, 1);
    l = layout_of(&p);
    for (int t = 0; t < 81; t++)
        if (p.problem.tokens[t] == 0)
            open[n++] = t;
    assert_int_equal(n, l.cells);
    for (int depth = 1; depth <= last; depth++) {
        struct picture f = frame("pairs", depth);

        play_look(&p, depth);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double fraction = scale_fraction(
                    &p.view.scale, value_now(&p.view, open[i], open[j]));
                uint32_t rgb =
                    isnan(fraction)
                        ? PALETTES[0].none
                        : colourmap_at(p.options.view.colourmap, fraction);

                assert_true(picture_is(&f, figure_map_cell(&l, i, j), rgb));
            }
        picture_release(&f);
    }
    figure_layout_release(&l);
    play_end(&p);
}

static void test_frames_in_the_way_are_not_touched(void **state)
{
    struct play p;
    struct error err;
    struct stat before, after;

    (void)state;
    play_begin(&p, "mi", 0.5);
    mkdir(scratch_path("way"), 0777);
    play_look(&p, 1);
    export_to(&p, "way/step-002.png");
    assert_int_equal(stat(scratch_path("way/step-002.png"), &before), 0);
    assert_false(film(&p, "way", false, NULL, &err));
    assert_non_null(strstr(err.text, "step-002.png exists"));
    assert_false(scratch_has("way/step-000.png"));
    assert_int_equal(stat(scratch_path("way/step-002.png"), &after), 0);
    assert_true(before.st_ino == after.st_ino);
    assert_true(film(&p, "way", true, NULL, &err));
    assert_true(scratch_has("way/step-000.png"));
    play_end(&p);
}

static void test_a_cancelled_film_says_how_far_it_came(void **state)
{
    struct play p;
    struct progress progress = {0};
    struct error err;

    (void)state;
    play_begin(&p, "mi", 0.5);
    atomic_store(&progress.cancel, true);
    assert_false(film(&p, "cut", false, &progress, &err));
    assert_non_null(strstr(err.text, "cancelled: 0 of"));
    assert_false(scratch_has("cut/step-000.png"));
    play_end(&p);
}

static void test_a_folder_that_cannot_be_is_named(void **state)
{
    struct play p;
    struct error err;

    (void)state;
    play_begin(&p, "mi", 0.5);
    play_look(&p, 1);
    export_to(&p, "file.png");
    assert_false(film(&p, "file.png", true, NULL, &err));
    assert_non_null(strstr(err.text, "not a folder"));
    assert_false(film(&p, "no/such", true, NULL, &err));
    assert_non_null(strstr(err.text, "No such file"));
    play_end(&p);
}

/* Brightness of a box's pixels, mean 0, length 1; NULL where all are equal. */
static double *shape_of(const struct picture *p, struct box b)
{
    int n = b.w * b.h;
    double *grey = memory_new((size_t)n, sizeof *grey), mean = 0, power = 0;

    for (int i = 0; i < n; i++) {
        uint32_t rgb = picture_at(p, b.x + i % b.w, b.y + i / b.w);

        grey[i] = 0.2126 * (rgb >> 16) + 0.7152 * (rgb >> 8 & 255) +
                  0.0722 * (rgb & 255);
        mean += grey[i] / n;
    }
    for (int i = 0; i < n; i++)
        power += (grey[i] - mean) * (grey[i] - mean);
    for (int i = 0; i < n; i++)
        grey[i] = (grey[i] - mean) / sqrt(power);
    return grey;
}

static double likeness(const struct picture *p, struct box a, struct box b)
{
    double *one = shape_of(p, a), *two = shape_of(p, b), sum = 0;

    for (int i = 0; i < a.w * a.h; i++)
        sum += one[i] * two[i];
    free(one);
    free(two);
    return sum;
}

/* The inside of a board cell, without the lines around it. */
static struct box inner(const struct figure_layout *l, int t)
{
    struct box b = figure_board_cell(l, t);

    return (struct box){b.x + 2, b.y + 2, l->board.w / 9 - 4,
                        l->board.w / 9 - 4};
}

/* Column 1 of the board: the same digit in every state, the last one wrong;
 * column 2: the same once more. */
static void test_states_differ_by_shape_in_grey_too(void **state)
{
    struct problem problem = {.title = "states", .T = 81};
    struct figure_options o = figure_defaults();
    struct view v = bare_view(domain_named("sudoku"), &problem, 81, 0);
    void *step = (void *)(uintptr_t)v.step;
    struct figure_layout l;
    struct picture got;
    struct error err;

    (void)state;
    assert_true(figure_layout_of(&l, &v, &o, &err));
    while (l.board.w % 9) {
        figure_layout_release(&l);
        o.width_mm += 0.1;
        assert_true(figure_layout_of(&l, &v, &o, &err));
    }
    for (int t = 0; t < 7 * 9; t++) {
        int s = t / 9;

        v.cell[t] = (struct view_cell){
            .symbol = '5',
            .state = (uint8_t)(s < CELL_STATES ? s : CELL_FILLED),
            .wrong = s == 6,
            .index = -1};
    }
    assert_true(figure_export(&v, &MAKER, &o, scratch_path("states.png"), true,
                              NULL, &err));
    got = picture_read(scratch_path("states.png"));
    for (int s = 0; s <= CELL_STATES; s++) {
        assert_true(likeness(&got, inner(&l, s * 9), inner(&l, s * 9 + 1)) >
                    0.999); /* the measure knows the same when it sees it */
        for (int other = 0; other < s; other++)
            assert_true(
                likeness(&got, inner(&l, s * 9), inner(&l, other * 9)) < 0.93);
    }
    picture_release(&got);
    figure_layout_release(&l);
    view_release(&v);
    free(step);
}

static double distance(uint32_t a, uint32_t b)
{
    double sum = 0;

    for (int shift = 0; shift < 24; shift += 8) {
        double d = (double)(a >> shift & 255) - (double)(b >> shift & 255);

        sum += d * d;
    }
    return sqrt(sum);
}

static void test_no_value_is_a_colour_of_no_map(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++)
        for (int map = 0; map < colourmap_count(); map++)
            for (int i = 0; i <= 1000; i++)
                assert_true(distance(PALETTES[dark].none,
                                     colourmap_at(map, i / 1000.0)) > 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_step_is_a_frame_of_the_same_size),
        cmocka_unit_test(test_a_pair_keeps_its_place_through_the_film),
        cmocka_unit_test(test_frames_in_the_way_are_not_touched),
        cmocka_unit_test(test_a_cancelled_film_says_how_far_it_came),
        cmocka_unit_test(test_a_folder_that_cannot_be_is_named),
        cmocka_unit_test(test_states_differ_by_shape_in_grey_too),
        cmocka_unit_test(test_no_value_is_a_colour_of_no_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
