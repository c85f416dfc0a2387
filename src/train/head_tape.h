#ifndef MISCOPE_HEAD_TAPE_H
#define MISCOPE_HEAD_TAPE_H
/*
 * head_tape - an MI head with everything its gradient needs, and the gradient.
 *
 * The loss of a board is the squared error of its pairs of masked positions,
 * each pair once (papers.md 1.1: MSE over masked positions only, no diagonal).
 * One tape belongs to one thread.
 */

#include "mi/head.h"

struct head_tape;

struct head_tape *head_tape_new(const struct head_kind *k, int D, int N);
void head_tape_free(struct head_tape *t);

/*
 * One board with N masked positions.
 *   h [N,D] their hidden states
 *   target [N(N-1)/2] nats, pairs (0,1) (0,2) .. (1,2) ..
 *   flat [head_size] as head_place lays it, w placed on it
 *   gradient [head_size] += scale * d(sum of squares)
 * gradient may be NULL. Returns the sum of squares.
 */
double head_tape_run(struct head_tape *t, const struct head_weights *w,
                     const float *flat, float *gradient, const float *h,
                     const float *target, int N, float scale);

/* What the last run estimated for its pairs, in the order of target. */
const float *head_tape_estimates(const struct head_tape *t);

#endif
