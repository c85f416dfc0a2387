#include "mi/head.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "nn/ops.h"
#include "nn/pairs.h"

static const float NORM_EPS = 1e-5F;

/* clang-format off */
const struct head_kind HEAD_KINDS[] = {
    /* name        help                                               d    C   R  M   bent   normed folded */
    { "bilinear", "16 channels of rank 8, each pair once",           128, 16, 8, 32, true,  false, true },
    { "product",  "elementwise products, each pair once",            128, 64, 1, 32, true,  false, true },
    { "paper",    "the paper's: products, LayerNorm, in both orders", 64,  64, 1, 64, false, true,  false },
    { NULL, NULL, 0, 0, 0, 0, false, false, false },
};
/* clang-format on */

int head_kind_named(const char *name)
{
    for (int i = 0; HEAD_KINDS[i].name; i++)
        if (strcmp(HEAD_KINDS[i].name, name) == 0)
            return i;
    return -1;
}

/* ---- weights ---------------------------------------------------------- */

static void set(int shape[2], int rows, int columns)
{
    shape[0] = rows;
    shape[1] = columns;
}

static void adapter_shape(int shape[2], const struct head_kind *k, int D)
{
    set(shape, k->d, D);
}

static void adapter_b_shape(int shape[2], const struct head_kind *k, int D)
{
    (void)D;
    set(shape, k->d, 0);
}

static void factors_shape(int shape[2], const struct head_kind *k, int D)
{
    (void)D;
    set(shape, 2 * k->R * k->C, k->d);
}

static void factors_b_shape(int shape[2], const struct head_kind *k, int D)
{
    (void)D;
    set(shape, 2 * k->R * k->C, 0);
}

static void norm_shape(int shape[2], const struct head_kind *k, int D)
{
    (void)D;
    set(shape, k->normed ? k->C : 0, 0);
}

static void pair_shape(int shape[2], const struct head_kind *k, int D)
{
    (void)D;
    set(shape, k->M, k->C);
}

static void units_shape(int shape[2], const struct head_kind *k, int D)
{
    (void)D;
    set(shape, k->M, 0);
}

static void one_shape(int shape[2], const struct head_kind *k, int D)
{
    (void)k, (void)D;
    set(shape, 1, 0);
}

#define FIELD(f) offsetof(struct head_weights, f)

/* clang-format off */
const struct head_tensor HEAD_TENSORS[HEAD_TENSOR_COUNT] = {
    { "adapter.weight", FIELD(adapter),   adapter_shape,   true },
    { "adapter.bias",   FIELD(adapter_b), adapter_b_shape, false },
    { "factors.weight", FIELD(factors),   factors_shape,   true },
    { "factors.bias",   FIELD(factors_b), factors_b_shape, false },
    { "norm.weight",    FIELD(norm_g),    norm_shape,      false },
    { "norm.bias",      FIELD(norm_b),    norm_shape,      false },
    { "pair.weight",    FIELD(pair),      pair_shape,      true },
    { "pair.bias",      FIELD(pair_b),    units_shape,     false },
    { "out.weight",     FIELD(out),       units_shape,     false },
    { "out.bias",       FIELD(out_b),     one_shape,       false },
};
/* clang-format on */

static size_t tensor_floats(const struct head_tensor *t,
                            const struct head_kind *k, int D)
{
    int shape[2];

    t->shape(shape, k, D);
    return (size_t)shape[0] * (size_t)(shape[1] ? shape[1] : 1);
}

size_t head_size(const struct head_kind *k, int D)
{
    size_t n = 0;

    for (int i = 0; i < HEAD_TENSOR_COUNT; i++)
        n += tensor_floats(&HEAD_TENSORS[i], k, D);
    return n;
}

void head_place(struct head_weights *w, const float *flat,
                const struct head_kind *k, int D)
{
    for (int i = 0; i < HEAD_TENSOR_COUNT; i++) {
        const struct head_tensor *t = &HEAD_TENSORS[i];
        size_t n = tensor_floats(t, k, D);
        const float *at = n ? flat : NULL;

        memcpy((char *)w + t->field, &at, sizeof at);
        flat += n;
    }
}

/* ---- a head in use ---------------------------------------------------- */

struct head {
    const struct head_kind *kind;
    int D;
    const struct ops *ops;
    const struct pairs *pairs;
    float *flat; /* owned, as all below */
    struct head_weights w;
    float *adapter, *factors, *pair; /* packed */
};

struct head_scratch {
    float *h;      /* [N,D] of the masked positions */
    float *z;      /* [N,d] */
    float *qk;     /* [N,2RC] */
    float *a, *b;  /* [N,f] left and right factors of a pair, f as below */
    float *e;      /* [N,C] of the pairs of one position */
    float *u;      /* [N,M] */
    float *s;      /* [N] */
    float *block;  /* all of the above; owned */
};

/* Factors on each side of a pair: a folded one has q k + k q. */
static int rank_of(const struct head_kind *k)
{
    return k->folded ? 2 * k->R : k->R;
}

static float *packed(const struct ops *ops, const float *W, const float *bias,
                     int N, int K)
{
    float *p = memory_aligned(ops->packed_size(N, K), sizeof *p);

    ops->pack(p, W, bias, 1, N, K);
    return p;
}

