#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sampler/select.h"

static const double PI = 3.14159265358979323846;

/* Positions maskgit leaves masked after this pass: none after the last, else
 * N0 cos(pi r / 2), at least one and fewer than now. r: share of passes done */
static int left_masked(const struct selection *s, double r)
{
    int now = s->belief->N;
    int left = (int)floor(s->masked_at_start * cos(PI * r / 2));

    if (r >= 1)
        return 0;
    if (left < 1)
        left = 1;
    return left < now - 1 ? left : now - 1;
}

/* Choose by ln p(value) + noise (1 - r) Gumbel, largest first. */
void select_maskgit(struct candidate *c, struct selection *s)
{
    int N = s->belief->N;
    double r = (s->pass + 1) / s->value[PARAM_STEPS];
    double noise = s->value[PARAM_NOISE] * fmax(0, 1 - r);
    double *key = memory_new((size_t)N, sizeof *key);
    int *order, left = left_masked(s, r);

    for (int n = 0; n < N; n++) {
        key[n] = -log((double)c[n].p);
        if (noise > 0)
            key[n] -= noise * rng_gumbel(s->rng);
    }
    order = select_order(c, key, N);
    for (int rank = 0; rank < N - left; rank++)
        c[order[rank]].decision = ACCEPTED;
    free(order);
    free(key);
}

/* Each with probability 1 / (passes left); the smallest draw is forced when
 * none succeeds, so that one is always revealed. */
void select_random(struct candidate *c, struct selection *s)
{
    int N = s->belief->N;
    double left = s->value[PARAM_STEPS] - s->pass;
    double share = left > 1 ? 1 / left : 1;
    double *draw = memory_new((size_t)N, sizeof *draw);
    int *order;

    for (int n = 0; n < N; n++)
        draw[n] = rng_uniform(s->rng);
    order = select_order(c, draw, N);
    for (int n = 0; n < N; n++)
        if (draw[n] < share)
            c[n].decision = ACCEPTED;
    if (draw[order[0]] >= share)
        c[order[0]].decision = FORCED;
    free(order);
    free(draw);
}
