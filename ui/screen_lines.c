#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/command_table.h"
#include "ui/screen.h"

/* A line filled from the left with parts that fit whole. */
struct line {
    struct screen *s;
    struct rect r;
    int x;
};

static void add_part(struct line *l, int role, const char *text)
{
    int gap = l->x ? 2 : 0;

    if (!*text || l->x + gap + (int)strlen(text) > l->r.w)
        return;
    grid_text_in(l->s->g, l->r, l->x + gap, 0, role, "%s", text);
    l->x += gap + (int)strlen(text);
}

static void state_words(char *out, size_t size, const struct app *a)
{
    if (a->running)
        snprintf(out, size, "[running %g/s]", SPEEDS[a->speed]);
    else
        snprintf(out, size, "[paused]");
}

enum {
    NAME_FROM = 60, /* columns from which the program says its name */
    STEP_COLS = 14  /* kept for the step, whatever the title's length */
};

/* The title, its end cut off where it would push out the step. */
static void title_words(char *out, size_t size, const char *title, int room)
{
    bool fits = (int)strlen(title) <= room;

    snprintf(out, size, "%.*s%s", fits ? room : room - 2, title,
             fits ? "" : "..");
}

void screen_title(struct screen *s, struct rect r)
{
    const struct view *v = s->v;
    const struct step *step = v->step;
    struct line l = {s, r, 0};
    char words[160];

    if (r.w >= NAME_FROM)
        add_part(&l, ROLE_TITLE, "miscope");
    title_words(words, sizeof words, v->problem->title, r.w - STEP_COLS);
    add_part(&l, ROLE_TITLE, words);
    snprintf(words, sizeof words, "step %d/%d", v->depth, v->last);
    add_part(&l, ROLE_PLAIN, words);
    snprintf(words, sizeof words, "masked %d", v->masked);
    add_part(&l, ROLE_PLAIN, words);
    settings_describe(words, sizeof words,
                      v->depth ? &step->settings
                               : session_settings(s->a->session));
    add_part(&l, ROLE_LABEL, words);
    state_words(words, sizeof words, s->a);
    add_part(&l, ROLE_KEY, words);
    snprintf(words, sizeof words, "passes %d + %d for MI", step->passes,
             step->probe_passes);
    add_part(&l, ROLE_FAINT, words);
    add_part(&l, ROLE_FAINT, session_model(s->a->session));
}

static void draw_prompt(struct screen *s, struct rect r)
{
    const struct prompt *p = &s->a->prompt;
    int room = r.w - (int)strlen(p->label) - 1;
    int beyond = (int)strlen(p->text) - room;
    const char *tail = p->text + (beyond > 0 && room > 0 ? beyond : 0);

    while (((unsigned char)*tail & 0xC0) == 0x80) /* not inside a character */
        tail++;
    int x = grid_text_in(s->g, r, 0, 0, ROLE_KEY, "%s", p->label);
    x += grid_text_in(s->g, r, x, 0, ROLE_PLAIN, "%s", tail);
    grid_text_in(s->g, r, x, 0, ROLE_CURSOR, " ");
}

static void draw_work(struct screen *s, struct rect r, const char *what,
                      int done, int total)
{
    int x = grid_text_in(s->g, r, 0, 0, ROLE_PLAIN, "%s %d/%d ", what, done,
                         total);
    int width = r.w - x - 9;

    if (width > 40)
        width = 40;
    screen_gauge(s, r, x, 0, width, total ? done / (double)total : 0,
                 ROLE_LABEL);
    grid_text_in(s->g, r, x + (width > 0 ? width : 0) + 1, 0, ROLE_KEY,
                 "x stop");
}

static void pair_words(char *out, size_t size, const struct screen *s)
{
    const struct view *v = s->v;
    const struct view_map *m = &v->map;
    int i = m->position[s->row], j = m->position[s->col], pairs;
    int rank = view_rank(m, s->row, s->col, &pairs);
    char a[16], b[16], number[16], place[40] = "";

    v->domain->position_name(a, i);
    v->domain->position_name(b, j);
    screen_number(number, v,
                  m->value[(size_t)s->row * (size_t)m->n + (size_t)s->col]);
    if (rank)
        snprintf(place, sizeof place, "  rank %d/%d", rank, pairs);
    const char *same = i == j ? "" : v->domain->relation(i, j);
    snprintf(out, size, "%s x %s  MI %s %s%s%s%s", a, b, number, v->unit_name,
             place, *same ? "  same " : "", same);
}

/* What the cursor is on, when there is nothing else to say. */
static void cursor_words(char *out, size_t size, const struct screen *s)
{
    char name[16], reason[200];

    if (s->a->pane == PANE_MAP && s->row >= 0) {
        pair_words(out, size, s);
        return;
    }
    s->v->domain->position_name(name, s->a->at);
    view_reason(reason, sizeof reason, s->v, s->a->at);
    snprintf(out, size, "%s %s", name, reason);
}

void screen_message(struct screen *s, struct rect r)
{
    struct app *a = s->a;
    char words[260];
    int done = 0, total = 0;

    session_progress(a->session, &done, &total);
    if (a->mode == MODE_PROMPT) {
        draw_prompt(s, r);
    } else if (a->message[0]) {
        grid_text_in(s->g, r, 0, 0, a->message_bad ? ROLE_BAD : ROLE_GOOD,
                     "%s", a->message);
    } else if (a->job.active) {
        draw_work(s, r, "writing pictures",
                  atomic_load(&a->job.progress.done),
                  atomic_load(&a->job.progress.total));
    } else if (session_waits(a->session) && total) {
        draw_work(s, r, "computing the next step, passes", done, total);
    } else {
        app_verdict(words, sizeof words, a);
        if (!words[0] || a->pane == PANE_MAP)
            cursor_words(words, sizeof words, s);
        grid_text_in(s->g, r, 0, 0, ROLE_PLAIN, "%s", words);
    }
}

void screen_hints(struct screen *s, struct rect r)
{
    char key[24];
    int x = 0;

    for (const struct command *c = COMMANDS[s->a->mode]; c->name; c++) {
        if (!c->hint)
            continue;
        command_key_name(key, sizeof key, c->keys[0]);
        int width = (int)strlen(key) + 1 + (int)strlen(c->hint);
        if (x + width > r.w)
            continue;
        x += grid_text_in(s->g, r, x, 0, ROLE_KEY, "%s", key) + 1;
        x += grid_text_in(s->g, r, x, 0, ROLE_FAINT, "%s", c->hint) + 2;
    }
}
