#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "ui/screen.h"

/* A panel written line by line from the top. */
struct sheet {
    struct screen *s;
    struct rect r;
    int y;
};

static bool is_full(const struct sheet *p)
{
    return p->y >= p->r.h;
}

/* ---- the cursor's cell ------------------------------------------------- */

static void cell_heading(struct sheet *p, int position)
{
    const struct view *v = p->s->v;
    char name[16];
    int x;

    v->domain->position_name(name, position);
    x = grid_text_in(p->s->g, p->r, 0, p->y, ROLE_TITLE, "%s ", name);
    grid_text_in(p->s->g, p->r, x, p->y, ROLE_LABEL, "%s%s",
                 CELL_LOOKS[v->cell[position].state].name,
                 v->cell[position].wrong ? ", wrong" : "");
    p->y++;
}

static void pair_heading(struct sheet *p)
{
    const struct view *v = p->s->v;
    const struct view_map *m = &v->map;
    int i = m->position[p->s->row], j = m->position[p->s->col], pairs;
    int rank = view_rank(m, p->s->row, p->s->col, &pairs);
    char a[16], b[16], number[16];

    v->domain->position_name(a, i);
    v->domain->position_name(b, j);
    screen_number(number, v,
                  m->value[(size_t)p->s->row * (size_t)m->n +
                           (size_t)p->s->col]);
    grid_text_in(p->s->g, p->r, 0, p->y++, ROLE_TITLE, "%s x %s %s", a, b,
                 i == j ? "" : v->domain->relation(i, j));
    grid_text_in(p->s->g, p->r, 0, p->y++, ROLE_PLAIN, "MI %s %s", number,
                 v->unit_name);
    if (rank)
        grid_text_in(p->s->g, p->r, 0, p->y++, ROLE_FAINT, "rank %d of %d",
                     rank, pairs);
}

/* Entropy, dependence and cost as far as the policy has them. */
static void cell_numbers(struct sheet *p, const struct candidate *c)
{
    const struct view *v = p->s->v;
    char h[16], d[16], cost[16], left[16];

    screen_number(h, v, (double)c->entropy);
    screen_number(d, v, (double)c->dependence);
    screen_number(cost, v, (double)c->cost);
    screen_number(left, v, (double)c->budget);
    grid_text_in(p->s->g, p->r, 0, p->y++, ROLE_PLAIN, "h %s  dep %s %s", h,
                 d, v->unit_name);
    if (!isnan(c->cost))
        grid_text_in(p->s->g, p->r, 0, p->y++, ROLE_PLAIN,
                     "cost %s  left %s", cost, left);
}

static int next_likeliest(const float *p, int V, const bool *taken)
{
    int best = -1;

    for (int v = 0; v < V; v++)
        if (!taken[v] && (best < 0 || p[v] > p[best]))
            best = v;
    return best;
}

/* The values of a cell with bars, likeliest first, as room allows. */
static void cell_candidates(struct sheet *p, int index)
{
    const struct step *step = p->s->v->step;
    const float *probs = step_probs(step) + (size_t)index * (size_t)step->V;
    bool *taken = memory_new((size_t)step->V, sizeof *taken);

    for (int n = 0; n < step->V && !is_full(p); n++) {
        int v = next_likeliest(probs, step->V, taken);
        double prob = (double)probs[v];
        taken[v] = true;
        int x = grid_text_in(
            p->s->g, p->r, 0, p->y, n ? ROLE_PLAIN : ROLE_GIVEN, "%c %.3f ",
            p->s->v->domain->alphabet[step->first_symbol + v], prob);
        screen_gauge(p->s, p->r, x, p->y, p->r.w - x < 24 ? p->r.w - x : 24,
                     prob, ROLE_LABEL);
        p->y++;
    }
    free(taken);
}

