#ifndef MISCOPE_SWEEP_H
#define MISCOPE_SWEEP_H
/*
 * sweep - the settings that eval compares, from one line of text.
 *
 *   sequential; topk k=4,7; eb gamma=0.1,0.2; ebmi gamma=0.1 mi=truth,estimate
 *
 * A policy by name, then what differs from its defaults; several values of a
 * parameter make several settings, in the order in which they are written.
 * Beside the policy's own parameters there are temperature, seed and mi.
 */

#include "base/error.h"
#include "mi/predictor.h"
#include "sampler/policy.h"

struct sweep {
    struct settings *settings; /* [count] owned */
    int count;
};

/* Sources of MI that are not named are the usual one of the predictor. */
bool sweep_parse(struct sweep *s, const char *text, const struct predictor *p,
                 struct error *err) MUST_USE;
void sweep_release(struct sweep *s);

/* "ebmi gamma=0.1 lambda=1 mi=truth": as sweep_parse reads it, but for the
 * seed of a policy that draws nothing. */
enum { SWEEP_LABEL = 160 };
void sweep_label(char out[SWEEP_LABEL], const struct settings *s);

#endif
