#include "model/speed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "mi/entropy.h"
#include "mi/truth.h"
#include "nn/gemm.h"
#include "nn/ops.h"

enum { SIDE = 2048, BATCH = 128, ONE_REPEATS = 20 };

struct speed {
    struct model *model;
    float *a, *b, *c; /* [SIDE,SIDE] */
    int16_t *tokens;  /* [BATCH,T] */
    float *logits;    /* [BATCH,T,V] */
    double flops;     /* of one pass */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the yardstick --------------------------------------------------- */

/* Rows of the product, one call per worker. */
static void product_part(void *context, int job, int worker)
{
    const struct speed *s = context;
    int threads = pool_threads(s->model->pool);
    int from = SIDE * job / threads, to = SIDE * (job + 1) / threads;
    size_t skip = (size_t)from * SIDE;

    (void)worker;
    gemm_nn(s->c + skip, s->a + skip, s->b, to - from, SIDE, SIDE, 0);
}

static double product_by_workers(struct speed *s)
{
    double start = now();

    pool_run(s->model->pool, pool_threads(s->model->pool), product_part, s);
    return now() - start;
}

static double product_by_blas(struct speed *s)
{
    double start;

    gemm_threads(pool_threads(s->model->pool));
    start = now();
    gemm_nn(s->c, s->a, s->b, SIDE, SIDE, SIDE, 0);
    start = now() - start;
    gemm_threads(1);
    return start;
}

/* FLOP per second */
static double measure_peak(struct speed *s)
{
    double workers = product_by_workers(s), blas = product_by_blas(s);

    return 2.0 * SIDE * SIDE * SIDE / (workers < blas ? workers : blas);
}

/* ---- the model ------------------------------------------------------- */

static double measure_batch(struct speed *s)
{
    double start = now();

    model_forward(s->model, s->logits, NULL, s->tokens, BATCH);
    return now() - start;
}

static double measure_one(struct speed *s)
{
    double start = now();

    for (int i = 0; i < ONE_REPEATS; i++)
        model_forward(s->model, s->logits, NULL, s->tokens, 1);
    return (now() - start) / ONE_REPEATS;
}

/* Every third position given. */
static int mask_two_thirds(int16_t *tokens, int32_t *position,
                           const struct config *c)
{
    int N = 0;

    for (int t = 0; t < c->T; t++) {
        tokens[t] = (int16_t)(c->first_symbol + t / 3 % c->V);
        if (t % 3 == 0)
            continue;
        tokens[t] = (int16_t)c->mask_symbol;
        position[N++] = t;
    }
    return N;
}

/* Seconds; *passes are what it asked of the model. */
static double measure_truth(struct speed *s, int *passes)
{
    struct predictor p = model_predictor(s->model);
    int T = p.T, V = p.V, N;
    int16_t *tokens = memory_new((size_t)T, sizeof *tokens);
    int32_t *position = memory_new((size_t)T, sizeof *position);
    float *probs = memory_new((size_t)T * (size_t)V, sizeof *probs);
    float *h = memory_new((size_t)T, sizeof *h);
    float *raw = memory_new(2 * (size_t)T * (size_t)T, sizeof *raw);
    double start;

    N = mask_two_thirds(tokens, position, &s->model->config);
    p.marginals(p.self, tokens, 1, probs, NULL);
    for (int i = 0; i < N; i++) {
        memmove(probs + i * V, probs + position[i] * V,
                (size_t)V * sizeof *probs);
        h[i] = entropy(probs + i * V, V);
    }
    start = now();
    (void)truth_mi(raw, raw + T * T, &p, tokens, position, N, probs, h, 0,
                   NULL);
    start = now() - start;
    *passes = truth_passes(&p, N);
    free(tokens);
    free(position);
    free(probs);
    free(h);
    free(raw);
    return start;
}

/* ---- rounds ---------------------------------------------------------- */

static struct speed speed_new(struct model *m)
{
    const struct config *c = &m->config;
    size_t cells = (size_t)BATCH * (size_t)c->T;
    struct speed s = {
        .model = m, .flops = model_flops(c),
        .a = memory_aligned(SIDE * SIDE, sizeof(float)),
        .b = memory_aligned(SIDE * SIDE, sizeof(float)),
        .c = memory_aligned(SIDE * SIDE, sizeof(float)),
        .tokens = memory_new(cells, sizeof(int16_t)),
        .logits = memory_aligned(cells * (size_t)c->V, sizeof(float))};

