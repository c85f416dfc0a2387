#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sampler/policy.h"

enum { V = 3, MOST = 8 };

/* A belief over positions 10, 20, 30, ... */
struct example {
    struct belief belief;
    int32_t position[MOST];
    float prob[MOST * V], entropy[MOST], mi[MOST * MOST];
    struct candidate c[MOST];
};

static struct example *example(int N, const float *entropy)
{
    struct example *e = memory_new(1, sizeof *e);

    for (int n = 0; n < N; n++) {
        e->position[n] = 10 * (n + 1);
        e->entropy[n] = entropy[n];
        e->prob[n * V] = 0.25f;
        e->prob[n * V + 1] = 0.5f;
        e->prob[n * V + 2] = 0.25f;
    }
    e->belief = (struct belief){100, V, N, e->position, e->prob, e->entropy,
                                e->mi};
    return e;
}

static void tie(struct example *e, int i, int j, float mi)
{
    e->mi[i * e->belief.N + j] = e->mi[j * e->belief.N + i] = mi;
}

static struct settings chosen(const char *policy)
{
    return settings_for(policy_named(policy));
}

static void decide(struct example *e, const struct settings *s, int pass)
{
    sampler_decide(e->c, &e->belief, s, pass, e->belief.N);
}

static void expect(const struct example *e, const int *decision)
{
    for (int n = 0; n < e->belief.N; n++)
        assert_int_equal(e->c[n].decision, decision[n]);
}

static void near(float a, double b)
{
    assert_true(fabs((double)a - b) < 1e-6);
}

static int accepted(const struct example *e)
{
    int count = 0;

    for (int n = 0; n < e->belief.N; n++)
        count += decision_accepts(e->c[n].decision);
    return count;
}

static void test_sequential_takes_the_lowest_entropy(void **state)
{
    struct example *e = example(4, (float[]){0.5f, 0.2f, 0.2f, 0.9f});
    struct settings s = chosen("sequential");

    (void)state;
    decide(e, &s, 0);
    expect(e, (int[]){DEFER_POLICY, ACCEPTED, DEFER_POLICY, DEFER_POLICY});
    for (int n = 0; n < 4; n++) {
        assert_int_equal(e->c[n].rank, ((int[]){2, 0, 1, 3})[n]);
        assert_int_equal(e->c[n].position, 10 * (n + 1));
        assert_int_equal(e->c[n].value, 1);
        assert_int_equal(e->c[n].blocked_by, -1);
        assert_true(isnan(e->c[n].cost) && isnan(e->c[n].budget));
        assert_true(isnan(e->c[n].dependence));
    }
    free(e);
}

static void test_topk_takes_k_or_all(void **state)
{
    struct example *e = example(4, (float[]){0.5f, 0.1f, 0.2f, 0.9f});
    struct settings s = chosen("topk");

    (void)state;
    s.value[PARAM_K] = 3;
    decide(e, &s, 0);
    expect(e, (int[]){ACCEPTED, ACCEPTED, ACCEPTED, DEFER_POLICY});
    s.value[PARAM_K] = 5;
    decide(e, &s, 0);
    assert_int_equal(accepted(e), 4);
    free(e);
}

/* Entropy and margin disagree: p (.5 .5 0) is surer by entropy only. */
static void test_margin_compares_the_two_likeliest(void **state)
{
    struct example *e = example(3, (float[]){0.6f, 0.7f, 1.0f});
    static const float PROB[] = {0.5f, 0.5f,  0,     0.49f, 0.51f,
                                 0,    0.2f, 0.6f, 0.2f};
    struct settings s = chosen("margin");

    (void)state;
    memcpy(e->prob, PROB, sizeof PROB);
    s.value[PARAM_K] = 1;
    decide(e, &s, 0);
    expect(e, (int[]){DEFER_POLICY, DEFER_POLICY, ACCEPTED});
    assert_int_equal(e->c[0].rank, 2);
    assert_int_equal(e->c[0].value, 0); /* a tie goes to the lower value */
    s = chosen("topk");
    s.value[PARAM_K] = 1;
    decide(e, &s, 0);
    expect(e, (int[]){ACCEPTED, DEFER_POLICY, DEFER_POLICY});
    free(e);
}

