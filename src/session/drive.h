#ifndef MISCOPE_DRIVE_H
#define MISCOPE_DRIVE_H
/*
 * drive - takes one step of a decode: forward pass, MI, decision, reveal.
 * Synchronous; session.h runs it on a worker.
 */

#include "base/progress.h"
#include "domain/domain.h"
#include "mi/predictor.h"
#include "session/step.h"
#include "session/trace.h"

/* Step 0: the problem as given. */
struct step *drive_root(const struct problem *p, const struct predictor *pr);

/* The step after `from` (which still has masked positions). MI is computed
 * when the policy needs it or `want_mi`. NULL only when cancelled. The caller
 * owns it until it is pushed. */
struct step *drive_step(const struct step *from, const struct predictor *pr,
                        const struct settings *s, bool want_mi,
                        int masked_at_start, struct progress *progress);

/* From the cursor to the end, pushing every step; the cursor follows. False
 * when cancelled. */
bool drive_run(struct trace *t, const struct predictor *pr,
               const struct settings *s, bool want_mi,
               struct progress *progress);

#endif
