#include "cli/report_json.h"

#include <stdlib.h>

#include "base/memory.h"
#include "cli/json.h"

static json_t *verdict(enum verdict v)
{
    return v == VERDICT_UNKNOWN ? json_null() : json_boolean(v == VERDICT_YES);
}

static json_t *tokens(const struct step *s)
{
    json_t *list = json_array();

    for (int t = 0; t < s->T; t++)
        json_array_append_new(list, json_integer(step_tokens(s)[t]));
    return list;
}

static json_t *cell(const struct decode *d, const struct candidate *c)
{
    json_t *o = json_object();
    char name[16];

    d->domain->position_name(name, c->position);
    json_object_set_new(o, "position", json_integer(c->position));
    json_object_set_new(o, "name", json_string(name));
    return o;
}

static void set_costs(json_t *o, const struct candidate *c)
{
    json_object_set_new(o, "h", json_number((double)c->entropy));
    json_object_set_new(o, "dependence", json_number((double)c->dependence));
    json_object_set_new(o, "cost", json_number((double)c->cost));
}

static json_t *accepted(const struct decode *d, const struct candidate *c)
{
    char symbol[2] = {d->domain->alphabet[d->domain->first_symbol + c->value]};
    json_t *o = cell(d, c);

    json_object_set_new(o, "symbol", json_string(symbol));
    json_object_set_new(o, "p", json_number((double)c->p));
    set_costs(o, c);
    return o;
}

static json_t *deferred(const struct decode *d, const struct candidate *c)
{
    json_t *o = cell(d, c);

    set_costs(o, c);
    json_object_set_new(o, "reason",
                        json_string(DECISION_NAMES[c->decision]));
    json_object_set_new(o, "blocked_by",
                        c->blocked_by < 0 ? json_null()
                                          : json_integer(c->blocked_by));
    return o;
}

static json_t *cells(const struct decode *d, const struct step *s,
                     bool wants_accepted)
{
    int32_t *index = memory_new((size_t)s->N, sizeof *index);
    int n = report_ranked(index, s, wants_accepted);
    json_t *list = json_array();

    for (int i = 0; i < n; i++) {
        const struct candidate *c = &step_candidates(s)[index[i]];

        json_array_append_new(list, wants_accepted ? accepted(d, c)
                                                   : deferred(d, c));
    }
    free(index);
    return list;
}

void report_json_begin(struct text *t, const struct decode *d)
{
    (void)t, (void)d; /* every line is a step, but for the last */
}

void report_json_step(struct text *t, const struct decode *d,
                      const struct step *s)
{
    json_t *o = json_object();

    json_object_set_new(o, "step", json_integer(s->depth));
    json_object_set_new(o, "passes", json_integer(s->passes));
    json_object_set_new(o, "probe_passes", json_integer(s->probe_passes));
    json_object_set_new(o, "tokens", tokens(s));
    json_object_set_new(o, "budget", json_number(s->budget));
    json_object_set_new(o, "accepted", cells(d, s, true));
    json_object_set_new(o, "deferred", cells(d, s, false));
    json_line(t, o);
}

void report_json_end(struct text *t, const struct decode *d,
                     const struct step *last)
{
    const int16_t *now = step_tokens(last);
    json_t *o = json_object();

    json_object_set_new(o, "done", json_true());
    json_object_set_new(o, "passes", json_integer(last->passes));
    json_object_set_new(o, "probe_passes", json_integer(last->probe_passes));
    json_object_set_new(o, "tokens", tokens(last));
    json_object_set_new(o, "valid",
                        verdict(d->domain->valid(now, last->T)));
    json_object_set_new(o, "solved",
                        verdict(problem_solved(d->domain, d->problem, now)));
    json_line(t, o);
}
