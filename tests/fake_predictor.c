#define _POSIX_C_SOURCE 200809L
#include "fake_predictor.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

enum { SIDE = 9, CELLS = 81, HOUSES = 27, DIGITS = 9 };

const char FAKE_PUZZLE[] = "530070000600195000098000060800060003400803001"
                           "700020006060000280000419005000080079";
const char FAKE_SOLUTION[] = "534678912672195348198342567859761423426853791"
                             "713924856961537284287419635345286179";

/* House k of cell t: its row, its column or its box. */
static int house_of(int t, int k)
{
    int row = t / SIDE, col = t % SIDE;

    if (k == 0)
        return row;
    return k == 1 ? SIDE + col : 2 * SIDE + row / 3 * 3 + col / 3;
}

/* A fixed number in [0, 1) for every cell and digit. */
static double whim(int t, int v)
{
    uint32_t x = (uint32_t)(t * DIGITS + v + 1) * 2654435769u;

    x ^= x >> 15;
    x *= 2246822519u;
    x ^= x >> 13;
    return x / 4294967296.0;
}

/* What the houses of a board hold. */
struct counted {
    bool taken[HOUSES][DIGITS]; /* the digit is there */
    int places[HOUSES][DIGITS]; /* masked cells that may hold it */
};

static bool is_legal(const struct counted *k, int t, int v)
{
    return !k->taken[house_of(t, 0)][v] && !k->taken[house_of(t, 1)][v] &&
           !k->taken[house_of(t, 2)][v];
}

static void count(struct counted *k, const int16_t *token)
{
    memset(k, 0, sizeof *k);
    for (int t = 0; t < CELLS; t++)
        for (int h = 0; h < 3 && token[t] > 0; h++)
            k->taken[house_of(t, h)][token[t] - 1] = true;
    for (int t = 0; t < CELLS; t++)
        for (int v = 0; v < DIGITS && token[t] == 0; v++)
            for (int h = 0; h < 3 && is_legal(k, t, v); h++)
                k->places[house_of(t, h)][v]++;
}

static double weight(const struct counted *k, int t, int v)
{
    double w = exp(whim(t, v));

    if (!is_legal(k, t, v))
        return 1e-4 * w;
    for (int h = 0; h < 3; h++) {
        int places = k->places[house_of(t, h)][v];

        if (places == 1)
            w *= 40; /* its last place */
        else if (places > 1)
            w *= 1 + 1.0 / places;
    }
    return w;
}

static void marginals_of(float *prob, const int16_t *token)
{
    struct counted k;

    count(&k, token);
    for (int t = 0; t < CELLS; t++) {
        double w[DIGITS], sum = 0;

        for (int v = 0; v < DIGITS; v++) {
            w[v] = weight(&k, t, v);
            if (token[t] > 0)
                w[v] = token[t] == v + 1 ? 1 : 1e-6;
            sum += w[v];
        }
        for (int v = 0; v < DIGITS; v++)
            prob[t * DIGITS + v] = (float)(w[v] / sum);
    }
}

static void marginals(void *self, const int16_t *tokens, int B, float *probs,
                      float *hidden)
{
    struct fake *f = self;
    long delay = atomic_load(&f->delay_us);
    struct timespec nap = {delay / 1000000, delay % 1000000 * 1000};

    (void)hidden; /* it has none */
    if (delay > 0)
        nanosleep(&nap, NULL);
    for (int b = 0; b < B; b++)
        marginals_of(probs + b * CELLS * DIGITS, tokens + b * CELLS);
    atomic_fetch_add(&f->passes, B);
}

struct predictor fake_predictor(struct fake *f)
{
    struct predictor p = {.self = f,
                          .T = CELLS,
                          .V = DIGITS,
                          .mask_symbol = 0,
                          .first_symbol = 1,
                          .marginals = marginals,
                          .batch = 16};

    for (int i = 0; i < 64; i++)
        p.digest[i] = "0123456789abcdef"[i * 7 % 16];
    snprintf(p.name, sizeof p.name, "%s", "fake.safetensors");
    return p;
}

