#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/screen.h"

enum { MOST_VALUES = 64 };

/* The position that words are about: the cursor's, on the map its row. */
static int subject(const struct screen *s)
{
    if (s->a->pane == PANE_BOARD || s->row < 0)
        return s->a->at;
    return s->v->map.position[s->row];
}

static const struct candidate *candidate_of(const struct screen *s,
                                            int position)
{
    int i = s->v->cell[position].index;

    return i < 0 ? NULL : &step_candidates(s->v->step)[i];
}

/* Values by falling probability; returns how many. */
static int by_probability(const struct step *step, int index,
                          int order[MOST_VALUES])
{
    const float *p = step_probs(step) + (size_t)index * (size_t)step->V;
    int n = step->V < MOST_VALUES ? step->V : MOST_VALUES;

    for (int v = 0; v < n; v++) {
        int at = v;
        for (; at > 0 && p[order[at - 1]] < p[v]; at--)
            order[at] = order[at - 1];
        order[at] = v;
    }
    return n;
}

static char symbol_of(const struct screen *s, int value)
{
    return s->v->domain->alphabet[s->v->step->first_symbol + value];
}

/* "6 .61  9 .22  2 .17": the likeliest, as many as fit. */
static void draw_likeliest(struct screen *s, struct rect r, int x, int y,
                           int position)
{
    const struct step *step = s->v->step;
    int order[MOST_VALUES], i = s->v->cell[position].index;

    if (i < 0 || !step->has_prob)
        return;
    const float *p = step_probs(step) + (size_t)i * (size_t)step->V;
    int n = by_probability(step, i, order);
    for (int k = 0; k < n && x + 6 <= r.w && p[order[k]] >= 0.005F; k++) {
        int percent = (int)lround((double)p[order[k]] * 100);
        grid_text_in(s->g, r, x, y, k ? ROLE_PLAIN : ROLE_GIVEN, "%c",
                     symbol_of(s, order[k]));
        if (percent > 99)
            x += 2 + grid_text_in(s->g, r, x + 2, y, ROLE_PLAIN, "1.0 ") + 1;
        else
            x +=
                2 +
                grid_text_in(s->g, r, x + 2, y, ROLE_PLAIN, ".%02d ", percent) +
                1;
    }
}

static void draw_bars(struct screen *s, struct rect r, int y, int position)
{
    const struct step *step = s->v->step;
    int i = s->v->cell[position].index, width = r.w - 10;
    const float *p = step_probs(step) + (size_t)i * (size_t)step->V;
    int chosen = step_candidates(step)[i].value;

    for (int v = 0; v < step->V && y + v < r.h; v++) {
        grid_text_in(s->g, r, 0, y + v, v == chosen ? ROLE_GIVEN : ROLE_PLAIN,
                     "%c", symbol_of(s, v));
        grid_text_in(s->g, r, 2, y + v, ROLE_PLAIN, "%5.3f", (double)p[v]);
        screen_gauge(s, r, 8, y + v, width, (double)p[v],
                     v == chosen ? ROLE_FILLED : ROLE_LABEL);
    }
}

/* Returns the lines it took. */
static int draw_costs(struct screen *s, struct rect r, int y,
                      const struct candidate *c)
{
    double unit = s->v->unit;

    if (isnan(c->cost) || isnan(c->dependence)) {
        grid_text_in(s->g, r, 0, y, ROLE_PLAIN, "entropy %.3f  rank %d",
                     (double)c->entropy * unit, c->rank + 1);
        return 1;
    }
    if (r.w < 36) {
        grid_text_in(s->g, r, 0, y, ROLE_PLAIN, "h %.2f MI %.2f cost %.2f",
                     (double)c->entropy * unit, (double)c->dependence * unit,
                     (double)c->cost * unit);
        return 1;
    }
    grid_text_in(s->g, r, 0, y, ROLE_PLAIN,
                 "entropy %.3f  MI with accepted %.3f",
                 (double)c->entropy * unit, (double)c->dependence * unit);
    grid_text_in(s->g, r, 0, y + 1, ROLE_PLAIN, "cost %.3f  left %.3f %s",
                 (double)c->cost * unit, (double)c->budget * unit,
                 s->v->unit_name);
    return 2;
}

