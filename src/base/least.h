#ifndef MISCOPE_LEAST_H
#define MISCOPE_LEAST_H
/* least - the smaller and the larger of two numbers. */

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

static inline int most(int a, int b)
{
    return a > b ? a : b;
}

#endif
