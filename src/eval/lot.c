#include "eval/lot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mi/entropy.h"
#include "mi/head.h"
#include "mi/source.h"

/* Problems under way at once: what they hold fits in some tens of MB. */
enum { SEATS = 128 };

/* One problem under way. */
struct seat {
    int problem;
    int pass, masked_at_start;
    int N;             /* masked now */
    int32_t *position; /* [T] owned by the block, as all below */
    float *probs, *entropy; /* [T,V] [T] of the masked */
    float *mi;              /* [T,T] */
    struct candidate *candidate; /* [T] */
};

struct table { /* the seats taken, and their batch */
    const struct lot *lot;
    const struct problem *problem;
    struct outcome *out;
    struct seat seat[SEATS];
    int taken, next, n;    /* seats; the first problem without; problems */
    int16_t *tokens;       /* [SEATS,T] */
    float *probs, *hidden; /* [SEATS,T,V] [SEATS,T,D] or NULL */
    float *raw;            /* [T,T] for the truth */
    struct head_scratch **scratch; /* [threads] or NULL */
    const struct mi_source *source; /* NULL: the policy needs no MI */
};

/* ---- memory ----------------------------------------------------------- */

static void seat_init(struct seat *s, size_t T, size_t V, bool mi)
{
    s->position = memory_new(T, sizeof *s->position);
    s->probs = memory_new(T * V, sizeof *s->probs);
    s->entropy = memory_new(T, sizeof *s->entropy);
    s->mi = mi ? memory_new(T * T, sizeof *s->mi) : NULL;
    s->candidate = memory_new(T, sizeof *s->candidate);
}

static void seat_release(struct seat *s)
{
    free(s->position);
    free(s->probs);
    free(s->entropy);
    free(s->mi);
    free(s->candidate);
}

static struct table *table_new(const struct lot *lot)
{
    const struct predictor *p = lot->predictor;
    size_t T = (size_t)p->T, V = (size_t)p->V, D = (size_t)p->D;
    const struct settings *s = lot->settings;
    bool mi = POLICIES[s->policy].needs_mi;
    struct table *t = memory_new(1, sizeof *t);
    int threads = pool_threads(lot->pool);

    t->lot = lot;
    t->source = mi ? &MI_SOURCES[s->mi_source] : NULL;
    t->tokens = memory_new(SEATS * T, sizeof *t->tokens);
    t->probs = memory_aligned(SEATS * T * V, sizeof *t->probs);
    t->raw = memory_new(T * T, sizeof *t->raw);
    if (t->source && t->source->needs_hidden) {
        t->hidden = memory_aligned(SEATS * T * D, sizeof *t->hidden);
        t->scratch = memory_new((size_t)threads, sizeof *t->scratch);
        for (int i = 0; i < threads; i++)
            t->scratch[i] = head_scratch_new(p->head, p->T);
    }
    for (int i = 0; i < SEATS; i++)
        seat_init(&t->seat[i], T, V, mi);
    return t;
}

static void table_free(struct table *t)
{
    for (int i = 0; i < SEATS; i++)
        seat_release(&t->seat[i]);
    for (int i = 0; t->scratch && i < pool_threads(t->lot->pool); i++)
        head_scratch_free(t->scratch[i]);
    free(t->scratch);
    free(t->hidden);
    free(t->raw);
    free(t->probs);
    free(t->tokens);
    free(t);
}

/* ---- coming and going ------------------------------------------------- */

static int16_t *tokens_of(const struct table *t, int seat)
{
    return t->tokens + (size_t)seat * (size_t)t->lot->predictor->T;
}

static int count_masked(const struct table *t, const int16_t *tokens)
{
    const struct predictor *p = t->lot->predictor;
    int N = 0;

    for (int i = 0; i < p->T; i++)
        N += tokens[i] == p->mask_symbol;
    return N;
}

static void judge(struct table *t, const struct seat *s,
                  const int16_t *tokens)
{
    const struct domain *d = t->lot->domain;
    const struct problem *p = &t->problem[s->problem];
    struct outcome *o = &t->out[s->problem];
    enum verdict solved = problem_solved(d, p, tokens);

    o->passes = s->pass;
    o->valid = d->valid(tokens, p->T) != VERDICT_NO;
    o->solved = solved == VERDICT_UNKNOWN ? o->valid : solved == VERDICT_YES;
}

/* The next problem takes the seat; one without a mask is over at once. */
static bool seat_next(struct table *t, int seat)
{
    struct seat *s = &t->seat[seat];
    int16_t *tokens = tokens_of(t, seat);

    while (t->next < t->n) {
        s->problem = t->next++;
        s->pass = 0;
        memcpy(tokens, t->problem[s->problem].tokens,
               (size_t)t->lot->predictor->T * sizeof *tokens);
        s->masked_at_start = count_masked(t, tokens);
        t->out[s->problem] = (struct outcome){0};
        if (s->masked_at_start > 0)
            return true;
        judge(t, s, tokens);
    }
    return false;
}

