#ifndef MISCOPE_TRAINER_STATE_H
#define MISCOPE_TRAINER_STATE_H
/* trainer_state - what a trainer consists of; private to trainer and
 * checkpoint. */

#include "train/trainer.h"

struct trainer {
    struct config config;
    struct pool *pool;
    struct optimiser o;
    struct tape **tape;    /* [threads] */
    struct weights placed; /* on the optimiser's */
    int16_t *tokens;       /* [batch,T] */
    int8_t *target;        /* [batch,T] */
};

#endif
