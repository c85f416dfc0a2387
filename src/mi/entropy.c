#include "mi/entropy.h"

#include <math.h>

float entropy(const float *p, int n)
{
    float h = 0;

    for (int v = 0; v < n; v++)
        if (p[v] > 0)
            h -= p[v] * logf(p[v]);
    return h > 0 ? h : 0;
}
