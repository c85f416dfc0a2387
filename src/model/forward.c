#include "model/forward.h"

#include <assert.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/memory.h"
#include "model/workspace.h"

/* How often to look for the others before letting somebody else run. */
enum { SPINS = 4000 };

/* ---- the steps ------------------------------------------------------- */

/* Some rows of a group, and where they come from and go to. */
struct rows {
    struct workspace *ws;
    struct activations *a;
    float *scratch;
    const int16_t *tokens; /* of the group, as all below */
    float *logits, *hidden;
    int from, to;
};

static float *at(float *x, int row, int width)
{
    return x + (size_t)row * (size_t)width;
}

static void embed(const struct rows *r)
{
    const struct config *c = r->ws->config;
    const struct weights *w = r->ws->weights;

    for (int row = r->from; row < r->to; row++) {
        const float *symbol = w->embed + (size_t)r->tokens[row] * (size_t)c->D;
        const float *position = w->positions + (size_t)(row % c->T) *
                                                   (size_t)c->D;
        float *e = at(r->a->e, row, c->D), *x = at(r->a->x, row, c->D);

        assert(r->tokens[row] >= 0 && r->tokens[row] < c->S);
        for (int d = 0; d < c->D; d++)
            x[d] = e[d] = symbol[d] + position[d];
    }
}

static void add_embedding(const struct rows *r)
{
    int D = r->ws->config->D;
    size_t n = (size_t)(r->to - r->from) * (size_t)D;
    const float *e = at(r->a->e, r->from, D);
    float *x = at(r->a->x, r->from, D);

    for (size_t i = 0; i < n; i++)
        x[i] += e[i];
}

/* Attention of each sequence the rows touch. */
static void attend(const struct rows *r, const float *qkv)
{
    const struct config *c = r->ws->config;
    int T = c->T;

    for (int first = r->from / T * T; first < r->to; first += T) {
        int from = r->from > first ? r->from - first : 0;
        int to = r->to < first + T ? r->to - first : T;

        r->ws->ops->attention(at(r->a->n, first, c->D),
                              qkv + (size_t)first * 3 * (size_t)c->D,
                              r->scratch, T, c->D, c->H, from, to);
    }
}

static void end_block(const struct rows *r, int i, const float *qkv)
{
    const struct ops *ops = r->ws->ops;
    const struct config *c = r->ws->config;
    const struct block_weights *w = &r->ws->weights->block[i];
    const struct packed_block *p = &r->ws->block[i];
    int R = r->to - r->from, D = c->D, F = c->F;
    float *x = at(r->a->x, r->from, D), *n = at(r->a->n, r->from, D);
    float *u = at(r->a->u, r->from, F);

    attend(r, qkv);
    ops->linear_add(x, n, p->out, R, D, D);
    ops->layernorm(n, x, w->ffn_norm_g, w->ffn_norm_b, c->norm_eps, R, D);
    ops->linear_gelu(u, n, p->up, R, F, D);
    ops->linear_add(x, u, p->down, R, D, F);
}

static void begin_block(const struct rows *r, int i, float *qkv)
{
    const struct ops *ops = r->ws->ops;
    const struct config *c = r->ws->config;
    const struct block_weights *w = &r->ws->weights->block[i];
    int R = r->to - r->from, D = c->D;
    float *n = at(r->a->n, r->from, D);

    ops->layernorm(n, at(r->a->x, r->from, D), w->attn_norm_g, w->attn_norm_b,
                   c->norm_eps, R, D);
    ops->linear(at(qkv, r->from, 3 * D), n, r->ws->block[i].qkv, R, 3 * D, D);
}

static void end_pass(const struct rows *r)
{
    const struct ops *ops = r->ws->ops;
    const struct config *c = r->ws->config;
    const struct weights *w = r->ws->weights;
    int R = r->to - r->from, D = c->D;
    float *h = at(r->hidden ? r->hidden : r->a->n, r->from, D);

    ops->layernorm(h, at(r->a->x, r->from, D), w->norm_g, w->norm_b,
                   c->norm_eps, R, D);
    ops->linear(at(r->logits, r->from, c->V), h, r->ws->head, R, c->V, D);
}

static int step_count(const struct config *c)
{
    return c->L * c->loops + 1;
}

