/*
 * The derivatives of single pieces against central differences in double, and
 * what is not a derivative against the plain formula, for every instruction
 * set this machine has.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "nn/ops.h"
#include "nn/slopes.h"
#include "support.h"

enum { R = 5, D = 37 }; /* neither fills the lanes */

static void for_each_slopes(void (*check)(const struct slopes *))
{
    for (int i = 0; SLOPES[i]; i++)
        if (ops_usable(OPS[i]))
            check(SLOPES[i]);
}

static void fill(float *x, size_t n, uint64_t seed)
{
    struct rng r = rng_seeded(seed, 1);

    for (size_t i = 0; i < n; i++)
        x[i] = (float)(rng_uniform(&r) * 4 - 1.7);
}

static bool near(double have, double want, double tolerance)
{
    return fabs(have - want) <= tolerance * (1 + fabs(want));
}

/* ---- gelu ------------------------------------------------------------ */

static double ref_gelu(double u)
{
    return u / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (u + 0.044715 * u * u * u)));
}

static double ref_gelu_slope(double u)
{
    return (ref_gelu(u + 1e-5) - ref_gelu(u - 1e-5)) / 2e-5;
}

static void check_gelu(const struct slopes *s)
{
    float u[R * D], y[R * D], dy[R * D], du[R * D];

    fill(u, R * D, 1);
    fill(dy, R * D, 2);
    u[0] = 300;
    u[1] = -300;
    u[2] = 0;
    u[3] = -9.9F;
    s->gelu(y, u, R * D);
    s->gelu_back(du, dy, u, R * D);
    for (int i = 0; i < R * D; i++) {
        double want = (double)dy[i] * ref_gelu_slope((double)u[i]);
        assert_true(near((double)y[i], ref_gelu((double)u[i]), 2e-6));
        assert_true(near((double)du[i], want, 1e-5));
    }
    assert_false(near((double)du[5], (double)dy[5], 1e-5)); /* can fail */
}

static void test_gelu_and_its_slope(void **state)
{
    (void)state;
    for_each_slopes(check_gelu);
}

/* ---- layernorm ------------------------------------------------------- */

static const double EPS = 1e-5;

/* sum_d dy[d] y[d] of one row, which the gradients are of. */
static double ref_norm_loss(const double *x, const double *g, const double *b,
                            const float *dy)
{
    double mean = 0, var = 0, loss = 0;

    for (int d = 0; d < D; d++)
        mean += x[d] / D;
    for (int d = 0; d < D; d++)
        var += (x[d] - mean) * (x[d] - mean) / D;
    for (int d = 0; d < D; d++)
        loss += (double)dy[d] *
                ((x[d] - mean) / sqrt(var + EPS) * g[d] + b[d]);
    return loss;
}

/* The derivative by element `at` of three rows: x, g, b. */
static double ref_norm_slope(double row[3][D], int which, int at,
                             const float *dy)
{
    double kept = row[which][at], above, below;

    row[which][at] = kept + 1e-5;
    above = ref_norm_loss(row[0], row[1], row[2], dy);
    row[which][at] = kept - 1e-5;
    below = ref_norm_loss(row[0], row[1], row[2], dy);
    row[which][at] = kept;
    return (above - below) / 2e-5;
}

static void check_layernorm(const struct slopes *s)
{
    float x[R * D], g[D], dy[R * D], dx[R * D], dg[D] = {0}, db[D] = {0};
    double want_g[D] = {0}, want_b[D] = {0};

    fill(x, R * D, 3);
    fill(g, D, 4);
    fill(dy, R * D, 5);
    for (int i = 0; i < R * D; i++)
        dx[i] = 0.5F; /* added to */
    s->layernorm_back(dx, dg, db, dy, x, g, (float)EPS, R, D);
    for (int r = 0; r < R; r++) {
        double row[3][D];
        for (int d = 0; d < D; d++) {
            row[0][d] = (double)x[r * D + d];
            row[1][d] = (double)g[d];
            row[2][d] = 0.1;
        }
        for (int d = 0; d < D; d++) {
            double slope = ref_norm_slope(row, 0, d, dy + r * D);
            assert_true(near((double)dx[r * D + d], 0.5 + slope, 2e-5));
            want_g[d] += ref_norm_slope(row, 1, d, dy + r * D);
            want_b[d] += ref_norm_slope(row, 2, d, dy + r * D);
        }
    }
    for (int d = 0; d < D; d++) {
        assert_true(near((double)dg[d], want_g[d], 2e-5));
        assert_true(near((double)db[d], want_b[d], 2e-5));
    }
    assert_false(near((double)dg[0], want_g[1], 2e-5));
}

