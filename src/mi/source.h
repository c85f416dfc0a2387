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

/* A partly masked sequence, and what the denoiser made of it. */
struct mi_question {
    const int16_t *tokens;   /* [T] */
    const int32_t *position; /* [N] masked, ascending */
    int N;
    const float *probs;      /* [N,V] */
    const float *entropy;    /* [N] nats */
    const float *hidden;     /* [T,D]; NULL unless the source needs it */
};

struct mi_source {
    const char *name; /* of --mi and --source */
    const char *help;
    bool needs_hidden;
    /* forward passes it needs for N masked positions */
    int (*passes)(const struct predictor *p, int N);
    /* raw, mi [N,N] as truth_mi; an estimate has no raw of its own */
    bool (*compute)(float *raw, float *mi, const struct predictor *p,
                    const struct mi_question *q, struct progress *progress);
};

extern const struct mi_source MI_SOURCES[]; /* ends with a NULL name */

enum { MI_TRUTH, MI_ESTIMATE }; /* its rows */

/* The row of that name, or -1. */
int mi_source_named(const char *name);

/* Can this predictor answer it? An estimate needs a head. */
bool mi_source_usable(int row, const struct predictor *p);

/* The best a predictor has: the estimate with a head, else the truth. */
int mi_source_usual(const struct predictor *p);

#endif
