#ifndef MISCOPE_STATS_H
#define MISCOPE_STATS_H
/* stats - what a measured share or difference is worth. */

#include <stddef.h>

struct interval {
    double low, high;
};

/* 95 % interval of a share of k in n (Wilson 1927): not beyond 0..1, and
 * sensible for k = 0 and k = n. n = 0 gives 0..1. */
struct interval wilson(long k, long n);

/* Two-sided exact test (McNemar 1947) that of `better` + `worse` pairs whose
 * outcomes differ each was as likely the one as the other. 1 for no pairs. */
double mcnemar(long better, long worse);

/* Of n pairs; NAN when one side does not vary. Spearman is Pearson of the
 * ranks, ties sharing their mean rank. */
double pearson(const float *x, const float *y, size_t n);
double spearman(const float *x, const float *y, size_t n);

#endif
