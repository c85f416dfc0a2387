#include "train/trainer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "nn/gemm.h"
#include "train/trainer_state.h"

enum {
    TOGETHER = 2, /* sequences on a tape: their activations fit the cache */
    SLICE = 8192  /* weights summed and stepped by one job */
};

static const double INITIAL_SPREAD = 0.02; /* of what a lookup gives */

/* ---- recipe ---------------------------------------------------------- */

struct recipe recipe_usual(void)
{
    return (struct recipe){
        .batch = 64, .steps = 20000, .warm_up = 300, .rate = 1.5e-3,
        .cooling = 0.4, .b1 = 0.9, .b2 = 0.98, .decay = 0.1, .clip = 1,
        .average = 0.9995, .seed = 1};
}

double recipe_rate(const struct recipe *r, long step)
{
    double cool = r->cooling * (double)r->steps;
    double left = (double)(r->steps - step);

    if (step < r->warm_up)
        return r->rate * (double)(step + 1) / (double)r->warm_up;
    if (left >= cool)
        return r->rate;
    return r->rate * (1 - cos(acos(-1) * left / cool)) / 2;
}

int recipe_loops(const struct recipe *r, int loops, long step)
{
    return (double)step < r->shallow * (double)r->steps ? (loops + 1) / 2
                                                        : loops;
}

/* ---- first weights --------------------------------------------------- */

static double gaussian(struct rng *r)
{
    double u = 1 - rng_uniform(r); /* 0 has no logarithm */

    return sqrt(-2 * log(u)) * cos(2 * acos(-1) * rng_uniform(r));
}

struct seeding {
    struct trainer *t;
    struct rng r;
};

/* Lookups are small, matrices keep the size of what they multiply, gains are 1
 * and everything else 0. */
static void seed_tensor(void *context, const char *name,
                        const struct tensor_spec *spec, size_t at,
                        const size_t shape[2])
{
    struct seeding *s = context;
    float *w = s->t->weights + at;
    bool matrix = spec->shape[1] != DIM_NONE;
    bool lookup = spec->shape[0] == DIM_S || spec->shape[0] == DIM_T;
    bool gain = !matrix && strstr(name, ".weight") != NULL;
    double spread = lookup ? INITIAL_SPREAD : 1 / sqrt((double)shape[1]);

    for (size_t i = 0; i < shape[0] * shape[1]; i++) {
        w[i] = matrix ? (float)(gaussian(&s->r) * spread) : gain ? 1 : 0;
        s->t->decays[at + i] = matrix;
    }
}

static void seed_weights(struct trainer *t)
{
    struct seeding s = {t, rng_seeded(t->recipe.seed, 0)};

    weights_visit(&t->config, seed_tensor, &s);
    memcpy(t->average, t->weights, t->n * sizeof *t->average);
}

/* ---- life ------------------------------------------------------------ */

struct trainer *trainer_new(const struct config *c, const struct recipe *r,
                            struct pool *pool)
{
    struct trainer *t = memory_new(1, sizeof *t);
    size_t cells = (size_t)r->batch * (size_t)c->T;

    assert(r->batch > 0 && r->batch % SHARDS == 0);
    *t = (struct trainer){
        .config = *c, .recipe = *r, .pool = pool, .slopes = slopes_best(),
        .n = weights_size(c)};
    t->weights = memory_new(t->n, sizeof *t->weights);
    t->m = memory_new(t->n, sizeof *t->m);
    t->v = memory_new(t->n, sizeof *t->v);
    t->average = memory_new(t->n, sizeof *t->average);
    t->decays = memory_new(t->n, sizeof *t->decays);
    t->gradient = memory_new(SHARDS * t->n, sizeof *t->gradient);
    t->tokens = memory_new(cells, sizeof *t->tokens);
    t->target = memory_new(cells, sizeof *t->target);
    t->tape = memory_new((size_t)pool_threads(pool), sizeof *t->tape);
    for (int i = 0; i < pool_threads(pool); i++)
        t->tape[i] = tape_new(&t->config, TOGETHER);
    weights_place(&t->placed, t->weights, &t->config);
    seed_weights(t);
    return t;
}

void trainer_free(struct trainer *t)
{
    if (!t)
        return;
    for (int i = 0; i < pool_threads(t->pool); i++)
        tape_free(t->tape[i]);
    weights_release(&t->placed);
    free(t->tape);
    free(t->weights);
    free(t->m);
    free(t->v);
    free(t->average);
    free(t->decays);
    free(t->gradient);
    free(t->tokens);
    free(t->target);
    free(t);
}

long trainer_steps(const struct trainer *t)
{
    return t->steps;
}

const float *trainer_weights(const struct trainer *t)
{
    return t->weights;
}

const float *trainer_averaged(const struct trainer *t)
{
    return t->average;
}

/* ---- the step -------------------------------------------------------- */

struct step_work {
    struct trainer *t;
    trainer_example *example;
    void *context;
    float scale;
    struct score score[SHARDS];
    struct adamw adamw;
    float keep; /* of the average */
};

