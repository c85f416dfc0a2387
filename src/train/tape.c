#include "train/tape.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "nn/gemm.h"
#include "train/tape_memory.h"

/* ---- memory ---------------------------------------------------------- */

/* Hands out pieces of one block; without a block it only counts. */
struct piece {
    float *block;
    size_t used;
};

static float *take(struct piece *p, size_t n)
{
    float *piece = p->block ? p->block + p->used : NULL;

    p->used += (n + 15) / 16 * 16;
    return piece;
}

static void lay_application(struct remembered *m, struct piece *p, size_t R,
                            size_t pairs, const struct config *c)
{
    size_t D = (size_t)c->D, F = (size_t)c->F;

    *m = (struct remembered){
        .x = take(p, R * D), .n1 = take(p, R * D),
        .q = take(p, R * D), .k = take(p, R * D), .v = take(p, R * D),
        .p = take(p, pairs), .o = take(p, R * D), .y = take(p, R * D),
        .n2 = take(p, R * D), .u = take(p, R * F), .g = take(p, R * F)};
}

static void lay(struct tape *t, struct piece *p, int B)
{
    const struct config *c = t->config;
    size_t R = (size_t)B * (size_t)c->T, D = (size_t)c->D, T = (size_t)c->T;
    size_t pairs = (size_t)B * (size_t)c->H * T * T;

    for (int a = 0; a < tape_applications(c); a++)
        lay_application(&t->at[a], p, R, pairs, c);
    t->end = take(p, (size_t)c->loops * R * D);
    t->h = take(p, R * D);
    t->logits = take(p, R * (size_t)c->V);
    t->e = take(p, R * D);
    t->dx = take(p, R * D);
    t->dn = take(p, R * D);
    t->du = take(p, R * (size_t)c->F);
    t->qkv = take(p, R * 3 * D);
    t->heads = take(p, 4 * R * D);
    t->dp = take(p, T * T);
}

struct tape *tape_new(const struct config *c, int B)
{
    struct tape *t = memory_new(1, sizeof *t);
    struct piece p = {0};

    t->config = c;
    t->loops = c->loops;
    t->ops = ops_best();
    t->slopes = slopes_best();
    t->at = memory_new((size_t)tape_applications(c), sizeof *t->at);
    lay(t, &p, B);
    t->block = p.block = memory_aligned(p.used, sizeof *p.block);
    p.used = 0;
    lay(t, &p, B);
    return t;
}

void tape_free(struct tape *t)
{
    if (!t)
        return;
    free(t->block);
    free(t->at);
    free(t);
}

void tape_set_loops(struct tape *t, int loops)
{
    assert(0 < loops && loops <= t->config->loops);
    t->loops = loops;
}

/* ---- heads ----------------------------------------------------------- */

void heads_split(float *heads, const float *x, int B, const struct config *c,
                 int width, int first, float scale)
{
    int T = c->T, K = c->D / c->H;

    for (int b = 0; b < B; b++)
        for (int h = 0; h < c->H; h++)
            for (int t = 0; t < T; t++, heads += K) {
                const float *from =
                    x + ((size_t)b * T + t) * width + first + h * K;
                for (int k = 0; k < K; k++)
                    heads[k] = from[k] * scale;
            }
}

void heads_join(float *x, const float *heads, int B, const struct config *c,
                int width, int first, float scale)
{
    int T = c->T, K = c->D / c->H;

    for (int b = 0; b < B; b++)
        for (int h = 0; h < c->H; h++)
            for (int t = 0; t < T; t++, heads += K) {
                float *to = x + ((size_t)b * T + t) * width + first + h * K;
                for (int k = 0; k < K; k++)
                    to[k] = heads[k] * scale;
            }
}

/* ---- forward --------------------------------------------------------- */

static void embed(struct tape *t, const struct weights *w,
                  const int16_t *tokens, int R)
{
    const struct config *c = t->config;

    for (int r = 0; r < R; r++) {
        const float *symbol = w->embed + (size_t)tokens[r] * (size_t)c->D;
        const float *place =
            w->positions + (size_t)(r % c->T) * (size_t)c->D;
        float *e = t->e + (size_t)r * (size_t)c->D;

        assert(tokens[r] >= 0 && tokens[r] < c->S);
        for (int d = 0; d < c->D; d++)
            e[d] = symbol[d] + place[d];
    }
}

