/*
 * kernels - ops.h for one instruction set. The build compiles this file once
 * for each, with KERNELS the name of the row it defines.
 */
#include "nn/ops.h"

#include <math.h>

#include "nn/vec.h"

enum { NV = 2, PANEL = NV * LANES }; /* columns computed together */

extern const struct ops KERNELS;

/* ---- products -------------------------------------------------------- */

enum finish { FINISH_STORE, FINISH_ADD, FINISH_GELU };

/*
 * One panel of a product: c [R,cols] = a [R,K] * b [K,PANEL], starting from
 * `init`. Element (r,k) of a is a[r*a_row + k*a_k].
 */
struct product {
    const float *a, *b;
    const float *init; /* [PANEL], or NULL for zeros */
    ptrdiff_t a_row, a_k, b_k;
    float *c;
    ptrdiff_t c_row;
    int R, K, cols;
    enum finish finish;
};

INLINE void finish_tile(vec s[][NV], const struct product *p, float *c,
                        ptrdiff_t c_row, const int rows)
{
#pragma GCC unroll 12
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < NV; j++) {
            float *at = c + i * c_row + j * LANES;

            if (p->finish == FINISH_GELU)
                vec_store(at, vec_gelu_tanh(s[i][j]));
            else if (p->finish == FINISH_ADD)
                vec_store(at, vec_load(at) + s[i][j]);
            else
                vec_store(at, s[i][j]);
        }
}

/* The last panel of a matrix may stick out: its tile goes through a copy. */
INLINE void finish_narrow_tile(vec s[][NV], const struct product *p,
                               int first, const int rows)
{
    float wide[TILE_ROWS * PANEL];
    float *c = p->c + first * p->c_row;

    for (int i = 0; i < rows; i++)
        memcpy(wide + i * PANEL, c + i * p->c_row,
               (size_t)p->cols * sizeof *c);
    finish_tile(s, p, wide, PANEL, rows);
    for (int i = 0; i < rows; i++)
        memcpy(c + i * p->c_row, wide + i * PANEL,
               (size_t)p->cols * sizeof *c);
}

/* `rows` is a constant at every call: s then lives in registers. */
INLINE void tile(const struct product *p, int first, const int rows)
{
    const float *a = p->a + first * p->a_row;
    vec s[TILE_ROWS][NV];

#pragma GCC unroll 12
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < NV; j++)
            s[i][j] = p->init ? vec_load(p->init + j * LANES) : (vec){0};
    for (int k = 0; k < p->K; k++) {
        vec b0 = vec_load(p->b + k * p->b_k);
        vec b1 = vec_load(p->b + k * p->b_k + LANES);

#pragma GCC unroll 12
        for (int i = 0; i < rows; i++) {
            float a_ik = a[i * p->a_row + k * p->a_k];

            s[i][0] += a_ik * b0;
            s[i][1] += a_ik * b1;
        }
    }
    if (p->cols == PANEL)
        finish_tile(s, p, p->c + first * p->c_row, p->c_row, rows);
    else
        finish_narrow_tile(s, p, first, rows);
}

INLINE void last_tile(const struct product *p, int first)
{
    switch (p->R - first) {
    case 1: tile(p, first, 1); break;
    case 2: tile(p, first, 2); break;
    case 3: tile(p, first, 3); break;
#if defined __AVX2__
    case 4: tile(p, first, 4); break;
    case 5: tile(p, first, 5); break;
#endif
#if defined __AVX512F__
    case 6: tile(p, first, 6); break;
    case 7: tile(p, first, 7); break;
    case 8: tile(p, first, 8); break;
    case 9: tile(p, first, 9); break;
    case 10: tile(p, first, 10); break;
    case 11: tile(p, first, 11); break;
#endif
    }
}

INLINE void multiply(const struct product *p)
{
    int first = 0;

    for (; first + TILE_ROWS <= p->R; first += TILE_ROWS)
        tile(p, first, TILE_ROWS);
    last_tile(p, first);
}

/* The two ways a is read, apart so that the compiler knows the strides. */
static void multiply_rows(const struct product *given)
{
    struct product p = *given;

    p.a_k = 1;
    p.b_k = PANEL;
    multiply(&p);
}

static void multiply_columns(const struct product *given)
{
    struct product p = *given;

    p.a_row = 1;
    p.a_k = PANEL;
    p.finish = FINISH_STORE;
    p.init = NULL;
    multiply(&p);
}

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

/* Lanes first, then what is left over: an order that only n decides. */
INLINE float row_sum(const float *x, int n)
{
    vec sum = {0};
    float rest = 0;
    int d = 0;

    for (; d + LANES <= n; d += LANES)
        sum += vec_load(x + d);
    for (; d < n; d++)
        rest += x[d];
    return vec_sum(sum) + rest;
}

INLINE float row_squares(const float *x, float mean, int n)
{
    vec sum = {0};
    float rest = 0;
    int d = 0;

    for (; d + LANES <= n; d += LANES) {
        vec off = vec_load(x + d) - mean;

        sum += off * off;
    }
    for (; d < n; d++)
        rest += (x[d] - mean) * (x[d] - mean);
    return vec_sum(sum) + rest;
}

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
