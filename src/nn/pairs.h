#ifndef MISCOPE_PAIRS_H
#define MISCOPE_PAIRS_H
/*
 * pairs - what a head that looks at pairs of positions needs beside ops.h and
 * slopes.h: products of factors, and a readout that cannot be negative.
 *
 * As there, the source is compiled for several instruction sets, and every
 * number is one sum in an order that depends on sizes only. dx is the gradient
 * of the loss with respect to x and has its shape.
 */

#include <stddef.h>

struct pairs {
    const char *name; /* of the instruction set */

    /* What one position's factors a [R,C] make of those of P others:
     *
     *   x[p,c] = sum_r a[r,c] b[p,r,c]      x [P,C]   b [P,R,C]   */
    void (*products)(float *x, const float *a, const float *b, int P, int R,
                     int C);

    /* da[r,c] += sum_p dx[p,c] b[p,r,c]     db[p,r,c] += dx[p,c] a[r,c] */
    void (*products_back)(float *da, float *db, const float *dx,
                          const float *a, const float *b, int P, int R,
                          int C);

    /* s[p] = sum_m u[p,m] w[m] + bias       s [P]   u [P,M]   w [M] */
    void (*readout)(float *s, const float *u, const float *w, float bias,
                    int P, int M);

    /* y = ln(1 + e^s), n numbers; y may be s. For s up to 88. */
    void (*softplus)(float *y, const float *s, size_t n);

    /* ds = dy / (1 + e^-s); ds may be dy. */
    void (*softplus_back)(float *ds, const float *dy, const float *s,
                          size_t n);
};

const struct pairs *pairs_best(void);

extern const struct pairs *const PAIRS[]; /* in the order of OPS */

#endif
