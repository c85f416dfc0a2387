#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "mi/entropy.h"
#include "mi/source.h"
#include "mi/truth.h"
#include "support.h"

/*
 * A law over 4 positions with 3 values each, and the predictor that conditions
 * it on whatever is revealed. `skew` makes it lie: position 2 is told less
 * about others than they are told about it, as a trained model may be.
 */
enum { T = 4, V = 3, OUTCOMES = 81, MASK = 7, FIRST = 2 };

struct law {
    double p[OUTCOMES];
    bool skew;
    int calls, largest_batch;
    struct progress *cancel_after_first;
};

static int value_of(int outcome, int t)
{
    static const int POWER[T] = {27, 9, 3, 1};

    return outcome / POWER[t] % V;
}

static struct law law_seeded(uint64_t seed)
{
    struct law law = {0};
    struct rng r = rng_seeded(seed, 0);
    double sum = 0;

    for (int o = 0; o < OUTCOMES; o++)
        sum += law.p[o] = pow(rng_uniform(&r), 4);
    for (int o = 0; o < OUTCOMES; o++)
        law.p[o] /= sum;
    return law;
}

static bool agrees(int outcome, const int16_t *tokens, int ignored)
{
    for (int t = 0; t < T; t++)
        if (tokens[t] != MASK && t != ignored &&
            value_of(outcome, t) != tokens[t] - FIRST)
            return false;
    return true;
}

static void condition(const struct law *law, const int16_t *tokens,
                      float *probs)
{
    for (int t = 0; t < T; t++) {
        double sum = 0, p[V] = {0};
        int ignored = law->skew && t == 2 ? 0 : t; /* itself */

        for (int o = 0; o < OUTCOMES; o++)
            if (agrees(o, tokens, ignored)) {
                p[value_of(o, t)] += law->p[o];
                sum += law->p[o];
            }
        for (int v = 0; v < V; v++)
            probs[t * V + v] = (float)(p[v] / sum);
    }
}

static void law_marginals(void *self, const int16_t *tokens, int B,
                          float *probs, float *hidden)
{
    struct law *law = self;

    (void)hidden; /* it has none */
    law->calls++;
    law->largest_batch = B > law->largest_batch ? B : law->largest_batch;
    for (int b = 0; b < B; b++)
        condition(law, tokens + b * T, probs + b * T * V);
    if (law->cancel_after_first)
        atomic_store(&law->cancel_after_first->cancel, true);
}

static struct predictor predict(struct law *law, int batch)
{
    return (struct predictor){.self = law, .T = T, .V = V,
                              .mask_symbol = MASK, .first_symbol = FIRST,
                              .marginals = law_marginals, .batch = batch};
}

/* I(X_a; X_b) given what is revealed, straight from the joint law. */
static double exact_information(const struct law *law, const int16_t *tokens,
                                int a, int b)
{
    double joint[V][V] = {{0}}, pa[V] = {0}, pb[V] = {0}, all = 0, I = 0;

    for (int o = 0; o < OUTCOMES; o++)
        if (agrees(o, tokens, -1)) {
            joint[value_of(o, a)][value_of(o, b)] += law->p[o];
            all += law->p[o];
        }
    for (int x = 0; x < V; x++)
        for (int y = 0; y < V; y++) {
            joint[x][y] /= all;
            pa[x] += joint[x][y];
            pb[y] += joint[x][y];
        }
    for (int x = 0; x < V; x++)
        for (int y = 0; y < V; y++)
            if (joint[x][y] > 0)
                I += joint[x][y] * log(joint[x][y] / (pa[x] * pb[y]));
    return I;
}

struct truth {
    float raw[T * T], mi[T * T];
    int32_t position[T];
    int N;
};

static bool run(struct truth *out, struct law *law, const int16_t *tokens,
                int batch, struct progress *progress)
{
    struct predictor p = predict(law, batch);
    float all[T * V], probs[T * V], h[T];

    out->N = 0;
    condition(law, tokens, all);
    for (int t = 0; t < T; t++)
        if (tokens[t] == MASK) {
            memcpy(probs + out->N * V, all + t * V, V * sizeof *probs);
            h[out->N] = entropy(all + t * V, V);
            out->position[out->N++] = t;
        }
    return truth_mi(out->raw, out->mi, &p, tokens, out->position, out->N,
                    probs, h, 0, progress);
}

static void check_exact(const struct law *law, const int16_t *tokens,
                        const struct truth *have)
{
    for (int i = 0; i < have->N; i++)
        for (int j = 0; j < have->N; j++) {
            double want = i == j ? 0
                                 : exact_information(law, tokens,
                                                     have->position[i],
                                                     have->position[j]);

            assert_true(fabs((double)have->raw[i * have->N + j] - want) <
                        2e-6);
            assert_true(fabs((double)have->mi[i * have->N + j] - want) <
                        2e-6);
        }
}

