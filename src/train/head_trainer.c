#include "train/head_trainer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "nn/gemm.h"
#include "train/head_tape.h"

/* ln(1 + e^-4) is about what two cells share on average. */
static const float FIRST_BIAS = -4;

struct head_trainer {
    const struct head_kind *kind;
    const struct predictor *predictor;
    const struct labels *labels;
    struct pool *pool;
    struct optimiser o;
    struct head_weights placed; /* on the optimiser's */
    struct head_tape **tape;    /* [threads] */
    float **gathered;           /* [threads][T,D] */
    int *order;                 /* [boards] of this epoch */
    long epoch;                 /* the order is of; -1 before the first */
    int16_t *tokens;            /* [batch,T] */
    float *probs, *hidden;      /* [batch,T,V] [batch,T,D] */
    double error[SHARDS];       /* of the step at hand */
    float scale;
};

struct recipe head_recipe(int boards, int epochs)
{
    struct recipe r = recipe_usual();

    r.batch = 32;
    r.steps = ((long)boards * epochs + r.batch - 1) / r.batch;
    r.warm_up = 50;
    r.rate = 2e-3;
    r.cooling = 0.9;
    r.decay = 0.01;
    r.average = 0.995;
    return r;
}

/* ---- first weights ---------------------------------------------------- */

static void seed_tensor(struct optimiser *o, size_t at, const int shape[2],
                        const struct head_tensor *t, struct rng *r)
{
    int columns = shape[1] ? shape[1] : 1;
    bool readout = t->field == offsetof(struct head_weights, out);
    bool gain = t->field == offsetof(struct head_weights, norm_g);
    double spread = 1 / sqrt((double)(readout ? shape[0] : columns));

    for (size_t i = 0; i < (size_t)shape[0] * (size_t)columns; i++) {
        bool random = t->matrix || readout;

        o->weights[at + i] = random ? (float)(optimiser_gaussian(r) * spread)
                                    : gain ? 1 : 0;
        o->decays[at + i] = t->matrix;
    }
}

static void seed_weights(struct head_trainer *t, int D)
{
    struct rng r = rng_seeded(t->o.recipe.seed, 0);
    size_t at = 0;

    for (int i = 0; i < HEAD_TENSOR_COUNT; i++) {
        int shape[2];

        HEAD_TENSORS[i].shape(shape, t->kind, D);
        seed_tensor(&t->o, at, shape, &HEAD_TENSORS[i], &r);
        at += (size_t)shape[0] * (size_t)(shape[1] ? shape[1] : 1);
    }
    t->o.weights[t->o.n - 1] = FIRST_BIAS;
    optimiser_begin(&t->o);
}

/* ---- life ------------------------------------------------------------- */

struct head_trainer *head_trainer_new(const struct head_kind *k,
                                      const struct predictor *p,
                                      const struct labels *l,
                                      const struct recipe *r,
                                      struct pool *pool)
{
    struct head_trainer *t = memory_new(1, sizeof *t);
    size_t cells = (size_t)r->batch * (size_t)p->T, D = (size_t)p->D;
    int threads = pool_threads(pool);

    assert(r->batch % SHARDS == 0 && l->count > 0);
    *t = (struct head_trainer){.kind = k, .predictor = p, .labels = l,
                               .pool = pool, .epoch = -1};
    optimiser_init(&t->o, head_size(k, p->D), r, pool);
    head_place(&t->placed, t->o.weights, k, p->D);
    t->tape = memory_new((size_t)threads, sizeof *t->tape);
    t->gathered = memory_new((size_t)threads, sizeof *t->gathered);
    for (int i = 0; i < threads; i++) {
        t->tape[i] = head_tape_new(k, p->D, p->T);
        t->gathered[i] = memory_aligned((size_t)p->T * D, sizeof(float));
    }
    t->order = memory_new((size_t)l->count, sizeof *t->order);
    t->tokens = memory_new(cells, sizeof *t->tokens);
    t->probs = memory_aligned(cells * (size_t)p->V, sizeof *t->probs);
    t->hidden = memory_aligned(cells * D, sizeof *t->hidden);
    seed_weights(t, p->D);
    return t;
}