static void test_threshold_always_takes_the_surest(void **state)
{
    struct example *e = example(3, (float[]){1, 1, 1});
    static const float PROB[] = {0.1f, 0.1f, 0.8f, 0.05f, 0.9f,
                                 0.05f, 0.3f, 0.4f, 0.3f};
    struct settings s = chosen("threshold");

    (void)state;
    memcpy(e->prob, PROB, sizeof PROB);
    s.value[PARAM_THRESHOLD] = 0.75;
    decide(e, &s, 0);
    expect(e, (int[]){ACCEPTED, ACCEPTED, DEFER_POLICY});
    s.value[PARAM_THRESHOLD] = 0.95;
    decide(e, &s, 0);
    expect(e, (int[]){DEFER_POLICY, FORCED, DEFER_POLICY});
    free(e);
}

/* Sums without the largest: 0, .125, .375, .875, 1.875 */
static void test_eb_bounds_the_sum_without_the_largest(void **state)
{
    struct example *e = example(5, (float[]){0.5f, 0.125f, 1.5f, 0.25f, 1});
    struct settings s = chosen("eb");

    (void)state;
    s.value[PARAM_GAMMA] = 0.875;
    decide(e, &s, 0);
    expect(e, (int[]){ACCEPTED, ACCEPTED, DEFER_ENTROPY, ACCEPTED, ACCEPTED});
    near(e->c[1].cost, 0);
    near(e->c[3].cost, 0.125);
    near(e->c[0].cost, 0.25);
    near(e->c[4].cost, 0.5);
    near(e->c[4].budget, 0.5);
    near(e->c[2].cost, 1);
    near(e->c[2].budget, 0);
    s.value[PARAM_GAMMA] = 0.75;
    decide(e, &s, 0);
    expect(e, (int[]){ACCEPTED, ACCEPTED, DEFER_ENTROPY, ACCEPTED,
                      DEFER_ENTROPY});
    free(e);
}

static void test_eb_without_budget_is_sequential(void **state)
{
    struct example *e = example(4, (float[]){0.5f, 0.2f, 0.01f, 0.9f});
    struct settings s = chosen("eb");

    (void)state;
    s.value[PARAM_GAMMA] = 0;
    decide(e, &s, 0);
    expect(e, (int[]){DEFER_ENTROPY, DEFER_ENTROPY, ACCEPTED, DEFER_ENTROPY});
    s.value[PARAM_GAMMA] = 1000;
    decide(e, &s, 0);
    assert_int_equal(accepted(e), 4);
    free(e);
}

/* gamma 1: #1 .125 leaves .875; #0 .25 + .5 leaves .125; #3 .25 alone exceeds;
 * #2 .375 too. With gamma 1.25 .375 is left: #3 fails on its tie to #0. */
static void test_mi_skips_what_does_not_fit(void **state)
{
    struct example *e = example(4, (float[]){0.25f, 0.125f, 0.375f, 0.25f});
    struct settings s = chosen("mi");

    (void)state;
    tie(e, 0, 1, 0.5f);
    tie(e, 3, 1, 0.0625f);
    tie(e, 3, 0, 0.25f);
    s.value[PARAM_GAMMA] = 1;
    decide(e, &s, 0);
    expect(e, (int[]){ACCEPTED, ACCEPTED, DEFER_ENTROPY, DEFER_ENTROPY});
    near(e->c[0].cost, 0.75);
    near(e->c[0].budget, 0.875);
    near(e->c[3].budget, 0.125);
    s.value[PARAM_GAMMA] = 1.25;
    decide(e, &s, 0);
    expect(e, (int[]){ACCEPTED, ACCEPTED, ACCEPTED, DEFER_DEPENDENCE});
    near(e->c[3].dependence, 0.3125);
    near(e->c[3].cost, 0.5625);
    near(e->c[3].budget, 0.375);
    assert_int_equal(e->c[3].blocked_by, 10);
    assert_int_equal(e->c[2].blocked_by, -1);
    free(e);
}

