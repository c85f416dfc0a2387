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
    const struct step *s = v->step;
    int other = c->blocked_by < 0 ? -1 : step_index(s, c->blocked_by);
    int self = step_index(s, c->position);
    char name[16];

    if (other < 0 || !s->has_mi) {
        snprintf(out, size,
                 "deferred: dependence brings its cost to %.3f, "
                 "over the %.3f %s left",
                 c->cost * v->unit, c->budget * v->unit, v->unit_name);
        return;
    }
    v->domain->position_name(name, c->blocked_by);
    double mi = step_mis(s)[(size_t)self * (size_t)s->N + (size_t)other];
    snprintf(out, size,
             "deferred: dependence on %s (%.3f %s) brings its cost "
             "to %.3f, over the %.3f left",
             name, mi * v->unit, v->unit_name, c->cost * v->unit,
             c->budget * v->unit);
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

static void (*const REASONS[DECISION_COUNT])(char *, size_t,
                                             const struct view *,
                                             const struct candidate *) = {
    [ACCEPTED] = reason_accepted,     [FORCED] = reason_forced,
    [DEFER_ENTROPY] = reason_entropy, [DEFER_DEPENDENCE] = reason_dependence,
    [DEFER_STOPPED] = reason_stopped, [DEFER_POLICY] = reason_policy,
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
        REASONS[c->decision](out, size, v, c);
    }
    if (cell->wrong)
        add_solution(out, size, v, position);
}
