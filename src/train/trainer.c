#include "train/trainer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "nn/gemm.h"
#include "train/trainer_state.h"

/* Sequences on a tape: so many have activations that fit the cache. */
enum { TOGETHER = 2 };

static const double LOOKUP_SPREAD = 0.5; /* of symbols and positions */

/* ---- first weights --------------------------------------------------- */

struct seeding {
    struct trainer *t;
    struct rng r;
};

/* Matrices keep the size of what they multiply; those that add to the residual
 * stream less, the more of them add in the first step. */
static double spread_of(const struct trainer *t,
                        const struct tensor_spec *spec, size_t inputs)
{
    int loops = recipe_loops(&t->o.recipe, t->config.loops, 0);
    double parts = spec->shape[0] == DIM_D ? 2.0 * t->config.L * loops : 1;

    return 1 / sqrt((double)inputs * parts);
}

/* A lookup is never multiplied: it stays as large as it is, without decay. */
static void seed_tensor(void *context, const char *name,
                        const struct tensor_spec *spec, size_t at,
                        const size_t shape[2])
{
    struct seeding *s = context;
    struct trainer *t = s->t;
    float *w = t->o.weights + at;
    bool matrix = spec->shape[1] != DIM_NONE;
    bool lookup = spec->shape[0] == DIM_S || spec->shape[0] == DIM_T;
    bool gain = !matrix && strstr(name, ".weight") != NULL;
    double spread =
        lookup ? LOOKUP_SPREAD : spread_of(t, spec, shape[1]);

    for (size_t i = 0; i < shape[0] * shape[1]; i++) {
        w[i] = matrix ? (float)(optimiser_gaussian(&s->r) * spread)
                      : gain ? 1 : 0;
        t->o.decays[at + i] = matrix && !lookup;
    }
}

static void seed_weights(struct trainer *t)
{
    struct seeding s = {t, rng_seeded(t->o.recipe.seed, 0)};

    weights_visit(&t->config, seed_tensor, &s);
    optimiser_begin(&t->o);
}

/* ---- life ------------------------------------------------------------ */

struct trainer *trainer_new(const struct config *c, const struct recipe *r,
                            struct pool *pool)
{
    struct trainer *t = memory_new(1, sizeof *t);
    size_t cells = (size_t)r->batch * (size_t)c->T;

    assert(r->batch > 0 && r->batch % SHARDS == 0);
    *t = (struct trainer){.config = *c, .pool = pool};
    optimiser_init(&t->o, weights_size(c), r, pool);
    t->tokens = memory_new(cells, sizeof *t->tokens);
    t->target = memory_new(cells, sizeof *t->target);
    t->tape = memory_new((size_t)pool_threads(pool), sizeof *t->tape);
    for (int i = 0; i < pool_threads(pool); i++)
        t->tape[i] = tape_new(&t->config, TOGETHER);
    weights_place(&t->placed, t->o.weights, &t->config);
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
    optimiser_release(&t->o);
    free(t->tokens);
    free(t->target);
    free(t);
}

long trainer_steps(const struct trainer *t)
{
    return t->o.steps;
}

const float *trainer_weights(const struct trainer *t)
{
    return t->o.weights;
}

const float *trainer_averaged(const struct trainer *t)
{
    return t->o.average;
}

/* ---- the step -------------------------------------------------------- */

struct step_work {
    struct trainer *t;
    trainer_example *example;
    void *context;
    float scale;
    struct score score[SHARDS];
};

static void draw(void *context, int i, int worker)
{
    struct step_work *w = context;
    struct trainer *t = w->t;
    size_t at = (size_t)i * (size_t)t->config.T;

    (void)worker;
    w->example(w->context, t->o.steps, i, t->tokens + at, t->target + at);
}

static void learn(void *context, int shard, int worker)
{
    struct step_work *w = context;
    struct trainer *t = w->t;
    float *gradient = optimiser_shard(&t->o, shard);
    int each = t->o.recipe.batch / SHARDS;

    for (int i = 0; i < each; i += TOGETHER) {
        size_t at = (size_t)(shard * each + i) * (size_t)t->config.T;
        int B = each - i < TOGETHER ? each - i : TOGETHER;

        tape_run(t->tape[worker], &t->placed, t->o.weights, gradient,
                 t->tokens + at, t->target + at, B, w->scale,
                 &w->score[shard]);
    }
}

static long count(const struct trainer *t)
{
    size_t cells = (size_t)t->o.recipe.batch * (size_t)t->config.T;
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

bool trainer_step(struct trainer *t, trainer_example *example, void *context,
                  struct progress_of_step *out)
{
    const struct recipe *r = &t->o.recipe;
    struct step_work w = {.t = t, .example = example, .context = context};
    int loops = recipe_loops(r, t->config.loops, t->o.steps);
    long counted;

    for (int i = 0; i < pool_threads(t->pool); i++)
        tape_set_loops(t->tape[i], loops);
    gemm_threads(1); /* the pool's threads share out the work */
    pool_run(t->pool, r->batch, draw, &w);
    counted = count(t);
    w.scale = counted ? 1 / (float)counted : 0;
    pool_run(t->pool, SHARDS, learn, &w);
    out->length = optimiser_gather(&t->o);
    out->score = total(w.score);
    out->rate = recipe_rate(r, t->o.steps);
    if (!isfinite(out->score.all_loss) || !isfinite(out->length))
        return false;
    optimiser_move(&t->o, out->length);
    return true;
}
