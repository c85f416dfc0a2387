#ifndef MISCOPE_OPTIMISER_H
#define MISCOPE_OPTIMISER_H
/*
 * optimiser - weights that learn: AdamW's state, gradients of SHARDS parts of
 * a batch, and an average of the weights over the last steps.
 *
 * Each shard's gradient is summed by one thread in order, and the shards are
 * added in order, so a step is the same with any number of threads.
 */

#include "base/pool.h"
#include "base/rng.h"
#include "nn/slopes.h"
#include "train/recipe.h"

enum { SHARDS = 16 };

struct optimiser {
    struct recipe recipe;
    struct pool *pool; /* not owned */
    const struct slopes *slopes;
    size_t n;
    long steps;                       /* taken so far */
    float *weights, *m, *v, *average; /* [n] owned, as all below */
    float *decays;                    /* [n] 1 where weight decay acts */
    float *gradient;                  /* [SHARDS,n]; the sum in the first */
};

/* Everything is zero until the caller fills in weights, decays and, once the
 * weights are there, calls optimiser_begin. */
void optimiser_init(struct optimiser *o, size_t n, const struct recipe *r,
                    struct pool *pool);
void optimiser_begin(struct optimiser *o);
void optimiser_release(struct optimiser *o);

float *optimiser_shard(struct optimiser *o, int shard); /* [n], zeroed */

/* Adds up the shards; the length of the whole gradient. */
double optimiser_gather(struct optimiser *o);

/* One step along the gathered gradient, clipped. */
void optimiser_move(struct optimiser *o, double length);

/* A standard normal number, for first weights. */
double optimiser_gaussian(struct rng *r);

#endif
