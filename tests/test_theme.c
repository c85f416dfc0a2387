#include "support.h"

#include <math.h>
#include <string.h>

#include "ui/colourmap.h"
#include "ui/theme.h"

static double channel(uint32_t rgb, int shift)
{
    double c = (rgb >> shift & 0xFF) / 255.0;

    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* CIE L* of an sRGB colour. */
static double lightness(uint32_t rgb)
{
    double y = 0.2126 * channel(rgb, 16) + 0.7152 * channel(rgb, 8) +
               0.0722 * channel(rgb, 0);

    return y > 0.008856 ? 116 * cbrt(y) - 16 : 903.3 * y;
}

static uint32_t palette256(int i)
{
    static const int LEVEL[] = {0, 95, 135, 175, 215, 255};
    int g = 8 + 10 * (i - 232);

    if (i >= 232)
        return (uint32_t)(g << 16 | g << 8 | g);
    return (uint32_t)(LEVEL[(i - 16) / 36] << 16 |
                      LEVEL[(i - 16) / 6 % 6] << 8 | LEVEL[(i - 16) % 6]);
}

static int distance(uint32_t a, uint32_t b)
{
    int sum = 0;

    for (int shift = 0; shift <= 16; shift += 8) {
        int d = (int)(a >> shift & 0xFF) - (int)(b >> shift & 0xFF);
        sum += d * d;
    }
    return sum;
}

static void test_lightness_rises_evenly_in_every_map(void **state)
{
    (void)state;
    for (int m = 0; m < colourmap_count(); m++) {
        double low = lightness(colourmap_at(m, 0));
        double high = lightness(colourmap_at(m, 1));
        for (int i = 0; i < 100; i++) {
            double here = lightness(colourmap_at(m, i / 100.0));
            double next = lightness(colourmap_at(m, (i + 1) / 100.0));
            assert_true(next > here);
            double even = low + (high - low) * i / 100.0;
            assert_true(fabs(here - even) < 8);
        }
    }
}

static void test_the_ends_are_the_published_colours(void **state)
{
    (void)state;
    int viridis = colourmap_named("viridis");

    assert_int_equal(colourmap_named("cividis"), 0);
    assert_int_equal(colourmap_named("jet"), -1);
    assert_int_equal(colourmap_at(viridis, 0), 0x440154);
    assert_int_equal(colourmap_at(viridis, 1), 0xFDE725);
    assert_int_equal(colourmap_at(viridis, -3), 0x440154);
    assert_int_equal(colourmap_at(viridis, 9), 0xFDE725);
    /* entry 128 of the published 256 */
    assert_true(distance(colourmap_at(viridis, 128 / 255.0), 0x21918C) < 20);
}

static void test_lightness_rises_in_the_256_palette_too(void **state)
{
    (void)state;
    for (int m = 0; m < colourmap_count(); m++)
        for (int level = 1; level < HEAT_LEVELS; level++) {
            uint32_t before = theme_heat(m, level - 1, 256);
            uint32_t now = theme_heat(m, level, 256);
            if (now != before)
                assert_true(lightness(palette256((int)now)) >
                            lightness(palette256((int)before)));
        }
}

static void test_levels_stay_in_the_palette(void **state)
{
    (void)state;
    for (int m = 0; m < colourmap_count(); m++)
        for (int level = 0; level < HEAT_LEVELS; level++) {
            assert_in_range(theme_heat(m, level, 256), 16, 255);
            assert_in_range(theme_heat(m, level, 8), 1, 7);
            assert_in_range(theme_heat(m, level, 1 << 24), 0, 0xFFFFFF);
        }
}

static void test_no_value_is_a_colour_of_its_own(void **state)
{
    static const int DEPTHS[] = {8, 256, 1 << 24};

    (void)state;
    for (int d = 0; d < 3; d++)
        for (int m = 0; m < colourmap_count(); m++)
            for (int level = 0; level < HEAT_LEVELS; level++)
                assert_true(theme_heat(m, level, DEPTHS[d]) !=
                            theme_no_value(DEPTHS[d]));
}

static void test_ink_reads_on_every_level(void **state)
{
    (void)state;
    for (int m = 0; m < colourmap_count(); m++)
        for (int level = HEAT_NONE; level < HEAT_LEVELS; level++) {
            uint32_t under = level == HEAT_NONE ? theme_no_value(1 << 24)
                                                : theme_heat(m, level, 1 << 24);
            double ink = lightness(theme_ink(m, level, 1 << 24));
            assert_true(fabs(ink - lightness(under)) > 40);
        }
}

static void test_the_ramp_rises_from_blank(void **state)
{
    (void)state;
    assert_int_equal(theme_ramp(0), ' ');
    assert_int_equal(theme_ramp(HEAT_LEVELS - 1), '#');
    assert_int_equal(theme_ramp(HEAT_LEVELS / 2), '=');
}

/* Without colours the cell states still differ by attribute. */
static void test_board_roles_differ_without_colour(void **state)
{
    static const int BOARD[] = {ROLE_GIVEN,    ROLE_FILLED, ROLE_ACCEPTED,
                                ROLE_DEFERRED, ROLE_MASKED, ROLE_WRONG};

    (void)state;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < i; k++) {
            const struct appearance *a = &THEME[BOARD[i]];
            const struct appearance *b = &THEME[BOARD[k]];
            assert_true(a->bold != b->bold || a->underline != b->underline ||
                        a->reverse != b->reverse || a->dim != b->dim);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lightness_rises_evenly_in_every_map),
        cmocka_unit_test(test_the_ends_are_the_published_colours),
        cmocka_unit_test(test_lightness_rises_in_the_256_palette_too),
        cmocka_unit_test(test_levels_stay_in_the_palette),
        cmocka_unit_test(test_no_value_is_a_colour_of_its_own),
        cmocka_unit_test(test_ink_reads_on_every_level),
        cmocka_unit_test(test_the_ramp_rises_from_blank),
        cmocka_unit_test(test_board_roles_differ_without_colour),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
