#include "cli/report_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/shape.h"

enum { COLUMNS = 79, CELLS_COLUMN = 14 };

static void add_passes(struct text *t, const struct step *s)
{
    text_printf(t, "%d pass%s", s->passes, s->passes == 1 ? "" : "es");
    if (s->probe_passes)
        text_printf(t, " + %d for MI", s->probe_passes);
}

void report_text_begin(struct text *t, const struct decode *d)
{
    char settings[160];

    settings_describe(settings, sizeof settings, d->settings);
    text_printf(t, "%s%s%d to fill, policy %s, model %s\n", d->problem->title,
                d->problem->title[0] ? ": " : "", d->masked, settings,
                d->model);
    if (d->problem->note[0])
        text_printf(t, "note: %s\n", d->problem->note);
    shape_print(t, d->domain, d->problem->tokens, d->problem->T);
}

/* An amount in nats, or a dash where the policy has none. */
static void add_amount(struct text *t, float nats)
{
    if (isnan(nats))
        text_add(t, "        -");
    else
        text_printf(t, "  %7.4f", (double)nats);
}

static void add_accepted(struct text *t, const struct decode *d,
                         const struct step *s, const int32_t *index, int n)
{
    text_add(t, "  accepted         p        h      dep     cost\n");
    for (int i = 0; i < n; i++) {
        const struct candidate *c = &step_candidates(s)[index[i]];
        char name[16];

        d->domain->position_name(name, c->position);
        text_printf(t, "  %6s=%c", name,
                    d->domain->alphabet[d->domain->first_symbol + c->value]);
        add_amount(t, c->p);
        add_amount(t, c->entropy);
        add_amount(t, c->dependence);
        add_amount(t, c->cost);
        text_add(t, c->decision == FORCED ? "  forced\n" : "\n");
    }
}

/* " r1c2" or " r1c2(by r3c4)" */
static void deferred_word(char *word, size_t size, const struct decode *d,
                          const struct candidate *c)
{
    char name[16], blocker[16];

    d->domain->position_name(name, c->position);
    if (c->blocked_by < 0) {
        snprintf(word, size, " %s", name);
        return;
    }
    d->domain->position_name(blocker, c->blocked_by);
    snprintf(word, size, " %s(by %s)", name, blocker);
}

/* The cells deferred for one reason, in lines of at most COLUMNS. */
static void add_deferred(struct text *t, const struct decode *d,
                         const struct step *s, const int32_t *index, int n,
                         int reason)
{
    int column = 0;

    for (int i = 0; i < n; i++) {
        const struct candidate *c = &step_candidates(s)[index[i]];
        char word[48];

        if (c->decision != reason)
            continue;
        deferred_word(word, sizeof word, d, c);
        if (!column)
            text_printf(t, "    %-*s", CELLS_COLUMN - 4,
                        DECISION_NAMES[reason]);
        else if (column + (int)strlen(word) > COLUMNS)
            text_printf(t, "\n%*s", CELLS_COLUMN, "");
        if (!column || column + (int)strlen(word) > COLUMNS)
            column = CELLS_COLUMN;
        text_add(t, word);
        column += (int)strlen(word);
    }
    if (column)
        text_add(t, "\n");
}

void report_text_step(struct text *t, const struct decode *d,
                      const struct step *s)
{
    int32_t *index = memory_new((size_t)s->N, sizeof *index);
    int n = report_ranked(index, s, true);

    text_printf(t, "\nstep %d: ", s->depth);
    add_passes(t, s);
    if (!isnan(s->budget))
        text_printf(t, ", budget %.4g nats, %.4g left", s->budget,
                    s->budget_left);
    text_printf(t, "; accepted %d, deferred %d\n", n, s->N - n);
    add_accepted(t, d, s, index, n);
    n = report_ranked(index, s, false);
    if (n)
        text_add(t, "  deferred\n");
    for (int reason = 0; reason < DECISION_COUNT; reason++)
        add_deferred(t, d, s, index, n, reason);
    free(index);
}

/* Returns how many revealed positions differ from the known solution. */
static int add_wrong(struct text *t, const struct decode *d,
                     const int16_t *tokens)
{
    int wrong = 0;

    for (int i = 0; i < d->problem->T; i++) {
        char name[16];

        if (tokens[i] == d->problem->solution[i])
            continue;
        d->domain->position_name(name, i);
        text_printf(t, " %s", name);
        wrong++;
    }
    return wrong;
}

static void add_verdict(struct text *t, const struct decode *d,
                        const int16_t *tokens)
{
    enum verdict valid = d->domain->valid(tokens, d->problem->T);
    enum verdict solved = problem_solved(d->domain, d->problem, tokens);
    struct text wrong = {0};
    int n;

    if (solved == VERDICT_YES)
        text_add(t, "solved");
    else if (valid == VERDICT_NO)
        text_add(t, "not solved: a rule is broken");
    else if (solved == VERDICT_NO)
        text_add(t, "not solved, though no rule is broken");
    else
        text_add(t, valid == VERDICT_YES ? "valid; there is no unique solution"
                                         : "done");
    if (d->problem->solution && (n = add_wrong(&wrong, d, tokens)) > 0)
        text_printf(t, "; %d wrong cell%s:%s", n, n == 1 ? "" : "s",
                    wrong.bytes);
    text_release(&wrong);
}

void report_text_end(struct text *t, const struct decode *d,
                     const struct step *last)
{
    text_add(t, "\n");
    shape_print(t, d->domain, step_tokens(last), last->T);
    add_verdict(t, d, step_tokens(last));
    text_add(t, ", after ");
    add_passes(t, last);
    text_add(t, "\n");
}
