#ifndef MISCOPE_RNG_H
#define MISCOPE_RNG_H
/*
 * rng - the seeded random numbers of every draw in the program.
 *
 * xoshiro256** (Blackman and Vigna 2018), its four words filled from
 * (seed, stream) by SplitMix64. The same seed and stream give the same numbers
 * on every machine. A decode uses its depth as the stream, so step n draws the
 * same numbers whichever way one came to it and whatever the thread count.
 */

#include <stdint.h>

struct rng {
    uint64_t word[4];
};

struct rng rng_seeded(uint64_t seed, uint64_t stream);

uint64_t rng_next(struct rng *r);    /* 64 uniform bits */
double rng_uniform(struct rng *r);   /* [0, 1), 53 bits */
double rng_gumbel(struct rng *r);    /* -ln(-ln u): standard Gumbel */
int rng_below(struct rng *r, int n); /* 0 .. n-1, unbiased; n >= 1 */

#endif
