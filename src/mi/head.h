#ifndef MISCOPE_HEAD_H
#define MISCOPE_HEAD_H
/*
 * head - estimates pairwise mutual information from what a denoiser holds of a
 * partly masked sequence anyway: the hidden states after its final norm.
 *
 *   z_i = A h_i            (bent: gelu of it)          [d]
 *   q_i, k_i = Q z_i, K z_i                            [R,C]
 *   e_ij[c] = sum_r q_i[r,c] k_j[r,c]
 *   s_ij = w . gelu(W n(e_ij) + b) + b'                n: LayerNorm, or nothing
 *   I_ij = (ln(1 + e^s_ij) + ln(1 + e^s_ji)) / 2       nats, >= 0
 *
 * A folded head makes e symmetric instead, e_ij + e_ji, and computes each pair
 * once. The kinds are rows of one table: `paper` is the head of the paper
 * (papers.md 1.2 (a): elementwise products, R = 1), `bilinear` has C channels
 * of rank R.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct head_kind {
    const char *name; /* of --kind */
    const char *help;
    int d, C, R, M; /* adapter, channels, rank, hidden units of the readout */
    bool bent;
    bool normed;
    bool folded;
};

extern const struct head_kind HEAD_KINDS[]; /* ends with a NULL name */

int head_kind_named(const char *name); /* row, or -1 */

/* Where the weights lie; also where their gradients do. */
struct head_weights {
    const float *adapter, *adapter_b;   /* [d,D] [d] */
    const float *factors, *factors_b;   /* [2RC,d] [2RC]: q, then k */
    const float *norm_g, *norm_b;       /* [C], NULL without a norm */
    const float *pair, *pair_b;         /* [M,C] [M] */
    const float *out, *out_b;           /* [M] [1] */
};

struct head_tensor { /* row of the table of weights */
    const char *name; /* in a file */
    size_t field;     /* of struct head_weights */
    /* its sizes; columns 0: a vector; rows 0: such a head has none */
    void (*shape)(int shape[2], const struct head_kind *k, int D);
    bool matrix;      /* weight decay acts on it */
};

extern const struct head_tensor HEAD_TENSORS[];
enum { HEAD_TENSOR_COUNT = 10 };

size_t head_size(const struct head_kind *k, int D); /* floats */

/* Points w into flat [head_size], tensor after tensor. */
void head_place(struct head_weights *w, const float *flat,
                const struct head_kind *k, int D);

/* A head ready to be used. One thread at a time per scratch. */
struct head;
struct head_scratch;

/* flat [head_size] is copied. The caller frees. */
struct head *head_new(const struct head_kind *k, int D, const float *flat);
void head_free(struct head *h); /* NULL is fine */
const struct head_kind *head_kind_of(const struct head *h);
int head_width(const struct head *h); /* D */

struct head_scratch *head_scratch_new(const struct head *h, int N); /* <= N */
void head_scratch_free(struct head_scratch *s);

/*
 * mi [N,N] in nats: symmetric, >= 0, zero diagonal, over the masked positions
 * `position` [N] of a sequence with the hidden states `hidden` [T,D].
 */
void head_estimate(const struct head *h, struct head_scratch *s, float *mi,
                   const float *hidden, const int32_t *position, int N);

#endif
