#ifndef MISCOPE_WORKER_H
#define MISCOPE_WORKER_H
/*
 * worker - one thread that computes one step at a time, for session.c.
 *
 * Every function returns at once, but worker_free, which waits for the batch
 * in progress. The step asked for last is the only one that counts: asking for
 * another cancels it. A finished step stays here until it is taken.
 */

#include <stdbool.h>

#include "mi/predictor.h"
#include "session/step.h"

struct worker;

/* The predictor must outlive it; nobody else may call it meanwhile. */
struct worker *worker_new(const struct predictor *pr, int masked_at_start);
void worker_free(struct worker *w); /* NULL is fine */

/* Compute the step after `from` unless that is what it does or has done.
 * `from` is frozen and outlives the worker. */
void worker_ask(struct worker *w, const struct step *from,
                const struct settings *s);
void worker_drop(struct worker *w); /* cancel, forget everything asked for */

/* That step, now the caller's; NULL when it is not there. */
struct step *worker_take(struct worker *w, const struct step *from,
                         const struct settings *s);

int worker_fd(const struct worker *w); /* readable once a step is finished */
void worker_hush(struct worker *w);    /* not readable until the next one */

/* Passes done and in all of the step being computed; total 0 when idle. */
void worker_progress(struct worker *w, int *done, int *total);

#endif
