#include "train/head_tape.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "nn/gemm.h"
#include "nn/ops.h"
#include "nn/pairs.h"
#include "nn/slopes.h"

static const float NORM_EPS = 1e-5F;

/* Rows of pairs: a folded head has each pair (i, j > i) once, another one
 * every (i, j), of which i = j does not count. */
struct head_tape {
    const struct head_kind *kind;
    int D, N, P; /* of the present board; P rows of pairs */
    const struct ops *ops;
    const struct slopes *slopes;
    const struct pairs *pairs;
    float *before, *z;   /* [N,d] before and after the bend */
    float *qk;           /* [N,2RC] */
    float *a, *b;        /* [N,side] */
    float *e, *n;        /* [P,C] before and after the norm */
    float *u, *g;        /* [P,M] before and after gelu */
    float *s, *y;        /* [P] before and after softplus */
    float *out;          /* [N(N-1)/2] */
    float *dz, *dqk, *da, *db, *de, *dn, *du, *ds;
    float *block;        /* all of the above; owned */
};

struct piece {
    float *block;
    size_t used;
};

static float *take(struct piece *p, size_t n)
{
    float *piece = p->block ? p->block + p->used : NULL;

    p->used += (n + 15) / 16 * 16;
    return piece;
}

static size_t side_of(const struct head_kind *k)
{
    return (size_t)((k->folded ? 2 : 1) * k->R * k->C);
}

static void lay(struct head_tape *t, struct piece *p, size_t N)
{
    const struct head_kind *k = t->kind;
    size_t P = k->folded ? N * (N - 1) / 2 : N * N, side = N * side_of(k);
    size_t d = N * (size_t)k->d, qk = N * 2 * (size_t)(k->R * k->C);
    size_t C = P * (size_t)k->C, M = P * (size_t)k->M;

    t->before = take(p, d), t->z = take(p, d), t->dz = take(p, d);
    t->qk = take(p, qk), t->dqk = take(p, qk);
    t->a = take(p, side), t->b = take(p, side);
    t->da = take(p, side), t->db = take(p, side);
    t->e = take(p, C), t->n = take(p, C);
    t->de = take(p, C), t->dn = take(p, C);
    t->u = take(p, M), t->g = take(p, M), t->du = take(p, M);
    t->s = take(p, P), t->y = take(p, P), t->ds = take(p, P);
    t->out = take(p, N * (N - 1) / 2);
}

struct head_tape *head_tape_new(const struct head_kind *k, int D, int N)
{
    struct head_tape *t = memory_new(1, sizeof *t);
    struct piece p = {0};

    *t = (struct head_tape){.kind = k, .D = D, .ops = ops_best(),
                            .slopes = slopes_best(), .pairs = pairs_best()};
    lay(t, &p, (size_t)N);
    t->block = p.block = memory_aligned(p.used, sizeof *p.block);
    p.used = 0;
    lay(t, &p, (size_t)N);
    return t;
}

void head_tape_free(struct head_tape *t)
{
    if (!t)
        return;
    free(t->block);
    free(t);
}

const float *head_tape_estimates(const struct head_tape *t)
{
    return t->out;
}

/* ---- forward ---------------------------------------------------------- */

/* y [R,N] = x [R,K] W^T + bias */
static void linear(float *y, const float *x, const float *W,
                   const float *bias, int R, int N, int K)
{
    gemm_nt(y, x, W, R, N, K, 0);
    for (int r = 0; r < R; r++, y += N)
        for (int n = 0; n < N; n++)
            y[n] += bias[n];
}

/* a = q, b = k; folded, a = q k and b = k q side by side. */
static void take_sides(struct head_tape *t)
{
    const struct head_kind *k = t->kind;
    size_t half = (size_t)(k->R * k->C), side = side_of(k);

    for (size_t n = 0; n < (size_t)t->N; n++) {
        const float *q = t->qk + n * 2 * half;
        float *a = t->a + n * side, *b = t->b + n * side;

        memcpy(a, q, side * sizeof *a);
        memcpy(b, q + half, half * sizeof *b);
        if (k->folded)
            memcpy(b + half, q, half * sizeof *b);
    }
}

/* Pairs of position i: from `first` on, `count` of them. */
static int pairs_of(const struct head_tape *t, int i, int *first)
{
    *first = t->kind->folded ? i + 1 : 0;
    return t->N - *first;
}

static void multiply_sides(struct head_tape *t)
{
    const struct head_kind *k = t->kind;
    size_t side = side_of(k);
    float *e = t->e;

    for (int i = 0, first; i < t->N; i++) {
        int count = pairs_of(t, i, &first);

        t->pairs->products(e, t->a + (size_t)i * side,
                           t->b + (size_t)first * side, count,
                           (int)side / k->C, k->C);
        e += count * k->C;
    }
}

static void collect(struct head_tape *t)
{
    float *out = t->out;
    int N = t->N;

    if (t->kind->folded) {
        memcpy(out, t->y, (size_t)t->P * sizeof *out);
        return;
    }
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++)
            *out++ = (t->y[i * N + j] + t->y[j * N + i]) / 2;
}

static void forward(struct head_tape *t, const struct head_weights *w,
                    const float *h)
{
    const struct head_kind *k = t->kind;
    int N = t->N, P = t->P;
    size_t nd = (size_t)N * (size_t)k->d, pc = (size_t)P * (size_t)k->C;

    linear(t->before, h, w->adapter, w->adapter_b, N, k->d, t->D);
    if (k->bent)
        t->slopes->gelu(t->z, t->before, nd);
    else
        memcpy(t->z, t->before, nd * sizeof *t->z);
    linear(t->qk, t->z, w->factors, w->factors_b, N, 2 * k->R * k->C, k->d);
    take_sides(t);
    multiply_sides(t);
    if (k->normed)
        t->ops->layernorm(t->n, t->e, w->norm_g, w->norm_b, NORM_EPS, P,
                          k->C);
    else
        memcpy(t->n, t->e, pc * sizeof *t->n);
    linear(t->u, t->n, w->pair, w->pair_b, P, k->M, k->C);
    t->slopes->gelu(t->g, t->u, (size_t)P * (size_t)k->M);
    t->pairs->readout(t->s, t->g, w->out, *w->out_b, P, k->M);
    t->pairs->softplus(t->y, t->s, (size_t)P);
    collect(t);
}

