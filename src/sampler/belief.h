#ifndef MISCOPE_BELIEF_H
#define MISCOPE_BELIEF_H
/*
 * belief - what the denoiser thinks of one partly masked sequence: the facts a
 * policy decides on. Arrays run over the N masked positions, ascending.
 */

#include <stdint.h>

struct belief {
    int T, V, N;
    const int32_t *position; /* [N] 0..T-1 */
    const float *prob;       /* [N,V] marginals */
    const float *entropy;    /* [N] nats */
    const float *mi;         /* [N,N] nats, symmetric, >= 0; NULL if unknown */
};

#endif
