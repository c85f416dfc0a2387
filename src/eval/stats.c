#include "eval/stats.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

static const double Z = 1.959963984540054; /* 97.5 % of a normal lie below */

struct interval wilson(long k, long n)
{
    double N = (double)n, p = n ? (double)k / N : 0, zz = Z * Z, middle, half;

    if (n == 0)
        return (struct interval){0, 1};
    middle = (p + zz / (2 * N)) / (1 + zz / N);
    half = Z / (1 + zz / N) * sqrt(p * (1 - p) / N + zz / (4 * N * N));
    return (struct interval){k == 0 ? 0 : middle - half,
                             k == n ? 1 : middle + half};
}

/* ln of n over k, times 2^-n */
static double log_binomial(long n, long k)
{
    return lgamma((double)n + 1) - lgamma((double)k + 1) -
           lgamma((double)(n - k) + 1) - (double)n * log(2);
}

double mcnemar(long better, long worse)
{
    long n = better + worse, fewer = better < worse ? better : worse;
    double tail = 0;

    for (long k = 0; k <= fewer; k++)
        tail += exp(log_binomial(n, k));
    return fmin(1, 2 * tail);
}

/* ---- correlation ------------------------------------------------------ */

static double mean_of(const float *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (double)x[i];
    return n ? sum / (double)n : 0;
}

double pearson(const float *x, const float *y, size_t n)
{
    double mx = mean_of(x, n), my = mean_of(y, n), xx = 0, yy = 0, xy = 0;

    for (size_t i = 0; i < n; i++) {
        double dx = (double)x[i] - mx, dy = (double)y[i] - my;

        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

struct ranked {
    float value;
    size_t index;
};

static int by_value(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;

    return (a->value > b->value) - (a->value < b->value);
}

/* The caller frees. */
static float *ranks_of(const float *x, size_t n)
{
    struct ranked *sorted = memory_new(n, sizeof *sorted);
    float *rank = memory_new(n, sizeof *rank);

    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct ranked){x[i], i};
    qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && !(sorted[end].value > sorted[i].value);)
            end++;
        for (size_t k = i; k < end; k++)
            rank[sorted[k].index] = (float)((double)(i + end - 1) / 2);
    }
    free(sorted);
    return rank;
}

double spearman(const float *x, const float *y, size_t n)
{
    float *rx = ranks_of(x, n), *ry = ranks_of(y, n);
    double r = pearson(rx, ry, n);

    free(rx);
    free(ry);
    return r;
}
