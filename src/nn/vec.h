#ifndef MISCOPE_VEC_H
#define MISCOPE_VEC_H
/*
 * vec - as many floats as one register of the machine holds.
 *
 * Written with the vector extension of gcc and clang, so the same source is
 * SSE2, AVX2 or AVX-512 depending on the -march it is compiled with. Private
 * to kernels.c and slopes.c. Lanes never mix, except in vec_sum, whose order is
 * fixed.
 */

#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

#if defined __AVX512F__
enum { LANES = 16, TILE_ROWS = 12 };
#elif defined __AVX2__ && defined __FMA__
enum { LANES = 8, TILE_ROWS = 6 };
#else
enum { LANES = 4, TILE_ROWS = 4 };
#endif

typedef float vec __attribute__((vector_size(LANES * 4)));
typedef int32_t vec_int __attribute__((vector_size(LANES * 4)));
typedef uint32_t vec_bits __attribute__((vector_size(LANES * 4)));

INLINE vec vec_load(const float *p)
{
    vec v;

    memcpy(&v, p, sizeof v);
    return v;
}

INLINE void vec_store(float *p, vec v)
{
    memcpy(p, &v, sizeof v);
}

INLINE vec vec_of(float x)
{
    return (vec){0} + x;
}

/* a > b ? a : b in each lane: where b is no number, b. One instruction, which
 * the compilers do not find by themselves. */
INLINE vec vec_max(vec a, vec b)
{
#if defined __AVX512F__
    return _mm512_max_ps(a, b);
#elif defined __AVX2__ && defined __FMA__
    return _mm256_max_ps(a, b);
#elif defined __SSE2__
    return _mm_max_ps(a, b);
#else
    vec_int above = a > b;

    return (vec)((above & (vec_int)a) | (~above & (vec_int)b));
#endif
}

INLINE float vec_sum(vec v)
{
    float sum = 0;

    for (int i = 0; i < LANES; i++)
        sum += v[i];
    return sum;
}

/*
 * e^x = 2^n e^r with n = round(x / ln 2) and |r| <= ln 2 / 2, where a
 * polynomial of degree 6 (Cephes) is good to 2 ulp. Adding 1.5 * 2^23 rounds
 * to an integer and leaves it in the low bits, ready to be added to the
 * exponent. For x <= 88.7, which the caller sees to; below -87.3 the result is
 * e^-87.3, so it is always finite and positive.
 */
INLINE vec vec_exp(vec x)
{
    const float round = 12582912.0f;
    vec shifted, n, r, y;

    x = vec_max(vec_of(-87.3f), x);
    shifted = x * 1.44269504088896341f + round;
    n = shifted - round;
    r = x - n * 0.693359375f;
    r = r - n * -2.12194440e-4f;
    y = r * 1.9875691500e-4f + 1.3981999507e-3f;
    y = y * r + 8.3334519073e-3f;
    y = y * r + 4.1665795894e-2f;
    y = y * r + 1.6666665459e-1f;
    y = y * r + 5.0000001201e-1f;
    y = y * (r * r) + r + 1.0f;
    return (vec)((vec_bits)y + ((vec_bits)shifted << 23));
}

/*
 * u/2 (1 + tanh z) = u / (1 + e^-2z),  z = sqrt(2/pi) (u + 0.044715 u^3).
 * Below -10 it is 0 but for 1e-36; the clamp keeps -2z below 88 and -inf from
 * becoming -inf.
 */
INLINE vec vec_gelu_tanh(vec u)
{
    vec z;

    u = vec_max(vec_of(-10.0f), u);
    z = u * (u * u * 0.0356774081363001f + 0.797884560802865f);
    return u / (vec_exp(z * -2.0f) + 1.0f);
}

/* Lanes first, then what is left over: an order that only n decides. */
INLINE float row_sum(const float *x, int n)
{
    vec sum = {0};
    float rest = 0;
    int d = 0;

    for (; d + LANES <= n; d += LANES)
        sum += vec_load(x + d);
    for (; d < n; d++)
        rest += x[d];
    return vec_sum(sum) + rest;
}

INLINE float row_squares(const float *x, float mean, int n)
{
    vec sum = {0};
    float rest = 0;
    int d = 0;

    for (; d + LANES <= n; d += LANES) {
        vec off = vec_load(x + d) - mean;

        sum += off * off;
    }
    for (; d < n; d++)
        rest += (x[d] - mean) * (x[d] - mean);
    return vec_sum(sum) + rest;
}

#endif