static void test_it_is_the_mutual_information_of_the_law(void **state)
{
    static const int16_t BOARDS[][T] = {{MASK, MASK, MASK, MASK},
                                        {MASK, FIRST + 2, MASK, MASK},
                                        {FIRST, MASK, MASK, FIRST + 1},
                                        {FIRST, MASK, FIRST, FIRST + 1}};

    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (int b = 0; b < 4; b++)
            for (int batch = 1; batch <= 16; batch += 5) {
                struct law law = law_seeded(seed);
                struct truth have;

                assert_true(run(&have, &law, BOARDS[b], batch, NULL));
                check_exact(&law, BOARDS[b], &have);
                assert_true(law.largest_batch <= batch);
            }
}

/* The comparison can fail: another law has another information. */
static void test_another_law_has_another_information(void **state)
{
    static const int16_t ALL[T] = {MASK, MASK, MASK, MASK};
    struct law one = law_seeded(1), two = law_seeded(2);
    struct truth have;

    (void)state;
    assert_true(run(&have, &one, ALL, 4, NULL));
    assert_true(fabs((double)have.raw[1] -
                     exact_information(&two, ALL, 0, 1)) > 1e-3);
}

static void test_an_inconsistent_predictor_keeps_its_asymmetry(void **state)
{
    static const int16_t ALL[T] = {MASK, MASK, MASK, MASK};
    struct law law = law_seeded(5);
    struct truth have;

    (void)state;
    law.skew = true;
    assert_true(run(&have, &law, ALL, 3, NULL));
    assert_true(fabsf(have.raw[0 * T + 2]) < 1e-6f); /* 2 ignores 0 */
    assert_true(have.raw[2 * T + 0] > 0.01f);
    assert_true(have.mi[2] == have.mi[2 * T]);
    assert_true(fabsf(have.mi[2] - have.raw[2 * T] / 2) < 1e-6f);
}

static void test_symmetrising_clamps_first(void **state)
{
    const float raw[9] = {5, -0.4f, 0.2f, 0.6f, 5, -0.1f, 0.4f, -0.3f, 5};
    const float want[9] = {0, 0.3f, 0.3f, 0.3f, 0, 0, 0.3f, 0, 0};
    float mi[9];

    (void)state;
    mi_symmetrise(mi, raw, 3);
    for (int i = 0; i < 9; i++)
        assert_true(fabsf(mi[i] - want[i]) < 1e-7f);
}

static void test_progress_counts_passes_and_cancel_stops(void **state)
{
    static const int16_t ALL[T] = {MASK, MASK, MASK, MASK};
    struct law law = law_seeded(1);
    struct progress progress = {0};
    struct truth have;

    (void)state;
    assert_true(run(&have, &law, ALL, 5, &progress));
    assert_int_equal(atomic_load(&progress.total), T * V);
    assert_int_equal(atomic_load(&progress.done), T * V);
    assert_int_equal(law.calls, 3);
    law = law_seeded(1);
    law.cancel_after_first = &progress;
    assert_false(run(&have, &law, ALL, 5, &progress));
    assert_int_equal(law.calls, 1);
    assert_false(run(&have, &law, ALL, 5, &progress));
    assert_int_equal(law.calls, 1);
}

static void test_nothing_masked_is_nothing_to_do(void **state)
{
    static const int16_t NONE[T] = {FIRST, FIRST, FIRST, FIRST};
    struct law law = law_seeded(1);
    struct truth have;

    (void)state;
    assert_true(run(&have, &law, NONE, 5, NULL));
    assert_int_equal(law.calls, 0);
}

static void test_entropy_knows_its_ends(void **state)
{
    const float sure[3] = {0, 1, 0}, even[4] = {0.25f, 0.25f, 0.25f, 0.25f};
    const float skewed[2] = {0.9f, 0.1f};

    (void)state;
    assert_true(entropy(sure, 3) == 0);
    assert_true(fabs((double)entropy(even, 4) - log(4)) < 1e-6);
    assert_true(fabs((double)entropy(skewed, 2) - 0.3250829734) < 1e-6);
}

static void test_sources_are_found_by_name(void **state)
{
    struct law law = law_seeded(1);
    struct predictor p = predict(&law, 1);
    int row = mi_source_named("truth");

    (void)state;
    assert_true(row >= 0);
    assert_int_equal(MI_SOURCES[row].passes(&p, 5), 5 * V);
    assert_int_equal(mi_source_named("true"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_is_the_mutual_information_of_the_law),
        cmocka_unit_test(test_another_law_has_another_information),
        cmocka_unit_test(test_an_inconsistent_predictor_keeps_its_asymmetry),
        cmocka_unit_test(test_symmetrising_clamps_first),
        cmocka_unit_test(test_progress_counts_passes_and_cancel_stops),
        cmocka_unit_test(test_nothing_masked_is_nothing_to_do),
        cmocka_unit_test(test_entropy_knows_its_ends),
        cmocka_unit_test(test_sources_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
