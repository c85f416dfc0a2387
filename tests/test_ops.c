#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "nn/gemm.h"
#include "nn/ops.h"
#include "support.h"

/* Every test runs for every instruction set this machine has. */
static void for_each_ops(void (*check)(const struct ops *))
{
    for (int i = 0; OPS[i]; i++)
        if (ops_usable(OPS[i]))
            check(OPS[i]);
}

static float *random_floats(size_t n, uint64_t seed)
{
    float *x = memory_new(n, sizeof *x);
    struct rng r = rng_seeded(seed, 1);

    for (size_t i = 0; i < n; i++)
        x[i] = (float)(rng_uniform(&r) * 2 - 0.7);
    return x;
}

static void assert_near(double have, double want, double tolerance)
{
    if (fabs(have - want) <= tolerance * (1 + fabs(want)))
        return;
    print_error("%.9g instead of %.9g\n", have, want);
    assert_true(false);
}

static double ref_gelu(double u)
{
    return u / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (u + 0.044715 * u * u * u)));
}

/* ---- linear ---------------------------------------------------------- */

static double ref_linear(const float *x, const float *W, const float *bias,
                         double scale, int r, int n, int K)
{
    double y = bias ? (double)bias[n] : 0;

    for (int k = 0; k < K; k++)
        y += (double)x[r * K + k] * (double)W[n * K + k];
    return y * scale;
}

static void check_linear_size(const struct ops *ops, int R, int N, int K,
                              bool with_bias)
{
    float *x = random_floats((size_t)(R * K), 1);
    float *W = random_floats((size_t)(N * K), 2);
    float *b = with_bias ? random_floats((size_t)N, 3) : NULL;
    float *y = random_floats((size_t)(R * N + 1), 4);
    float *sum = random_floats((size_t)(R * N + 1), 5);
    float *before = random_floats((size_t)(R * N + 1), 5);
    float *g = random_floats((size_t)(R * N + 1), 6), guard = y[R * N];
    float *packed = memory_aligned(ops->packed_size(N, K), sizeof *packed);

    ops->pack(packed, W, b, 0.5f, N, K);
    ops->linear(y, x, packed, R, N, K);
    ops->linear_add(sum, x, packed, R, N, K);
    ops->linear_gelu(g, x, packed, R, N, K);
    for (int i = 0; i < R * N; i++) {
        double want = ref_linear(x, W, b, 0.5, i / N, i % N, K);

        assert_near((double)y[i], want, 2e-6 * sqrt(K));
        assert_near((double)sum[i], (double)before[i] + want, 2e-6 * sqrt(K));
        assert_near((double)g[i], ref_gelu(want), 3e-6 * sqrt(K));
    }
    assert_true(y[R * N] == guard);
    free(x), free(W), free(b), free(y), free(sum), free(before), free(g);
    free(packed);
}

static void check_linear(const struct ops *ops)
{
    for (int R = 1; R <= 25; R++)
        check_linear_size(ops, R, 9, 7, R % 2);
    for (int N = 1; N <= 70; N += 3)
        check_linear_size(ops, 13, N, 33, true);
    check_linear_size(ops, 81, 384, 128, false);
}

static void test_linear_is_a_sum_of_products(void **state)
{
    (void)state;
    for_each_ops(check_linear);
}

static void check_rows_alone(const struct ops *ops)
{
    enum { R = 37, N = 40, K = 50 };
    float *x = random_floats(R * K, 1), *W = random_floats(N * K, 2);
    float *all = memory_new(R * N, sizeof *all), one[N];
    float *packed = memory_aligned(ops->packed_size(N, K), sizeof *packed);

    ops->pack(packed, W, NULL, 1, N, K);
    ops->linear(all, x, packed, R, N, K);
    for (int r = 0; r < R; r++) {
        ops->linear(one, x + r * K, packed, 1, N, K);
        assert_memory_equal(one, all + r * N, sizeof one);
    }
    free(x), free(W), free(all), free(packed);
}

static void test_a_row_alone_gives_the_same_bits(void **state)
{
    (void)state;
    for_each_ops(check_rows_alone);
}

/* gelu(u): a 1x1 linear layer with weight 1. */
static float gelu(const struct ops *ops, float u)
{
    float packed[2 * OPS_PADDING], W = 1, y;

    assert_true(ops->packed_size(1, 1) <= 2 * OPS_PADDING);
    ops->pack(packed, &W, NULL, 1, 1, 1);
    ops->linear_gelu(&y, &u, packed, 1, 1, 1);
    return y;
}

