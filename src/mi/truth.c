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
    int *iv; /* [count] i V + v */
    float *weight; /* [count] p_i(v) / sum of those asked */
    int count;
    int16_t *asked; /* [batch,T] */
    float *probs;   /* [batch,T,V] */
};

static struct questions questions_new(const struct predictor *p,
                                      const int16_t *tokens,
                                      const int32_t *position, int N)
{
    size_t batch = (size_t)p->batch, T = (size_t)p->T, V = (size_t)p->V;
    size_t most = (size_t)truth_passes(p, N) + 1;

    return (struct questions){
        .predictor = p, .tokens = tokens, .position = position, .N = N,
        .iv = memory_new(most, sizeof(int)),
        .weight = memory_new(most, sizeof(float)),
        .asked = memory_new(batch * T, sizeof(int16_t)),
        .probs = memory_new(batch * T * V, sizeof(float))};
}

static void questions_free(struct questions *q)
{
    free(q->iv);
    free(q->weight);
    free(q->asked);
    free(q->probs);
}

static void list_position(struct questions *q, int i, const float *p_i,
                          float least)
{
    int V = q->predictor->V, first = q->count;
    float sum = 0;

    for (int v = 0; v < V; v++)
        if (p_i[v] >= least) {
            q->iv[q->count] = i * V + v;
            q->weight[q->count++] = p_i[v];
            sum += p_i[v];
        }
    for (int k = first; least > 0 && k < q->count; k++)
        q->weight[k] /= sum;
}

static void ask(struct questions *q, int first, int count)
{
    const struct predictor *p = q->predictor;

    for (int b = 0; b < count; b++) {
        int16_t *asked = q->asked + (size_t)b * (size_t)p->T;
        int i = q->iv[first + b] / p->V, v = q->iv[first + b] % p->V;

        memcpy(asked, q->tokens, (size_t)p->T * sizeof *asked);
        asked[q->position[i]] = (int16_t)(p->first_symbol + v);
    }
    p->marginals(p->self, q->asked, count, q->probs, NULL);
}

/* raw[i,j] -= p_i(v) H(X_j | X_i = v) */
static void take_answers(float *raw, const struct questions *q, int first,
                         int count)
{
    const struct predictor *p = q->predictor;
    size_t T = (size_t)p->T, V = (size_t)p->V;

    for (int b = 0; b < count; b++) {
        int i = q->iv[first + b] / p->V;
        const float *answer = q->probs + (size_t)b * T * V;
        float *raw_i = raw + (size_t)i * (size_t)q->N;

        for (int j = 0; j < q->N; j++)
            if (j != i)
                raw_i[j] -= q->weight[first + b] *
                            entropy(answer + (size_t)q->position[j] * V, p->V);
    }
}

static bool ask_all(float *raw, struct questions *q, struct progress *progress)
{
    int batch = q->predictor->batch;

    for (int first = 0; first < q->count; first += batch) {
        int count = q->count - first < batch ? q->count - first : batch;

        if (progress_cancelled(progress))
            return false;
        ask(q, first, count);
        take_answers(raw, q, first, count);
        progress_add(progress, count);
    }
    return !progress_cancelled(progress);
}

bool truth_mi(float *raw, float *mi, const struct predictor *p,
              const int16_t *tokens, const int32_t *position, int N,
              const float *probs, const float *entropy, float least,
              struct progress *progress)
{
    struct questions q = questions_new(p, tokens, position, N);
    bool done;

    for (int i = 0; i < N; i++)
        list_position(&q, i, probs + (size_t)i * (size_t)p->V, least);
    progress_begin(progress, q.count);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            raw[(size_t)i * (size_t)N + (size_t)j] = i == j ? 0 : entropy[j];
    done = ask_all(raw, &q, progress);
    if (done)
        mi_symmetrise(mi, raw, N);
    questions_free(&q);
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