static void test_layernorm_backwards(void **state)
{
    (void)state;
    for_each_slopes(check_layernorm);
}

/* ---- softmax --------------------------------------------------------- */

static void ref_softmax(double *p, const double *s)
{
    double max = s[0], sum = 0;

    for (int n = 1; n < D; n++)
        max = fmax(max, s[n]);
    for (int n = 0; n < D; n++)
        sum += exp(s[n] - max);
    for (int n = 0; n < D; n++)
        p[n] = exp(s[n] - max) / sum;
}

static double ref_softmax_slope(const double *s, int at, const float *dp)
{
    double moved[D], p[D], slope = 0;

    for (int side = -1; side <= 1; side += 2) {
        memcpy(moved, s, sizeof moved);
        moved[at] += side * 1e-5;
        ref_softmax(p, moved);
        for (int n = 0; n < D; n++)
            slope += side * (double)dp[n] * p[n] / 2e-5;
    }
    return slope;
}

static void check_softmax(const struct slopes *s)
{
    float p[R * D], scores[R * D], dp[R * D], ds[R * D];

    fill(scores, R * D, 6);
    fill(dp, R * D, 7);
    memcpy(p, scores, sizeof p);
    p[0] = scores[0] = 90; /* all of a row in one place */
    s->softmax(p, R, D);
    s->softmax_back(ds, dp, p, R, D);
    for (int r = 0; r < R; r++) {
        double row[D], want[D];
        for (int n = 0; n < D; n++)
            row[n] = (double)scores[r * D + n];
        ref_softmax(want, row);
        for (int n = 0; n < D; n++) {
            double slope = ref_softmax_slope(row, n, dp + r * D);
            assert_true(near((double)p[r * D + n], want[n], 2e-6));
            assert_true(near((double)ds[r * D + n], slope, 1e-6));
        }
    }
}

static void test_softmax_and_its_slope(void **state)
{
    (void)state;
    for_each_slopes(check_softmax);
}

/* ---- adamw ----------------------------------------------------------- */

static void check_adamw(const struct slopes *s)
{
    const struct adamw a = {.rate = 0.01F, .b1 = 0.9F, .b2 = 0.98F,
                            .eps = 1e-8F, .decay = 0.1F, .clip = 0.5F,
                            .c1 = 1 / (1 - 0.81F), .c2 = 1 / (1 - 0.9604F)};
    float w[D], m[D], v[D], g[D], before[3][D];

    fill(w, D, 8);
    fill(m, D, 9);
    fill(v, D, 10);
    fill(g, D, 11);
    for (int i = 0; i < D; i++) {
        v[i] *= v[i];
        before[0][i] = w[i];
        before[1][i] = m[i];
        before[2][i] = v[i];
    }
    s->adamw(w, m, v, g, D, &a);
    for (int i = 0; i < D; i++) {
        double slope = (double)g[i] * 0.5;
        double mean = 0.9 * (double)before[1][i] + 0.1 * slope;
        double square = 0.98 * (double)before[2][i] + 0.02 * slope * slope;
        double step = mean / 0.19 / (sqrt(square / 0.0396) + 1e-8);
        double want = (double)before[0][i] -
                      0.01 * (step + 0.1 * (double)before[0][i]);
        assert_true(near((double)w[i], want, 1e-5));
        assert_true(near((double)m[i], mean, 1e-6));
        assert_true(near((double)v[i], square, 1e-6));
    }
}

static void test_adamw_is_the_formula(void **state)
{
    (void)state;
    for_each_slopes(check_adamw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gelu_and_its_slope),
        cmocka_unit_test(test_layernorm_backwards),
        cmocka_unit_test(test_softmax_and_its_slope),
        cmocka_unit_test(test_adamw_is_the_formula),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
