#ifndef MISCOPE_GEMM_H
#define MISCOPE_GEMM_H
/*
 * gemm - the only file that talks to BLAS.
 *
 * Matrices are row-major and dense. The name says which factor is read
 * transposed; `beta` is 0 to overwrite c, 1 to add into it. A linear layer
 * y = x W^T with W [out,in], as checkpoints store it, needs all three:
 *
 *   forward      y  [N,O]  = x  [N,I] * W [O,I]^T     gemm_nt
 *   to input     dx [N,I] += dy [N,O] * W [O,I]       gemm_nn
 *   to weight    dW [O,I] += dy [N,O]^T * x [N,I]     gemm_tn
 */

#include <stdbool.h>

/* c [M,N] = beta*c + a [M,K] * b [N,K]^T */
void gemm_nt(float *c, const float *a, const float *b, int M, int N, int K,
             float beta);

/* c [M,N] = beta*c + a [M,K] * b [K,N] */
void gemm_nn(float *c, const float *a, const float *b, int M, int N, int K,
             float beta);

/* c [M,N] = beta*c + a [K,M]^T * b [K,N] */
void gemm_tn(float *c, const float *a, const float *b, int M, int N, int K,
             float beta);

/* Threads that BLAS itself may use in one call; 1 when a pool's workers call
 * it. Applies to the whole program. */
void gemm_threads(int n);

/* Does BLAS keep to the number set? (Its OpenMP build does not.) */
bool gemm_threads_obeyed(int n);

const char *gemm_kernel(void); /* "Haswell": what BLAS has chosen */

#endif
