#include "model/workspace.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Rows worked on together: enough that reading the weights is paid for, few
 * enough that their activations stay in the second-level cache. */
enum { GROUP_ROWS = 162 };

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
