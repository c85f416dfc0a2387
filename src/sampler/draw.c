#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sampler/policy.h"

static int likeliest(const float *p, int V)
{
    int best = 0;

    for (int v = 1; v < V; v++)
        if (p[v] > p[best])
            best = v;
    return best;
}

/* Weights p^(1/temperature), scaled so that the largest is 1; their sum. */
static double warmed(double *weight, const float *p, int V,
                     double temperature)
{
    double top = log((double)p[likeliest(p, V)]), sum = 0;

    for (int v = 0; v < V; v++) {
        weight[v] = exp((log((double)p[v]) - top) / temperature);
        sum += weight[v];
    }
    return sum;
}

static int drawn(double *weight, const float *p, int V, double temperature,
                 struct rng *rng)
{
    double left = warmed(weight, p, V, temperature) * rng_uniform(rng);

    for (int v = 0; v < V; v++) {
        if (left < weight[v])
            return v;
        left -= weight[v];
    }
    return likeliest(p, V); /* rounding took the last crumb */
}

void sampler_decide(struct candidate *c, const struct belief *b,
                    const struct settings *s, int pass, int masked_at_start)
{
    struct rng rng = rng_seeded(s->seed, (uint64_t)pass);
    struct selection selection = {.belief = b,
                                  .value = s->value,
                                  .pass = pass,
                                  .masked_at_start = masked_at_start,
                                  .rng = &rng};
    double *weight = memory_new((size_t)b->V, sizeof *weight);

    for (int n = 0; n < b->N; n++) {
        const float *p_n = b->prob + (size_t)n * (size_t)b->V;
        int value = s->temperature > 0
                        ? drawn(weight, p_n, b->V, s->temperature, &rng)
                        : likeliest(p_n, b->V);

        c[n] = (struct candidate){.position = b->position[n],
                                  .value = value,
                                  .p = p_n[value],
                                  .entropy = b->entropy[n]};
    }
    free(weight);
    POLICIES[s->policy].select(c, &selection);
}
