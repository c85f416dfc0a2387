#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ui/screen.h"

enum {
    SHORT_ENTRY = 12, /* "r1c2<r1c5" */
    LONG_ENTRY = 18,  /* "r1c2 by r1c5 0.412" */
    LEAST_LISTS = 6,  /* rows; with fewer there are names only */
    PLUS_COLS = 4     /* " +40" */
};

/* Those with the MI to blame first, then in the order of the policy. */
static int by_interest(const void *a, const void *b)
{
    const struct candidate *x = *(const struct candidate *const *)a;
    const struct candidate *y = *(const struct candidate *const *)b;
    int dx = x->decision == DEFER_DEPENDENCE;
    int dy = y->decision == DEFER_DEPENDENCE;

    return dx != dy ? dy - dx : x->rank - y->rank;
}

/* Candidates of one kind in that order; the caller frees. */
static const struct candidate **chosen(const struct view *v, bool accepted,
                                       int *count)
{
    const struct step *s = v->step;
    const struct candidate **list = memory_new((size_t)s->N, sizeof *list);

    *count = 0;
    for (int i = 0; i < s->N; i++) {
        int state = v->cell[step_positions(s)[i]].state;
        if ((state != CELL_DEFERRED) == accepted)
            list[(*count)++] = &step_candidates(s)[i];
    }
    qsort(list, (size_t)*count, sizeof *list, by_interest);
    return list;
}

static double shared(const struct screen *s, const struct candidate *c)
{
    const struct step *step = s->v->step;
    int i = step_index(step, c->position);
    int j = c->blocked_by < 0 ? -1 : step_index(step, c->blocked_by);

    if (j < 0 || !step->has_mi)
        return NAN;
    return (double)step_mis(step)[(size_t)i * (size_t)step->N + (size_t)j];
}

static void accepted_entry(char *out, size_t size, const struct screen *s,
                           const struct candidate *c, bool in_full)
{
    char name[16], value[16];
    char symbol = s->v->domain->alphabet[s->v->step->first_symbol + c->value];

    s->v->domain->position_name(name, c->position);
    if (isnan(c->cost))
        snprintf(value, sizeof value, in_full ? "p %.2f" : "%.2f",
                 (double)c->p);
    else
        snprintf(value, sizeof value, in_full ? "cost %.3f" : "%.2f",
                 (double)c->cost * s->v->unit);
    snprintf(out, size, "%s=%c %s", name, symbol,
             c->decision == FORCED ? "forced" : value);
}

static void deferred_entry(char *out, size_t size, const struct screen *s,
                           const struct candidate *c, bool in_full)
{
    char name[16], other[16], mi[16];

    s->v->domain->position_name(name, c->position);
    if (c->decision == DEFER_DEPENDENCE && c->blocked_by >= 0) {
        s->v->domain->position_name(other, c->blocked_by);
        screen_number(mi, s->v, shared(s, c));
        snprintf(out, size, in_full ? "%s by %s %s" : "%s<%s", name, other, mi);
    } else if (c->decision == DEFER_ENTROPY) {
        snprintf(out, size, in_full ? "%s entropy %.3f" : "%s h%.2f", name,
                 (double)c->entropy * s->v->unit);
    } else {
        snprintf(out, size, in_full ? "%s %s" : "%s", name,
                 c->decision == DEFER_POLICY ? "not chosen"
                                             : DECISION_NAMES[c->decision]);
    }
}

static int entry_role(const struct candidate *c, bool accepted)
{
    if (accepted)
        return ROLE_FILLED;
    return c->decision == DEFER_DEPENDENCE ? ROLE_DEFERRED : ROLE_PLAIN;
}

static void draw_entry(struct screen *s, struct rect r, int x, int y,
                       const struct candidate *c, bool accepted, bool in_full)
{
    char text[64];
    if (accepted)
        accepted_entry(text, sizeof text, s, c, in_full);
    else
        deferred_entry(text, sizeof text, s, c, in_full);
    grid_text_in(s->g, r, x, y, entry_role(c, accepted), "%s", text);
}

/* A list that flows in columns into r; "+n" stands for what does not fit. */
static void draw_list(struct screen *s, struct rect r,
                      const struct candidate **list, int count, bool accepted)
{
    bool in_full = r.w >= 2 * LONG_ENTRY;
    int width = (in_full ? LONG_ENTRY : SHORT_ENTRY) + 1;
    int columns = (r.w + 1) / width, room = columns * r.h;
    int shown = count <= room ? count : room - 1;

    for (int i = 0; i < shown; i++)
        draw_entry(s, r, i % columns * width, i / columns, list[i], accepted,
                   in_full);
    if (shown >= 0 && shown < count)
        grid_text_in(s->g, r, shown % columns * width, shown / columns,
                     ROLE_FAINT, "+%d more", count - shown);
}

static void draw_gauge(struct screen *s, struct rect r)
{
    const struct view *v = s->v;
    double gamma = v->step->budget * v->unit;
    double used = gamma - v->step->budget_left * v->unit;
    char numbers[48];
    int x;

    if (v->depth == 0)
        return;
    if (isnan(gamma)) {
        grid_text_in(s->g, r, 0, 0, ROLE_FAINT, "%s has no budget",
                     policy_name(v->step->settings.policy));
        return;
    }
    if (r.w >= 34)
        snprintf(numbers, sizeof numbers, " %.2f of %.2f %s", used, gamma,
                 v->unit_name);
    else
        snprintf(numbers, sizeof numbers, " %.2f/%.2f", used, gamma);
    x = grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "budget ");
    int width = r.w - x - (int)strlen(numbers);
    width = width < 20 ? width : 20;
    screen_gauge(s, r, x, 0, width, gamma > 0 ? used / gamma : 0, ROLE_FILLED);
    grid_text_in(s->g, r, x + width, 0, ROLE_PLAIN, "%s", numbers);
}