/* The last seat moves to the place that became free. */
static void leave(struct table *t, int seat)
{
    int last = --t->taken;
    struct seat kept = t->seat[seat];

    if (seat == last)
        return;
    t->seat[seat] = t->seat[last];
    t->seat[last] = kept;
    memcpy(tokens_of(t, seat), tokens_of(t, last),
           (size_t)t->lot->predictor->T * sizeof *t->tokens);
}

/* ---- a pass ----------------------------------------------------------- */

/* The marginals of the masked, in front of each other. */
static void believe(struct table *t, int seat)
{
    const struct predictor *p = t->lot->predictor;
    struct seat *s = &t->seat[seat];
    const int16_t *tokens = tokens_of(t, seat);
    size_t V = (size_t)p->V;
    const float *probs = t->probs + (size_t)seat * (size_t)p->T * V;

    s->N = 0;
    for (int i = 0; i < p->T; i++) {
        float *p_n = s->probs + (size_t)s->N * V;

        if (tokens[i] != p->mask_symbol)
            continue;
        memcpy(p_n, probs + (size_t)i * V, V * sizeof *p_n);
        s->entropy[s->N] = entropy(p_n, p->V);
        s->position[s->N++] = i;
    }
}

static void decide(struct table *t, int seat)
{
    const struct predictor *p = t->lot->predictor;
    struct seat *s = &t->seat[seat];
    const struct belief b = {p->T, p->V, s->N, s->position, s->probs,
                             s->entropy, t->source ? s->mi : NULL};
    int16_t *tokens = tokens_of(t, seat);

    sampler_decide(s->candidate, &b, t->lot->settings, s->pass,
                   s->masked_at_start);
    s->pass++;
    for (int n = 0; n < s->N; n++)
        if (decision_accepts(s->candidate[n].decision))
            tokens[s->position[n]] =
                (int16_t)(p->first_symbol + s->candidate[n].value);
}

/* Everything of a seat that needs no forward pass. */
static void take_turn(void *context, int seat, int worker)
{
    struct table *t = context;
    const struct predictor *p = t->lot->predictor;
    struct seat *s = &t->seat[seat];

    believe(t, seat);
    if (t->hidden)
        head_estimate(p->head, t->scratch[worker], s->mi,
                      t->hidden + (size_t)seat * (size_t)p->T * (size_t)p->D,
                      s->position, s->N);
    decide(t, seat);
}

/* A source that asks the predictor has the whole pool to itself. */
static bool take_turn_asking(struct table *t, int seat,
                             struct progress *progress)
{
    const struct predictor *p = t->lot->predictor;
    struct seat *s = &t->seat[seat];
    struct progress inner = {0}; /* counts passes, not problems */
    struct mi_question q;

    believe(t, seat);
    q = (struct mi_question){tokens_of(t, seat), s->position, s->N, s->probs,
                             s->entropy, NULL};
    if (progress_cancelled(progress) ||
        !t->source->compute(t->raw, s->mi, p, &q, &inner))
        return false;
    t->out[s->problem].probe_passes += t->source->passes(p, s->N);
    decide(t, seat);
    return true;
}

static bool pass(struct table *t, struct progress *progress)
{
    const struct predictor *p = t->lot->predictor;

    p->marginals(p->self, t->tokens, t->taken, t->probs, t->hidden);
    if (!t->source || t->hidden) {
        pool_run(t->lot->pool, t->taken, take_turn, t);
        return true;
    }
    for (int i = 0; i < t->taken; i++)
        if (!take_turn_asking(t, i, progress))
            return false;
    return true;
}

static void clear(struct table *t, struct progress *progress)
{
    for (int i = t->taken - 1; i >= 0; i--) {
        const int16_t *tokens = tokens_of(t, i);

        if (count_masked(t, tokens) > 0)
            continue;
        judge(t, &t->seat[i], tokens);
        progress_add(progress, 1);
        if (!seat_next(t, i))
            leave(t, i);
    }
}

bool lot_decode(struct outcome *out, const struct lot *lot,
                const struct problem *problem, int n,
                struct progress *progress)
{
    struct table *t = table_new(lot);
    bool going = true;

    assert(mi_source_usable(lot->settings->mi_source, lot->predictor));
    t->out = out;
    t->problem = problem;
    t->n = n;
    while (t->taken < SEATS && seat_next(t, t->taken))
        t->taken++;
    while (going && t->taken > 0) {
        going = !progress_cancelled(progress) && pass(t, progress);
        if (going)
            clear(t, progress);
    }
    table_free(t);
    return going;
}
