/*
 * The gradient of the whole model against central differences of a naive
 * forward pass in double, for every tensor.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "nn/gemm.h"
#include "support.h"
#include "train/tape.h"

enum { T = 5, S = 4, V = 3, D = 12, H = 3, L = 2, F = 20, LOOPS = 3, B = 3 };

static struct config small_model(bool bias)
{
    return (struct config){
        .domain = "sudoku", .T = T, .S = S, .V = V, .D = D, .H = H, .L = L,
        .F = F, .loops = LOOPS, .mask_symbol = 0, .first_symbol = 1,
        .norm_eps = 1e-5F, .residual_divisor = 1.3F, .ffn_bias = bias};
}

struct case_of {
    struct config c;
    struct weights w;
    float *flat;
    double *exact; /* the same weights */
    size_t n;
    int16_t tokens[B * T];
    int8_t target[B * T];
};

static void begin(struct case_of *k, bool bias)
{
    struct rng r = rng_seeded(11, bias);

    gemm_threads(1);
    k->c = small_model(bias);
    k->n = weights_size(&k->c);
    k->flat = memory_new(k->n, sizeof *k->flat);
    k->exact = memory_new(k->n, sizeof *k->exact);
    for (size_t i = 0; i < k->n; i++) {
        k->flat[i] = (float)(rng_uniform(&r) * 1.2 - 0.5);
        k->exact[i] = (double)k->flat[i];
    }
    weights_place(&k->w, k->flat, &k->c);
    for (int i = 0; i < B * T; i++) {
        k->tokens[i] = (int16_t)rng_below(&r, S);
        k->target[i] = (int8_t)(rng_below(&r, V + 1) - 1);
    }
}

static void end(struct case_of *k)
{
    weights_release(&k->w);
    free(k->flat);
    free(k->exact);
}

/* ---- the model, in double and slowly ---------------------------------- */

static const double *exact(const struct case_of *k, const float *weight)
{
    return k->exact + (weight - k->flat);
}

static void ref_norm(double y[T][D], double x[T][D], const double *g,
                     const double *b)
{
    for (int t = 0; t < T; t++) {
        double mean = 0, var = 0;
        for (int d = 0; d < D; d++)
            mean += x[t][d] / D;
        for (int d = 0; d < D; d++)
            var += (x[t][d] - mean) * (x[t][d] - mean) / D;
        for (int d = 0; d < D; d++)
            y[t][d] = (x[t][d] - mean) / sqrt(var + (double)1e-5F) * g[d] +
                      b[d];
    }
}

static double row_times(const double *x, const double *W, int n, int K)
{
    double sum = 0;

    for (int k = 0; k < K; k++)
        sum += x[k] * W[n * K + k];
    return sum;
}

static void ref_attention(double o[T][D], double qkv[T][3 * D])
{
    int K = D / H;

    for (int h = 0; h < H; h++)
        for (int t = 0; t < T; t++) {
            double p[T], sum = 0;
            for (int s = 0; s < T; s++) {
                p[s] = 0;
                for (int i = 0; i < K; i++)
                    p[s] += qkv[t][h * K + i] * qkv[s][D + h * K + i];
                p[s] = exp(p[s] / sqrt(K));
                sum += p[s];
            }
            for (int i = 0; i < K; i++) {
                o[t][h * K + i] = 0;
                for (int s = 0; s < T; s++)
                    o[t][h * K + i] +=
                        p[s] / sum * qkv[s][2 * D + h * K + i];
            }
        }
}

static double ref_gelu(double u)
{
    return u / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (u + 0.044715 * u * u * u)));
}

static void ref_block(double x[T][D], const struct case_of *k, int i)
{
    const struct block_weights *w = &k->w.block[i];
    double n[T][D], qkv[T][3 * D], o[T][D], u[T][F];
    double divisor = (double)k->c.residual_divisor;

    ref_norm(n, x, exact(k, w->attn_norm_g), exact(k, w->attn_norm_b));
    for (int t = 0; t < T; t++)
        for (int d = 0; d < 3 * D; d++)
            qkv[t][d] = row_times(n[t], exact(k, w->qkv), d, D);
    ref_attention(o, qkv);
    for (int t = 0; t < T; t++)
        for (int d = 0; d < D; d++)
            x[t][d] += row_times(o[t], exact(k, w->out), d, D) / divisor;
    ref_norm(n, x, exact(k, w->ffn_norm_g), exact(k, w->ffn_norm_b));
    for (int t = 0; t < T; t++) {
        for (int f = 0; f < F; f++)
            u[t][f] = ref_gelu(row_times(n[t], exact(k, w->up), f, D) +
                               (w->up_b ? exact(k, w->up_b)[f] : 0));
        for (int d = 0; d < D; d++)
            x[t][d] += (row_times(u[t], exact(k, w->down), d, F) +
                        (w->down_b ? exact(k, w->down_b)[d] : 0)) /
                       divisor;
    }
}

