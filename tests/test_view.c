#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "fake_predictor.h"
#include "play.h"

static void test_step_0_has_givens_and_masked_and_no_map(void **state)
{
    struct play p;

    (void)state;
    play_begin(&p, "mi", 3);
    play_look(&p, 0);
    assert_int_equal(p.view.cell[0].state, CELL_GIVEN);
    assert_int_equal(p.view.cell[0].symbol, '5');
    assert_int_equal(p.view.cell[2].state, CELL_MASKED);
    assert_int_equal(p.view.cell[2].symbol, '.');
    assert_int_equal(p.view.cell[2].index, -1);
    assert_false(p.view.map.known);
    assert_int_equal(p.view.masked, 51);
    assert_int_equal(p.view.last, 3);
    play_end(&p);
}

static void test_every_cell_has_the_state_its_story_says(void **state)
{
    struct play p;

    (void)state;
    play_begin(&p, "mi", 3);
    play_look(&p, 2);
    const struct step *s = p.view.step;
    const struct step *before = trace_at(&p.trace, s->parent);
    int seen[CELL_STATES] = {0};
    for (int t = 0; t < 81; t++) {
        const struct view_cell *c = &p.view.cell[t];
        bool was = step_tokens(before)[t] != 0, is = step_tokens(s)[t] != 0;
        seen[c->state]++;
        assert_int_equal(c->state == CELL_GIVEN, p.problem.tokens[t] != 0);
        assert_int_equal(c->state == CELL_FILLED,
                         was && p.problem.tokens[t] == 0);
        assert_int_equal(c->state == CELL_DEFERRED, !is);
        assert_int_equal(c->index, step_index(s, t));
    }
    assert_int_equal(seen[CELL_ACCEPTED] + seen[CELL_FORCED], s->accepted);
    assert_int_equal(p.view.accepted, s->accepted);
    assert_int_equal(p.view.deferred, s->N - s->accepted);
    assert_int_equal(p.view.masked, p.view.deferred);
    assert_true(seen[CELL_FILLED] > 0 && seen[CELL_ACCEPTED] > 0);
    play_end(&p);
}

static void test_forced_is_told_from_accepted(void **state)
{
    struct play p;
    struct settings s = settings_for(policy_named("mi"));

    (void)state;
    s.value[PARAM_GAMMA] = 0;
    p = (struct play){.problem = fake_problem(FAKE_PUZZLE, NULL)};
    fake_trace(&p.trace, &p.problem, &s, 1);
    play_look(&p, 1);
    int forced = 0;
    char reason[160];
    for (int t = 0; t < 81; t++)
        if (p.view.cell[t].state == CELL_FORCED) {
            view_reason(reason, sizeof reason, &p.view, t);
            assert_non_null(strstr(reason, "forced"));
            forced++;
        }
    assert_int_equal(forced, 1);
    play_end(&p);
}

static void test_only_revealed_cells_can_be_wrong(void **state)
{
    struct play p;

    (void)state;
    play_begin(&p, "mi", 60);
    play_look(&p, 60 < p.trace.count ? 60 : p.trace.count - 1);
    assert_int_equal(p.view.wrong, 0);
    p.problem.solution[2] = 9; /* was 4: filled */
    p.problem.solution[0] = 1; /* was 5: given, so never wrong */
    play_look(&p, p.view.depth);
    assert_int_equal(p.view.wrong, 1);
    assert_true(p.view.cell[2].wrong);
    free(p.problem.solution);
    p.problem.solution = NULL;
    play_look(&p, p.view.depth);
    assert_int_equal(p.view.wrong, 0);
    play_end(&p);
}

static void test_the_map_of_all_is_the_masked_map_spread_out(void **state)
{
    struct play p;

    (void)state;
    play_begin(&p, "mi", 2);
    play_look(&p, 2);
    int n = p.view.map.n;
    int32_t position[81];
    float *small = memory_new((size_t)(n * n), sizeof *small);
    memcpy(small, p.view.map.value, sizeof *small * (size_t)(n * n));
    memcpy(position, p.view.map.position, sizeof *position * (size_t)n);
    p.options.all = true;
    play_look(&p, 2);
    assert_int_equal(p.view.map.n, 81);
    int known = 0;
    for (int i = 0; i < 81 * 81; i++)
        known += !isnan(p.view.map.value[i]);
    assert_int_equal(known, n * (n - 1));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float a = small[i * n + j];
            float b = p.view.map.value[position[i] * 81 + position[j]];
            assert_true(i == j ? isnan(b) : a == b);
        }
    assert_int_equal(view_row(&p.view.map, 80), 80);
    free(small);
    play_end(&p);
}

