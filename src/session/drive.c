#include "session/drive.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mi/entropy.h"
#include "mi/source.h"

struct step *drive_root(const struct problem *p, const struct predictor *pr)
{
    struct step *root = step_new(p->T, pr->V, 0);

    assert(p->T == pr->T);
    root->mask_symbol = pr->mask_symbol;
    root->first_symbol = pr->first_symbol;
    root->budget = root->budget_left = NAN;
    memcpy(step_token(root), p->tokens, (size_t)p->T * sizeof(int16_t));
    return root;
}

static void list_masked(struct step *s, const int16_t *token)
{
    int32_t *position = step_position(s);
    int n = 0;

    for (int t = 0; t < s->T; t++)
        if (token[t] == s->mask_symbol)
            position[n++] = t;
}

/* One forward pass; the marginals and entropies of the masked positions.
 * hidden [T,D] or NULL. */
static void ask(struct step *s, const int16_t *token,
                const struct predictor *pr, float *hidden)
{
    size_t V = (size_t)s->V;
    float *all = memory_aligned((size_t)s->T * V, sizeof *all);

    pr->marginals(pr->self, token, 1, all, hidden);
    for (int n = 0; n < s->N; n++) {
        float *p_n = step_prob(s) + (size_t)n * V;

        memcpy(p_n, all + (size_t)step_positions(s)[n] * V, V * sizeof *p_n);
        step_entropy(s)[n] = entropy(p_n, s->V);
    }
    s->has_prob = true;
    free(all);
}

static bool ask_mi(struct step *s, const int16_t *token,
                   const struct predictor *pr, const float *hidden,
                   const struct mi_source *source, struct progress *progress)
{
    const struct mi_question q = {token, step_positions(s), s->N,
                                  step_probs(s), step_entropies(s), hidden};

    s->has_mi = source->compute(step_mi_raw(s), step_mi(s), pr, &q, progress);
    s->probe_passes += source->passes(pr, s->N);
    return s->has_mi;
}

static struct step *step_after(const struct step *from,
                               const struct settings *s)
{
    struct step *next = step_new(from->T, from->V, step_masked_after(from));

    next->mask_symbol = from->mask_symbol;
    next->first_symbol = from->first_symbol;
    next->passes = from->passes + 1;
    next->probe_passes = from->probe_passes;
    next->settings = *s;
    list_masked(next, step_tokens(from));
    return next;
}

static void decide(struct step *s, int pass, int masked_at_start,
                   const int16_t *before)
{
    struct belief belief = step_belief(s);

    sampler_decide(step_candidate(s), &belief, &s->settings, pass,
                   masked_at_start);
    step_reveal(s, before);
}

struct step *drive_step(const struct step *from, const struct predictor *pr,
                        const struct settings *s, bool want_mi,
                        int masked_at_start, struct progress *progress)
{
    const struct mi_source *source = &MI_SOURCES[s->mi_source];
    const int16_t *token = step_tokens(from);
    struct step *next = step_after(from, s);
    float *hidden = NULL;
    bool asked;

    assert(next->N > 0 && next->T == pr->T && next->V == pr->V);
    assert(mi_source_usable(s->mi_source, pr));
    if (!POLICIES[s->policy].needs_mi && !want_mi)
        source = NULL;
    progress_begin(progress, source ? source->passes(pr, next->N) : 1);
    if (source && source->needs_hidden)
        hidden = memory_aligned((size_t)pr->T * (size_t)pr->D, sizeof *hidden);
    ask(next, token, pr, hidden);
    asked = !source || ask_mi(next, token, pr, hidden, source, progress);
    free(hidden);
    if (!asked || progress_cancelled(progress)) {
        free(next);
        return NULL;
    }
    decide(next, from->depth, masked_at_start, token);
    return next;
}

bool drive_run(struct trace *t, const struct predictor *pr,
               const struct settings *s, bool want_mi,
               struct progress *progress)
{
    int masked_at_start = trace_masked_at_start(t);

    while (step_masked_after(trace_now(t)) > 0) {
        struct step *next = drive_step(trace_now(t), pr, s, want_mi,
                                       masked_at_start, progress);

        if (!next)
            return false;
        trace_go(t, trace_push(t, t->cursor, next));
    }
    return true;
}