static void check_gelu(const struct ops *ops)
{
    for (int i = -2000; i <= 2000; i++)
        assert_near((double)gelu(ops, (float)i / 100), ref_gelu(i / 100.0),
                    1e-6);
    assert_true(gelu(ops, 1e30f) == 1e30f);
    assert_true(gelu(ops, 3e38f) == 3e38f);
    assert_true(fabsf(gelu(ops, -3e38f)) < 1e-30f);
    assert_true(fabsf(gelu(ops, -1e5f)) < 1e-30f);
    assert_true(gelu(ops, INFINITY) > 3e38f);
    assert_true(isnan(gelu(ops, NAN)));
}

static void test_gelu_survives_every_number(void **state)
{
    (void)state;
    for_each_ops(check_gelu);
}

/* ---- rows ------------------------------------------------------------ */

static void check_layernorm_size(const struct ops *ops, int R, int D,
                                 double offset)
{
    float *x = random_floats((size_t)(R * D), 1);
    float *g = random_floats((size_t)D, 2), *b = random_floats((size_t)D, 3);
    float *y = memory_new((size_t)(R * D), sizeof *y);

    for (int i = 0; i < R * D; i++)
        x[i] += (float)offset;
    ops->layernorm(y, x, g, b, 1e-3f, R, D);
    for (int r = 0; r < R; r++) {
        double mean = 0, var = 0;

        for (int d = 0; d < D; d++)
            mean += (double)x[r * D + d] / D;
        for (int d = 0; d < D; d++)
            var += pow((double)x[r * D + d] - mean, 2) / D;
        for (int d = 0; d < D; d++)
            assert_near((double)y[r * D + d],
                        ((double)x[r * D + d] - mean) /
                                sqrt(var + (double)1e-3f) * (double)g[d] +
                            (double)b[d],
                        offset > 0 ? 1e-3 : 1e-5);
    }
    free(x), free(g), free(b), free(y);
}

static void check_layernorm(const struct ops *ops)
{
    for (int D = 1; D <= 50; D++)
        check_layernorm_size(ops, 3, D, 0);
    check_layernorm_size(ops, 7, 960, 0);
    check_layernorm_size(ops, 2, 128, 1000); /* mean far above the spread */
}

static void test_layernorm_is_the_formula(void **state)
{
    (void)state;
    for_each_ops(check_layernorm);
}

static void check_softmax(const struct ops *ops)
{
    static const float HARD[] = {1e30f, -1e30f, 1e30f, 0, -200, -200,
                                 3e38f, -3e38f, 5};
    float p[9];

    for (int R = 1; R <= 6; R++)
        for (int N = 1; N <= 21; N++) {
            float *x = random_floats((size_t)(R * N), 8), *y = memory_new(
                (size_t)(R * N), sizeof *y);

            for (int i = 0; i < R * N; i++)
                y[i] = x[i] *= 20;
            ops->softmax(y, R, N);
            for (int i = 0; i < R * N; i++) {
                double sum = 0;

                for (int n = 0; n < N; n++)
                    sum += exp((double)x[i / N * N + n] - (double)x[i]);
                assert_near((double)y[i], 1 / sum, 2e-6);
            }
            free(x), free(y);
        }
    memcpy(p, HARD, sizeof p);
    ops->softmax(p, 3, 3);
    assert_near((double)p[0], 0.5, 1e-6);
    assert_near((double)p[3], 1, 1e-6);
    assert_near((double)p[6], 1, 1e-6);
    assert_true(p[1] >= 0 && p[1] < 1e-30f && p[7] >= 0 && p[7] < 1e-30f);
}

static void test_softmax_is_the_formula_even_far_out(void **state)
{
    (void)state;
    for_each_ops(check_softmax);
}

/* ---- attention ------------------------------------------------------- */

static double ref_attention(const float *qkv, int t, int d, int T, int D,
                            int K)
{
    double sum = 0, out = 0;
    int h = d / K;

    for (int s = 0; s < T; s++) {
        double dot = 0, e;

        for (int k = h * K; k < (h + 1) * K; k++)
            dot += (double)qkv[t * 3 * D + k] *
                   (double)qkv[s * 3 * D + D + k];
        e = exp(dot / sqrt(K));
        sum += e;
        out += e * (double)qkv[s * 3 * D + 2 * D + d];
    }
    return out / sum;
}

