#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mi/entropy.h"
#include "session/npz_archive.h"
#include "session/npz_meta.h"

/* tokens ------------------------------------------------------------------ */

static int64_t token_at(const struct recording *r, int k, int t)
{
    return npy_int(&r->member[TOKENS], (size_t)k * (size_t)r->T + (size_t)t);
}

static bool check_tokens(const struct recording *r, struct error *err)
{
    int symbols = (int)strlen(r->domain->alphabet);
    char name[16];

    for (int k = 0; k <= r->S; k++)
        for (int t = 0; t < r->T; t++) {
            int64_t now = token_at(r, k, t);
            int64_t before = k ? token_at(r, k - 1, t) : now;

            r->domain->position_name(name, t);
            if (now < 0 || now >= symbols)
                return fail(err, "tokens: %s at step %d is no symbol of %s",
                            name, k, r->domain->name);
            if (now != before && before != r->domain->mask_symbol)
                return fail(err, "tokens: %s changes at step %d after it "
                                 "was revealed", name, k);
            if (now != before && now < r->domain->first_symbol)
                return fail(err, "tokens: %s at step %d is no value", name,
                            k);
        }
    return true;
}

/* steps ------------------------------------------------------------------- */

/* Element [k,t] of an [S,T] member; NAN or -1 where there is none. */
static double real_at(const struct recording *r, enum member m, int k, int t)
{
    size_t i = (size_t)k * (size_t)r->T + (size_t)t;

    return recording_has(r, m) ? npy_real(&r->member[m], i) : (double)NAN;
}

static int whole_at(const struct recording *r, enum member m, int k, int t,
                    int below)
{
    size_t i = (size_t)k * (size_t)r->T + (size_t)t;
    int64_t x = recording_has(r, m) ? npy_int(&r->member[m], i) : -1;

    return x >= 0 && x < below ? (int)x : -1;
}

/* All of the step's marginals, or none when one is not a probability. */
static void fill_probs(struct step *s, const struct recording *r, int k)
{
    s->has_prob = recording_has(r, PROBS);
    for (int n = 0; s->has_prob && n < s->N; n++)
        for (int v = 0; v < s->V; v++) {
            size_t row = (size_t)k * (size_t)r->T +
                         (size_t)step_positions(s)[n];
            double p = npy_real(&r->member[PROBS],
                                row * (size_t)s->V + (size_t)v);

            s->has_prob = s->has_prob && p >= 0 && p <= 1.001;
            step_prob(s)[n * s->V + v] = (float)p;
        }
    if (!s->has_prob)
        memset(step_prob(s), 0,
               (size_t)s->N * (size_t)s->V * sizeof(float));
}

static bool fill_matrix(float *out, const struct step *s,
                        const struct recording *r, enum member m, int k)
{
    size_t T = (size_t)r->T;

    for (int a = 0; a < s->N; a++)
        for (int b = 0; b < s->N; b++) {
            size_t i = ((size_t)k * T + (size_t)step_positions(s)[a]) * T +
                       (size_t)step_positions(s)[b];
            double x = npy_real(&r->member[m], i);

            if (!isfinite(x))
                return false;
            out[a * s->N + b] = (float)x;
        }
    return true;
}

static void fill_mi(struct step *s, const struct recording *r, int k)
{
    size_t bytes = (size_t)s->N * (size_t)s->N * sizeof(float);

    s->has_mi = recording_has(r, MI) && fill_matrix(step_mi(s), s, r, MI, k);
    if (!s->has_mi)
        memset(step_mi(s), 0, bytes);
    if (!s->has_mi || !recording_has(r, MI_RAW) ||
        !fill_matrix(step_mi_raw(s), s, r, MI_RAW, k))
        memcpy(step_mi_raw(s), step_mis(s), bytes);
}

static float entropy_of(const struct step *s, const struct recording *r,
                        int n, int k)
{
    double h = real_at(r, ENTROPY, k, step_positions(s)[n]);

    if (isfinite(h) && h >= 0)
        return (float)h;
    return s->has_prob ? entropy(step_probs(s) + n * s->V, s->V) : NAN;
}

static int likeliest(const float *p, int V)
{
    int best = 0;

    for (int v = 1; v < V; v++)
        if (p[v] > p[best])
            best = v;
    return best;
}

