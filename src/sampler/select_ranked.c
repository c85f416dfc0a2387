#include <stdlib.h>

#include "base/memory.h"
#include "sampler/select.h"

static void accept_first(struct candidate *c, const int *order, int N,
                         int count)
{
    for (int rank = 0; rank < N && rank < count; rank++)
        c[order[rank]].decision = ACCEPTED;
}

static int whole(const struct selection *s, enum parameter parameter)
{
    return (int)s->value[parameter];
}

void select_sequential(struct candidate *c, struct selection *s)
{
    int *order = select_by_entropy(c, s->belief->N);

    accept_first(c, order, s->belief->N, 1);
    free(order);
}

void select_topk(struct candidate *c, struct selection *s)
{
    int *order = select_by_entropy(c, s->belief->N);

    accept_first(c, order, s->belief->N, whole(s, PARAM_K));
    free(order);
}

/* What makes a position sure: p(1) - margin_weight * p(2), largest first. */
static int *order_by_margin(struct candidate *c, const struct belief *b,
                            double margin_weight)
{
    double *key = memory_new((size_t)b->N, sizeof *key);
    int *order;

    for (int n = 0; n < b->N; n++) {
        double first, second;

        select_top_two(b->prob + (size_t)n * (size_t)b->V, b->V, &first,
                       &second);
        key[n] = -(first - margin_weight * second);
    }
    order = select_order(c, key, b->N);
    free(key);
    return order;
}

void select_margin(struct candidate *c, struct selection *s)
{
    int *order = order_by_margin(c, s->belief, 1);

    accept_first(c, order, s->belief->N, whole(s, PARAM_K));
    free(order);
}

/* Everything at least that sure, and the surest whatever it is. */
void select_threshold(struct candidate *c, struct selection *s)
{
    const struct belief *b = s->belief;
    int *order = order_by_margin(c, b, 0);

    for (int rank = 0; rank < b->N; rank++) {
        int n = order[rank];
        double first, second;

        select_top_two(b->prob + (size_t)n * (size_t)b->V, b->V, &first,
                       &second);
        if (first >= s->value[PARAM_THRESHOLD])
            c[n].decision = ACCEPTED;
        else if (rank == 0)
            c[n].decision = FORCED;
    }
    free(order);
}
