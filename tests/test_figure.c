#include "support.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "picture.h"
#include "ui/colourmap.h"

static uint32_t expected(const struct play *p, int i, int j)
{
    const struct view_map *m = &p->view.map;
    double f = scale_fraction(&p->view.scale,
                              (double)m->value[(size_t)i * (size_t)m->n + j]);

    return isnan(f) ? PALETTES[p->options.dark].none
                    : colourmap_at(p->options.view.colourmap, f);
}

/* Export what is set and compare every cell of the map with its value, and
 * the gaps between rows of the board with the paper. */
static void check_map(struct play *p, int depth)
{
    struct figure_layout l;
    struct picture got;

    play_look(p, depth);
    export_to(p, "map.png");
    l = layout_of(p);
    got = picture_read(scratch_path("map.png"));
    assert_int_equal(got.width, l.width);
    assert_int_equal(got.height, l.height);
    for (int i = 0; i < l.cells; i++)
        for (int j = 0; j < l.cells; j++)
            assert_true(picture_is(&got, figure_map_cell(&l, i, j),
                                   expected(p, i, j)));
    for (int i = 0; i + 1 < l.cells; i++) {
        int end = l.at[i] + l.cell;

        assert_true(picture_is(&got,
                               (struct box){l.map.x + end, l.map.y,
                                            l.at[i + 1] - end, l.map.h},
                               PALETTES[p->options.dark].paper));
    }
    picture_release(&got);
    figure_layout_release(&l);
}

static void test_every_map_cell_is_a_block_of_its_values_colour(void **state)
{
    struct play p;

    (void)state;
    play_begin(&p, "mi", 0.5);
    for (int kind = 0; kind < 2; kind++)
        for (int all = 0; all < 2; all++)
            for (int log = 0; log < 2; log++) {
                p.options.kind = kind;
                p.options.view.all = all;
                p.options.view.log = log;
                p.options.view.high = all ? 0.05 : 0;
                p.options.dark = kind;
                check_map(&p, 1 + all);
            }
    for (int map = 0; map < colourmap_count(); map++) {
        p.options.view.colourmap = map;
        check_map(&p, 3);
    }
    play_end(&p);
}

static void test_the_bar_runs_from_the_lowest_to_the_highest_colour(
    void **state)
{
    struct play p;
    struct figure_layout l;
    struct picture got;

    (void)state;
    play_begin(&p, "mi", 0.5);
    p.options.view.high = 0.2; /* narrowed on the screen: HiGlass 344 */
    play_look(&p, 1);
    export_to(&p, "bar.png");
    l = layout_of(&p);
    got = picture_read(scratch_path("bar.png"));
    for (int y = 0; y < l.bar.h; y++) {
        struct box row = {l.bar.x, l.bar.y + y, l.bar.w, 1};

        assert_true(picture_is(&got, row,
                               colourmap_at(p.options.view.colourmap,
                                            1 - y / (l.bar.h - 1.0))));
    }
    int brightest = 0, n = p.view.map.n;
    for (int k = 0; k < n * n; k++)
        if (!isnan(p.view.map.value[k]) &&
            (isnan(p.view.map.value[brightest]) ||
             p.view.map.value[k] > p.view.map.value[brightest]))
            brightest = k;
    assert_true((double)p.view.map.value[brightest] > 0.2);
    struct box cell = figure_map_cell(&l, brightest / n, brightest % n);
    assert_int_equal(picture_at(&got, cell.x, cell.y),
                     picture_at(&got, l.bar.x, l.bar.y));
    picture_release(&got);
    figure_layout_release(&l);
    play_end(&p);
}

static int count_colour(const struct picture *p, struct box b, uint32_t rgb)
{
    int count = 0;

    for (int y = b.y; y < b.y + b.h; y++)
        for (int x = b.x; x < b.x + b.w; x++)
            count += picture_at(p, x, y) == rgb;
    return count;
}

/* 500 positions at 89 mm have less than a pixel each. */
static void test_a_lone_peak_survives_shrinking(void **state)
{
    struct problem problem = {.title = "zeros", .T = 500};
    struct figure_options o = figure_defaults();
    struct view v = bare_view(&STRIP, &problem, 500, 500);
    void *step = (void *)(uintptr_t)v.step;
    uint32_t top = colourmap_at(o.view.colourmap, 1);
    struct figure_layout l;
    struct error err;
    char note[160];

    (void)state;
    for (int peak = 0; peak < 2; peak++) { /* first without: no false one */
        struct picture got;

        v.map.value[137 * 500 + 402] = (float)peak;
        assert_true(figure_export(&v, &MAKER, &o, scratch_path("peak.png"),
                                  true, note, &err));
        assert_non_null(strstr(note, "largest of 2 x 2"));
        assert_non_null(strstr(note, "--width-mm"));
        got = picture_read(scratch_path("peak.png"));
        assert_true(figure_layout_of(&l, &v, &o, &err));
        assert_int_equal(count_colour(&got, l.map, top), peak);
        if (peak)
            assert_true(picture_is(
                &got, figure_map_cell(&l, 137 / 2, 402 / 2), top));
        figure_layout_release(&l);
        picture_release(&got);
    }
    view_release(&v);
    free(step);
}

