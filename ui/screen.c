#include "ui/screen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/command_table.h"

void screen_number(char out[16], const struct view *v, double nats)
{
    if (isnan(nats))
        snprintf(out, 16, "-");
    else
        snprintf(out, 16, "%.3f", nats * v->unit);
}

void screen_exact(char out[16], const struct view *v, double nats)
{
    double x = nats * v->unit;

    if (x > 0 && x < 0.0005)
        snprintf(out, 16, "%.1e", x);
    else
        screen_number(out, v, nats);
}

const char *screen_tie(const struct view *v, int a, int b)
{
    return v->domain->relation && a != b ? v->domain->relation(a, b) : "";
}

int screen_level(double fraction)
{
    int level = (int)(fraction * HEAT_LEVELS);

    if (isnan(fraction))
        return HEAT_NONE;
    return level < HEAT_LEVELS ? level : HEAT_LEVELS - 1;
}

void screen_heat(struct screen *s, int x, int y, uint32_t ch, double fraction)
{
    int level = screen_level(fraction);
    struct glyph *g = grid_at(s->g, x, y);

    if (!g)
        return;
    if (s->look->colours == 0) {
        if (ch == ' ')
            g->ch = level == HEAT_NONE ? '_' : (uint32_t)theme_ramp(level);
        else
            g->ch = ch;
        return;
    }
    *g = (struct glyph){.ch = ch,
                        .role = ROLE_HEAT,
                        .upper = (int8_t)level,
                        .lower = (int8_t)level};
}

void screen_gauge(struct screen *s, struct rect r, int x, int y, int width,
                  double filled, int role)
{
    int full = (int)lround(fmin(fmax(filled, 0), 1) * width);

    uint32_t on = s->look->utf8 ? 0x2588 : '#';
    uint32_t off = s->look->utf8 ? 0x2500 : '.';

    for (int i = 0; i < width && x + i < r.w && y < r.h; i++)
        grid_put(s->g, r.x + x + i, r.y + y, i < full ? role : ROLE_FAINT,
                 i < full ? on : off);
}

/* Length of the longest beginning of `text` that fits and ends at a space. */
static int line_length(const char *text, int width)
{
    int n = (int)strlen(text), at = width;

    if (n <= width)
        return n;
    while (at > 0 && text[at] != ' ')
        at--;
    return at > 0 ? at : width;
}

int screen_wrap(struct screen *s, struct rect r, int y, int role,
                const char *text)
{
    int lines = 0;

    while (*text && y + lines < r.h) {
        int n = line_length(text, r.w);
        grid_text_in(s->g, r, 0, y + lines, role, "%.*s", n, text);
        text += n;
        while (*text == ' ')
            text++;
        lines++;
    }
    return lines;
}

/* What the title may say, in the order of the line; the largest `need` goes
 * first when there is not room for all. */
struct part {
    char text[160];
    int role, need;
};

enum { MOST_PARTS = 8, PART_GAP = 3 };

static void part_add(struct part *parts, int *n, int need, int role,
                     const char *text)
{
    struct part *p = &parts[(*n)++];

    snprintf(p->text, sizeof p->text, "%s", text);
    p->role = role;
    p->need = need;
}

static void title_decode(struct screen *s, struct part *parts, int *n)
{
    const struct view *v = s->v;
    const struct settings *set =
        v->depth ? &v->step->settings : session_settings(s->a->session);
    const struct step *tip = trace_at(session_trace(s->a->session),
                                      trace_tip(session_trace(s->a->session)));
    char text[160];

    settings_describe(text, sizeof text, set);
    part_add(parts, n, 4, ROLE_LABEL, text);
    if (!settings_draw(set)) { /* else it is in the description */
        snprintf(text, sizeof text, "seed %llu", (unsigned long long)set->seed);
        part_add(parts, n, 7, ROLE_PLAIN, text);
    }
    if (step_masked_after(tip) == 0)
        snprintf(text, sizeof text, "step %d/%d", v->depth, v->last);
    else
        snprintf(text, sizeof text, "step %d", v->depth);
    part_add(parts, n, 0, ROLE_TITLE, text);
    snprintf(text, sizeof text, "masked %d", v->masked);
    part_add(parts, n, 3, ROLE_PLAIN, text);
    snprintf(text, sizeof text, "passes %d+%d", v->step->passes,
             v->step->probe_passes);
    part_add(parts, n, 6, ROLE_PLAIN, text);
}

