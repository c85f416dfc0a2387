#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mi/entropy.h"
#include "mi/truth.h"
#include "model/model.h"
#include "golden_npy.h"
#include "support.h"
#include "tensorfile.h"

/* ---- the model that ships, against float64 goldens ------------------- */

#define GOLDENS "data/goldens/sudoku/"

enum { BOARDS = 10, CELLS = 81, DIGITS = 9 };

static int16_t *golden_boards(void)
{
    struct npy a = npy_read(shared_path(GOLDENS "boards.npy"));
    int16_t *tokens = memory_new(a.count, sizeof *tokens);

    assert_int_equal(a.count, BOARDS * CELLS);
    for (size_t i = 0; i < a.count; i++)
        tokens[i] = (int16_t)a.value[i];
    npy_free(&a);
    return tokens;
}

static void load_shipped(struct model *m, struct pool *pool)
{
    struct error err;

    if (!model_load(m, source_path("assets/sudoku.safetensors"), pool, &err))
        print_error("%s\n", err.text);
    assert_non_null(m->workspace);
}

static double largest_difference(const float *a, const float *b, size_t n)
{
    double largest = 0;

    for (size_t i = 0; i < n; i++) {
        double d = fabs((double)a[i] - (double)b[i]);

        if (!(d <= largest)) /* NaN counts as infinitely wrong */
            largest = isnan(d) ? INFINITY : d;
    }
    return largest;
}

static void test_logits_and_entropies_are_the_golden_ones(void **state)
{
    struct pool *pool = pool_new(2);
    struct model m;
    struct npy logits, entropies;
    int16_t *tokens;
    float *mine = memory_new(BOARDS * CELLS * DIGITS, sizeof *mine);
    float h[BOARDS * CELLS];
    struct predictor p;

    (void)state;
    need_shared(GOLDENS "boards.npy");
    load_shipped(&m, pool);
    tokens = golden_boards();
    logits = npy_read(shared_path(GOLDENS "logits.npy"));
    entropies = npy_read(shared_path(GOLDENS "entropy.npy"));
    model_forward(&m, mine, NULL, tokens, BOARDS);
    assert_true(largest_difference(mine, logits.value, logits.count) < 1e-4);
    p = model_predictor(&m);
    p.marginals(p.self, tokens, BOARDS, mine, NULL);
    for (int i = 0; i < BOARDS * CELLS; i++)
        h[i] = entropy(mine + i * DIGITS, DIGITS);
    assert_true(largest_difference(h, entropies.value, entropies.count) <
                1e-4);
    npy_free(&logits);
    npy_free(&entropies);
    free(tokens);
    free(mine);
    model_release(&m);
    pool_free(pool);
}

/* A different weight must show: the comparison above can fail. */
static void test_another_model_is_not_golden(void **state)
{
    struct pool *pool = pool_new(1);
    struct model m;
    struct npy logits;
    struct error err;
    int16_t *tokens;
    float *mine = memory_new(BOARDS * CELLS * DIGITS, sizeof *mine);

    (void)state;
    need_shared("models/sudoku-mdm-early.safetensors");
    assert_true(model_load(&m,
                           shared_path("models/sudoku-mdm-early.safetensors"),
                           pool, &err));
    tokens = golden_boards();
    logits = npy_read(shared_path(GOLDENS "logits.npy"));
    model_forward(&m, mine, NULL, tokens, BOARDS);
    assert_true(largest_difference(mine, logits.value, logits.count) > 1e-2);
    npy_free(&logits);
    free(tokens);
    free(mine);
    model_release(&m);
    pool_free(pool);
}

/* Truth MI of one board, spread over all cells as the goldens are. */
static void full_mi(float *raw, float *mi, const struct predictor *p,
                    const int16_t *tokens)
{
    float probs[CELLS * DIGITS], masked[CELLS * DIGITS], h[CELLS];
    float *small = memory_new(2 * CELLS * CELLS, sizeof *small);
    int32_t position[CELLS];
    int N = 0;

    p->marginals(p->self, tokens, 1, probs, NULL);
    for (int t = 0; t < CELLS; t++)
        if (tokens[t] == p->mask_symbol) {
            memcpy(masked + N * DIGITS, probs + t * DIGITS,
                   DIGITS * sizeof *probs);
            h[N] = entropy(probs + t * DIGITS, DIGITS);
            position[N++] = t;
        }
    assert_true(truth_mi(small, small + CELLS * CELLS, p, tokens, position, N,
                         masked, h, 0, NULL));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int to = position[i] * CELLS + position[j];

            raw[to] = small[i * N + j];
            mi[to] = small[CELLS * CELLS + i * N + j];
        }
    free(small);
}

