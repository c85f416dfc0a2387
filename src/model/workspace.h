#ifndef MISCOPE_WORKSPACE_H
#define MISCOPE_WORKSPACE_H
/*
 * workspace - the memory of a forward pass: packed weights, and activations
 * for each thread. Private to model.c and forward.c.
 */

#include "model/config.h"
#include "model/tensors.h"
#include "nn/ops.h"

struct packed_block {
    float *qkv, *out, *up, *down; /* owned */
};

/* Of a group of sequences; R is its rows. */
struct activations {
    float *e, *x; /* [R,D] */
    float *n;     /* [R,D] what a norm or the attention gives */
    float *u;     /* [R,F] */
    float *qkv[2]; /* [R,3D] + OPS_PADDING, in turn */
};

struct workspace {
    const struct ops *ops;
    const struct config *config;
    const struct weights *weights;
    struct packed_block *block; /* [L] owned */
    float *head;                /* owned, packed */
    int threads, group;         /* sequences of a group */
    struct activations *own;    /* [threads] owned: a group each */
    struct activations shared;  /* of up to `threads` sequences */
    float **scratch;            /* [threads] owned, for attention */
};

/* Packs the weights and allocates for `threads`. Refers to *c and *w. */
struct workspace *workspace_new(const struct config *c,
                                const struct weights *w, int threads);
void workspace_free(struct workspace *ws); /* NULL is fine */

#endif
