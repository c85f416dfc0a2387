#include "mi/truth.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mi/entropy.h"

int truth_passes(const struct predictor *p, int N)
{
    return N * p->V;
}

/* One question = (i, v): what if masked position i held value v? */
struct questions {
    const struct predictor *predictor;
    const int16_t *tokens;
    const int32_t *position;
    int N;
    int16_t *asked; /* [batch,T] */
    float *probs;   /* [batch,T,V] */
};

static void ask(struct questions *q, int first, int count)
{
    const struct predictor *p = q->predictor;

    for (int b = 0; b < count; b++) {
        int16_t *asked = q->asked + (size_t)b * (size_t)p->T;
        int i = (first + b) / p->V, v = (first + b) % p->V;

        memcpy(asked, q->tokens, (size_t)p->T * sizeof *asked);
        asked[q->position[i]] = (int16_t)(p->first_symbol + v);
    }
    p->marginals(p->self, q->asked, count, q->probs, NULL);
}

/* raw[i,j] -= p_i(v) H(X_j | X_i = v) */
static void take_answers(float *raw, const struct questions *q,
                         const float *probs, int first, int count)
{
    const struct predictor *p = q->predictor;
    size_t T = (size_t)p->T, V = (size_t)p->V;

    for (int b = 0; b < count; b++) {
        int i = (first + b) / p->V;
        const float *answer = q->probs + (size_t)b * T * V;
        float p_iv = probs[first + b], *raw_i = raw + (size_t)i * (size_t)q->N;

        for (int j = 0; j < q->N; j++)
            if (j != i)
                raw_i[j] -= p_iv * entropy(answer + (size_t)q->position[j] * V,
                                           p->V);
    }
}

static bool ask_all(float *raw, struct questions *q, const float *probs,
                    struct progress *progress)
{
    int all = truth_passes(q->predictor, q->N), batch = q->predictor->batch;

    for (int first = 0; first < all; first += batch) {
        int count = all - first < batch ? all - first : batch;

        if (progress_cancelled(progress))
            return false;
        ask(q, first, count);
        take_answers(raw, q, probs, first, count);
        progress_add(progress, count);
    }
    return !progress_cancelled(progress);
}

bool truth_mi(float *raw, float *mi, const struct predictor *p,
              const int16_t *tokens, const int32_t *position, int N,
              const float *probs, const float *entropy,
              struct progress *progress)
{
    size_t batch = (size_t)p->batch, T = (size_t)p->T, V = (size_t)p->V;
    struct questions q = {
        .predictor = p, .tokens = tokens, .position = position, .N = N,
        .asked = memory_new(batch * T, sizeof *q.asked),
        .probs = memory_new(batch * T * V, sizeof *q.probs)};
    bool done;

    progress_begin(progress, truth_passes(p, N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            raw[(size_t)i * (size_t)N + (size_t)j] = i == j ? 0 : entropy[j];
    done = ask_all(raw, &q, probs, progress);
    if (done)
        mi_symmetrise(mi, raw, N);
    free(q.asked);
    free(q.probs);
    return done;
}

static float not_negative(float x)
{
    return x > 0 ? x : 0;
}

void mi_symmetrise(float *mi, const float *raw, int N)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            size_t ij = (size_t)i * (size_t)N + (size_t)j;
            size_t ji = (size_t)j * (size_t)N + (size_t)i;

            mi[ij] = i == j ? 0
                            : (not_negative(raw[ij]) + not_negative(raw[ji])) /
                                  2;
        }
}
