#ifndef MISCOPE_LOT_H
#define MISCOPE_LOT_H
/*
 * lot - many problems decoded at once under the same settings.
 *
 * The forward passes of all that are still under way go together as one batch;
 * each problem takes the steps it would take alone (session/drive.h), whoever
 * shares its batches.
 */

#include "base/pool.h"
#include "base/progress.h"
#include "domain/domain.h"
#include "mi/predictor.h"
#include "sampler/policy.h"

struct outcome {
    int32_t passes;       /* of the denoiser */
    int32_t probe_passes; /* spent on MI */
    bool solved;          /* equal to the solution; where there is not exactly
                             one: valid */
    bool valid;           /* breaks no rule */
};

struct lot {
    const struct domain *domain;
    const struct predictor *predictor;
    struct pool *pool; /* the predictor's, or another */
    const struct settings *settings;
};

/* out [n]. False when cancelled; progress is added to, a unit a problem. */
bool lot_decode(struct outcome *out, const struct lot *lot,
                const struct problem *problem, int n,
                struct progress *progress) MUST_USE;

#endif
