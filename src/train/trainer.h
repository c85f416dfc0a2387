#ifndef MISCOPE_TRAINER_H
#define MISCOPE_TRAINER_H
/*
 * trainer - a model that learns: its weights, the state of AdamW, an average
 * of the weights over the last steps, and the step.
 *
 * A batch is cut into SHARDS of sequences, each with a gradient of its own
 * that one thread sums in order; the shards are then added in order. So a run
 * is the same, bit for bit, with any number of threads.
 */

#include <stdio.h>

#include "base/pool.h"
#include "train/tape.h"

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

enum { SHARDS = 16 };

struct recipe recipe_usual(void); /* the one of models.md */

/* Of step number `step` (from 0): linear warm-up, constant, then half a
 * cosine down to 0. */
double recipe_rate(const struct recipe *r, long step);

/* Times the blocks are applied in step number `step` of a model that has
 * `loops`. */
int recipe_loops(const struct recipe *r, int loops, long step);

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