/* The pair under the cursor, on the board the strongest of its cell. */
static void draw_pair(struct screen *s, struct rect r, int y)
{
    const struct view_map *m = &s->v->map;
    int i = s->row, j = s->col, rank, pairs;
    char a[16], b[16], value[16];

    if (s->a->pane == PANE_BOARD && i >= 0) {
        int other = app_strongest(s->a, s->a->at);
        j = other < 0 ? -1 : view_row(m, other);
    }
    if (i < 0 || j < 0 || i == j)
        return;
    s->v->domain->position_name(a, m->position[i]);
    s->v->domain->position_name(b, m->position[j]);
    screen_exact(value, s->v,
                 (double)m->value[(size_t)i * (size_t)m->n + (size_t)j]);
    rank = view_rank(m, i, j, &pairs);
    if (r.w < 36)
        grid_text_in(s->g, r, 0, y, ROLE_PLAIN, "%s x %s %s %s", a, b, value,
                     s->v->unit_name);
    else
        grid_text_in(s->g, r, 0, y, ROLE_PLAIN, "%s x %s %s %s rank %d/%d", a,
                     b, value, s->v->unit_name, rank, pairs);
}

static int draw_head(struct screen *s, struct rect r, int position)
{
    const struct view_cell *c = &s->v->cell[position];
    char name[16];
    int x;

    s->v->domain->position_name(name, position);
    x = grid_text_in(s->g, r, 0, 0, ROLE_TITLE, "%s ", name);
    x += grid_text_in(s->g, r, x, 0, ROLE_LABEL, "%s",
                      CELL_LOOKS[c->state].name);
    if (!candidate_of(s, position) || c->state == CELL_DEFERRED)
        return 1;
    grid_text_in(s->g, r, x + 1, 0, ROLE_PLAIN, "as %c p %.2f%s", c->symbol,
                 (double)candidate_of(s, position)->p,
                 c->wrong ? ", wrong" : "");
    return 1;
}

void screen_cell(struct screen *s, struct rect r)
{
    int position = subject(s), y = draw_head(s, r, position);
    const struct candidate *c = candidate_of(s, position);
    char reason[200];

    view_reason(reason, sizeof reason, s->v, position);
    if (!c) {
        screen_wrap(s, r, y, ROLE_PLAIN, reason);
        return;
    }
    y += draw_costs(s, r, y, c);
    draw_pair(s, r, y++);
    if (s->v->step->has_prob && r.h - y >= s->v->step->V + 1) {
        draw_bars(s, r, y, position);
        y += s->v->step->V;
    } else {
        draw_likeliest(s, r, 0, y++, position);
    }
    screen_wrap(s, r, y, ROLE_PLAIN, reason);
}

/* The same in as few lines as there are. */
static void cell_in_short(struct screen *s, struct rect r)
{
    int position = subject(s), y = 0;
    const struct candidate *c = candidate_of(s, position);

    if (!c) {
        char name[16], reason[64];
        s->v->domain->position_name(name, position);
        view_reason_brief(reason, sizeof reason, s->v, position);
        int x = grid_text_in(s->g, r, 0, y, ROLE_TITLE, "%s ", name);
        grid_text_in(s->g, r, x, y, ROLE_PLAIN, "%s", reason);
        y++;
    } else {
        draw_pair(s, r, y++);
        draw_likeliest(s, r, 0, y++, position);
        y += draw_costs(s, r, y, c);
    }
    r.y += y;
    r.h -= y;
    if (r.h > 0)
        screen_lists(s, r);
}

void screen_info(struct screen *s, struct rect r)
{
    static void (*const SHOW[INFO_COUNT])(struct screen *, struct rect) = {
        [INFO_CELL] = cell_in_short,
        [INFO_LISTS] = screen_lists,
        [INFO_LOG] = screen_log,
    };

    SHOW[s->a->info](s, r);
}