static void test_lambda_weighs_the_cost_not_the_record(void **state)
{
    struct example *e = example(2, (float[]){0.25f, 0.125f});
    struct settings s = chosen("mi");

    (void)state;
    tie(e, 0, 1, 0.5f);
    s.value[PARAM_GAMMA] = 1;
    s.value[PARAM_LAMBDA] = 0.5;
    decide(e, &s, 0);
    near(e->c[0].dependence, 0.5);
    near(e->c[0].cost, 0.5);
    s.value[PARAM_LAMBDA] = 0;
    s.value[PARAM_GAMMA] = 0.375; /* the sum of both, not without one */
    decide(e, &s, 0);
    assert_int_equal(accepted(e), 2);
    s.value[PARAM_GAMMA] = 0.34375;
    decide(e, &s, 0);
    assert_int_equal(accepted(e), 1);
    free(e);
}

static void test_mi_forces_the_first_when_nothing_fits(void **state)
{
    struct example *e = example(3, (float[]){0.5f, 0.4f, 0.4f});
    struct settings s = chosen("mi");

    (void)state;
    decide(e, &s, 0);
    expect(e, (int[]){DEFER_ENTROPY, FORCED, DEFER_ENTROPY});
    near(e->c[1].cost, (double)0.4f);
    near(e->c[1].budget, 0.3);
    near(e->c[0].budget, 0.3);
    free(e);
}

/* Costs: #1 0, #0 min(.25, .125), #2 min(.375, .75) does not fit, #3 would. */
static void test_ebmi_stops_at_the_first_misfit(void **state)
{
    struct example *e = example(4, (float[]){0.25f, 0.125f, 0.375f, 0.5f});
    struct settings s = chosen("ebmi");

    (void)state;
    tie(e, 0, 1, 0.125f);
    tie(e, 2, 1, 0.25f);
    tie(e, 2, 0, 0.5f);
    tie(e, 3, 0, 0.0625f);
    s.value[PARAM_GAMMA] = 0.375;
    decide(e, &s, 0);
    expect(e, (int[]){ACCEPTED, ACCEPTED, DEFER_DEPENDENCE, DEFER_STOPPED});
    near(e->c[1].cost, 0);
    near(e->c[0].cost, 0.125);
    near(e->c[2].cost, 0.375);
    near(e->c[2].dependence, 0.75);
    near(e->c[2].budget, 0.25);
    near(e->c[3].cost, 0.0625);
    assert_int_equal(e->c[2].blocked_by, 10);
    assert_int_equal(e->c[3].blocked_by, -1);
    free(e);
}

/* 8 masked, 4 steps: cos leaves floor(8 x .92 .71 .38) = 7 5 3, then none. */
static void test_maskgit_follows_the_cosine(void **state)
{
    static const float H[] = {1, 1, 1, 1, 1, 1, 1, 1};
    static const int LEFT[] = {7, 5, 3, 0, 0};
    struct example *e = example(8, H);
    struct settings s = chosen("maskgit");

    (void)state;
    s.value[PARAM_STEPS] = 4;
    for (int pass = 0; pass < 5; pass++) {
        decide(e, &s, pass);
        assert_int_equal(accepted(e), 8 - LEFT[pass]);
    }
    e->belief.N = 1; /* one is revealed even where the schedule wants none */
    sampler_decide(e->c, &e->belief, &s, 0, 8);
    assert_int_equal(e->c[0].decision, ACCEPTED);
    free(e);
}