static void attend(struct tape *t, struct remembered *m, int B)
{
    const struct config *c = t->config;
    int T = c->T, K = c->D / c->H;
    size_t one = (size_t)T * (size_t)K, pairs = (size_t)T * (size_t)T;

    for (int i = 0; i < B * c->H; i++) {
        float *p = m->p + (size_t)i * pairs;
        size_t at = (size_t)i * one;

        gemm_nt(p, m->q + at, m->k + at, T, T, K, 0);
        t->slopes->softmax(p, T, T);
        gemm_nn(t->heads + at, p, m->v + at, T, K, T, 0);
    }
    heads_join(m->o, t->heads, B, c, c->D, 0, 1);
}

/* out [R,N] = x + (a [R,K] W^T + bias) / divisor */
static void add_linear(float *out, const float *x, const float *a,
                       const float *W, const float *bias, int R, int N, int K,
                       float divisor)
{
    gemm_nt(out, a, W, R, N, K, 0);
    for (int r = 0; r < R; r++, out += N, x += N)
        for (int n = 0; n < N; n++)
            out[n] = x[n] + (out[n] + (bias ? bias[n] : 0)) / divisor;
}

static void add_bias(float *y, const float *bias, int R, int N)
{
    for (int r = 0; bias && r < R; r++, y += N)
        for (int n = 0; n < N; n++)
            y[n] += bias[n];
}

/* One application, from m->x to out. */
static void apply(struct tape *t, struct remembered *m,
                  const struct block_weights *w, float *out, int B)
{
    const struct config *c = t->config;
    int R = B * c->T, D = c->D, F = c->F;

    t->ops->layernorm(m->n1, m->x, w->attn_norm_g, w->attn_norm_b,
                      c->norm_eps, R, D);
    gemm_nt(t->qkv, m->n1, w->qkv, R, 3 * D, D, 0);
    heads_split(m->q, t->qkv, B, c, 3 * D, 0, 1 / sqrtf((float)(D / c->H)));
    heads_split(m->k, t->qkv, B, c, 3 * D, D, 1);
    heads_split(m->v, t->qkv, B, c, 3 * D, 2 * D, 1);
    attend(t, m, B);
    add_linear(m->y, m->x, m->o, w->out, NULL, R, D, D, c->residual_divisor);
    t->ops->layernorm(m->n2, m->y, w->ffn_norm_g, w->ffn_norm_b, c->norm_eps,
                      R, D);
    gemm_nt(m->u, m->n2, w->up, R, F, D, 0);
    add_bias(m->u, w->up_b, R, F);
    t->slopes->gelu(m->g, m->u, (size_t)R * (size_t)F);
    add_linear(out, m->y, m->g, w->down, w->down_b, R, D, F,
               c->residual_divisor);
}

void tape_forward(struct tape *t, const struct weights *w,
                  const int16_t *tokens, int B)
{
    const struct config *c = t->config;
    int R = B * c->T, applications = c->L * t->loops;
    size_t n = (size_t)R * (size_t)c->D;

    embed(t, w, tokens, R);
    memcpy(t->at[0].x, t->e, n * sizeof *t->e);
    for (int a = 0; a < applications; a++) {
        int loop = a / c->L;
        bool ends = (a + 1) % c->L == 0;
        float *end = t->end + (size_t)loop * n;

        apply(t, &t->at[a], &w->block[a % c->L], ends ? end : t->at[a + 1].x,
              B);
        if (ends && a + 1 < applications)
            for (size_t i = 0; i < n; i++)
                t->at[a + 1].x[i] = end[i] + t->e[i];
    }
}

void tape_logits(struct tape *t, const struct weights *w, int loop, int B)
{
    const struct config *c = t->config;
    int R = B * c->T, D = c->D;
    const float *end = t->end + (size_t)loop * (size_t)R * (size_t)D;

    t->ops->layernorm(t->h, end, w->norm_g, w->norm_b, c->norm_eps, R, D);
    gemm_nt(t->logits, t->h, w->head, R, c->V, D, 0);
    add_bias(t->logits, w->head_b, R, c->V);
}
