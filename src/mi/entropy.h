#ifndef MISCOPE_ENTROPY_H
#define MISCOPE_ENTROPY_H
/*
 * entropy - how unsure a marginal is. In nats; the interface converts to bits
 * where it shows them.
 */

/* H(p) = -sum p ln p.   p [n] sums to 1; 0 ln 0 = 0.   0 <= H <= ln n */
float entropy(const float *p, int n);

#endif
