/*
 * kernels - ops.h for one instruction set. The build compiles this file once
 * for each, with KERNELS the name of the row it defines.
 */
#include "nn/ops.h"

#include <math.h>

#include "nn/product.h"

extern const struct ops KERNELS;

/* ---- linear layers --------------------------------------------------- */

static int at_most(int n, int limit)
{
    return n < limit ? n : limit;
}

static size_t panel_size(int K)
{
    return (size_t)PANEL * (size_t)(K + 1);
}

static size_t packed_size(int N, int K)
{
    return (size_t)((N + PANEL - 1) / PANEL) * panel_size(K);
}

static void pack(float *packed, const float *W, const float *bias,
                 float scale, int N, int K)
{
    memset(packed, 0, packed_size(N, K) * sizeof *packed);
    for (int n = 0; n < N; n++) {
        float *panel = packed + (size_t)(n / PANEL) * panel_size(K);
        const float *W_n = W + (size_t)n * (size_t)K;

        panel += n % PANEL;
        *panel = bias ? bias[n] * scale : 0;
        for (int k = 0; k < K; k++)
            panel[(size_t)(k + 1) * PANEL] = W_n[k] * scale;
    }
}

INLINE void linear_finish(float *y, const float *x, const float *packed,
                          int R, int N, int K, enum finish finish)
{
    for (int n = 0; n < N; n += PANEL) {
        const struct product p = {
            .a = x, .a_row = K,
            .init = packed, .b = packed + PANEL,
            .c = y + n, .c_row = N,
            .R = R, .K = K, .cols = at_most(N - n, PANEL), .finish = finish};

        multiply_rows(&p);
        packed += panel_size(K);
    }
}

static void linear(float *y, const float *x, const float *packed, int R,
                   int N, int K)
{
    linear_finish(y, x, packed, R, N, K, FINISH_STORE);
}

static void linear_add(float *y, const float *x, const float *packed, int R,
                       int N, int K)
{
    linear_finish(y, x, packed, R, N, K, FINISH_ADD);
}

static void linear_gelu(float *y, const float *x, const float *packed, int R,
                        int N, int K)
{
    linear_finish(y, x, packed, R, N, K, FINISH_GELU);
}

/* ---- rows ------------------------------------------------------------ */

static void layernorm(float *y, const float *x, const float *g,
                      const float *b, float eps, int R, int D)
{
    for (int r = 0; r < R; r++) {
        float mean = row_sum(x, D) / (float)D;
        float var = row_squares(x, mean, D) / (float)D;
        float rstd = 1 / sqrtf(var + eps);

        for (int d = 0; d < D; d++)
            y[d] = (x[d] - mean) * rstd * g[d] + b[d];
        x += D;
        y += D;
    }
}

/* e^x of n numbers; the last few through a copy */
static void exp_all(float *x, size_t n)
{
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        vec_store(x + i, vec_exp(vec_load(x + i)));
    if (i < n) {
        float rest[LANES] = {0};

        memcpy(rest, x + i, (n - i) * sizeof *x);
        vec_store(rest, vec_exp(vec_load(rest)));
        memcpy(x + i, rest, (n - i) * sizeof *x);
    }
}

static void softmax(float *p, int R, int N)
{
    for (int r = 0; r < R; r++) {
        float *p_r = p + (size_t)r * (size_t)N, max = p_r[0];

        for (int n = 1; n < N; n++)
            max = p_r[n] > max ? p_r[n] : max;
        for (int n = 0; n < N; n++)
            p_r[n] -= max;
    }
    exp_all(p, (size_t)R * (size_t)N);
    for (int r = 0; r < R; r++) {
        float *p_r = p + (size_t)r * (size_t)N, sum = 0;

        for (int n = 0; n < N; n++)
            sum += p_r[n];
        for (int n = 0; n < N; n++)
            p_r[n] /= sum;
    }
}

/* ---- attention ------------------------------------------------------- */

/*
 * Up to PANEL queries are the lanes of everything: q [K,PANEL] holds them as
 * columns, s [T,PANEL] their scores, so the softmax over s runs down columns
 * and needs no sums across lanes. Unused lanes compute on zeros.
 */
struct panel {
    float *q, *s;
    vec sum[NV]; /* of the exponentials, per query */
};

static size_t attention_scratch(int T, int K)
{
    return (size_t)(T + K) * PANEL;
}

INLINE void load_queries(float *q, const float *rows, ptrdiff_t row, int n,
                         int K)
{
    float scale = 1 / sqrtf((float)K);

    for (int i = 0; i < n; i++)
        for (int k = 0; k < K; k++)
            q[k * PANEL + i] = rows[i * row + k] * scale;
    for (int i = n; i < PANEL; i++)
        for (int k = 0; k < K; k++)
            q[k * PANEL + i] = 0;
}

/* Leaves e^(s - max) in s and their sums in `sum`. */
INLINE void exponentials(struct panel *p, int T)
{
    for (int j = 0; j < NV; j++) {
        float *s = p->s + j * LANES;
        vec max = vec_load(s), sum = {0};

        for (int t = 1; t < T; t++)
            max = vec_max(max, vec_load(s + t * PANEL));
        for (int t = 0; t < T; t++) {
            vec e = vec_exp(vec_load(s + t * PANEL) - max);

            vec_store(s + t * PANEL, e);
            sum += e;
        }
        p->sum[j] = sum;
    }
}

/* out [n,K] = s^T [n,T] v [T,K] / sum */
INLINE void weigh_values(float *out, struct panel *p, const float *v, int n,
                         int T, int D, int K)
{
    float sum[PANEL];

    for (int j = 0; j < NV; j++)
        vec_store(sum + j * LANES, p->sum[j]);
    for (int k = 0; k < K; k += PANEL) {
        const struct product o = {
            .a = p->s,
            .b = v + k, .b_k = 3 * D,
            .c = out + k, .c_row = D,
            .R = n, .K = T, .cols = at_most(K - k, PANEL)};

        multiply_columns(&o);
    }
    for (int i = 0; i < n; i++) {
        float scale = 1 / sum[i];

        for (int k = 0; k < K; k++)
            out[i * D + k] *= scale;
    }
}

static void attend(float *out, const float *qkv, struct panel *p, int T,
                   int D, int K, int from, int n)
{
    const struct product scores = {
        .a = qkv + D, .a_row = 3 * D,
        .b = p->q,
        .c = p->s, .c_row = PANEL,
        .R = T, .K = K, .cols = PANEL};

    load_queries(p->q, qkv + (ptrdiff_t)from * 3 * D, 3 * D, n, K);
    multiply_rows(&scores);
    exponentials(p, T);
    weigh_values(out + (ptrdiff_t)from * D, p, qkv + 2 * D, n, T, D, K);
}

static void attention(float *out, const float *qkv, float *scratch, int T,
                      int D, int H, int from, int to)
{
    int K = D / H;
    struct panel p = {.q = scratch, .s = scratch + (size_t)K * PANEL};

    for (int h = 0; h < H; h++)
        for (int t = from; t < to; t += PANEL)
            attend(out + h * K, qkv + h * K, &p, T, D, K, t,
                   at_most(to - t, PANEL));
}

const struct ops KERNELS = {
    .name = KERNELS_NAME,
    .packed_size = packed_size,
    .pack = pack,
    .linear = linear,
    .linear_add = linear_add,
    .linear_gelu = linear_gelu,
    .layernorm = layernorm,
    .attention_scratch = attention_scratch,
    .attention = attention,
    .softmax = softmax,
};
