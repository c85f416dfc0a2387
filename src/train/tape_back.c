#include <math.h>
#include <string.h>

#include "nn/gemm.h"
#include "train/tape_memory.h"

/* What a run needs, and where the gradient of a weight lies: as far into
 * `gradient` as the weight lies into `flat`. */
struct run {
    struct tape *t;
    const struct weights *w;
    const float *flat;
    float *gradient;
    int B, R;
};

static float *slope_of(const struct run *r, const float *weight)
{
    return r->gradient + (weight - r->flat);
}

/* db [N] += sum_r dy [R,N] */
static void bias_back(float *db, const float *dy, int R, int N)
{
    for (int row = 0; row < R; row++, dy += N)
        for (int n = 0; n < N; n++)
            db[n] += dy[n];
}

/* ---- loss ------------------------------------------------------------ */

/* Softmax of a row, its loss, and the gradient scale (p - target) in place. */
static double row_loss(float *logits, int target, int V, float scale,
                       bool *right)
{
    float max = logits[0], sum = 0;
    int best = 0;
    double loss;

    for (int v = 1; v < V; v++)
        if (logits[v] > max) {
            max = logits[v];
            best = v;
        }
    for (int v = 0; v < V; v++)
        sum += expf(logits[v] - max);
    loss = log((double)sum) + (double)(max - logits[target]);
    for (int v = 0; v < V; v++)
        logits[v] = scale * (expf(logits[v] - max) / sum - (v == target));
    *right = best == target;
    return loss;
}

/* Turns logits into their gradient. */
static void loss_of_loop(const struct run *r, int loop, const int8_t *target,
                         float scale, struct score *score)
{
    const struct config *c = r->t->config;
    bool last = loop == r->t->loops - 1;

    for (int row = 0; row < r->R; row++) {
        float *logits = r->t->logits + (size_t)row * (size_t)c->V;
        bool right;

        if (target[row] == NOT_COUNTED) {
            memset(logits, 0, (size_t)c->V * sizeof *logits);
            continue;
        }
        double loss = row_loss(logits, target[row], c->V, scale, &right);
        score->all_loss += loss / r->t->loops;
        if (!last)
            continue;
        score->loss += loss;
        score->counted++;
        score->right += right;
    }
}

/* Adds to dx what the logits of the loop pass on. */
static void head_back(const struct run *r, int loop)
{
    struct tape *t = r->t;
    const struct config *c = t->config;
    const struct weights *w = r->w;
    int D = c->D, V = c->V;
    const float *end = t->end + (size_t)loop * (size_t)r->R * (size_t)D;

    gemm_tn(slope_of(r, w->head), t->logits, t->h, V, D, r->R, 1);
    bias_back(slope_of(r, w->head_b), t->logits, r->R, V);
    gemm_nn(t->dn, t->logits, w->head, r->R, D, V, 0);
    t->slopes->layernorm_back(t->dx, slope_of(r, w->norm_g),
                              slope_of(r, w->norm_b), t->dn, end, w->norm_g,
                              c->norm_eps, r->R, D);
}

/* ---- blocks ---------------------------------------------------------- */

static void divide(float *out, const float *x, float divisor, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = x[i] / divisor;
}

/* dx: gradient of what the block gave, then of y = x + attention. */
static void ffn_back(const struct run *r, const struct remembered *m,
                     const struct block_weights *w)
{
    struct tape *t = r->t;
    const struct config *c = t->config;
    int R = r->R, D = c->D, F = c->F;

    divide(t->dn, t->dx, c->residual_divisor, (size_t)R * (size_t)D);
    gemm_tn(slope_of(r, w->down), t->dn, m->g, D, F, R, 1);
    if (w->down_b)
        bias_back(slope_of(r, w->down_b), t->dn, R, D);
    gemm_nn(t->du, t->dn, w->down, R, F, D, 0);
    t->slopes->gelu_back(t->du, t->du, m->u, (size_t)R * (size_t)F);
    gemm_tn(slope_of(r, w->up), t->du, m->n2, F, D, R, 1);
    if (w->up_b)
        bias_back(slope_of(r, w->up_b), t->du, R, F);
    gemm_nn(t->dn, t->du, w->up, R, D, F, 0);
    t->slopes->layernorm_back(t->dx, slope_of(r, w->ffn_norm_g),
                              slope_of(r, w->ffn_norm_b), t->dn, m->y,
                              w->ffn_norm_g, c->norm_eps, R, D);
}

