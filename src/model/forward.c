#include "model/forward.h"

#include <assert.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "nn/ops.h"

/* Rows worked on together: enough that reading the weights is paid for, few
 * enough that their activations stay in the second-level cache. */
enum { GROUP_ROWS = 162 };

/* How often to look for the others before letting somebody else run. */
enum { SPINS = 4000 };

struct packed_block {
    float *qkv, *out, *up, *down; /* owned */
};

/* Of a group of sequences; R is its rows. */
struct activations {
    float *e, *x; /* [R,D] */
    float *n;     /* [R,D] what a norm or the attention gives */
    float *u;     /* [R,F] */
    float *qkv[2]; /* [R,3D] + OPS_PADDING, in turn */
};

struct workspace {
    const struct ops *ops;
    const struct config *config;
    const struct weights *weights;
    struct packed_block *block; /* [L] owned */
    float *head;                /* owned, packed */
    int threads, group;         /* sequences of a group */
    struct activations *own;    /* [threads] owned: a group each */
    struct activations shared;  /* of up to `threads` sequences */
    float **scratch;            /* [threads] owned, for attention */
};

/* ---- memory ---------------------------------------------------------- */

static float *floats(size_t n)
{
    float *block = memory_aligned(n, sizeof *block);

    return memset(block, 0, n * sizeof *block);
}

static struct activations activations_new(const struct config *c,
                                          int sequences)
{
    size_t R = (size_t)sequences * (size_t)c->T, D = (size_t)c->D;

    return (struct activations){
        .e = floats(R * D), .x = floats(R * D), .n = floats(R * D),
        .u = floats(R * (size_t)c->F),
        .qkv = {floats(R * 3 * D + OPS_PADDING),
                floats(R * 3 * D + OPS_PADDING)}};
}

static void activations_free(struct activations *a)
{
    free(a->e);
    free(a->x);
    free(a->n);
    free(a->u);
    free(a->qkv[0]);
    free(a->qkv[1]);
}

static float *packed(const struct ops *ops, const float *W, const float *bias,
                     float scale, int N, int K)
{
    float *block = memory_aligned(ops->packed_size(N, K), sizeof *block);

    ops->pack(block, W, bias, scale, N, K);
    return block;
}

static struct packed_block pack_block(const struct ops *ops,
                                      const struct block_weights *w,
                                      const struct config *c)
{
    float part = 1 / c->residual_divisor;

    return (struct packed_block){
        .qkv = packed(ops, w->qkv, NULL, 1, 3 * c->D, c->D),
        .out = packed(ops, w->out, NULL, part, c->D, c->D),
        .up = packed(ops, w->up, w->up_b, 1, c->F, c->D),
        .down = packed(ops, w->down, w->down_b, part, c->D, c->F)};
}

static int at_least(int n, int limit)
{
    return n > limit ? n : limit;
}

static void allocate(struct workspace *ws, const struct config *c)
{
    size_t threads = (size_t)ws->threads;

    ws->shared = activations_new(c, ws->threads);
    ws->own = memory_new(threads, sizeof *ws->own);
    ws->scratch = memory_new(threads, sizeof *ws->scratch);
    for (size_t t = 0; t < threads; t++) {
        ws->own[t] = activations_new(c, ws->group);
        ws->scratch[t] = floats(ws->ops->attention_scratch(c->T,
                                                           c->D / c->H));
    }
}

struct workspace *workspace_new(const struct config *c,
                                const struct weights *w, int threads)
{
    struct workspace *ws = memory_new(1, sizeof *ws);

    ws->ops = ops_best();
    ws->config = c;
    ws->weights = w;
    ws->threads = threads;
    ws->group = at_least(GROUP_ROWS / c->T, 1);
    ws->block = memory_new((size_t)c->L, sizeof *ws->block);
    for (int i = 0; i < c->L; i++)
        ws->block[i] = pack_block(ws->ops, &w->block[i], c);
    ws->head = packed(ws->ops, w->head, w->head_b, 1, c->V, c->D);
    allocate(ws, c);
    return ws;
}

void workspace_free(struct workspace *ws)
{
    if (!ws)
        return;
    for (int i = 0; i < ws->config->L; i++) {
        free(ws->block[i].qkv);
        free(ws->block[i].out);
        free(ws->block[i].up);
        free(ws->block[i].down);
    }
    for (int t = 0; t < ws->threads; t++) {
        activations_free(&ws->own[t]);
        free(ws->scratch[t]);
    }
    activations_free(&ws->shared);
    free(ws->own);
    free(ws->scratch);
    free(ws->block);
    free(ws->head);
    free(ws);
}

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
