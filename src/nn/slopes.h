#ifndef MISCOPE_SLOPES_H
#define MISCOPE_SLOPES_H
/*
 * slopes - what training needs beside ops.h: pieces of the network that keep
 * their input, and their derivatives.
 *
 * dx is the gradient of the loss with respect to x and has its shape. The
 * products of a linear layer and of its derivatives are in gemm.h. As in
 * ops.h the source is compiled for several instruction sets, and every number
 * is one sum in an order that depends on sizes only.
 */

#include <stddef.h>

struct adamw {
    float rate, b1, b2, eps, decay, clip, c1, c2;
};

struct slopes {
    const char *name; /* of the instruction set */

    /* y = gelu(u) as ops.h has it, n numbers. y may be u. */
    void (*gelu)(float *y, const float *u, size_t n);

    /* du = dy gelu'(u). du may be dy. */
    void (*gelu_back)(float *du, const float *dy, const float *u, size_t n);

    /*
     * Of ops.h's layernorm, with x^ = (x - mean) rstd and the means over D:
     *
     *   dx[r,:] += rstd (dy g - mean(dy g) - x^ mean(dy g x^))
     *   dg += sum_r dy x^      db += sum_r dy
     */
    void (*layernorm_back)(float *dx, float *dg, float *db, const float *dy,
                           const float *x, const float *g, float eps, int R,
                           int D);

    /* Of softmax: ds[r,:] = p (dp - sum_n dp p). ds, dp, p [R,N]; ds may be
     * dp. */
    void (*softmax_back)(float *ds, const float *dp, const float *p, int R,
                         int N);

    /* Softmax of each row of p [R,N] in place, for long rows. */
    void (*softmax)(float *p, int R, int N);

    /*
     * One step of AdamW (Loshchilov and Hutter 2019) for n weights:
     *
     *   m = b1 m + (1-b1) g     v = b2 v + (1-b2) g^2
     *   w -= rate (m c1 / (sqrt(v c2) + eps) + decay w)
     *
     * with g times `clip`, and c1 = 1/(1-b1^t), c2 = 1/(1-b2^t).
     */
    void (*adamw)(float *w, float *m, float *v, const float *g, size_t n,
                  const struct adamw *a);
};

const struct slopes *slopes_best(void);

extern const struct slopes *const SLOPES[]; /* in the order of OPS */

#endif
