#ifndef MISCOPE_TRAINER_H
#define MISCOPE_TRAINER_H
/*
 * trainer - a model that learns: its weights, the state of AdamW, an average
 * of the weights over the last steps, and the step.
 *
 * A batch is cut into SHARDS of sequences (optimiser.h), so a run is the same,
 * bit for bit, with any number of threads.
 */

#include <stdio.h>

#include "base/pool.h"
#include "train/optimiser.h"
#include "train/tape.h"

struct trainer;

struct trainer *trainer_new(const struct config *c, const struct recipe *r,
                            struct pool *pool);
void trainer_free(struct trainer *t);

struct progress_of_step {
    struct score score;   /* of the batch, before the step */
    double length;        /* of the gradient, before it is clipped */
    double rate;
};

/* Gives sequence `i` (0..batch-1) of the step: tokens [T], target [T]. Called
 * by several threads at once. */
typedef void trainer_example(void *context, long step, int i, int16_t *tokens,
                             int8_t *target);

/* One step. False, and nothing changed, when the loss is not finite. */
bool trainer_step(struct trainer *t, trainer_example *example, void *context,
                  struct progress_of_step *out);

long trainer_steps(const struct trainer *t);            /* taken so far */
const float *trainer_weights(const struct trainer *t);  /* [weights_size] */
const float *trainer_averaged(const struct trainer *t); /* [weights_size] */

/*
 * A checkpoint holds all that the next step depends on: a run that goes on
 * from it is the run that was never stopped, bit for bit. It is a safetensors
 * file with the config and the recipe in its metadata. Whether it could be
 * written is the stream's to say (output_commit).
 */
void trainer_save(const struct trainer *t, FILE *stream);

/* Goes on from a checkpoint of the same config and recipe; others are refused
 * with the first difference named, and the trainer is as it was. */
bool trainer_resume(struct trainer *t, const char *path,
                    struct error *err) MUST_USE;

#endif