static void test_truth_mi_is_the_golden_one(void **state)
{
    struct pool *pool = pool_new(2);
    struct model m;
    struct npy raw, mi;
    int16_t *tokens;
    struct predictor p;

    (void)state;
    need_shared(GOLDENS "mi.npy");
    load_shipped(&m, pool);
    tokens = golden_boards();
    raw = npy_read(shared_path(GOLDENS "mi_raw.npy"));
    mi = npy_read(shared_path(GOLDENS "mi.npy"));
    p = model_predictor(&m);
    for (int b = 0; b < BOARDS; b++) {
        size_t n = CELLS * CELLS, at = (size_t)b * n;
        float *mine = memory_new(2 * n, sizeof *mine);

        full_mi(mine, mine + n, &p, tokens + b * CELLS);
        assert_true(largest_difference(mine, raw.value + at, n) < 1e-4);
        assert_true(largest_difference(mine + n, mi.value + at, n) < 1e-4);
        free(mine);
    }
    npy_free(&raw);
    npy_free(&mi);
    free(tokens);
    model_release(&m);
    pool_free(pool);
}

/* ---- models of odd sizes, against the formulas ----------------------- */

static void ref_norm(double *y, const double *x, const float *g,
                     const float *b, double eps, int D)
{
    double mean = 0, var = 0;

    for (int d = 0; d < D; d++)
        mean += x[d] / D;
    for (int d = 0; d < D; d++)
        var += (x[d] - mean) * (x[d] - mean) / D;
    for (int d = 0; d < D; d++)
        y[d] = (x[d] - mean) / sqrt(var + eps) * (double)g[d] + (double)b[d];
}

static void ref_linear(double *y, const double *x, const float *W,
                       const float *b, int N, int K)
{
    for (int n = 0; n < N; n++) {
        y[n] = b ? (double)b[n] : 0;
        for (int k = 0; k < K; k++)
            y[n] += x[k] * (double)W[n * K + k];
    }
}

/* One head of one query. */
static void ref_head(double *out, const double *qkv, int t, int h,
                     const struct config *c)
{
    int K = c->D / c->H, W = 3 * c->D;
    double weight[16], sum = 0;

    for (int s = 0; s < c->T; s++) {
        double dot = 0;

        for (int k = 0; k < K; k++)
            dot += qkv[t * W + h * K + k] * qkv[s * W + c->D + h * K + k];
        weight[s] = exp(dot / sqrt(K));
        sum += weight[s];
    }
    for (int k = 0; k < K; k++) {
        out[h * K + k] = 0;
        for (int s = 0; s < c->T; s++)
            out[h * K + k] += weight[s] / sum *
                              qkv[s * W + 2 * c->D + h * K + k];
    }
}

static void ref_block(double *x, const struct block_weights *w,
                      const struct config *c)
{
    double qkv[16 * 48], n[48], y[48], u[48];
    int D = c->D;

    for (int t = 0; t < c->T; t++) {
        ref_norm(n, x + t * D, w->attn_norm_g, w->attn_norm_b,
                 (double)c->norm_eps, D);
        ref_linear(qkv + t * 3 * D, n, w->qkv, NULL, 3 * D, D);
    }
    for (int t = 0; t < c->T; t++) {
        for (int h = 0; h < c->H; h++)
            ref_head(n, qkv, t, h, c);
        ref_linear(y, n, w->out, NULL, D, D);
        for (int d = 0; d < D; d++)
            x[t * D + d] += y[d] / (double)c->residual_divisor;
        ref_norm(n, x + t * D, w->ffn_norm_g, w->ffn_norm_b,
                 (double)c->norm_eps, D);
        ref_linear(u, n, w->up, w->up_b, c->F, D);
        for (int f = 0; f < c->F; f++)
            u[f] *= 0.5 * (1 + tanh(sqrt(2 / acos(-1)) *
                                    (u[f] + 0.044715 * u[f] * u[f] * u[f])));
        ref_linear(y, u, w->down, w->down_b, D, c->F);
        for (int d = 0; d < D; d++)
            x[t * D + d] += y[d] / (double)c->residual_divisor;
    }
}

