#ifndef MISCOPE_RECIPE_H
#define MISCOPE_RECIPE_H
/*
 * recipe - how something is trained: AdamW, a rate that rises, stays and
 * falls, clipping, and an average of the weights.
 */

#include <stdint.h>

struct recipe {
    int batch;              /* sequences a step; a multiple of SHARDS */
    long steps;             /* of the whole run */
    long warm_up;           /* steps over which the rate rises from 0 */
    double rate;            /* the highest */
    double cooling;         /* share of the steps over which it falls to 0 */
    double shallow;         /* share of the steps, the first ones, with half of
                               the model's loops: they cost half as much */
    double b1, b2, decay;   /* of AdamW; decay of matrices only */
    double clip;            /* longest gradient, 2-norm over all weights */
    double average;         /* weight of the old in the average, 0..1 */
    uint64_t seed;          /* of the initial weights */
};

struct recipe recipe_usual(void); /* the one of models.md */

/* Of step number `step` (from 0): linear warm-up, constant, then half a
 * cosine down to 0. */
double recipe_rate(const struct recipe *r, long step);

/* Times the blocks are applied in step number `step` of a model that has
 * `loops`. */
int recipe_loops(const struct recipe *r, int loops, long step);

#endif