static void test_small_and_constant_matrices_and_missing_ones(void **state)
{
    static const int SIZES[] = {0, 1, 2, 81};
    struct problem problem = {.title = "odd", .T = 81};

    (void)state;
    for (int known = 0; known < 2; known++)
        for (int i = 0; i < 4; i++)
            for (int kind = 0; kind < 2; kind++) {
                struct figure_options o = figure_defaults();
                struct view v = bare_view(domain_named("sudoku"), &problem,
                                          81, SIZES[i]);
                void *step = (void *)(uintptr_t)v.step;
                struct error err;
                char note[160];

                o.kind = kind;
                v.map.known = known;
                assert_true(figure_export(&v, &MAKER, &o,
                                          scratch_path("odd.png"), true, note,
                                          &err));
                assert_true(known == (note[0] == '\0'));
                view_release(&v);
                free(step);
            }
}

/* The rim of the page stays paper whatever the words: nothing is clipped. */
static void check_rim(struct play *p)
{
    uint32_t paper = PALETTES[p->options.dark].paper;
    struct picture got;
    int rim;

    export_to(p, "rim.png");
    got = picture_read(scratch_path("rim.png"));
    rim = (int)(p->options.dpi / 72);
    assert_true(picture_is(&got, (struct box){0, 0, got.width, rim}, paper));
    assert_true(picture_is(&got, (struct box){0, 0, rim, got.height}, paper));
    assert_true(picture_is(
        &got, (struct box){got.width - rim, 0, rim, got.height}, paper));
    assert_true(picture_is(
        &got, (struct box){0, got.height - rim, got.width, rim}, paper));
    picture_release(&got);
}

static void test_no_text_leaves_the_page(void **state)
{
    static const double WIDTHS[] = {55, 60, 75, 89, 120, 183, 250};
    struct play p;

    (void)state;
    play_begin(&p, "mi", 0.5);
    snprintf(p.problem.title, sizeof p.problem.title, "%s",
             "\xff\x80 broken \n bytes and \xce\xbb \xe6\x95\xb0, a title so "
             "long that it can fit nowhere");
    for (int i = 0; i < 7; i++)
        for (int kind = 0; kind < 2; kind++) {
            p.options.width_mm = WIDTHS[i];
            p.options.kind = kind;
            p.options.dpi = i % 2 ? 300 : 150;
            p.options.view.log = i % 2;
            p.options.view.bits = i % 3 == 0;
            play_look(&p, i % 5);
            check_rim(&p);
        }
    play_end(&p);
}

static bool has_text(const unsigned char *png, size_t size, const char *key,
                     const char *value)
{
    unsigned n;
    const unsigned char *c;

    for (int i = 0; (c = png_chunk(png, size, "tEXt", i, &n)) != NULL; i++)
        if (n == strlen(key) + 1 + strlen(value) &&
            memcmp(c, key, strlen(key) + 1) == 0 &&
            memcmp(c + strlen(key) + 1, value, strlen(value)) == 0)
            return true;
    return false;
}

static void test_the_file_says_how_it_came_about(void **state)
{
    struct play p;
    struct error err;
    size_t size;
    unsigned n;
    char step[32];
    unsigned char *png;

    (void)state;
    play_begin(&p, "mi", 0.5);
    play_look(&p, 2);
    export_to(&p, "facts.png");
    png = (unsigned char *)file_read(scratch_path("facts.png"), 1 << 24, &size,
                                     &err);
    assert_non_null(png);
    snprintf(step, sizeof step, "2 of %d", p.view.last);
    assert_true(has_text(png, size, "Title", "hard.txt:17"));
    assert_true(has_text(png, size, "Step", step));
    assert_true(has_text(png, size, "Policy", "mi"));
    assert_true(has_text(png, size, "Parameters", "gamma=0.5 lambda=1"));
    assert_true(has_text(png, size, "Seed", "1"));
    assert_true(has_text(png, size, "Temperature", "0"));
    assert_true(has_text(png, size, "MI source", "truth"));
    assert_true(has_text(png, size, "Unit", "nats"));
    assert_true(has_text(png, size, "Model", MAKER.model));
    assert_true(has_text(png, size, "Model digest", MAKER.digest));
    assert_false(has_text(png, size, "Model digest", MAKER.model));
    assert_null(png_chunk(png, size, "tIME", 0, &n));
    const unsigned char *phys = png_chunk(png, size, "pHYs", 0, &n);
    assert_non_null(phys);
    assert_memory_equal(phys, "\0\0\x2e\x23\0\0\x2e\x23\1", 9); /* 11811 */
    free(png);
    play_end(&p);
}