static void draw(void *context, int i, int worker)
{
    struct step_work *w = context;
    struct trainer *t = w->t;
    size_t at = (size_t)i * (size_t)t->config.T;

    (void)worker;
    w->example(w->context, t->steps, i, t->tokens + at, t->target + at);
}

static void learn(void *context, int shard, int worker)
{
    struct step_work *w = context;
    struct trainer *t = w->t;
    float *gradient = t->gradient + (size_t)shard * t->n;
    int each = t->recipe.batch / SHARDS;

    memset(gradient, 0, t->n * sizeof *gradient);
    for (int i = 0; i < each; i += TOGETHER) {
        size_t at = (size_t)(shard * each + i) * (size_t)t->config.T;
        int B = each - i < TOGETHER ? each - i : TOGETHER;

        tape_run(t->tape[worker], &t->placed, t->weights, gradient,
                 t->tokens + at, t->target + at, B, w->scale,
                 &w->score[shard]);
    }
}

static size_t slice_length(const struct trainer *t, size_t from)
{
    return t->n - from < SLICE ? t->n - from : SLICE;
}

static int slices(const struct trainer *t)
{
    return (int)((t->n + SLICE - 1) / SLICE);
}

static void add_shards(void *context, int slice, int worker)
{
    struct trainer *t = ((struct step_work *)context)->t;
    size_t from = (size_t)slice * SLICE, n = slice_length(t, from);
    float *sum = t->gradient + from;

    (void)worker;
    for (size_t shard = 1; shard < SHARDS; shard++) {
        const float *one = sum + shard * t->n;

        for (size_t i = 0; i < n; i++)
            sum[i] += one[i];
    }
}

static void move(void *context, int slice, int worker)
{
    struct step_work *w = context;
    struct trainer *t = w->t;
    size_t from = (size_t)slice * SLICE, n = slice_length(t, from);

    (void)worker;
    for (size_t i = from, next; i < from + n; i = next) {
        struct adamw a = w->adamw;

        for (next = i; next < from + n && t->decays[next] == t->decays[i];)
            next++;
        a.decay *= t->decays[i];
        t->slopes->adamw(t->weights + i, t->m + i, t->v + i, t->gradient + i,
                         next - i, &a);
    }
    for (size_t i = from; i < from + n; i++)
        t->average[i] =
            w->keep * t->average[i] + (1 - w->keep) * t->weights[i];
}

static long count(const struct trainer *t)
{
    size_t cells = (size_t)t->recipe.batch * (size_t)t->config.T;
    long counted = 0;

    for (size_t i = 0; i < cells; i++)
        counted += t->target[i] != NOT_COUNTED;
    return counted;
}

static struct score total(const struct score *shard)
{
    struct score sum = {0};

    for (int i = 0; i < SHARDS; i++) {
        sum.loss += shard[i].loss;
        sum.all_loss += shard[i].all_loss;
        sum.counted += shard[i].counted;
        sum.right += shard[i].right;
    }
    return sum;
}

static double length_of(const float *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (double)x[i] * (double)x[i];
    return sqrt(sum);
}

static struct adamw adamw_of(const struct trainer *t, double length)
{
    const struct recipe *r = &t->recipe;
    double steps = (double)t->steps + 1;

    return (struct adamw){
        .rate = (float)recipe_rate(r, t->steps),
        .b1 = (float)r->b1, .b2 = (float)r->b2, .eps = 1e-8F,
        .decay = (float)r->decay,
        .clip = (float)(length > r->clip ? r->clip / length : 1),
        .c1 = (float)(1 / (1 - pow(r->b1, steps))),
        .c2 = (float)(1 / (1 - pow(r->b2, steps)))};
}

bool trainer_step(struct trainer *t, trainer_example *example, void *context,
                  struct progress_of_step *out)
{
    struct step_work w = {.t = t, .example = example, .context = context};
    double steps = (double)t->steps;
    int loops = recipe_loops(&t->recipe, t->config.loops, t->steps);
    long counted;

    for (int i = 0; i < pool_threads(t->pool); i++)
        tape_set_loops(t->tape[i], loops);
    gemm_threads(1); /* the pool's threads share out the work */
    pool_run(t->pool, t->recipe.batch, draw, &w);
    counted = count(t);
    w.scale = counted ? 1 / (float)counted : 0;
    pool_run(t->pool, SHARDS, learn, &w);
    pool_run(t->pool, slices(t), add_shards, &w);
    out->score = total(w.score);
    out->length = length_of(t->gradient, t->n);
    out->rate = recipe_rate(&t->recipe, t->steps);
    if (!isfinite(out->score.all_loss) || !isfinite(out->length))
        return false;
    w.adamw = adamw_of(t, out->length);
    w.keep = (float)fmin(t->recipe.average, (1 + steps) / (10 + steps));
    pool_run(t->pool, slices(t), move, &w);
    t->steps++;
    return true;
}
