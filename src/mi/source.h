#ifndef MISCOPE_SOURCE_H
#define MISCOPE_SOURCE_H
/*
 * source - where a matrix of mutual information comes from. One row each;
 * whoever shows or uses MI asks for a row and does not care which it is.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "mi/predictor.h"

struct mi_source {
    const char *name; /* of --mi and --source */
    const char *help;
    /* forward passes it needs for N masked positions */
    int (*passes)(const struct predictor *p, int N);
    /* as truth_mi */
    bool (*compute)(float *raw, float *mi, const struct predictor *p,
                    const int16_t *tokens, const int32_t *position, int N,
                    const float *probs, const float *entropy,
                    struct progress *progress);
};

extern const struct mi_source MI_SOURCES[]; /* ends with a NULL name */

/* The row of that name, or -1. */
int mi_source_named(const char *name);

#endif