static int16_t *symbols(const char *cells)
{
    int16_t *token = memory_new(CELLS, sizeof *token);

    for (int t = 0; t < CELLS; t++)
        token[t] = (int16_t)(cells[t] == '.' ? 0 : cells[t] - '0');
    return token;
}

struct problem fake_problem(const char *cells, const char *solution)
{
    struct problem p = {.T = CELLS, .tokens = symbols(cells)};

    snprintf(p.title, sizeof p.title, "%s", "fake:1");
    p.solution = solution ? symbols(solution) : NULL;
    return p;
}

static double entropy_of(const float *p)
{
    double h = 0;

    for (int v = 0; v < DIGITS; v++)
        h -= p[v] > 0 ? (double)p[v] * log((double)p[v]) : 0;
    return h;
}

/* Row i of the raw MI: what every other entropy is expected to lose. */
static void probe(struct step *s, const int16_t *before, int i)
{
    int N = s->N;
    float *raw_i = step_mi_raw(s) + (size_t)i * (size_t)N;
    int16_t token[CELLS];
    float prob[CELLS * DIGITS];

    memcpy(token, before, sizeof token);
    for (int j = 0; j < N; j++)
        raw_i[j] = j == i ? 0 : step_entropies(s)[j];
    for (int v = 0; v < DIGITS; v++) {
        token[step_positions(s)[i]] = (int16_t)(v + 1);
        marginals_of(prob, token);
        for (int j = 0; j < N; j++)
            if (j != i)
                raw_i[j] -= (float)((double)step_probs(s)[i * DIGITS + v] *
                                    entropy_of(prob + step_positions(s)[j] *
                                                          DIGITS));
    }
}

static void fill_mi(struct step *s, const int16_t *before)
{
    size_t N = (size_t)s->N;
    const float *raw = step_mi_raws(s);

    for (int i = 0; i < s->N; i++)
        probe(s, before, i);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            step_mi(s)[i * N + j] = (fmaxf(raw[i * N + j], 0) +
                                     fmaxf(raw[j * N + i], 0)) / 2;
    s->has_mi = true;
    s->probe_passes += s->N * DIGITS;
}

static void fill_belief(struct step *s, const int16_t *before)
{
    float prob[CELLS * DIGITS];
    int n = 0;

    marginals_of(prob, before);
    for (int t = 0; t < CELLS; t++) {
        if (before[t] != 0)
            continue;
        step_position(s)[n] = t;
        memcpy(step_prob(s) + n * DIGITS, prob + t * DIGITS,
               DIGITS * sizeof *prob);
        step_entropy(s)[n++] = (float)entropy_of(prob + t * DIGITS);
    }
    s->has_prob = true;
    s->passes++;
}

static struct step *fake_step(const struct step *from,
                              const struct settings *settings,
                              int masked_at_start)
{
    struct step *s = step_new(CELLS, DIGITS, step_masked_after(from));
    struct belief belief;

    s->first_symbol = 1;
    s->settings = *settings;
    s->passes = from->passes;
    s->probe_passes = from->probe_passes;
    fill_belief(s, step_tokens(from));
    fill_mi(s, step_tokens(from));
    belief = step_belief(s);
    sampler_decide(step_candidate(s), &belief, settings, from->depth,
                   masked_at_start);
    step_reveal(s, step_tokens(from));
    return s;
}

void fake_trace(struct trace *t, const struct problem *p,
                const struct settings *s, int steps)
{
    struct step *root = step_new(CELLS, DIGITS, 0);

    root->first_symbol = 1;
    root->budget = root->budget_left = NAN;
    memcpy(step_token(root), p->tokens, CELLS * sizeof(int16_t));
    trace_init(t, root);
    for (int i = 0; i < steps && step_masked_after(trace_now(t)); i++)
        t->cursor = trace_push(t, t->cursor,
                               fake_step(trace_now(t), s,
                                         trace_masked_at_start(t)));
}
