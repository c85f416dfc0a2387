#ifndef MISCOPE_MATRIX_H
#define MISCOPE_MATRIX_H
/*
 * matrix - a square table of named rows and columns as a file of numbers, or
 * as the list of its strongest pairs.
 */

#include "base/text.h"
#include "domain/domain.h"

struct matrix {
    int n;
    int32_t *position; /* [n] of row and column; owned */
    float *value;      /* [n,n] symmetric; owned */
    const char *unit;  /* of the values: "nats" or "bits" */
};

void matrix_release(struct matrix *m);

/* numpy's format 1.0: little-endian float32 [n,n] in C order. */
void matrix_npy(struct text *t, const struct matrix *m);

/* A line of names, then a name and n numbers a line, nine digits each: the
 * float comes back exactly. */
void matrix_csv(struct text *t, const struct matrix *m,
                const struct domain *d);

/* The `most` strongest pairs i<j by falling value, one a line. */
void matrix_pairs(struct text *t, const struct matrix *m,
                  const struct domain *d, int most);

#endif