static void take_step(const struct rows *r, int step)
{
    const struct config *c = r->ws->config;

    if (step > 0)
        end_block(r, (step - 1) % c->L, r->a->qkv[(step - 1) % 2]);
    if (step == c->L * c->loops) {
        end_pass(r);
        return;
    }
    if (step == 0)
        embed(r);
    else if (step % c->L == 0)
        add_embedding(r);
    begin_block(r, step % c->L, r->a->qkv[step % 2]);
}

/* ---- sharing out ----------------------------------------------------- */

struct pass {
    struct workspace *ws;
    const int16_t *tokens;
    float *logits, *hidden;
    int B, groups;
    atomic_int *finished; /* [steps] chunks done of each, when sharing rows */
};

/* Where part `i` of `parts` begins, when n things are shared out evenly. */
static int share(int n, int i, int parts)
{
    return (int)((long)n * i / parts);
}

/* The rows of sequences first .. first+count-1. */
static struct rows rows_of(const struct pass *p, struct activations *a,
                           int worker, int first, int count)
{
    const struct config *c = p->ws->config;
    int row = first * c->T;

    return (struct rows){
        .ws = p->ws, .a = a, .scratch = p->ws->scratch[worker],
        .tokens = p->tokens + row, .logits = at(p->logits, row, c->V),
        .hidden = p->hidden ? at(p->hidden, row, c->D) : NULL,
        .from = 0, .to = count * c->T};
}

static void run_group(void *context, int job, int worker)
{
    const struct pass *p = context;
    int first = share(p->B, job, p->groups);
    int end = share(p->B, job + 1, p->groups);
    struct rows r = rows_of(p, &p->ws->own[worker], worker, first,
                            end - first);

    for (int step = 0; step < step_count(p->ws->config); step++)
        take_step(&r, step);
}

static void wait_for(atomic_int *finished, int chunks)
{
    for (int spin = 0;
         atomic_load_explicit(finished, memory_order_acquire) < chunks;
         spin++)
        if (spin >= SPINS)
            sched_yield();
}

/*
 * Job = (step, chunk of the rows), step first. The pool gives jobs out in
 * order, so every job of the step before is done or being done by a thread
 * that waits for nobody behind it: waiting here cannot last.
 */
static void run_chunk(void *context, int job, int worker)
{
    const struct pass *p = context;
    int chunks = p->ws->threads, step = job / chunks, chunk = job % chunks;
    struct rows r = rows_of(p, &p->ws->shared, worker, 0, p->B);
    int R = r.to;

    r.from = share(R, chunk, chunks);
    r.to = share(R, chunk + 1, chunks);
    if (step > 0)
        wait_for(&p->finished[step - 1], chunks);
    take_step(&r, step);
    atomic_fetch_add_explicit(&p->finished[step], 1, memory_order_release);
}

static void run_shared(struct pass *p, struct pool *pool)
{
    int steps = step_count(p->ws->config);

    p->finished = memory_new((size_t)steps, sizeof *p->finished);
    pool_run(pool, steps * p->ws->threads, run_chunk, p);
    free(p->finished);
}

/* Every thread gets as many groups as any other, none above its limit. */
static void run_groups(struct pass *p, struct pool *pool)
{
    int threads = p->ws->threads, each = p->B / threads;

    p->groups = (each + p->ws->group - 1) / p->ws->group * threads;
    pool_run(pool, p->groups, run_group, p);
}

static void skip_sequences(struct pass *p, int count)
{
    const struct config *c = p->ws->config;
    int rows = count * c->T;

    p->tokens += rows;
    p->logits = at(p->logits, rows, c->V);
    p->hidden = p->hidden ? at(p->hidden, rows, c->D) : NULL;
}

/* The sequences left over when each thread has the same number are fewer than
 * the threads: they are shared row by row. */
void forward_run(struct workspace *ws, struct pool *pool, float *logits,
                 float *hidden, const int16_t *tokens, int B)
{
    struct pass p = {.ws = ws, .tokens = tokens, .logits = logits,
                     .hidden = hidden};
    int even = B - B % ws->threads;

    p.B = even;
    if (even > 0) {
        run_groups(&p, pool);
        skip_sequences(&p, even);
    }
    p.B = B - even;
    if (p.B > 0)
        run_shared(&p, pool);
}

void forward_softmax(struct workspace *ws, float *p, int R)
{
    ws->ops->softmax(p, R, ws->config->V);
}

int forward_batch(const struct workspace *ws, int threads)
{
    return 4 * ws->group * threads;
}
