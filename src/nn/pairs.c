/*
 * pairs - pairs.h for one instruction set, compiled like kernels.c, with
 * PAIRS_ROW the name of the row it defines.
 */
#include "nn/pairs.h"

#include "nn/vec.h"

extern const struct pairs PAIRS_ROW;

static void products(float *restrict x, const float *restrict a,
                     const float *restrict b, int P, int R, int C)
{
    for (int p = 0; p < P; p++, x += C) {
        for (int c = 0; c < C; c++)
            x[c] = a[c] * b[c];
        b += C;
        for (int r = 1; r < R; r++, b += C)
            for (int c = 0; c < C; c++)
                x[c] += a[r * C + c] * b[c];
    }
}

static void products_back(float *restrict da, float *restrict db,
                          const float *restrict dx, const float *restrict a,
                          const float *restrict b, int P, int R, int C)
{
    for (int p = 0; p < P; p++, dx += C)
        for (int r = 0; r < R; r++, b += C, db += C)
            for (int c = 0; c < C; c++) {
                da[r * C + c] += dx[c] * b[c];
                db[c] += dx[c] * a[r * C + c];
            }
}

static void readout(float *restrict s, const float *restrict u,
                    const float *restrict w, float bias, int P, int M)
{
    for (int p = 0; p < P; p++, u += M) {
        vec sum = {0};
        float rest = bias;
        int m = 0;

        for (; m + LANES <= M; m += LANES)
            sum += vec_load(u + m) * vec_load(w + m);
        for (; m < M; m++)
            rest += u[m] * w[m];
        s[p] = vec_sum(sum) + rest;
    }
}

/*
 * ln(1 + e^s) = max(s, 0) + ln(1 + e) with e = e^-|s| in (0, 1], and
 * ln(1 + e) = 2 atanh(t) with t = e / (2 + e) <= 1/3, whose series is good to
 * 1e-8 after seven terms.
 */
INLINE vec vec_softplus(vec s)
{
    vec up = vec_max(s, vec_of(0)), e = vec_exp(s - up - up);
    vec t = e / (e + 2.0f), tt = t * t, y;

    y = tt * (2.0f / 13) + 2.0f / 11;
    y = y * tt + 2.0f / 9;
    y = y * tt + 2.0f / 7;
    y = y * tt + 2.0f / 5;
    y = y * tt + 2.0f / 3;
    y = y * tt + 2.0f;
    return y * t + up;
}

INLINE vec vec_sigmoid(vec s)
{
    vec e = vec_exp(-vec_max(vec_of(-80.0f), s));

    return 1.0f / (e + 1.0f);
}

static void softplus(float *y, const float *s, size_t n)
{
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        vec_store(y + i, vec_softplus(vec_load(s + i)));
    if (i < n) {
        float rest[LANES] = {0};

        memcpy(rest, s + i, (n - i) * sizeof *s);
        vec_store(rest, vec_softplus(vec_load(rest)));
        memcpy(y + i, rest, (n - i) * sizeof *y);
    }
}

static void softplus_back(float *ds, const float *dy, const float *s, size_t n)
{
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        vec_store(ds + i, vec_load(dy + i) * vec_sigmoid(vec_load(s + i)));
    if (i < n) {
        float rest[LANES] = {0};

        memcpy(rest, s + i, (n - i) * sizeof *s);
        vec_store(rest, vec_sigmoid(vec_load(rest)));
        for (size_t k = i; k < n; k++)
            ds[k] = dy[k] * rest[k - i];
    }
}

const struct pairs PAIRS_ROW = {
    .name = KERNELS_NAME,
    .products = products,
    .products_back = products_back,
    .readout = readout,
    .softplus = softplus,
    .softplus_back = softplus_back,
};