/* forward.h, as it is written there, in double. One sequence. */
static void ref_forward(double *logits, double *hidden, const struct model *m,
                        const int16_t *tokens)
{
    const struct config *c = &m->config;
    const struct weights *w = &m->weights;
    double e[16 * 16], x[16 * 16];

    for (int i = 0; i < c->T * c->D; i++)
        x[i] = e[i] = (double)w->embed[tokens[i / c->D] * c->D + i % c->D] +
                      (double)w->positions[i];
    for (int loop = 0; loop < c->loops; loop++) {
        for (int i = 0; loop > 0 && i < c->T * c->D; i++)
            x[i] += e[i];
        for (int i = 0; i < c->L; i++)
            ref_block(x, &w->block[i], c);
    }
    for (int t = 0; t < c->T; t++) {
        ref_norm(hidden + t * c->D, x + t * c->D, w->norm_g, w->norm_b,
                 (double)c->norm_eps, c->D);
        ref_linear(logits + t * c->V, hidden + t * c->D, w->head, w->head_b,
                   c->V, c->D);
    }
}

static void check_odd(bool bias)
{
    enum { B = 5, T = 7, V = 5, D = 15 };
    struct pool *pool = pool_new(2);
    const char *path = scratch_path(bias ? "odd.st" : "odd-no-bias.st");
    struct model m;
    struct error err;
    int16_t tokens[B * T];
    float logits[B * T * V], hidden[B * T * D];
    double ref_logits[T * V], ref_hidden[T * D];

    odd_write(path, bias, NULL);
    assert_true(model_load(&m, path, pool, &err));
    for (int i = 0; i < B * T; i++)
        tokens[i] = (int16_t)(i * 5 % 9);
    model_forward(&m, logits, hidden, tokens, B);
    for (int b = 0; b < B; b++) {
        ref_forward(ref_logits, ref_hidden, &m, tokens + b * T);
        for (int i = 0; i < T * V; i++)
            assert_true(fabs((double)logits[b * T * V + i] - ref_logits[i]) <
                        2e-5);
        for (int i = 0; i < T * D; i++)
            assert_true(fabs((double)hidden[b * T * D + i] - ref_hidden[i]) <
                        2e-5);
    }
    model_release(&m);
    pool_free(pool);
}

static void test_forward_is_the_formula_at_odd_sizes(void **state)
{
    (void)state;
    check_odd(true);
    check_odd(false);
}

/* ---- same bits ------------------------------------------------------- */

static void forward_with(float *logits, const int16_t *tokens, int B,
                         int threads)
{
    struct pool *pool = pool_new(threads);
    struct model m;

    load_shipped(&m, pool);
    model_forward(&m, logits, NULL, tokens, B);
    model_release(&m);
    pool_free(pool);
}

static void test_threads_and_batches_change_no_bit(void **state)
{
    enum { B = 11, EACH = CELLS * DIGITS };
    int16_t tokens[B * CELLS];
    float *want = memory_new(B * EACH, sizeof *want);
    float *have = memory_new(B * EACH, sizeof *have);

    (void)state;
    for (int i = 0; i < B * CELLS; i++)
        tokens[i] = (int16_t)(i * 7 % 13 % 10);
    for (int b = 0; b < B; b++)
        forward_with(want + b * EACH, tokens + b * CELLS, 1, 1);
    for (int threads = 1; threads <= 5; threads++) {
        memset(have, 0, B * EACH * sizeof *have);
        forward_with(have, tokens, B, threads);
        assert_memory_equal(have, want, B * EACH * sizeof *have);
        forward_with(have, tokens + CELLS, 1, threads);
        assert_memory_equal(have, want + EACH, EACH * sizeof *have);
    }
    free(want);
    free(have);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logits_and_entropies_are_the_golden_ones),
        cmocka_unit_test(test_another_model_is_not_golden),
        cmocka_unit_test(test_truth_mi_is_the_golden_one),
        cmocka_unit_test(test_forward_is_the_formula_at_odd_sizes),
        cmocka_unit_test(test_threads_and_batches_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