    for (size_t i = 0; i < SIDE * SIDE; i++) {
        s.a[i] = (float)(i % 7) * 0.1f;
        s.b[i] = (float)(i % 5) * 0.1f;
    }
    for (size_t i = 0; i < cells; i++)
        s.tokens[i] = (int16_t)(i * 7 % 13 % (size_t)c->S);
    return s;
}

static void speed_free(struct speed *s)
{
    free(s->a);
    free(s->b);
    free(s->c);
    free(s->tokens);
    free(s->logits);
}

static void measure_round(struct speed_figure out[SPEED_COUNT],
                          struct speed *s)
{
    double peak = measure_peak(s), batch, one, truth;
    int passes;

    batch = measure_batch(s);
    one = measure_one(s);
    truth = measure_truth(s, &passes);
    out[SPEED_SGEMM] = (struct speed_figure){
        "sgemm_2048", peak / 1e9, "GF/s", peak / 1e9, 1};
    out[SPEED_BATCH] = (struct speed_figure){
        "forward_batch", BATCH * s->flops / batch / 1e9, "GF/s", peak / 1e9,
        BATCH * s->flops / batch / peak};
    out[SPEED_ONE] = (struct speed_figure){
        "forward_one", one * 1e3, "ms", s->flops / peak * 1e3,
        one * peak / s->flops};
    out[SPEED_TRUTH] = (struct speed_figure){
        "truth_mi", truth * 1e3, "ms", passes * s->flops / peak * 1e3,
        truth * peak / (passes * s->flops)};
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

/* Of the doubles at `first`, then every sizeof(figure) * SPEED_COUNT bytes. */
static double median(const double *first, int rounds)
{
    size_t stride = sizeof(struct speed_figure) * SPEED_COUNT;
    double *sorted = memory_new((size_t)rounds, sizeof *sorted), middle;

    for (int i = 0; i < rounds; i++)
        memcpy(&sorted[i], (const char *)first + (size_t)i * stride,
               sizeof *sorted);
    qsort(sorted, (size_t)rounds, sizeof *sorted, by_size);
    middle = sorted[rounds / 2];
    free(sorted);
    return middle;
}

void speed_measure(struct speed_figure out[SPEED_COUNT], struct model *m,
                   int rounds)
{
    struct speed s = speed_new(m);
    struct speed_figure *all =
        memory_new((size_t)rounds * SPEED_COUNT, sizeof *all);

    measure_round(all, &s); /* to warm up */
    for (int i = 0; i < rounds; i++)
        measure_round(all + i * SPEED_COUNT, &s);
    for (int row = 0; row < SPEED_COUNT; row++) {
        out[row] = all[row];
        out[row].value = median(&all[row].value, rounds);
        out[row].reference = median(&all[row].reference, rounds);
        out[row].ratio = median(&all[row].ratio, rounds);
    }
    free(all);
    speed_free(&s);
}

const char *speed_blas_kernel(void)
{
    return gemm_kernel();
}

const char *speed_model_kernel(void)
{
    return ops_best()->name;
}

bool speed_warning(char out[256])
{
    const char *forced = getenv("OPENBLAS_CORETYPE");
    bool obeyed;

    gemm_threads(1);
    obeyed = gemm_threads_obeyed(1);
    if (!obeyed)
        snprintf(out, 256, "this build of OpenBLAS takes more threads than it "
                           "is given: install libopenblas-pthread-dev");
    else if (forced && *forced)
        snprintf(out, 256, "OPENBLAS_CORETYPE=%.40s forces the kernel %.40s "
                           "on OpenBLAS; without it the peak may be higher",
                 forced, gemm_kernel());
    return !obeyed || (forced && *forced);
}