static void test_maskgit_without_noise_takes_the_likeliest(void **state)
{
    struct example *e = example(4, (float[]){1, 1, 1, 1});
    struct settings s = chosen("maskgit");

    (void)state;
    e->prob[2 * V + 1] = 0.75f;
    s.value[PARAM_NOISE] = 0;
    decide(e, &s, 0);
    expect(e, (int[]){DEFER_POLICY, DEFER_POLICY, ACCEPTED, DEFER_POLICY});
    assert_false(settings_draw(&s));
    s.value[PARAM_NOISE] = 100;
    assert_true(settings_draw(&s));
    for (int seed = 0, others = 0; others == 0; seed++) {
        assert_true(seed < 50);
        s.seed = (uint64_t)seed;
        decide(e, &s, 0);
        others += e->c[2].decision != ACCEPTED;
    }
    free(e);
}

static void test_random_spreads_over_the_steps(void **state)
{
    static const float H[] = {1, 1, 1, 1, 1, 1, 1, 1};
    struct example *e = example(8, H);
    struct settings s = chosen("random");
    int total = 0, forced = 0;

    (void)state;
    s.value[PARAM_STEPS] = 4;
    for (int seed = 0; seed < 2000; seed++) {
        s.seed = (uint64_t)seed;
        decide(e, &s, 0);
        assert_true(accepted(e) >= 1);
        total += accepted(e);
        for (int n = 0; n < 8; n++)
            forced += e->c[n].decision == FORCED;
    }
    /* 8/4 each, and one more when all eight fail: .75^8 = .1001 */
    assert_true(abs(total - 4200) < 200);
    assert_true(abs(forced - 200) < 60);
    decide(e, &s, 3);
    assert_int_equal(accepted(e), 8);
    free(e);
}

static void test_draws_follow_the_marginal(void **state)
{
    static const double P[] = {0.25, 0.5, 0.25};
    struct example *e = example(1, (float[]){1});
    struct settings s = chosen("sequential");

    (void)state;
    for (int warm = 1; warm <= 2; warm++) { /* T 1, then 1/2: p^2 */
        int seen[V] = {0};

        s.temperature = 1.0 / warm;
        for (int seed = 0; seed < 6000; seed++) {
            s.seed = (uint64_t)seed;
            decide(e, &s, 3);
            seen[e->c[0].value]++;
            near(e->c[0].p, P[e->c[0].value]);
        }
        for (int v = 0; v < V; v++) {
            double p = warm == 1 ? P[v] : P[v] * P[v] / 0.375;

            assert_true(fabs(seen[v] - 6000 * p) < 5 * sqrt(6000 * p));
        }
    }
    free(e);
}

static void test_cold_draws_are_the_argmax(void **state)
{
    struct example *e = example(4, (float[]){1, 1, 1, 1});
    struct settings s = chosen("sequential");

    (void)state;
    s.temperature = 1e-3;
    for (int seed = 0; seed < 200; seed++) {
        s.seed = (uint64_t)seed;
        decide(e, &s, 0);
        for (int n = 0; n < 4; n++)
            assert_int_equal(e->c[n].value, 1);
    }
    free(e);
}

/* Positions may join or leave: a draw belongs to its place in the order. */
static void test_draws_go_by_ascending_position(void **state)
{
    struct example *e = example(4, (float[]){1, 1, 1, 1});
    struct settings s = chosen("sequential");
    int first[3];

    (void)state;
    s.temperature = 1;
    decide(e, &s, 5);
    for (int n = 0; n < 3; n++)
        first[n] = e->c[n].value;
    e->belief.N = 3;
    decide(e, &s, 5);
    for (int n = 0; n < 3; n++)
        assert_int_equal(e->c[n].value, first[n]);
    free(e);
}

