#ifndef MISCOPE_TAPE_H
#define MISCOPE_TAPE_H
/*
 * tape - the forward pass with everything its gradient needs, and the
 * gradient.
 *
 * The loss of a sequence is the cross-entropy of its counted positions, at the
 * end of every loop of the model: a looped model learns to improve what it has
 * as often as it is asked to. Letters as in nn/dims.h; R = B T rows.
 *
 * One tape belongs to one thread. A number of the gradient is one sum in an
 * order that depends on sizes only, so training is the same for any number of
 * threads as long as the same sequences share a tape_run.
 */

#include <stdint.h>

#include "model/tensors.h"
#include "nn/slopes.h"

struct tape;

struct tape *tape_new(const struct config *c, int B); /* up to B at once */
void tape_free(struct tape *t);

/* From now on the blocks are applied so often: 1 to the config's loops, which
 * is what a new tape does. */
void tape_set_loops(struct tape *t, int loops);

struct score { /* at the end of the last loop */
    double loss;     /* sum over counted positions, nats */
    double all_loss; /* the same, mean over the loops */
    long counted, right;
};

enum { NOT_COUNTED = -1 };

/*
 * Forward and back for B sequences.
 *   tokens [B,T]   target [B,T] value 0..V-1, or NOT_COUNTED
 *   flat [weights_size] as weights_place lays it, w placed on it
 *   gradient [weights_size] += scale * d(sum of all losses / loops)
 * gradient may be NULL: only the score is wanted. score is added to.
 */
void tape_run(struct tape *t, const struct weights *w, const float *flat,
              float *gradient, const int16_t *tokens, const int8_t *target,
              int B, float scale, struct score *score);

#endif
