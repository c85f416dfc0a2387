#include "train/optimiser.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SLICE = 8192 }; /* weights summed and stepped by one job */

void optimiser_init(struct optimiser *o, size_t n, const struct recipe *r,
                    struct pool *pool)
{
    *o = (struct optimiser){
        .recipe = *r, .pool = pool, .slopes = slopes_best(), .n = n,
        .weights = memory_new(n, sizeof(float)),
        .m = memory_new(n, sizeof(float)), .v = memory_new(n, sizeof(float)),
        .average = memory_new(n, sizeof(float)),
        .decays = memory_new(n, sizeof(float)),
        .gradient = memory_new(SHARDS * n, sizeof(float))};
}

void optimiser_begin(struct optimiser *o)
{
    memcpy(o->average, o->weights, o->n * sizeof *o->average);
}

void optimiser_release(struct optimiser *o)
{
    free(o->weights);
    free(o->m);
    free(o->v);
    free(o->average);
    free(o->decays);
    free(o->gradient);
    *o = (struct optimiser){0};
}

float *optimiser_shard(struct optimiser *o, int shard)
{
    float *gradient = o->gradient + (size_t)shard * o->n;

    memset(gradient, 0, o->n * sizeof *gradient);
    return gradient;
}

/* ---- the sum ---------------------------------------------------------- */

static size_t slice_length(const struct optimiser *o, size_t from)
{
    return o->n - from < SLICE ? o->n - from : SLICE;
}

static int slices(const struct optimiser *o)
{
    return (int)((o->n + SLICE - 1) / SLICE);
}

static void add_shards(void *context, int slice, int worker)
{
    struct optimiser *o = context;
    size_t from = (size_t)slice * SLICE, n = slice_length(o, from);
    float *sum = o->gradient + from;

    (void)worker;
    for (size_t shard = 1; shard < SHARDS; shard++) {
        const float *one = sum + shard * o->n;

        for (size_t i = 0; i < n; i++)
            sum[i] += one[i];
    }
}

static double length_of(const float *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (double)x[i] * (double)x[i];
    return sqrt(sum);
}

double optimiser_gather(struct optimiser *o)
{
    pool_run(o->pool, slices(o), add_shards, o);
    return length_of(o->gradient, o->n);
}

/* ---- the step --------------------------------------------------------- */

struct moving {
    struct optimiser *o;
    struct adamw adamw;
    float keep; /* of the average */
};

static void move(void *context, int slice, int worker)
{
    struct moving *w = context;
    struct optimiser *o = w->o;
    size_t from = (size_t)slice * SLICE, n = slice_length(o, from);

    (void)worker;
    for (size_t i = from, next; i < from + n; i = next) {
        struct adamw a = w->adamw;

        for (next = i; next < from + n && o->decays[next] == o->decays[i];)
            next++;
        a.decay *= o->decays[i];
        o->slopes->adamw(o->weights + i, o->m + i, o->v + i, o->gradient + i,
                         next - i, &a);
    }
    for (size_t i = from; i < from + n; i++)
        o->average[i] =
            w->keep * o->average[i] + (1 - w->keep) * o->weights[i];
}

static struct adamw adamw_of(const struct optimiser *o, double length)
{
    const struct recipe *r = &o->recipe;
    double steps = (double)o->steps + 1;

    return (struct adamw){
        .rate = (float)recipe_rate(r, o->steps),
        .b1 = (float)r->b1, .b2 = (float)r->b2, .eps = 1e-8F,
        .decay = (float)r->decay,
        .clip = (float)(length > r->clip ? r->clip / length : 1),
        .c1 = (float)(1 / (1 - pow(r->b1, steps))),
        .c2 = (float)(1 / (1 - pow(r->b2, steps)))};
}

void optimiser_move(struct optimiser *o, double length)
{
    double steps = (double)o->steps;
    struct moving w = {
        o, adamw_of(o, length),
        (float)fmin(o->recipe.average, (1 + steps) / (10 + steps))};

    pool_run(o->pool, slices(o), move, &w);
    o->steps++;
}

double optimiser_gaussian(struct rng *r)
{
    double u = 1 - rng_uniform(r); /* 0 has no logarithm */

    return sqrt(-2 * log(u)) * cos(2 * acos(-1) * rng_uniform(r));
}