static void title_state(struct screen *s, struct part *parts, int *n)
{
    const struct trace *t = session_trace(s->a->session);
    int current = 0, tips = app_branches(t, &current);
    char text[40];

    if (tips > 1) {
        snprintf(text, sizeof text, "branch %d/%d", current + 1, tips);
        part_add(parts, n, 5, ROLE_PLAIN, text);
    }
    if (s->a->running)
        snprintf(text, sizeof text, "[running %g/s]", SPEEDS[s->a->speed]);
    else if (session_waits(s->a->session))
        snprintf(text, sizeof text, "[computing]");
    else
        snprintf(text, sizeof text, s->v->masked ? "[paused]" : "[end]");
    part_add(parts, n, s->a->running ? 1 : 4, ROLE_FAINT, text);
}

static int width_of(const struct part *parts, int n)
{
    int width = -PART_GAP;

    for (int i = 0; i < n; i++)
        width += (int)strlen(parts[i].text) + PART_GAP;
    return width;
}

static void part_drop(struct part *parts, int *n)
{
    int worst = 0;

    for (int i = 1; i < *n; i++)
        if (parts[i].need > parts[worst].need)
            worst = i;
    memmove(&parts[worst], &parts[worst + 1],
            (size_t)(*n - worst - 1) * sizeof *parts);
    (*n)--;
}

void screen_title(struct screen *s, struct rect r)
{
    struct part parts[MOST_PARTS];
    int n = 0, x = 0;

    part_add(parts, &n, 2, ROLE_TITLE, s->v->problem->title);
    title_decode(s, parts, &n);
    title_state(s, parts, &n);
    while (n > 1 && width_of(parts, n) > r.w)
        part_drop(parts, &n);
    for (int i = 0; i < n; i++)
        x += grid_text_in(s->g, r, x, 0, parts[i].role, "%s", parts[i].text) +
             PART_GAP;
}

static void message_prompt(struct screen *s, struct rect r)
{
    const struct prompt *p = &s->a->prompt;
    int room = r.w - (int)strlen(p->label) - 1;
    const char *text = p->text;
    int x = grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "%s", p->label);

    while ((int)strlen(text) > room && *text) /* the end is what matters */
        text++;
    x += grid_text_in(s->g, r, x, 0, ROLE_PLAIN, "%s", text);
    grid_text_in(s->g, r, x, 0, ROLE_CURSOR, "_");
}

static void message_progress(struct screen *s, struct rect r, const char *what,
                             int done, int total)
{
    int x = grid_text_in(s->g, r, 0, 0, ROLE_PLAIN, "%s ", what);

    if (total > 0 && r.w > x + 34) {
        screen_gauge(s, r, x, 0, 20, (double)done / total, ROLE_GOOD);
        x += 21;
    }
    if (total > 0)
        x += grid_text_in(s->g, r, x, 0, ROLE_PLAIN, "%d/%d", done, total);
    grid_text_in(s->g, r, x + 2, 0, ROLE_KEY, "x");
    grid_text_in(s->g, r, x + 4, 0, ROLE_FAINT, "stops");
}

static void message_pair(struct screen *s, struct rect r)
{
    const struct view_map *m = &s->v->map;
    char a[16], b[16], value[16];
    int pairs, rank;

    if (s->row < 0)
        return;
    float mi = m->value[(size_t)s->row * (size_t)m->n + (size_t)s->col];
    rank = view_rank(m, s->row, s->col, &pairs);
    s->v->domain->position_name(a, m->position[s->row]);
    s->v->domain->position_name(b, m->position[s->col]);
    screen_exact(value, s->v, (double)mi);
    const char *tie =
        screen_tie(s->v, m->position[s->row], m->position[s->col]);
    if (rank)
        grid_text_in(s->g, r, 0, 0, ROLE_PLAIN,
                     "%s x %s MI %s %s rank %d/%d%s%s", a, b, value,
                     s->v->unit_name, rank, pairs, *tie ? "  same " : "", tie);
    else
        grid_text_in(s->g, r, 0, 0, ROLE_PLAIN, "%s x %s no MI%s", a, b,
                     s->row == s->col ? ": the same cell" : "");
}