static void test_the_fixed_scale_covers_every_step_of_the_line(void **state)
{
    struct play p;
    struct scale first;

    (void)state;
    play_begin(&p, "mi", 6);
    play_look(&p, 0);
    first = p.view.scale;
    for (int depth = 1; depth <= p.view.last; depth++) {
        play_look(&p, depth);
        assert_true(p.view.scale.fixed);
        assert_true(p.view.scale.high == first.high && p.view.scale.low == 0);
        for (int i = 0; i < p.view.map.n * p.view.map.n; i++)
            assert_false(p.view.map.value[i] > first.high);
    }
    play_end(&p);
}

static void test_a_scale_per_step_follows_the_step(void **state)
{
    struct play p;

    (void)state;
    play_begin(&p, "mi", 40);
    p.options.scale_per_step = true;
    play_look(&p, 1);
    double early = p.view.scale.high;
    play_look(&p, p.view.last);
    assert_false(p.view.scale.fixed);
    assert_true(p.view.scale.high != early);
    play_end(&p);
}

static void test_limits_are_sane_for_matrices_without_contrast(void **state)
{
    struct problem p = fake_problem(FAKE_PUZZLE, NULL);

    (void)state;
    for (int n = 0; n <= 2; n++) {
        struct trace t;
        struct view v;
        struct view_options o = {.log = n == 1};
        struct step *s = step_new(81, 9, n);
        for (int i = 0; i < n; i++)
            step_position(s)[i] = 7 * i;
        s->has_mi = true;
        memcpy(step_token(s), p.tokens, 81 * sizeof *p.tokens);
        trace_init(&t, s);
        view_of(&v, &t, &p, &PLAY_BOARD, &o);
        assert_true(v.scale.low < v.scale.high);
        assert_true(scale_fraction(&v.scale, 0) == 0);
        assert_int_equal(v.map.n, n);
        view_release(&v);
        trace_release(&t);
    }
    play_drop(&p);
}

static void test_fractions_run_from_0_to_1(void **state)
{
    struct scale s = {.low = 0, .high = 0.8};
    struct scale log = {.low = 0.001, .high = 1, .log = true};

    (void)state;
    assert_true(scale_fraction(&s, 0.2) == 0.25);
    assert_true(scale_fraction(&s, 7) == 1);
    assert_true(scale_fraction(&s, -7) == 0);
    assert_true(isnan(scale_fraction(&s, NAN)));
    assert_true(fabs(scale_fraction(&log, 0.01) - 1.0 / 3) < 1e-9);
    assert_true(scale_fraction(&log, 0) == 0);
    assert_true(isnan(scale_fraction(&log, NAN)));
}

static void test_ticks_are_few_and_readable(void **state)
{
    struct scale s = {.low = 0, .high = 0.8};
    struct scale log = {.low = 0.0008, .high = 0.8, .log = true};
    double tick[9];

    (void)state;
    assert_int_equal(scale_ticks(&s, 1, tick, 5), 5);
    assert_true(tick[0] == 0 && fabs(tick[4] - 0.8) < 1e-12);
    assert_int_equal(scale_ticks(&s, 1.4427, tick, 5),
                     3); /* 0 0.5 1.0 of 1.154 bits */
    assert_true(tick[2] == 1);
    assert_int_equal(scale_ticks(&log, 1, tick, 3), 3);
    assert_true(fabs(tick[0] - 0.001) < 1e-9 && fabs(tick[2] - 0.1) < 1e-9);
    for (int most = 1; most <= 9; most++)
        for (double high = 1e-7; high < 1e4; high *= 1.37) {
            struct scale any = {.low = 0, .high = high};
            int n = scale_ticks(&any, 1, tick, most);
            assert_in_range(n, 1, most);
            for (int i = 0; i < n; i++)
                assert_true(tick[i] >= 0 && tick[i] <= high * (1 + 1e-9));
        }
}