static void describe_cell(struct sheet *p, int position)
{
    const struct view *v = p->s->v;
    int index = v->cell[position].index;
    char reason[200];

    view_reason(reason, sizeof reason, v, position);
    p->y += screen_wrap(p->s, p->r, p->y, ROLE_PLAIN, reason);
    if (index < 0)
        return;
    cell_numbers(p, &step_candidates(v->step)[index]);
    if (v->step->has_prob)
        cell_candidates(p, index);
}

enum { PAIR_FROM = 9 /* lines of the panel */ };

void screen_cell(struct screen *s, struct rect r)
{
    struct sheet p = {s, r, 0};

    if (s->a->pane == PANE_MAP && s->row >= 0) {
        if (r.h >= PAIR_FROM) /* else the message line alone names the pair */
            pair_heading(&p);
        int position = s->v->map.position[s->row];
        cell_heading(&p, position);
        describe_cell(&p, position);
        return;
    }
    cell_heading(&p, s->a->at);
    describe_cell(&p, s->a->at);
}

/* ---- what the step decided --------------------------------------------- */

static void budget_line(struct sheet *p)
{
    const struct view *v = p->s->v;
    char left[16], all[16];

    if (isnan(v->step->budget)) {
        grid_text_in(p->s->g, p->r, 0, p->y++, ROLE_FAINT,
                     "this policy has no budget");
        return;
    }
    screen_number(left, v, v->step->budget_left);
    screen_number(all, v, v->step->budget);
    double used = v->step->budget > 0
                      ? 1 - v->step->budget_left / v->step->budget
                      : 1;
    int x = grid_text_in(p->s->g, p->r, 0, p->y, ROLE_LABEL, "budget ");
    int words = snprintf(NULL, 0, " %s of %s left", left, all);
    int width = p->r.w - x - words;
    if (width > 20)
        width = 20;
    if (width > 3) {
        screen_gauge(p->s, p->r, x, p->y, width, used, ROLE_LABEL);
        x += width;
    }
    grid_text_in(p->s->g, p->r, x, p->y++, ROLE_PLAIN, " %s of %s left", left,
                 all);
}

/* "r2c7=3 0.012": what it is and what it cost. */
static void accepted_words(char *out, size_t size, const struct view *v,
                           const struct candidate *c)
{
    char name[16], cost[16];

    v->domain->position_name(name, c->position);
    screen_number(cost, v, (double)c->cost);
    snprintf(out, size, "%s=%c %s%s", name,
             v->domain->alphabet[v->step->first_symbol + c->value],
             c->decision == FORCED ? "forced"
             : isnan(c->cost)      ? ""
                                   : cost,
             v->cell[c->position].wrong ? " !" : "");
}

/* "r1c5 by r2c7" or "r1c5 entropy": what stands against it. */
static void deferred_words(char *out, size_t size, const struct view *v,
                           const struct candidate *c)
{
    char name[16], other[16];

    v->domain->position_name(name, c->position);
    if (c->blocked_by < 0) {
        snprintf(out, size, "%s %s", name, DECISION_NAMES[c->decision]);
        return;
    }
    v->domain->position_name(other, c->blocked_by);
    snprintf(out, size, "%s by %s", name, other);
}

static const struct candidate *ranked(const struct step *s, int rank)
{
    const struct candidate *c = step_candidates(s);

    for (int i = 0; i < s->N; i++)
        if (c[i].rank == rank)
            return &c[i];
    return NULL;
}

enum { ENTRY_COLS = 17 };

static int entries_across(struct rect r)
{
    return r.w < 2 * ENTRY_COLS ? 1 : r.w / ENTRY_COLS;
}

static int lines_for(struct rect r, int entries)
{
    int across = entries_across(r);

    return (entries + across - 1) / across;
}

static void put_entry(struct sheet *p, int place, const struct candidate *c)
{
    const struct view *v = p->s->v;
    int across = entries_across(p->r);
    char words[48];

    if (decision_accepts(c->decision))
        accepted_words(words, sizeof words, v, c);
    else
        deferred_words(words, sizeof words, v, c);
    grid_text_in(p->s->g, p->r, 1 + place % across * ENTRY_COLS,
                 p->y + place / across,
                 v->cell[c->position].wrong ? ROLE_WRONG : ROLE_PLAIN, "%s",
                 words);
}