void head_trainer_free(struct head_trainer *t)
{
    if (!t)
        return;
    for (int i = 0; i < pool_threads(t->pool); i++) {
        head_tape_free(t->tape[i]);
        free(t->gathered[i]);
    }
    free(t->tape);
    free(t->gathered);
    free(t->order);
    free(t->tokens);
    free(t->probs);
    free(t->hidden);
    optimiser_release(&t->o);
    free(t);
}

long head_trainer_steps(const struct head_trainer *t)
{
    return t->o.steps;
}

const float *head_trainer_averaged(const struct head_trainer *t)
{
    return t->o.average;
}

/* ---- the step --------------------------------------------------------- */

/* Fisher and Yates, from the seed and the epoch alone. */
static void shuffle(struct head_trainer *t, long epoch)
{
    struct rng r = rng_seeded(t->o.recipe.seed, (uint64_t)epoch + 1);
    int count = t->labels->count;

    for (int i = 0; i < count; i++)
        t->order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int k = rng_below(&r, i + 1), kept = t->order[i];

        t->order[i] = t->order[k];
        t->order[k] = kept;
    }
    t->epoch = epoch;
}

/* The board that is number `i` of the batch at hand. */
static int board_of(struct head_trainer *t, int i)
{
    long place = t->o.steps * t->o.recipe.batch + i;
    int count = t->labels->count;

    if (place / count != t->epoch)
        shuffle(t, place / count);
    return t->order[place % count];
}

static void learn_board(struct head_trainer *t, int shard, int worker,
                        float *gradient, int i, int board)
{
    const struct predictor *p = t->predictor;
    const struct labels *l = t->labels;
    size_t D = (size_t)p->D;
    const float *hidden = t->hidden + (size_t)i * (size_t)p->T * D;
    const int16_t *tokens = t->tokens + (size_t)i * (size_t)p->T;
    int N = 0;

    for (int at = 0; at < p->T; at++)
        if (tokens[at] == p->mask_symbol)
            memcpy(t->gathered[worker] + (size_t)N++ * D,
                   hidden + (size_t)at * D, D * sizeof *hidden);
    t->error[shard] +=
        head_tape_run(t->tape[worker], &t->placed, t->o.weights, gradient,
                      t->gathered[worker], l->mi + l->at[board], N, t->scale);
}

struct batch {
    struct head_trainer *t;
    const int *board; /* [batch] */
};

static void learn(void *context, int shard, int worker)
{
    const struct batch *b = context;
    struct head_trainer *t = b->t;
    float *gradient = optimiser_shard(&t->o, shard);
    int each = t->o.recipe.batch / SHARDS;

    t->error[shard] = 0;
    for (int i = shard * each; i < (shard + 1) * each; i++)
        learn_board(t, shard, worker, gradient, i, b->board[i]);
}

/* Hidden states of the batch; pairs in it. */
static size_t load(struct head_trainer *t, int *board)
{
    const struct predictor *p = t->predictor;
    const struct labels *l = t->labels;
    size_t T = (size_t)p->T, pairs = 0;

    for (int i = 0; i < t->o.recipe.batch; i++) {
        board[i] = board_of(t, i);
        memcpy(t->tokens + (size_t)i * T, l->tokens + (size_t)board[i] * T,
               T * sizeof *t->tokens);
        pairs += l->at[board[i] + 1] - l->at[board[i]];
    }
    p->marginals(p->self, t->tokens, t->o.recipe.batch, t->probs, t->hidden);
    return pairs;
}

bool head_trainer_step(struct head_trainer *t, double *mse)
{
    int *board = memory_new((size_t)t->o.recipe.batch, sizeof *board);
    struct batch b = {t, board};
    size_t pairs = load(t, board);
    double sum = 0, length;

    t->scale = pairs ? 1 / (float)pairs : 0;
    gemm_threads(1); /* the pool's threads share out the work */
    pool_run(t->pool, SHARDS, learn, &b);
    free(board);
    length = optimiser_gather(&t->o);
    for (int i = 0; i < SHARDS; i++)
        sum += t->error[i];
    *mse = pairs ? sum / (double)pairs : 0;
    if (!isfinite(sum) || !isfinite(length))
        return false;
    optimiser_move(&t->o, length);
    return true;
}