static void test_pooling_keeps_a_lonely_strong_pair(void **state)
{
    enum { N = 500, K = 12, SIDE = (N + K - 1) / K };
    struct view_map m = {
        .n = N, .known = true, .value = memory_new(N * N, sizeof(float))};
    static float out[SIDE * SIDE];

    (void)state;
    m.value[137 * N + 402] = 1;
    view_pool(out, &m, K, 0, 0, SIDE, SIDE);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            assert_true(out[i * SIDE + j] ==
                        (i == 137 / K && j == 402 / K ? 1 : 0));
    view_pool(out, &m, K, 10, 30, 3, 5);
    assert_true(out[1 * 5 + 3] == 1);
    free(m.value);
}

static void test_a_block_without_values_has_none(void **state)
{
    float value[9] = {NAN, NAN, 2, NAN, NAN, 1, 2, 1, NAN}, out[4];
    struct view_map m = {.n = 3, .value = value};

    (void)state;
    view_pool(out, &m, 2, 0, 0, 2, 2);
    assert_true(isnan(out[0]) && out[1] == 2 && out[2] == 2 && isnan(out[3]));
}

static void test_ranks_count_the_larger_pairs(void **state)
{
    float value[16] = {NAN, .3f, .9f, .1f, .3f, NAN, .3f, NAN,
                       .9f, .3f, NAN, .2f, .1f, NAN, .2f, NAN};
    struct view_map m = {.n = 4, .value = value};
    int pairs;

    (void)state;
    assert_int_equal(view_rank(&m, 0, 2, &pairs), 1);
    assert_int_equal(pairs, 5);
    assert_int_equal(view_rank(&m, 1, 2, &pairs), 2);
    assert_int_equal(view_rank(&m, 3, 0, &pairs), 5);
    assert_int_equal(view_rank(&m, 1, 3, &pairs), 0);
}

static void test_the_change_is_what_rose_and_what_fell(void **state)
{
    struct play p;
    struct view_map change;

    (void)state;
    play_begin(&p, "mi", 2);
    play_look(&p, 1);
    view_change(&change, &p.trace, &p.view);
    assert_false(change.known);
    view_map_release(&change);
    play_look(&p, 2);
    view_change(&change, &p.trace, &p.view);
    assert_true(change.known);
    const struct step *before = trace_at(&p.trace, p.view.step->parent);
    for (int i = 0; i < change.n; i++)
        for (int j = i + 1; j < change.n; j++) {
            int a = step_index(before, change.position[i]);
            int b = step_index(before, change.position[j]);
            float was = step_mis(before)[a * before->N + b];
            float is = p.view.map.value[i * change.n + j];
            float rose = change.value[i * change.n + j];
            float fell = change.value[j * change.n + i];
            assert_true(rose - fell == is - was);
            assert_true(rose >= 0 && fell >= 0 && rose * fell == 0);
        }
    view_map_release(&change);
    play_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step_0_has_givens_and_masked_and_no_map),
        cmocka_unit_test(test_every_cell_has_the_state_its_story_says),
        cmocka_unit_test(test_forced_is_told_from_accepted),
        cmocka_unit_test(test_only_revealed_cells_can_be_wrong),
        cmocka_unit_test(test_the_map_of_all_is_the_masked_map_spread_out),
        cmocka_unit_test(test_the_fixed_scale_covers_every_step_of_the_line),
        cmocka_unit_test(test_a_scale_per_step_follows_the_step),
        cmocka_unit_test(test_limits_are_sane_for_matrices_without_contrast),
        cmocka_unit_test(test_fractions_run_from_0_to_1),
        cmocka_unit_test(test_ticks_are_few_and_readable),
        cmocka_unit_test(test_pooling_keeps_a_lonely_strong_pair),
        cmocka_unit_test(test_a_block_without_values_has_none),
        cmocka_unit_test(test_ranks_count_the_larger_pairs),
        cmocka_unit_test(test_the_change_is_what_rose_and_what_fell),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