/* What was revealed is what the tokens say, whatever else the file holds. */
static struct candidate candidate_of(const struct step *s,
                                     const struct recording *r, int n, int k)
{
    int t = step_positions(s)[n];
    const float *p_n = step_probs(s) + n * s->V;
    int decision = whole_at(r, DECISION, k, t, DECISION_COUNT);
    int value = whole_at(r, VALUE, k, t, s->V);
    int64_t token = token_at(r, k + 1, t);
    bool revealed = token != s->mask_symbol;

    if (revealed)
        value = (int)(token - s->first_symbol);
    else if (value < 0)
        value = likeliest(p_n, s->V);
    if (decision < 0 || decision_accepts(decision) != revealed)
        decision = revealed ? ACCEPTED : DEFER_POLICY;
    return (struct candidate){
        .position = t,
        .value = value,
        .p = s->has_prob ? p_n[value] : NAN,
        .entropy = step_entropies(s)[n],
        .dependence = (float)real_at(r, DEPENDENCE, k, t),
        .cost = (float)real_at(r, COST, k, t),
        .budget = (float)real_at(r, BUDGET, k, t),
        .rank = whole_at(r, RANK, k, t, s->N),
        .decision = decision,
        .blocked_by = whole_at(r, BLOCKED_BY, k, t, r->T),
    };
}

/* Ranks that are not 0..N-1 once each give way: accepted ones first. */
static void settle_ranks(struct candidate *c, int N)
{
    bool *seen = memory_new((size_t)N, sizeof *seen), fine = true;
    int next = 0;

    for (int n = 0; n < N && fine; n++) {
        fine = c[n].rank >= 0 && !seen[c[n].rank];
        if (fine)
            seen[c[n].rank] = true;
    }
    free(seen);
    for (int round = 0; !fine && round < 2; round++)
        for (int n = 0; n < N; n++)
            if (decision_accepts(c[n].decision) == (round == 0))
                c[n].rank = next++;
}

static int count_masked(const struct recording *r, int k)
{
    int n = 0;

    for (int t = 0; t < r->T; t++)
        n += token_at(r, k, t) == r->domain->mask_symbol;
    return n;
}

/* Step k+1 of the line, from row k of the arrays. *told becomes false when
 * the file does not say which policy made it. */
static struct step *step_of(const struct recording *r,
                            const struct step *before, int k, bool *told)
{
    struct step *s = step_new(r->T, r->V, count_masked(r, k));
    int n = 0;

    s->mask_symbol = r->domain->mask_symbol;
    s->first_symbol = r->domain->first_symbol;
    s->settings = settings_for(0);
    s->passes = k + 1;
    *told = npz_meta_step(s, r->meta, k) && *told;
    for (int t = 0; t < r->T; t++)
        if (token_at(r, k, t) == s->mask_symbol)
            step_position(s)[n++] = t;
    fill_probs(s, r, k);
    fill_mi(s, r, k);
    for (n = 0; n < s->N; n++) {
        step_entropy(s)[n] = entropy_of(s, r, n, k);
        step_candidate(s)[n] = candidate_of(s, r, n, k);
    }
    settle_ranks(step_candidate(s), s->N);
    step_reveal(s, step_tokens(before));
    return s;
}

static struct step *root_of(const struct recording *r)
{
    struct step *root = step_new(r->T, r->V, 0);

    root->mask_symbol = r->domain->mask_symbol;
    root->first_symbol = r->domain->first_symbol;
    root->budget = root->budget_left = NAN;
    for (int t = 0; t < r->T; t++)
        step_token(root)[t] = (int16_t)token_at(r, 0, t);
    return root;
}

static void build(struct trace *t, struct problem *p,
                  const struct recording *r)
{
    bool told = true;

    trace_init(t, root_of(r));
    p->tokens = memory_new((size_t)r->T, sizeof *p->tokens);
    memcpy(p->tokens, step_tokens(trace_now(t)),
           (size_t)r->T * sizeof *p->tokens);
    for (int k = 0; k < r->S; k++)
        trace_go(t, trace_push(t, t->cursor,
                               step_of(r, trace_now(t), k, &told)));
    trace_go(t, 0);
    if (!told && !p->note[0])
        snprintf(p->note, sizeof p->note,
                 "the file does not say which policy made it");
}

bool npz_load(struct trace *t, struct problem *p, const struct domain **d,
              struct provenance *by, const char *path, struct error *err)
{
    struct recording r;
    struct problem problem = {0};
    struct provenance made_by;
    bool ok = recording_read(&r, path, err) && check_tokens(&r, err);

    problem.T = r.T;
    if (ok)
        ok = npz_meta_read(&problem, &made_by, r.meta, r.domain, err);
    if (ok) {
        build(t, &problem, &r);
        *p = problem;
        *d = r.domain;
        *by = made_by;
    } else {
        problem_release(&problem);
        fail_in(err, "cannot read %s", path);
    }
    recording_release(&r);
    return ok;
}
