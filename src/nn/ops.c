#include "nn/ops.h"
#include "nn/pairs.h"
#include "nn/slopes.h"

extern const struct ops OPS_PLAIN;
#ifdef __x86_64__
extern const struct ops OPS_AVX2, OPS_AVX512;
#endif

const struct ops *const OPS[] = {
    &OPS_PLAIN,
#ifdef __x86_64__
    &OPS_AVX2,
    &OPS_AVX512,
#endif
    NULL,
};

extern const struct slopes SLOPES_PLAIN;
#ifdef __x86_64__
extern const struct slopes SLOPES_AVX2, SLOPES_AVX512;
#endif

const struct slopes *const SLOPES[] = {
    &SLOPES_PLAIN,
#ifdef __x86_64__
    &SLOPES_AVX2,
    &SLOPES_AVX512,
#endif
    NULL,
};

extern const struct pairs PAIRS_PLAIN;
#ifdef __x86_64__
extern const struct pairs PAIRS_AVX2, PAIRS_AVX512;
#endif

const struct pairs *const PAIRS[] = {
    &PAIRS_PLAIN,
#ifdef __x86_64__
    &PAIRS_AVX2,
    &PAIRS_AVX512,
#endif
    NULL,
};

int ops_usable(const struct ops *ops)
{
#ifdef __x86_64__
    if (ops == &OPS_AVX512)
        return __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512vl") && ops_usable(&OPS_AVX2);
    if (ops == &OPS_AVX2)
        return __builtin_cpu_supports("avx2") &&
               __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2");
#endif
    return ops == &OPS_PLAIN;
}

/* The row of all three tables for this machine. */
static int best_row(void)
{
    int best = 0;

    for (int i = 0; OPS[i]; i++)
        if (ops_usable(OPS[i]))
            best = i;
    return best;
}

const struct ops *ops_best(void)
{
    return OPS[best_row()];
}

const struct slopes *slopes_best(void)
{
    return SLOPES[best_row()];
}

const struct pairs *pairs_best(void)
{
    return PAIRS[best_row()];
}
