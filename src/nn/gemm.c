#include "nn/gemm.h"

#include <cblas.h>

void gemm_nt(float *c, const float *a, const float *b, int M, int N, int K,
             float beta)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, M, N, K, 1, a, K, b,
                K, beta, c, N);
}

void gemm_nn(float *c, const float *a, const float *b, int M, int N, int K,
             float beta)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, M, N, K, 1, a, K,
                b, N, beta, c, N);
}

void gemm_tn(float *c, const float *a, const float *b, int M, int N, int K,
             float beta)
{
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, M, N, K, 1, a, M, b,
                N, beta, c, N);
}

void gemm_threads(int n)
{
    openblas_set_num_threads(n);
}

bool gemm_threads_obeyed(int n)
{
    return openblas_get_num_threads() == n &&
           openblas_get_parallel() != OPENBLAS_OPENMP;
}

const char *gemm_kernel(void)
{
    return openblas_get_corename();
}