static void test_the_same_figure_is_the_same_file(void **state)
{
    static const char *const ENDINGS[] = {"png", "svg", "pdf"};
    struct play p;

    (void)state;
    play_begin(&p, "mi", 0.5);
    for (int i = 0; i < 3; i++) {
        char a[16], b[16], c[16];

        snprintf(a, sizeof a, "a.%s", ENDINGS[i]);
        snprintf(b, sizeof b, "b.%s", ENDINGS[i]);
        snprintf(c, sizeof c, "c.%s", ENDINGS[i]);
        play_look(&p, 1);
        export_to(&p, a);
        sleep(i == 2); /* another second, were the time in it */
        export_to(&p, b);
        play_look(&p, 2);
        export_to(&p, c);
        assert_true(same_bytes(a, b));
        assert_false(same_bytes(a, c));
    }
    play_end(&p);
}

static void check_start(const char *name, const char *start)
{
    struct error err;
    size_t size;
    char *bytes = file_read(scratch_path(name), 1 << 26, &size, &err);

    assert_non_null(bytes);
    assert_memory_equal(bytes, start, strlen(start));
    free(bytes);
}

static void test_the_ending_chooses_the_format(void **state)
{
    struct play p;
    struct error err;

    (void)state;
    play_begin(&p, "mi", 0.5);
    play_look(&p, 1);
    export_to(&p, "f.PNG");
    export_to(&p, "f.svg");
    export_to(&p, "f.pdf");
    check_start("f.PNG", "\x89PNG");
    check_start("f.svg", "<?xml");
    check_start("f.pdf", "%PDF");
    assert_false(figure_export(&p.view, &MAKER, &p.options,
                               scratch_path("f.gif"), true, NULL, &err));
    assert_non_null(strstr(err.text, ".png, .svg or .pdf"));
    assert_false(scratch_has("f.gif"));
    play_end(&p);
}

static void test_refusals_leave_nothing_behind(void **state)
{
    struct play p;
    struct error err;

    (void)state;
    play_begin(&p, "mi", 0.5);
    play_look(&p, 1);
    export_to(&p, "kept.png");
    play_look(&p, 2);
    assert_false(figure_export(&p.view, &MAKER, &p.options,
                               scratch_path("kept.png"), false, NULL, &err));
    assert_non_null(strstr(err.text, "exists"));
    export_to(&p, "two.png");
    assert_false(same_bytes("kept.png", "two.png"));
    assert_false(figure_export(&p.view, &MAKER, &p.options,
                               "/nonexistent/x.png", true, NULL, &err));
    assert_non_null(strstr(err.text, "No such file"));
    assert_false(figure_export(&p.view, &MAKER, &p.options, "/dev/full", true,
                               NULL, &err));
    assert_non_null(strstr(err.text, "No space"));
    p.options.dpi = 9999;
    assert_false(figure_export(&p.view, &MAKER, &p.options,
                               scratch_path("big.png"), true, NULL, &err));
    assert_non_null(strstr(err.text, "--dpi"));
    assert_false(scratch_has("big.png"));
    play_end(&p);
}

static void test_numbers_have_a_point_in_every_country(void **state)
{
    struct play p;

    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        print_message("skipped: no locale with a decimal comma is here\n");
        skip();
    }
    play_begin(&p, "mi", 0.5);
    play_look(&p, 1);
    export_to(&p, "comma.svg");
    setlocale(LC_NUMERIC, "C");
    export_to(&p, "point.svg");
    assert_true(same_bytes("comma.svg", "point.svg"));
    play_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_map_cell_is_a_block_of_its_values_colour),
        cmocka_unit_test(
            test_the_bar_runs_from_the_lowest_to_the_highest_colour),
        cmocka_unit_test(test_a_lone_peak_survives_shrinking),
        cmocka_unit_test(test_small_and_constant_matrices_and_missing_ones),
        cmocka_unit_test(test_no_text_leaves_the_page),
        cmocka_unit_test(test_the_file_says_how_it_came_about),
        cmocka_unit_test(test_the_same_figure_is_the_same_file),
        cmocka_unit_test(test_the_ending_chooses_the_format),
        cmocka_unit_test(test_refusals_leave_nothing_behind),
        cmocka_unit_test(test_numbers_have_a_point_in_every_country),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
