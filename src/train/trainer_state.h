#ifndef MISCOPE_TRAINER_STATE_H
#define MISCOPE_TRAINER_STATE_H
/* trainer_state - what a trainer consists of; private to trainer and
 * checkpoint. */

#include "train/trainer.h"

struct trainer {
    struct config config;
    struct recipe recipe;
    struct pool *pool;
    const struct slopes *slopes;
    size_t n;
    long steps;
    float *weights, *m, *v, *average; /* [n] */
    float *decays;                    /* [n] 1 where weight decay acts */
    float *gradient;                  /* [SHARDS,n]; the sum in the first */
    struct tape **tape;               /* [threads] */
    struct weights placed;            /* on weights */
    int16_t *tokens;                  /* [batch,T] */
    int8_t *target;                   /* [batch,T] */
};

#endif