static int rows_for(int count, int width)
{
    int each = width >= 2 * LONG_ENTRY ? LONG_ENTRY : SHORT_ENTRY;
    int columns = (width + 1) / (each + 1);

    return (count + columns - 1) / columns;
}

static void draw_both(struct screen *s, struct rect r)
{
    int accepted, deferred;
    const struct candidate **yes = chosen(s->v, true, &accepted);
    const struct candidate **no = chosen(s->v, false, &deferred);
    int room = r.h - 2, half = (room + 1) / 2;
    int top = rows_for(accepted, r.w), bottom = rows_for(deferred, r.w);

    if (top > half)
        top = bottom < room - half ? room - bottom : half;
    top = top < 1 ? 1 : top;
    struct rect a = {r.x, r.y + 1, r.w, top};
    struct rect d = {r.x, r.y + 2 + top, r.w, r.h - 2 - top};
    grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "ACCEPTED %d", accepted);
    draw_list(s, a, yes, accepted, true);
    if (r.h > top + 1)
        grid_text_in(s->g, r, 0, top + 1, ROLE_LABEL, "DEFERRED %d%s", deferred,
                     deferred == 0           ? ""
                     : r.w >= 2 * LONG_ENTRY ? "   by: blocked by, MI"
                                             : "  < blocked by");
    if (d.h > 0)
        draw_list(s, d, no, deferred, false);
    free(yes);
    free(no);
}

/* Names only, flowing on after a heading; "+n" stands for what does not fit. */
static void draw_names(struct screen *s, struct rect r, const char *heading,
                       bool accepted)
{
    int count, y = 0;
    const struct candidate **list = chosen(s->v, accepted, &count);
    int x = grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "%s %d", heading, count);

    for (int i = 0; i < count; i++) {
        char name[40];
        deferred_entry(name, sizeof name, s, list[i], false);
        if (list[i]->decision != DEFER_DEPENDENCE)
            s->v->domain->position_name(name, list[i]->position);
        int length = (int)strlen(name) + 1;
        int reserve = y == r.h - 1 && i < count - 1 ? PLUS_COLS : 0;
        if (x + length + reserve > r.w && y < r.h - 1) {
            x = -1;
            y++;
        } else if (x + length + reserve > r.w) {
            grid_text_in(s->g, r, x + 1, y, ROLE_FAINT, "+%d", count - i);
            break;
        }
        grid_text_in(s->g, r, x + 1, y, entry_role(list[i], accepted), "%s",
                     name);
        x += length;
    }
    free(list);
}

static void draw_in_short(struct screen *s, struct rect r)
{
    int top = (r.h + 1) / 2;

    draw_names(s, (struct rect){r.x, r.y, r.w, top}, "ACCEPTED", true);
    if (r.h > top)
        draw_names(s, (struct rect){r.x, r.y + top, r.w, r.h - top}, "DEFERRED",
                   false);
}

void screen_lists(struct screen *s, struct rect r)
{
    if (s->v->depth == 0) {
        grid_text_in(s->g, r, 0, 0, ROLE_FAINT, "nothing decided yet");
        return;
    }
    draw_gauge(s, r);
    r.y++;
    r.h--;
    if (r.h >= LEAST_LISTS)
        draw_both(s, r);
    else if (r.h > 0)
        draw_in_short(s, r);
}

/* One line of the log: what a step did. */
static void draw_step(struct screen *s, struct rect r, int y,
                      const struct step *step)
{
    bool now = step == s->v->step;
    int role = now                         ? ROLE_TITLE
               : step->depth > s->v->depth ? ROLE_FAINT
                                           : ROLE_PLAIN;
    char used[16];

    if (isnan(step->budget))
        snprintf(used, sizeof used, "-");
    else
        snprintf(used, sizeof used, "%.3f",
                 (step->budget - step->budget_left) * s->v->unit);
    grid_text_in(s->g, r, 0, y, role, "%c%4d %6d %6d %6s", now ? '>' : ' ',
                 step->depth, step->accepted, step->N - step->accepted, used);
}

/* The line up to the cursor, and beyond it once its end is known. */
void screen_log(struct screen *s, struct rect r)
{
    const struct trace *t = session_trace(s->a->session);
    bool whole = step_masked_after(trace_at(t, trace_tip(t))) == 0;
    int last = whole ? s->v->last : s->v->depth, rows = r.h - 1;
    int first = s->v->depth - rows / 2;

    if (first > last - rows + 1)
        first = last - rows + 1;
    if (first < 1)
        first = 1;
    grid_text_in(s->g, r, 0, 0, ROLE_LABEL, " step accept  defer   used%s",
                 r.w >= 34 ? s->v->unit > 1 ? " bits" : " nats" : "");
    for (int i = 0; i < rows && first + i <= last; i++)
        draw_step(s, r, 1 + i, trace_at(t, trace_on_line(t, first + i)));
}