/* In two parts, which must not show. */
static void check_attention_size(const struct ops *ops, int T, int H, int K)
{
    int D = H * K, cut = T / 3;
    float *qkv = random_floats((size_t)(T * 3 * D + OPS_PADDING), 9);
    float *scratch = memory_aligned(ops->attention_scratch(T, K),
                                    sizeof *scratch);
    float *out = memory_new((size_t)(T * D), sizeof *out);
    float *whole = memory_new((size_t)(T * D), sizeof *whole);

    for (int i = 0; i < T * 3 * D; i++)
        qkv[i] *= 3;
    ops->attention(out, qkv, scratch, T, D, H, cut, T);
    for (int i = 0; i < cut * D; i++)
        assert_true(out[i] == 0);
    ops->attention(out, qkv, scratch, T, D, H, 0, cut);
    for (int i = 0; i < T * D; i++)
        assert_near((double)out[i],
                    ref_attention(qkv, i / D, i % D, T, D, K), 2e-5);
    ops->attention(whole, qkv, scratch, T, D, H, 0, T);
    assert_memory_equal(whole, out, (size_t)(T * D) * sizeof *out);
    free(qkv), free(scratch), free(out), free(whole);
}

static void check_attention(const struct ops *ops)
{
    check_attention_size(ops, 1, 1, 1);
    check_attention_size(ops, 7, 3, 5);
    check_attention_size(ops, 33, 2, 40);
    check_attention_size(ops, 81, 4, 32);
    check_attention_size(ops, 100, 1, 64);
}

static void test_attention_is_the_formula(void **state)
{
    (void)state;
    for_each_ops(check_attention);
}

/* Scores of 10^4 would overflow e^x: the maximum must be taken off first. */
static void check_large_scores(const struct ops *ops)
{
    enum { T = 5, K = 4 };
    float qkv[T * 3 * K + OPS_PADDING] = {0}, out[T * K];
    float *scratch = memory_aligned(ops->attention_scratch(T, K),
                                    sizeof *scratch);

    for (int t = 0; t < T; t++) {
        qkv[t * 3 * K] = 100;                          /* q */
        qkv[t * 3 * K + K] = t == 3 ? 200.0f : -200.0f; /* k */
        qkv[t * 3 * K + 2 * K] = (float)t;             /* v */
    }
    ops->attention(out, qkv, scratch, T, K, 1, 0, T);
    for (int t = 0; t < T; t++)
        assert_near((double)out[t * K], 3, 1e-6);
    free(scratch);
}

static void test_attention_survives_large_scores(void **state)
{
    (void)state;
    for_each_ops(check_large_scores);
}

/* ---- BLAS ------------------------------------------------------------ */

static void test_gemm_reads_the_factor_its_name_says(void **state)
{
    enum { M = 5, N = 7, K = 3 };
    float *a = random_floats(M * K, 1), *b = random_floats(K * N, 2);
    float nt[M * N], nn[M * N], tn[M * N];

    (void)state;
    for (int i = 0; i < M * N; i++)
        nt[i] = nn[i] = tn[i] = (float)i;
    gemm_nn(nn, a, b, M, N, K, 0);
    gemm_nt(nt, a, b, M, N, K, 1);
    gemm_tn(tn, a, b, M, N, K, 1);
    for (int m = 0; m < M; m++)
        for (int n = 0; n < N; n++) {
            double w_nn = 0, w_nt = m * N + n, w_tn = m * N + n;

            for (int k = 0; k < K; k++) {
                w_nn += (double)a[m * K + k] * (double)b[k * N + n];
                w_nt += (double)a[m * K + k] * (double)b[n * K + k];
                w_tn += (double)a[k * M + m] * (double)b[k * N + n];
            }
            assert_near((double)nn[m * N + n], w_nn, 1e-6);
            assert_near((double)nt[m * N + n], w_nt, 1e-6);
            assert_near((double)tn[m * N + n], w_tn, 1e-6);
        }
    free(a), free(b);
}

static void test_one_blas_thread_means_one(void **state)
{
    (void)state;
    gemm_threads(1);
    assert_true(gemm_threads_obeyed(1));
    assert_false(gemm_threads_obeyed(2));
    assert_true(strlen(gemm_kernel()) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_is_a_sum_of_products),
        cmocka_unit_test(test_a_row_alone_gives_the_same_bits),
        cmocka_unit_test(test_gelu_survives_every_number),
        cmocka_unit_test(test_layernorm_is_the_formula),
        cmocka_unit_test(test_softmax_is_the_formula_even_far_out),
        cmocka_unit_test(test_attention_is_the_formula),
        cmocka_unit_test(test_attention_survives_large_scores),
        cmocka_unit_test(test_gemm_reads_the_factor_its_name_says),
        cmocka_unit_test(test_one_blas_thread_means_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
