#ifndef MISCOPE_HEAD_TRAINER_H
#define MISCOPE_HEAD_TRAINER_H
/*
 * head_trainer - fits an MI head to labels: mean squared error over pairs of
 * masked positions (papers.md 1.1), on the hidden states of the frozen model.
 *
 * The boards are visited in a new order each epoch. The same for any number of
 * threads.
 */

#include "base/pool.h"
#include "mi/head.h"
#include "train/labels.h"
#include "train/optimiser.h"

struct recipe head_recipe(int boards, int epochs); /* the usual one */

struct head_trainer;

/* All that is given must outlive it. recipe.batch is a multiple of SHARDS. */
struct head_trainer *head_trainer_new(const struct head_kind *k,
                                      const struct predictor *p,
                                      const struct labels *l,
                                      const struct recipe *r,
                                      struct pool *pool);
void head_trainer_free(struct head_trainer *t);

/* One step; *mse gets that of the batch before it, nats^2 a pair. False, and
 * nothing changed, when it is not finite. */
bool head_trainer_step(struct head_trainer *t, double *mse);

long head_trainer_steps(const struct head_trainer *t);
const float *head_trainer_averaged(const struct head_trainer *t);

#endif