/* ---- back ------------------------------------------------------------- */

struct run {
    struct head_tape *t;
    const struct head_weights *w;
    const float *flat;
    float *gradient;
};

static float *slope_of(const struct run *r, const float *weight)
{
    return r->gradient + (weight - r->flat);
}

static void bias_back(float *db, const float *dy, int R, int N)
{
    for (int row = 0; row < R; row++, dy += N)
        for (int n = 0; n < N; n++)
            db[n] += dy[n];
}

/* Of linear(): adds to the weights' gradients, writes dx unless it is NULL. */
static void linear_back(const struct run *r, float *dx, const float *dy,
                        const float *x, const float *W, const float *bias,
                        int R, int N, int K)
{
    gemm_tn(slope_of(r, W), dy, x, N, K, R, 1);
    bias_back(slope_of(r, bias), dy, R, N);
    if (dx)
        gemm_nn(dx, dy, W, R, K, N, 0);
}

/* ds [P] from the errors of the pairs; returns the sum of their squares. */
static double loss_back(struct head_tape *t, const float *target, float scale)
{
    double loss = 0;
    int N = t->N, pair = 0;

    memset(t->ds, 0, (size_t)t->P * sizeof *t->ds);
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++, pair++) {
            float error = t->out[pair] - target[pair];

            loss += (double)error * (double)error;
            if (t->kind->folded)
                t->ds[pair] = 2 * scale * error;
            else
                t->ds[i * N + j] = t->ds[j * N + i] = scale * error;
        }
    t->pairs->softplus_back(t->ds, t->ds, t->s, (size_t)t->P);
    return loss;
}

/* From ds to dn. */
static void readout_back(const struct run *r)
{
    struct head_tape *t = r->t;
    const struct head_kind *k = t->kind;
    int P = t->P, M = k->M;

    gemm_nn(slope_of(r, r->w->out), t->ds, t->g, 1, M, P, 1);
    bias_back(slope_of(r, r->w->out_b), t->ds, P, 1);
    gemm_nn(t->du, t->ds, r->w->out, P, M, 1, 0);
    t->slopes->gelu_back(t->du, t->du, t->u, (size_t)P * (size_t)M);
    linear_back(r, t->dn, t->du, t->n, r->w->pair, r->w->pair_b, P, M, k->C);
}

/* From dn to de. */
static const float *norm_back(const struct run *r)
{
    struct head_tape *t = r->t;
    int C = t->kind->C;

    if (!t->kind->normed)
        return t->dn;
    memset(t->de, 0, (size_t)t->P * (size_t)C * sizeof *t->de);
    t->slopes->layernorm_back(t->de, slope_of(r, r->w->norm_g),
                              slope_of(r, r->w->norm_b), t->dn, t->e,
                              r->w->norm_g, NORM_EPS, t->P, C);
    return t->de;
}

/* From de to dqk: q is in the first half of a and the second of b. */
static void products_back(struct head_tape *t, const float *de)
{
    const struct head_kind *k = t->kind;
    size_t half = (size_t)(k->R * k->C), side = side_of(k);
    size_t bytes = (size_t)t->N * side * sizeof *t->da;

    memset(t->da, 0, bytes);
    memset(t->db, 0, bytes);
    for (int i = 0, first; i < t->N; i++) {
        int count = pairs_of(t, i, &first);

        t->pairs->products_back(t->da + (size_t)i * side,
                                t->db + (size_t)first * side, de,
                                t->a + (size_t)i * side,
                                t->b + (size_t)first * side, count,
                                (int)side / k->C, k->C);
        de += count * k->C;
    }
    for (size_t n = 0; n < (size_t)t->N; n++)
        for (size_t f = 0; f < half; f++) {
            const float *da = t->da + n * side, *db = t->db + n * side;
            float *dq = t->dqk + n * 2 * half, *dk = dq + half;

            dq[f] = da[f] + (k->folded ? db[half + f] : 0);
            dk[f] = db[f] + (k->folded ? da[half + f] : 0);
        }
}

static void project_back(const struct run *r, const float *h)
{
    struct head_tape *t = r->t;
    const struct head_kind *k = t->kind;

    linear_back(r, t->dz, t->dqk, t->z, r->w->factors, r->w->factors_b, t->N,
                2 * k->R * k->C, k->d);
    if (k->bent)
        t->slopes->gelu_back(t->dz, t->dz, t->before,
                             (size_t)t->N * (size_t)k->d);
    linear_back(r, NULL, t->dz, h, r->w->adapter, r->w->adapter_b, t->N, k->d,
                t->D);
}

double head_tape_run(struct head_tape *t, const struct head_weights *w,
                     const float *flat, float *gradient, const float *h,
                     const float *target, int N, float scale)
{
    const struct run r = {t, w, flat, gradient};
    double loss;

    t->N = N;
    t->P = t->kind->folded ? N * (N - 1) / 2 : N * N;
    forward(t, w, h);
    loss = loss_back(t, target, scale);
    if (!gradient)
        return loss;
    readout_back(&r);
    products_back(t, norm_back(&r));
    project_back(&r, h);
    return loss;
}
