/*
 * slopes - slopes.h for one instruction set, compiled like kernels.c, with
 * SLOPES_ROW the name of the row it defines.
 */
#include "nn/slopes.h"

#include <math.h>

#include "nn/vec.h"

extern const struct slopes SLOPES_ROW;

/* ---- gelu ------------------------------------------------------------ */

/*
 * With s = 1 / (1 + e^-2z) and z' = sqrt(2/pi) (1 + 3 * 0.044715 u^2):
 * gelu(u) = u s and gelu'(u) = s + 2 u s (1 - s) z'. Outside of +-10 the
 * derivative is 0 or 1 to the last bit.
 */
INLINE vec vec_gelu_slope(vec u)
{
    vec z, slope, s;

    u = -vec_max(vec_of(-10.0f), -vec_max(vec_of(-10.0f), u));
    z = u * (u * u * 0.0356774081363001f + 0.797884560802865f);
    slope = u * u * 0.1070322244089003f + 0.797884560802865f;
    s = 1.0f / (vec_exp(z * -2.0f) + 1.0f);
    return s + u * 2.0f * s * (1.0f - s) * slope;
}

static void gelu(float *y, const float *u, size_t n)
{
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        vec_store(y + i, vec_gelu_tanh(vec_load(u + i)));
    if (i < n) {
        float rest[LANES] = {0};

        memcpy(rest, u + i, (n - i) * sizeof *u);
        vec_store(rest, vec_gelu_tanh(vec_load(rest)));
        memcpy(y + i, rest, (n - i) * sizeof *y);
    }
}

static void gelu_back(float *du, const float *dy, const float *u, size_t n)
{
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        vec_store(du + i, vec_load(dy + i) * vec_gelu_slope(vec_load(u + i)));
    if (i < n) {
        float rest[LANES] = {0};

        memcpy(rest, u + i, (n - i) * sizeof *u);
        vec_store(rest, vec_gelu_slope(vec_load(rest)));
        for (size_t k = i; k < n; k++)
            du[k] = dy[k] * rest[k - i];
    }
}

/* ---- layernorm ------------------------------------------------------- */

struct moments {
    float mean, rstd;
};

INLINE struct moments moments_of(const float *x, float eps, int D)
{
    float mean = row_sum(x, D) / (float)D;
    float var = row_squares(x, mean, D) / (float)D;

    return (struct moments){mean, 1 / sqrtf(var + eps)};
}

/* The two means of a row that its gradient needs. */
struct means {
    float dy, dyx; /* of dy g, and of dy g x^ */
};

INLINE struct means means_of(const float *dy, const float *x, const float *g,
                             struct moments m, int D)
{
    vec a = {0}, b = {0};
    float rest_a = 0, rest_b = 0;
    int d = 0;

    for (; d + LANES <= D; d += LANES) {
        vec t = vec_load(dy + d) * vec_load(g + d);

        a += t;
        b += t * (vec_load(x + d) - m.mean);
    }
    for (; d < D; d++) {
        rest_a += dy[d] * g[d];
        rest_b += dy[d] * g[d] * (x[d] - m.mean);
    }
    return (struct means){(vec_sum(a) + rest_a) / (float)D,
                          (vec_sum(b) + rest_b) * m.rstd / (float)D};
}

static void layernorm_back(float *restrict dx, float *restrict dg,
                           float *restrict db, const float *restrict dy,
                           const float *restrict x, const float *restrict g,
                           float eps, int R, int D)
{
    for (int r = 0; r < R; r++) {
        struct moments m = moments_of(x, eps, D);
        struct means mean = means_of(dy, x, g, m, D);

        for (int d = 0; d < D; d++) {
            float normed = (x[d] - m.mean) * m.rstd;

            dg[d] += dy[d] * normed;
            db[d] += dy[d];
            dx[d] += m.rstd * (dy[d] * g[d] - mean.dy - normed * mean.dyx);
        }
        dx += D;
        dy += D;
        x += D;
    }
}

/* ---- softmax --------------------------------------------------------- */

INLINE float dot(const float *a, const float *b, int n)
{
    vec sum = {0};
    float rest = 0;
    int i = 0;

    for (; i + LANES <= n; i += LANES)
        sum += vec_load(a + i) * vec_load(b + i);
    for (; i < n; i++)
        rest += a[i] * b[i];
    return vec_sum(sum) + rest;
}

static void softmax_back(float *ds, const float *dp, const float *p, int R,
                         int N)
{
    for (int r = 0; r < R; r++) {
        float mean = dot(dp, p, N);

        for (int n = 0; n < N; n++)
            ds[n] = p[n] * (dp[n] - mean);
        ds += N;
        dp += N;
        p += N;
    }
}

/* The rest of a row beyond its last full vector, filled up with `other`. */
INLINE vec load_rest(const float *x, int n, float other)
{
    float rest[LANES];

    vec_store(rest, vec_of(other));
    memcpy(rest, x, (size_t)n * sizeof *x);
    return vec_load(rest);
}

INLINE float max_of(const float *x, int n)
{
    vec max = vec_of(x[0]);
    float most = x[0];
    int i = 0;

    for (; i + LANES <= n; i += LANES)
        max = vec_max(max, vec_load(x + i));
    if (i < n)
        max = vec_max(max, load_rest(x + i, n - i, x[0]));
    for (int k = 0; k < LANES; k++)
        most = max[k] > most ? max[k] : most;
    return most;
}

static void softmax(float *p, int R, int N)
{
    for (int r = 0; r < R; r++, p += N) {
        float max = max_of(p, N);
        int i = 0;

        for (; i + LANES <= N; i += LANES)
            vec_store(p + i, vec_exp(vec_load(p + i) - max));
        if (i < N) {
            float rest[LANES];

            vec_store(rest, vec_exp(load_rest(p + i, N - i, max) - max));
            memcpy(p + i, rest, (size_t)(N - i) * sizeof *p);
        }
        float scale = 1 / row_sum(p, N);
        for (int n = 0; n < N; n++)
            p[n] *= scale;
    }
}

/* ---- the step -------------------------------------------------------- */

static void adamw(float *restrict w, float *restrict m, float *restrict v,
                  const float *restrict g, size_t n, const struct adamw *a)
{
    const struct adamw k = *a;

    for (size_t i = 0; i < n; i++) {
        float slope = g[i] * k.clip;

        m[i] = k.b1 * m[i] + (1 - k.b1) * slope;
        v[i] = k.b2 * v[i] + (1 - k.b2) * slope * slope;
        w[i] -= k.rate * (m[i] * k.c1 / (sqrtf(v[i] * k.c2) + k.eps) +
                          k.decay * w[i]);
    }
}

const struct slopes SLOPES_ROW = {
    .name = KERNELS_NAME,
    .gelu = gelu,
    .gelu_back = gelu_back,
    .layernorm_back = layernorm_back,
    .softmax_back = softmax_back,
    .softmax = softmax,
    .adamw = adamw,
};