struct head *head_new(const struct head_kind *k, int D, const float *flat)
{
    struct head *h = memory_new(1, sizeof *h);
    size_t n = head_size(k, D);

    *h = (struct head){.kind = k, .D = D, .ops = ops_best(),
                       .pairs = pairs_best()};
    h->flat = memory_aligned(n, sizeof *flat);
    memcpy(h->flat, flat, n * sizeof *flat);
    head_place(&h->w, h->flat, k, D);
    h->adapter = packed(h->ops, h->w.adapter, h->w.adapter_b, k->d, D);
    h->factors = packed(h->ops, h->w.factors, h->w.factors_b,
                        2 * k->R * k->C, k->d);
    h->pair = packed(h->ops, h->w.pair, h->w.pair_b, k->M, k->C);
    return h;
}

void head_free(struct head *h)
{
    if (!h)
        return;
    free(h->flat);
    free(h->adapter);
    free(h->factors);
    free(h->pair);
    free(h);
}

const struct head_kind *head_kind_of(const struct head *h)
{
    return h->kind;
}

int head_width(const struct head *h)
{
    return h->D;
}

struct head_scratch *head_scratch_new(const struct head *h, int N)
{
    struct head_scratch *s = memory_new(1, sizeof *s);
    const struct head_kind *k = h->kind;
    size_t n = (size_t)(N > 0 ? N : 1), side = (size_t)(rank_of(k) * k->C);
    size_t D = (size_t)h->D, d = (size_t)k->d, C = (size_t)k->C;
    size_t M = (size_t)k->M, qk = 2 * (size_t)(k->R * k->C);
    float *at = memory_aligned(n * (D + d + qk + 2 * side + C + M + 1),
                               sizeof *at);

    s->block = s->h = at;
    s->z = s->h + n * D;
    s->qk = s->z + n * d;
    s->a = s->qk + n * qk;
    s->b = s->a + n * side;
    s->e = s->b + n * side;
    s->u = s->e + n * C;
    s->s = s->u + n * M;
    return s;
}

void head_scratch_free(struct head_scratch *s)
{
    if (!s)
        return;
    free(s->block);
    free(s);
}

/* ---- the estimate ----------------------------------------------------- */

/* q and k of every masked position. */
static void project(const struct head *h, struct head_scratch *s,
                    const float *hidden, const int32_t *position, int N)
{
    const struct head_kind *k = h->kind;
    size_t D = (size_t)h->D;

    for (int n = 0; n < N; n++)
        memcpy(s->h + (size_t)n * D, hidden + (size_t)position[n] * D,
               D * sizeof *hidden);
    (k->bent ? h->ops->linear_gelu : h->ops->linear)(s->z, s->h, h->adapter,
                                                     N, k->d, h->D);
    h->ops->linear(s->qk, s->z, h->factors, N, 2 * k->R * k->C, k->d);
}

/* a = q and b = k; folded, a = q k and b = k q side by side. */
static void take_sides(const struct head *h, struct head_scratch *s, int N)
{
    const struct head_kind *k = h->kind;
    size_t half = (size_t)(k->R * k->C), bytes = half * sizeof(float);
    size_t side = (size_t)(rank_of(k) * k->C);

    for (size_t n = 0; n < (size_t)N; n++) {
        const float *q = s->qk + n * 2 * half, *key = q + half;

        memcpy(s->a + n * side, q, bytes);
        memcpy(s->b + n * side, key, bytes);
        if (k->folded) {
            memcpy(s->a + n * side + half, key, bytes);
            memcpy(s->b + n * side + half, q, bytes);
        }
    }
}

/* row [count] = what pairs of position i with first .. first+count-1 share */
static void estimate_row(const struct head *h, struct head_scratch *s,
                         float *row, int i, int first, int count)
{
    const struct head_kind *k = h->kind;
    int R = rank_of(k);
    size_t side = (size_t)(R * k->C);

    h->pairs->products(s->e, s->a + (size_t)i * side,
                       s->b + (size_t)first * side, count, R, k->C);
    if (k->normed)
        h->ops->layernorm(s->e, s->e, h->w.norm_g, h->w.norm_b, NORM_EPS,
                          count, k->C);
    h->ops->linear_gelu(s->u, s->e, h->pair, count, k->M, k->C);
    h->pairs->readout(s->s, s->u, h->w.out, *h->w.out_b, count, k->M);
    h->pairs->softplus(row, s->s, (size_t)count);
}

/* Both halves of the matrix from the upper one, or their mean. */
static void mirror(float *mi, int N, bool folded)
{
    for (int i = 0; i < N; i++) {
        mi[(size_t)i * N + i] = 0;
        for (int j = i + 1; j < N; j++) {
            float *ij = &mi[(size_t)i * N + j], *ji = &mi[(size_t)j * N + i];

            *ij = *ji = folded ? *ij : (*ij + *ji) / 2;
        }
    }
}

void head_estimate(const struct head *h, struct head_scratch *s, float *mi,
                   const float *hidden, const int32_t *position, int N)
{
    project(h, s, hidden, position, N);
    take_sides(h, s, N);
    for (int i = 0; i < N; i++) {
        int first = h->kind->folded ? i + 1 : 0;

        if (first < N)
            estimate_row(h, s, mi + (size_t)i * N + first, i, first,
                         N - first);
    }
    mirror(mi, N, h->kind->folded);
}
