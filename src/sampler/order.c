#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sampler/select.h"

struct keyed {
    double key;
    int index;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;

    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static void nothing_decided(struct candidate *c, int rank)
{
    c->dependence = c->cost = c->budget = NAN;
    c->rank = rank;
    c->decision = DEFER_POLICY;
    c->blocked_by = -1;
}

int *select_order(struct candidate *c, const double *key, int N)
{
    struct keyed *sorted = memory_new((size_t)N, sizeof *sorted);
    int *order = memory_new((size_t)N, sizeof *order);

    for (int n = 0; n < N; n++)
        sorted[n] = (struct keyed){key[n], n};
    qsort(sorted, (size_t)N, sizeof *sorted, by_key);
    for (int rank = 0; rank < N; rank++) {
        order[rank] = sorted[rank].index;
        nothing_decided(&c[order[rank]], rank);
    }
    free(sorted);
    return order;
}

int *select_by_entropy(struct candidate *c, int N)
{
    double *key = memory_new((size_t)N, sizeof *key);
    int *order;

    for (int n = 0; n < N; n++)
        key[n] = c[n].entropy;
    order = select_order(c, key, N);
    free(key);
    return order;
}

void select_top_two(const float *p, int V, double *first, double *second)
{
    *first = *second = 0;
    for (int v = 0; v < V; v++) {
        if (p[v] > *first) {
            *second = *first;
            *first = p[v];
        } else if (p[v] > *second) {
            *second = p[v];
        }
    }
}
