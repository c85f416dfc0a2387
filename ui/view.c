#include "ui/view.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "ui/view_parts.h"

const struct cell_look CELL_LOOKS[CELL_STATES] = {
    [CELL_GIVEN] = {"given", ' '},       [CELL_FILLED] = {"filled", ' '},
    [CELL_ACCEPTED] = {"accepted", 'A'}, [CELL_FORCED] = {"forced", 'F'},
    [CELL_DEFERRED] = {"deferred", '?'}, [CELL_MASKED] = {"masked", '.'},
};

static int state_of(const struct view *v, int position, int index)
{
    const struct step *s = v->step;
    bool masked = step_tokens(s)[position] == s->mask_symbol;

    if (v->problem->tokens[position] != v->domain->mask_symbol)
        return CELL_GIVEN;
    if (index < 0)
        return masked ? CELL_MASKED : CELL_FILLED;
    if (masked)
        return CELL_DEFERRED;
    return step_candidates(s)[index].decision == FORCED ? CELL_FORCED
                                                        : CELL_ACCEPTED;
}

static bool is_wrong(const struct view *v, int position, int symbol)
{
    const struct problem *p = v->problem;

    return p->solution && symbol != v->domain->mask_symbol &&
           p->tokens[position] == v->domain->mask_symbol &&
           symbol != p->solution[position];
}

static void fill_cells(struct view *v)
{
    const struct step *s = v->step;
    int n = 0; /* the next masked position; they are in ascending order */

    for (int t = 0; t < s->T; t++) {
        struct view_cell *c = &v->cell[t];
        int symbol = step_tokens(s)[t];
        c->index = n < s->N && step_positions(s)[n] == t ? n++ : -1;
        c->symbol = v->domain->alphabet[symbol];
        c->state = (uint8_t)state_of(v, t, c->index);
        c->wrong = is_wrong(v, t, symbol);
        v->wrong += c->wrong;
        v->masked += symbol == s->mask_symbol;
        v->accepted += c->state == CELL_ACCEPTED || c->state == CELL_FORCED;
        v->deferred += c->state == CELL_DEFERRED;
    }
}

/* Each step from this one up names what it revealed. */
static void fill_since(struct view *v, const struct trace *t)
{
    const struct step *s = v->step;

    for (; s->parent >= 0; s = trace_at(t, s->parent))
        for (int i = 0; i < s->N; i++) {
            int position = step_positions(s)[i];
            if (step_tokens(s)[position] != s->mask_symbol)
                v->cell[position].since = s->depth;
        }
}

void view_of(struct view *v, const struct trace *t, const struct problem *p,
             const struct domain *d, const struct view_options *o)
{
    const struct step *s = trace_now(t);

    *v = (struct view){
        .domain = d,
        .problem = p,
        .step = s,
        .cell = memory_new((size_t)s->T, sizeof *v->cell),
        .depth = s->depth,
        .last = trace_at(t, trace_tip(t))->depth,
        .unit = o->bits ? 1 / log(2) : 1,
        .unit_name = o->bits ? "bits" : "nats",
    };
    fill_cells(v);
    fill_since(v, t);
    map_of(&v->map, s, o->all);
    v->scale = scale_of(t, o);
}

void view_release(struct view *v)
{
    free(v->cell);
    view_map_release(&v->map);
    *v = (struct view){0};
}