/* Those accepted (or not), in the policy's order, in at most `room` lines;
 * the last place counts what is left out. */
static void list(struct sheet *p, bool accepted, int count, int room)
{
    const struct step *s = p->s->v->step;
    int across = entries_across(p->r), places = room * across;
    int shown = count <= places ? count : places - 1, done = 0;

    for (int rank = 0; rank < s->N && done < shown; rank++) {
        const struct candidate *c = ranked(s, rank);
        if (c && decision_accepts(c->decision) == accepted)
            put_entry(p, done++, c);
    }
    if (done < count && room > 0)
        grid_text_in(p->s->g, p->r, 1 + done % across * ENTRY_COLS,
                     p->y + done / across, ROLE_FAINT, "and %d more",
                     count - done);
    p->y += lines_for(p->r, count) < room ? lines_for(p->r, count) : room;
}

/* Lines of the accepted: what they need, but leave some for the deferred. */
static int accepted_lines(struct rect r, const struct view *v, int room)
{
    int need = lines_for(r, v->accepted), rest = lines_for(r, v->deferred);
    int left = rest < room / 3 ? rest : room / 3;

    return need < room - left ? need : room - left;
}

void screen_lists(struct screen *s, struct rect r)
{
    const struct view *v = s->v;
    struct sheet p = {s, r, 0};
    int room = r.h - 3;

    if (v->depth == 0) {
        screen_wrap(s, r, 0, ROLE_FAINT,
                    "What a step accepts and defers stands here.");
        return;
    }
    budget_line(&p);
    grid_text_in(s->g, r, 0, p.y++, ROLE_LABEL, "accepted %d: cost in %s",
                 v->accepted, v->unit_name);
    list(&p, true, v->accepted, accepted_lines(r, v, room));
    grid_text_in(s->g, r, 0, p.y++, ROLE_LABEL, "deferred %d: why",
                 v->deferred);
    list(&p, false, v->deferred, r.h - p.y);
}

/* ---- the steps --------------------------------------------------------- */

static void log_line(struct sheet *p, const struct step *s, bool now)
{
    const struct view *v = p->s->v;
    char used[16];
    int role = now ? ROLE_TITLE : ROLE_FAINT;

    screen_number(used, v, s->budget - s->budget_left);
    if (s->depth == 0)
        grid_text_in(p->s->g, p->r, 0, p->y, role, "%c  0 as given, %d masked",
                     now ? '>' : ' ', step_masked_after(s));
    else
        grid_text_in(p->s->g, p->r, 0, p->y, role, "%c%3d A%d ?%d %s%s%s",
                     now ? '>' : ' ', s->depth, s->accepted,
                     s->N - s->accepted, POLICIES[s->settings.policy].name,
                     isnan(s->budget) ? "" : " used ",
                     isnan(s->budget) ? "" : used);
    p->y++;
}

void screen_log(struct screen *s, struct rect r)
{
    const struct trace *t = session_trace(s->a->session);
    struct sheet p = {s, r, 0};
    int first = s->v->depth - r.h / 2;

    if (first > s->v->last - r.h + 2)
        first = s->v->last - r.h + 2;
    if (first < 0)
        first = 0;
    grid_text_in(s->g, r, 0, p.y++, ROLE_LABEL, "steps");
    for (int d = first; d <= s->v->last && !is_full(&p); d++) {
        const struct step *step = trace_at(t, trace_on_line(t, d));
        log_line(&p, step, d == s->v->depth);
    }
}

void screen_info(struct screen *s, struct rect r)
{
    static void (*const WHAT[INFO_COUNT])(struct screen *, struct rect) = {
        [INFO_CELL] = screen_cell,
        [INFO_LISTS] = screen_lists,
        [INFO_LOG] = screen_log,
    };

    WHAT[s->a->info](s, r);
}
