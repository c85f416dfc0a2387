#include "session/step.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "base/memory.h"

enum { BLOCK_ALIGN = 8 };

/* Room for n objects at the end of the block; every array stays aligned. */
static uint64_t reserve(uint64_t *bytes, size_t n, size_t size)
{
    uint64_t at = *bytes;

    *bytes = (at + n * size + BLOCK_ALIGN - 1) & ~(uint64_t)(BLOCK_ALIGN - 1);
    return at;
}

static void lay_out(struct step *h)
{
    size_t t = (size_t)h->T, v = (size_t)h->V, n = (size_t)h->N;

    h->bytes = sizeof *h;
    h->at_token = reserve(&h->bytes, t, sizeof(int16_t));
    h->at_position = reserve(&h->bytes, n, sizeof(int32_t));
    h->at_prob = reserve(&h->bytes, n * v, sizeof(float));
    h->at_entropy = reserve(&h->bytes, n, sizeof(float));
    h->at_mi_raw = reserve(&h->bytes, n * n, sizeof(float));
    h->at_mi = reserve(&h->bytes, n * n, sizeof(float));
    h->at_candidate = reserve(&h->bytes, n, sizeof(struct candidate));
}

uint64_t step_bytes(int T, int V, int N)
{
    struct step h = {.T = T, .V = V, .N = N};

    lay_out(&h);
    return h.bytes;
}

struct step *step_new(int T, int V, int N)
{
    struct step *s;

    assert(T > 0 && V > 0 && 0 <= N && N <= T);
    s = memory_new(step_bytes(T, V, N), 1);
    s->T = T;
    s->V = V;
    s->N = N;
    lay_out(s);
    return s;
}

static void *array_at(struct step *s, uint64_t offset)
{
    return (char *)s + offset;
}

static const void *const_array_at(const struct step *s, uint64_t offset)
{
    return (const char *)s + offset;
}

int16_t *step_token(struct step *s)
{
    return array_at(s, s->at_token);
}

int32_t *step_position(struct step *s)
{
    return array_at(s, s->at_position);
}

float *step_prob(struct step *s)
{
    return array_at(s, s->at_prob);
}

float *step_entropy(struct step *s)
{
    return array_at(s, s->at_entropy);
}

float *step_mi_raw(struct step *s)
{
    return array_at(s, s->at_mi_raw);
}

float *step_mi(struct step *s)
{
    return array_at(s, s->at_mi);
}

struct candidate *step_candidate(struct step *s)
{
    return array_at(s, s->at_candidate);
}

const int16_t *step_tokens(const struct step *s)
{
    return const_array_at(s, s->at_token);
}

const int32_t *step_positions(const struct step *s)
{
    return const_array_at(s, s->at_position);
}

const float *step_probs(const struct step *s)
{
    return const_array_at(s, s->at_prob);
}

const float *step_entropies(const struct step *s)
{
    return const_array_at(s, s->at_entropy);
}

const float *step_mi_raws(const struct step *s)
{
    return const_array_at(s, s->at_mi_raw);
}

const float *step_mis(const struct step *s)
{
    return const_array_at(s, s->at_mi);
}

const struct candidate *step_candidates(const struct step *s)
{
    return const_array_at(s, s->at_candidate);
}

int step_index(const struct step *s, int position)
{
    const int32_t *positions = step_positions(s);
    int low = 0, high = s->N;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (positions[middle] < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->N && positions[low] == position ? low : -1;
}

int step_masked_after(const struct step *s)
{
    const int16_t *token = step_tokens(s);
    int masked = 0;

    for (int t = 0; t < s->T; t++)
        masked += token[t] == s->mask_symbol;
    return masked;
}

struct belief step_belief(const struct step *s)
{
    return (struct belief){.T = s->T,
                           .V = s->V,
                           .N = s->N,
                           .position = step_positions(s),
                           .prob = step_probs(s),
                           .entropy = step_entropies(s),
                           .mi = s->has_mi ? step_mis(s) : NULL};
}

void step_reveal(struct step *s, const int16_t *before)
{
    const struct candidate *c = step_candidates(s);
    int16_t *token = step_token(s);
    bool costs = policy_has_budget(s->settings.policy);

    for (int t = 0; t < s->T; t++)
        token[t] = before[t];
    s->accepted = 0;
    s->budget = costs ? s->settings.value[PARAM_GAMMA] : NAN;
    s->budget_left = s->budget;
    for (int n = 0; n < s->N; n++) {
        if (!decision_accepts(c[n].decision))
            continue;
        token[c[n].position] = (int16_t)(s->first_symbol + c[n].value);
        s->accepted++;
        if (costs && c[n].decision == ACCEPTED)
            s->budget_left -= (double)c[n].cost;
    }
    if (s->budget_left < 0)
        s->budget_left = 0; /* costs are kept as floats */
}
