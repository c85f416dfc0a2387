#ifndef MISCOPE_OPS_H
#define MISCOPE_OPS_H
/*
 * ops - the pieces of the network.
 *
 *   op(out, in, weights..., sizes)     destination first, as in memcpy
 *
 * Nothing here allocates, keeps state or knows what a sequence is about. The
 * same source (kernels.c) is compiled for several instruction sets; a row of
 * OPS is one of them and ops_best the fastest this machine has.
 *
 * Every number of a result is one sum in a fixed order that depends on nothing
 * but its own row and column. So results are the same, bit for bit, however
 * the rows are grouped and whoever computes them, but not from one instruction
 * set to the next. That, and packing a weight once instead of at every call,
 * is why a linear layer with constant weights is here and not in gemm.h.
 */

#include <stddef.h>

struct ops {
    const char *name; /* of the instruction set */

    /*
     * Weights W [N,K] and bias [N] (or NULL) as `linear` reads them, both
     * times `scale`: panels of columns, each its biases and then K rows.
     */
    size_t (*packed_size)(int N, int K); /* floats */
    void (*pack)(float *packed, const float *W, const float *bias,
                 float scale, int N, int K);

    /* y [R,N] = x [R,K] W^T + bias */
    void (*linear)(float *y, const float *x, const float *packed, int R,
                   int N, int K);

    /* y [R,N] += x W^T + bias */
    void (*linear_add)(float *y, const float *x, const float *packed, int R,
                       int N, int K);

    /* y [R,N] = gelu(x W^T + bias), gelu(u) = u/2 (1 + tanh(sqrt(2/pi)
     * (u + 0.044715 u^3))); finite for every finite u, 0 for -inf */
    void (*linear_gelu)(float *y, const float *x, const float *packed, int R,
                        int N, int K);

    /*
     * LayerNorm over the last index:
     *
     *   y[r,d] = (x[r,d] - mean[r]) / sqrt(var[r] + eps) * g[d] + b[d]
     *
     * y, x [R,D]   g, b [D]; var divides by D. y may be x.
     */
    void (*layernorm)(float *y, const float *x, const float *g,
                      const float *b, float eps, int R, int D);

    /*
     * Attention of positions from..to-1 of one sequence over all T:
     *
     *   out[t,h,:] = sum_s softmax_s(q[t,h,:] . k[s,h,:] / sqrt K) v[s,h,:]
     *
     * out [T,D]; qkv [T,3D] is q, k, v side by side, heads are consecutive
     * slices of K = D/H. OPS_PADDING floats beyond the end of qkv are read.
     * scratch holds attention_scratch floats.
     */
    size_t (*attention_scratch)(int T, int K);
    void (*attention)(float *out, const float *qkv, float *scratch, int T,
                      int D, int H, int from, int to);

    /* Softmax of each row of p [R,N] in place. Rows of finite numbers only. */
    void (*softmax)(float *p, int R, int N);
};

enum { OPS_PADDING = 32 }; /* floats; the widest panel */

extern const struct ops *const OPS[]; /* slowest first, ends with NULL */

const struct ops *ops_best(void);      /* the last row this machine can run */
int ops_usable(const struct ops *ops); /* can this machine run it? */

#endif
