#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/view.h"

static void reason_accepted(char *out, size_t size, const struct view *v,
                            const struct candidate *c)
{
    if (isnan(c->cost))
        snprintf(out, size, "accepted: chosen by %s as number %d, p %.2f",
                 policy_name(v->step->settings.policy), c->rank + 1,
                 (double)c->p);
    else
        snprintf(out, size, "accepted: its cost %.3f fits the %.3f %s left",
                 c->cost * v->unit, c->budget * v->unit, v->unit_name);
}

static void reason_forced(char *out, size_t size, const struct view *v,
                          const struct candidate *c)
{
    (void)v, (void)c;
    snprintf(out, size,
             "forced: no cell qualified, so the first in the order "
             "is revealed");
}

static void reason_entropy(char *out, size_t size, const struct view *v,
                           const struct candidate *c)
{
    if (c->entropy > c->budget)
        snprintf(out, size,
                 "deferred: its entropy %.3f alone exceeds the %.3f %s left",
                 c->entropy * v->unit, c->budget * v->unit, v->unit_name);
    else
        snprintf(out, size, "deferred: its cost %.3f exceeds the %.3f %s left",
                 c->cost * v->unit, c->budget * v->unit, v->unit_name);
}

static void reason_dependence(char *out, size_t size, const struct view *v,
                              const struct candidate *c)
{
    char name[16], mostly[32] = "", much[16] = "";

    if (c->blocked_by >= 0) {
        v->domain->position_name(name, c->blocked_by);
        snprintf(mostly, sizeof mostly, " (mostly %s)", name);
    }
    if (!isnan(c->dependence))
        snprintf(much, sizeof much, " %.3f", c->dependence * v->unit);
    snprintf(out, size,
             "deferred: dependence%s%s: cost %.3f over %.3f %s left", much,
             mostly, c->cost * v->unit, c->budget * v->unit, v->unit_name);
}

static void reason_stopped(char *out, size_t size, const struct view *v,
                           const struct candidate *c)
{
    snprintf(out, size,
             "deferred: %s stopped before it, at number %d of the "
             "order",
             policy_name(v->step->settings.policy), c->rank + 1);
}

static void reason_policy(char *out, size_t size, const struct view *v,
                          const struct candidate *c)
{
    snprintf(out, size, "deferred: not chosen by %s, number %d in its order",
             policy_name(v->step->settings.policy), c->rank + 1);
}

/* ---- in about 25 columns --------------------------------------------- */

static void brief_accepted(char *out, size_t size, const struct view *v,
                           const struct candidate *c)
{
    if (isnan(c->cost))
        snprintf(out, size, "accepted as number %d", c->rank + 1);
    else
        snprintf(out, size, "cost %.3f of %.3f left", c->cost * v->unit,
                 c->budget * v->unit);
}

static void brief_forced(char *out, size_t size, const struct view *v,
                         const struct candidate *c)
{
    (void)v, (void)c;
    snprintf(out, size, "forced: none qualified");
}

static void brief_entropy(char *out, size_t size, const struct view *v,
                          const struct candidate *c)
{
    double over = c->entropy > c->budget ? c->entropy : c->cost;

    snprintf(out, size, "entropy %.3f > %.3f", over * v->unit,
             c->budget * v->unit);
}

static void brief_dependence(char *out, size_t size, const struct view *v,
                             const struct candidate *c)
{
    char name[16] = "MI";

    if (c->blocked_by >= 0)
        v->domain->position_name(name, c->blocked_by);
    snprintf(out, size, "by %s: %.3f > %.3f", name, c->cost * v->unit,
             c->budget * v->unit);
}

static void brief_order(char *out, size_t size, const struct view *v,
                        const struct candidate *c)
{
    (void)v;
    snprintf(out, size, "deferred, number %d", c->rank + 1);
}

struct reason {
    void (*full)(char *, size_t, const struct view *, const struct candidate *);
    void (*brief)(char *, size_t, const struct view *,
                  const struct candidate *);
};

static const struct reason REASONS[DECISION_COUNT] = {
    [ACCEPTED] = {reason_accepted, brief_accepted},
    [FORCED] = {reason_forced, brief_forced},
    [DEFER_ENTROPY] = {reason_entropy, brief_entropy},
    [DEFER_DEPENDENCE] = {reason_dependence, brief_dependence},
    [DEFER_STOPPED] = {reason_stopped, brief_order},
    [DEFER_POLICY] = {reason_policy, brief_order},
};

static void reason_undecided(char *out, size_t size,
                             const struct view_cell *c)
{
    if (c->state == CELL_FILLED)
        snprintf(out, size, "filled: revealed by step %d", c->since);
    else
        snprintf(out, size, "%s",
                 c->state == CELL_GIVEN
                     ? "given: part of the problem"
                     : "masked: no step has looked at it yet");
}

static void add_solution(char *out, size_t size, const struct view *v,
                         int position)
{
    int symbol = v->problem->solution[position];
    size_t n = strlen(out);

    snprintf(out + n, size - n, "; wrong, the solution has %c",
             v->domain->alphabet[symbol]);
}

void view_reason(char *out, size_t size, const struct view *v, int position)
{
    const struct view_cell *cell = &v->cell[position];

    if (cell->index < 0) {
        reason_undecided(out, size, cell);
    } else {
        const struct candidate *c = &step_candidates(v->step)[cell->index];
        REASONS[c->decision].full(out, size, v, c);
    }
    if (cell->wrong)
        add_solution(out, size, v, position);
}

void view_reason_brief(char *out, size_t size, const struct view *v,
                       int position)
{
    const struct view_cell *cell = &v->cell[position];

    if (cell->wrong)
        snprintf(out, size, "wrong, solution has %c",
                 v->domain->alphabet[v->problem->solution[position]]);
    else if (cell->index >= 0)
        REASONS[step_candidates(v->step)[cell->index].decision].brief(
            out, size, v, &step_candidates(v->step)[cell->index]);
    else if (cell->state == CELL_FILLED)
        snprintf(out, size, "filled by step %d", cell->since);
    else
        snprintf(out, size, "%s", CELL_LOOKS[cell->state].name);
}