static double ref_loss_of_loop(double x[T][D], const struct case_of *k,
                               const int8_t *target)
{
    double h[T][D], loss = 0;

    ref_norm(h, x, exact(k, k->w.norm_g), exact(k, k->w.norm_b));
    for (int t = 0; t < T; t++) {
        double logit[V], sum = 0;
        for (int v = 0; v < V; v++) {
            logit[v] = row_times(h[t], exact(k, k->w.head), v, D) +
                       exact(k, k->w.head_b)[v];
            sum += exp(logit[v]);
        }
        if (target[t] >= 0)
            loss += log(sum) - logit[target[t]];
    }
    return loss;
}

/* Sum of all losses over the loops; *last gets that of the last one. */
static double ref_loss(const struct case_of *k, double *last)
{
    double sum = 0;

    *last = 0;
    for (int b = 0; b < B; b++) {
        double e[T][D], x[T][D] = {{0}}, loss = 0;
        for (int t = 0; t < T; t++)
            for (int d = 0; d < D; d++)
                e[t][d] = exact(k, k->w.embed)[k->tokens[b * T + t] * D + d] +
                          exact(k, k->w.positions)[t * D + d];
        for (int loop = 0; loop < LOOPS; loop++) {
            for (int t = 0; t < T; t++)
                for (int d = 0; d < D; d++)
                    x[t][d] += e[t][d];
            for (int i = 0; i < L; i++)
                ref_block(x, k, i);
            loss = ref_loss_of_loop(x, k, k->target + b * T);
            sum += loss;
        }
        *last += loss;
    }
    return sum / LOOPS;
}

static double ref_slope(const struct case_of *k, size_t at)
{
    double kept = k->exact[at], above, below, last;

    k->exact[at] = kept + 1e-5;
    above = ref_loss(k, &last);
    k->exact[at] = kept - 1e-5;
    below = ref_loss(k, &last);
    k->exact[at] = kept;
    return (above - below) / 2e-5;
}

/* ---- tests ------------------------------------------------------------ */

static bool near(double have, double want)
{
    return fabs(have - want) <= 2e-4 * (0.05 + fabs(want));
}

static void check_gradient(bool bias)
{
    const float scale = 0.25F;
    struct case_of k;
    struct score score = {0};
    int differ = 0;

    begin(&k, bias);
    float *gradient = memory_new(k.n, sizeof *gradient);
    struct tape *t = tape_new(&k.c, B);
    tape_run(t, &k.w, k.flat, gradient, k.tokens, k.target, B, scale, &score);
    for (size_t i = 0; i < k.n; i++) {
        double want = ref_slope(&k, i) * (double)scale;
        if (!near((double)gradient[i], want)) {
            print_error("weight %zu: %.7g instead of %.7g\n", i,
                        (double)gradient[i], want);
            assert_true(false);
        }
        differ += i > 0 && !near((double)gradient[i - 1], want);
    }
    assert_true(differ > (int)k.n / 2); /* the comparison can fail */
    tape_free(t);
    free(gradient);
    end(&k);
}

static void test_every_gradient_is_the_slope_of_the_loss(void **state)
{
    (void)state;
    check_gradient(true);
    check_gradient(false);
}

static void test_the_score_is_that_of_the_naive_model(void **state)
{
    (void)state;
    struct case_of k;
    struct score score = {0}, again = {0};
    double last, all;
    int counted = 0;

    begin(&k, true);
    struct tape *t = tape_new(&k.c, B);
    tape_run(t, &k.w, k.flat, NULL, k.tokens, k.target, B, 1, &score);
    all = ref_loss(&k, &last);
    for (int i = 0; i < B * T; i++)
        counted += k.target[i] >= 0;
    assert_int_equal(score.counted, counted);
    assert_in_range(score.right, 0, counted);
    assert_true(near(score.loss, last) && near(score.all_loss, all));
    assert_false(near(score.loss, all));
    for (int b = 0; b < B; b++) /* one at a time */
        tape_run(t, &k.w, k.flat, NULL, k.tokens + b * T, k.target + b * T, 1,
                 1, &again);
    assert_true(near(again.loss, score.loss) && again.right == score.right);
    tape_free(t);
    end(&k);
}

static void test_gradients_add_up(void **state)
{
    (void)state;
    struct case_of k;
    struct score score = {0};

    begin(&k, true);
    float *both = memory_new(k.n, sizeof *both);
    float *parts = memory_new(k.n, sizeof *parts);
    struct tape *t = tape_new(&k.c, B);
    tape_run(t, &k.w, k.flat, both, k.tokens, k.target, B, 1, &score);
    for (int b = 0; b < B; b++)
        tape_run(t, &k.w, k.flat, parts, k.tokens + b * T, k.target + b * T, 1,
                 1, &score);
    for (size_t i = 0; i < k.n; i++)
        assert_true(near((double)parts[i], (double)both[i]));
    tape_free(t);
    free(both);
    free(parts);
    end(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_gradient_is_the_slope_of_the_loss),
        cmocka_unit_test(test_the_score_is_that_of_the_naive_model),
        cmocka_unit_test(test_gradients_add_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