/* One head of one sequence: gradients of q, k, v [T,K] from that of o. */
static void head_attention_back(struct tape *t, float *dq, float *dk,
                                float *dv, const float *d_o,
                                const struct remembered *m, int i)
{
    const struct config *c = t->config;
    int T = c->T, K = c->D / c->H;
    size_t at = (size_t)i * (size_t)T * (size_t)K;
    const float *p = m->p + (size_t)i * (size_t)T * (size_t)T;

    gemm_tn(dv + at, p, d_o + at, T, K, T, 0);
    gemm_nt(t->dp, d_o + at, m->v + at, T, T, K, 0);
    t->slopes->softmax_back(t->dp, t->dp, p, T, T);
    gemm_nn(dq + at, t->dp, m->k + at, T, K, T, 0);
    gemm_tn(dk + at, t->dp, m->q + at, T, K, T, 0);
}

/* From the gradient of o in dn to that of q, k, v in qkv. */
static void attention_back(const struct run *r, const struct remembered *m)
{
    struct tape *t = r->t;
    const struct config *c = t->config;
    size_t n = (size_t)r->R * (size_t)c->D;
    float *d_o = t->heads, *dq = d_o + n, *dk = dq + n, *dv = dk + n;
    float part = 1 / sqrtf((float)(c->D / c->H));

    heads_split(d_o, t->dn, r->B, c, c->D, 0, 1);
    for (int i = 0; i < r->B * c->H; i++)
        head_attention_back(t, dq, dk, dv, d_o, m, i);
    heads_join(t->qkv, dq, r->B, c, 3 * c->D, 0, part);
    heads_join(t->qkv, dk, r->B, c, 3 * c->D, c->D, 1);
    heads_join(t->qkv, dv, r->B, c, 3 * c->D, 2 * c->D, 1);
}

/* dx: gradient of y, then of x. */
static void mixing_back(const struct run *r, const struct remembered *m,
                        const struct block_weights *w)
{
    struct tape *t = r->t;
    const struct config *c = t->config;
    int R = r->R, D = c->D;

    divide(t->du, t->dx, c->residual_divisor, (size_t)R * (size_t)D);
    gemm_tn(slope_of(r, w->out), t->du, m->o, D, D, R, 1);
    gemm_nn(t->dn, t->du, w->out, R, D, D, 0);
    attention_back(r, m);
    gemm_tn(slope_of(r, w->qkv), t->qkv, m->n1, 3 * D, D, R, 1);
    gemm_nn(t->dn, t->qkv, w->qkv, R, D, 3 * D, 0);
    t->slopes->layernorm_back(t->dx, slope_of(r, w->attn_norm_g),
                              slope_of(r, w->attn_norm_b), t->dn, m->x,
                              w->attn_norm_g, c->norm_eps, R, D);
}

/* ---- the run --------------------------------------------------------- */

static void embed_back(const struct run *r, const int16_t *tokens)
{
    const struct config *c = r->t->config;
    float *symbols = slope_of(r, r->w->embed);
    float *places = slope_of(r, r->w->positions);

    for (int row = 0; row < r->R; row++) {
        const float *de = r->t->e + (size_t)row * (size_t)c->D;
        float *symbol = symbols + (size_t)tokens[row] * (size_t)c->D;
        float *place = places + (size_t)(row % c->T) * (size_t)c->D;

        for (int d = 0; d < c->D; d++) {
            symbol[d] += de[d];
            place[d] += de[d];
        }
    }
}

/* From the end of a loop to its start, whose gradient e gets too. */
static void loop_back(const struct run *r, int loop)
{
    struct tape *t = r->t;
    int L = t->config->L;
    size_t n = (size_t)r->R * (size_t)t->config->D;

    for (int i = L - 1; i >= 0; i--) {
        const struct remembered *m = &t->at[loop * L + i];

        ffn_back(r, m, &r->w->block[i]);
        mixing_back(r, m, &r->w->block[i]);
    }
    for (size_t i = 0; i < n; i++)
        t->e[i] += t->dx[i];
}

void tape_run(struct tape *t, const struct weights *w, const float *flat,
              float *gradient, const int16_t *tokens, const int8_t *target,
              int B, float scale, struct score *score)
{
    const struct config *c = t->config;
    const struct run r = {t, w, flat, gradient, B, B * c->T};
    size_t bytes = (size_t)r.R * (size_t)c->D * sizeof *t->dx;

    tape_forward(t, w, tokens, B);
    memset(t->dx, 0, bytes);
    memset(t->e, 0, bytes);
    for (int loop = t->loops - 1; loop >= 0; loop--) {
        tape_logits(t, w, loop, B);
        loss_of_loop(&r, loop, target, scale / (float)t->loops, score);
        if (!gradient)
            continue;
        head_back(&r, loop);
        loop_back(&r, loop);
    }
    if (gradient)
        embed_back(&r, tokens);
}