/* Each pass draws from its own stream, whatever came before. */
static void test_every_pass_draws_anew(void **state)
{
    struct example *e = example(8, (float[]){1, 1, 1, 1, 1, 1, 1, 1});
    struct settings s = chosen("sequential");
    int first[8], differ = 0;

    (void)state;
    s.temperature = 1;
    decide(e, &s, 0);
    for (int n = 0; n < 8; n++)
        first[n] = e->c[n].value;
    for (int pass = 1; pass < 5; pass++) {
        decide(e, &s, pass);
        for (int n = 0; n < 8; n++)
            differ += e->c[n].value != first[n];
    }
    assert_true(differ >= 8); /* 20 expected */
    free(e);
}

/* A random belief: any entropies, any symmetric MI. */
static struct example *some_belief(struct rng *rng)
{
    float h[MOST];
    int N = 1 + rng_below(rng, MOST);
    struct example *e;

    for (int n = 0; n < MOST; n++)
        h[n] = (float)rng_uniform(rng);
    e = example(N, h);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            tie(e, i, j, (float)(0.3 * rng_uniform(rng)));
    return e;
}

static bool was_accepted(const struct example *e, int position)
{
    for (int n = 0; n < e->belief.N; n++)
        if (e->c[n].position == position)
            return e->c[n].decision == ACCEPTED;
    return false;
}

static void check_record(const struct example *e, const struct settings *s)
{
    bool budget = POLICIES[s->policy].has_budget;
    double spent = 0;

    assert_true(accepted(e) >= 1);
    for (int n = 0; n < e->belief.N; n++) {
        const struct candidate *c = &e->c[n];

        assert_int_equal(isnan(c->cost), !budget);
        assert_int_equal(c->blocked_by >= 0, c->decision == DEFER_DEPENDENCE);
        if (c->blocked_by >= 0)
            assert_true(was_accepted(e, c->blocked_by));
        if (budget && c->decision == ACCEPTED)
            spent += (double)c->cost;
        if (budget)
            assert_true(c->budget >= 0);
        if (c->decision == DEFER_STOPPED)
            assert_true(c->cost <= c->budget);
    }
    if (budget)
        assert_true(spent <= s->value[PARAM_GAMMA] + 1e-5);
}

static void test_every_decision_is_consistent(void **state)
{
    struct rng rng = rng_seeded(7, 0);

    (void)state;
    for (int trial = 0; trial < 3000; trial++) {
        struct example *e = some_belief(&rng);
        struct settings s = settings_for(trial % policy_count());
        struct candidate again[MOST];

        s.seed = rng_next(&rng);
        s.temperature = trial % 2;
        if (policy_uses(s.policy, PARAM_GAMMA))
            s.value[PARAM_GAMMA] = 2 * rng_uniform(&rng);
        decide(e, &s, trial % 15);
        check_record(e, &s);
        memcpy(again, e->c, sizeof again);
        decide(e, &s, trial % 15);
        assert_memory_equal(again, e->c, sizeof again);
        free(e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sequential_takes_the_lowest_entropy),
        cmocka_unit_test(test_topk_takes_k_or_all),
        cmocka_unit_test(test_margin_compares_the_two_likeliest),
        cmocka_unit_test(test_threshold_always_takes_the_surest),
        cmocka_unit_test(test_eb_bounds_the_sum_without_the_largest),
        cmocka_unit_test(test_eb_without_budget_is_sequential),
        cmocka_unit_test(test_mi_skips_what_does_not_fit),
        cmocka_unit_test(test_lambda_weighs_the_cost_not_the_record),
        cmocka_unit_test(test_mi_forces_the_first_when_nothing_fits),
        cmocka_unit_test(test_ebmi_stops_at_the_first_misfit),
        cmocka_unit_test(test_maskgit_follows_the_cosine),
        cmocka_unit_test(test_maskgit_without_noise_takes_the_likeliest),
        cmocka_unit_test(test_random_spreads_over_the_steps),
        cmocka_unit_test(test_draws_follow_the_marginal),
        cmocka_unit_test(test_cold_draws_are_the_argmax),
        cmocka_unit_test(test_draws_go_by_ascending_position),
        cmocka_unit_test(test_every_pass_draws_anew),
        cmocka_unit_test(test_every_decision_is_consistent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