static void message_cell(struct screen *s, struct rect r)
{
    char name[16], text[240];
    int x;

    app_verdict(text, sizeof text, s->a);
    if (text[0]) {
        grid_text_in(s->g, r, 0, 0, s->v->wrong ? ROLE_BAD : ROLE_GOOD, "%s",
                     text);
        return;
    }
    s->v->domain->position_name(name, s->a->at);
    x = grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "%s ", name);
    view_reason(text, sizeof text, s->v, s->a->at);
    if (x + (int)strlen(text) > r.w)
        view_reason_brief(text, sizeof text, s->v, s->a->at);
    grid_text_in(s->g, r, x, 0, ROLE_PLAIN, "%s", text);
}

void screen_message(struct screen *s, struct rect r)
{
    struct app *a = s->a;
    struct export_job *j = &a->job;
    char what[48];
    int done, total;

    if (a->mode == MODE_PROMPT) {
        message_prompt(s, r);
    } else if (a->message[0]) {
        grid_text_in(s->g, r, 0, 0, a->message_bad ? ROLE_BAD : ROLE_PLAIN,
                     "%s", a->message);
    } else if (j->active) {
        message_progress(s, r, "writing pictures",
                         atomic_load(&j->progress.done),
                         atomic_load(&j->progress.total));
    } else if (session_waits(a->session)) {
        session_progress(a->session, &done, &total);
        snprintf(what, sizeof what, "computing step %d", s->v->depth + 1);
        message_progress(s, r, what, done, total);
    } else if (a->pane == PANE_MAP) {
        message_pair(s, r);
    } else {
        message_cell(s, r);
    }
}

/* As many hints as fit; the first one, help, always does. */
void screen_hints(struct screen *s, struct rect r)
{
    int x = 0;

    for (const struct command *c = COMMANDS[s->a->mode]; c->name; c++) {
        char key[16];
        if (!c->hint)
            continue;
        command_keys(key, sizeof key, c, c->shown ? 2 : 1);
        if (x && x + (int)(strlen(key) + strlen(c->hint)) + 1 > r.w)
            return;
        x += grid_text_in(s->g, r, x, 0, ROLE_KEY, "%s ", key);
        x += grid_text_in(s->g, r, x, 0, ROLE_PLAIN, "%s", c->hint) + 2;
    }
}

static void draw_panels(struct screen *s, const struct layout *l)
{
    const struct {
        struct rect at;
        void (*draw)(struct screen *s, struct rect r);
    } panels[] = {
        {l->title, screen_title},   {l->board, screen_board},
        {l->info, screen_info},     {l->cell, screen_cell},
        {l->lists, screen_lists},   {l->log, screen_log},
        {l->second, screen_second}, {l->pairs, screen_pairs},
        {l->lens, screen_lens},     {l->message, screen_message},
        {l->hints, screen_hints},
    };

    for (size_t i = 0; i < sizeof panels / sizeof panels[0]; i++)
        if (panels[i].at.w > 0)
            panels[i].draw(s, panels[i].at);
    if (l->map.w > 0)
        screen_map(s, l->map, l->bar);
}

void app_draw(struct app *a, struct grid *g, const struct look *l, int cols,
              int rows)
{
    struct screen s = {.g = g, .look = l, .a = a};
    struct layout *layout = &a->shown.layout;

    grid_clear(g, cols, rows);
    *layout = layout_for(cols, rows, a->pane);
    if (!layout->fits) {
        grid_text(g, 0, 0, ROLE_BAD, "needs %dx%d", LEAST_COLS, LEAST_ROWS);
        grid_text(g, 0, 1, ROLE_BAD, "is %dx%d", cols, rows);
        grid_text(g, 0, 2, ROLE_KEY, "q");
        grid_text(g, 2, 2, ROLE_PLAIN, "quit");
        return;
    }
    s.v = app_view(a);
    app_map_cursor(a, &s.row, &s.col);
    a->shown.map = (struct map_place){0};
    draw_panels(&s, layout);
    if (a->mode == MODE_HELP)
        screen_help(&s);
    if (a->mode == MODE_SETTINGS ||
        (a->mode == MODE_PROMPT && a->prompt_back == MODE_SETTINGS))
        screen_settings(&s);
}
