#include "ui/app.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ui/app_state.h"
#include "ui/board_shape.h"
#include "ui/command_table.h"

const double SPEEDS[] = {0.25, 0.5, 1, 2, 4, 8, 16, 32, 0};

enum { USUAL_SPEED = 3, POLL_MS = 100 };

static struct app *app_with(struct session *s)
{
    struct app *a = memory_new(1, sizeof *a);

    a->session = s;
    a->domain = session_domain(s);
    a->lens = true;
    a->filter = NO_FILTER;
    a->speed = USUAL_SPEED;
    return a;
}

/* The cursor starts where there is something to look at. */
static void cursor_home(struct app *a)
{
    const struct problem *p = session_problem(a->session);

    a->at = 0;
    for (int t = p->T - 1; t >= 0; t--)
        if (p->tokens[t] == a->domain->mask_symbol)
            a->at = t;
    a->pair[0] = a->pair[1] = a->at;
}

struct app *app_new(const struct domain *d, const struct predictor *pr,
                    const struct problem *p, const struct settings *s,
                    const struct app_source *source, int which)
{
    struct app *a = app_with(session_new(p, d, pr, s));

    a->predictor = pr;
    a->which = which;
    if (source)
        a->source = *source;
    cursor_home(a);
    session_forward(a->session);
    return a;
}

struct app *app_replay(struct session *replay)
{
    struct app *a = app_with(replay);

    cursor_home(a);
    session_jump(replay, 1);
    return a;
}

static void forget_view(struct app *a)
{
    if (a->seen.valid) {
        view_release(&a->seen.view);
        view_map_release(&a->seen.change);
    }
    a->seen.valid = false;
}

void app_free(struct app *a)
{
    if (!a)
        return;
    export_end(a);
    forget_view(a);
    session_free(a->session);
    free(a);
}

void app_set_actions(struct app *a, const struct app_actions *actions)
{
    a->actions = *actions;
}

void app_open(struct app *a, struct problem *p, int which)
{
    struct settings settings = *session_settings(a->session);

    forget_view(a);
    session_free(a->session);
    a->session = session_new(p, a->domain, a->predictor, &settings);
    problem_release(p);
    a->which = which;
    a->running = false;
    a->zoom = 0;
    cursor_home(a);
    session_forward(a->session);
}

/* Everything but the options is in the trace, which only grows. */
static bool is_current(const struct app *a)
{
    const struct trace *t = session_trace(a->session);
    const struct seen *s = &a->seen;

    return s->valid && s->cursor == t->cursor && s->count == t->count &&
           s->options.all == a->options.all &&
           s->options.log == a->options.log &&
           s->options.bits == a->options.bits &&
           s->options.scale_per_step == a->options.scale_per_step &&
           fabs(s->options.high - a->options.high) <= 0;
}

const struct view *app_view(struct app *a)
{
    const struct trace *t = session_trace(a->session);
    struct seen *s = &a->seen;

    if (is_current(a))
        return &s->view;
    forget_view(a);
    view_of(&s->view, t, session_problem(a->session), a->domain, &a->options);
    view_change(&s->change, t, &s->view);
    s->cursor = t->cursor;
    s->count = t->count;
    s->options = a->options;
    s->valid = true;
    return &s->view;
}

const struct view_map *app_change(struct app *a)
{
    app_view(a);
    return &a->seen.change;
}

/* The row of a position, or the next one that the map has. */
static int row_near(const struct view_map *m, int position)
{
    int row = 0;

    while (row < m->n - 1 && m->position[row] < position)
        row++;
    return m->n ? row : -1;
}

void app_map_cursor(struct app *a, int *row, int *col)
{
    const struct view_map *m = &app_view(a)->map;

    if (a->pane == PANE_MAP) {
        *row = row_near(m, a->pair[0]);
        *col = row_near(m, a->pair[1]);
        return;
    }
    *row = *col = view_row(m, a->at);
}

int app_strongest(struct app *a, int position)
{
    const struct view_map *m = &app_view(a)->map;
    int i = view_row(m, position), best = -1;

    if (i < 0)
        return -1;
    const float *value = m->value + (size_t)i * (size_t)m->n;
    for (int j = 0; j < m->n; j++)
        if (!isnan(value[j]) && (best < 0 || value[j] > value[best]))
            best = j;
    return best < 0 ? -1 : m->position[best];
}

static void say(struct app *a, bool bad, const char *fmt, va_list args)
{
    vsnprintf(a->message, sizeof a->message, fmt, args);
    a->message_bad = bad;
}

void app_say(struct app *a, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    say(a, false, fmt, args);
    va_end(args);
}

void app_complain(struct app *a, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    say(a, true, fmt, args);
    va_end(args);
}

void app_ask(struct app *a, const char *label, const char *text,
             void (*done)(struct app *a, const char *text))
{
    prompt_begin(&a->prompt, label, text);
    a->prompt_done = done;
    a->prompt_back = a->mode;
    a->mode = MODE_PROMPT;
}

int app_branches(const struct trace *t, int *current)
{
    int tip = trace_tip(t), tips = 0;

    for (int id = 0; id < t->count; id++) {
        if (trace_children(t, id) > 0)
            continue;
        if (id == tip && current)
            *current = tips;
        tips++;
    }
    return tips;
}

static void verdict_words(char *out, size_t size, const struct app *a,
                          const struct view *v)
{
    const int16_t *tokens = step_tokens(v->step);
    int T = v->step->T;

    bool valid = a->domain->valid(tokens, T) == VERDICT_YES;

    if (problem_solved(a->domain, v->problem, tokens) == VERDICT_YES)
        snprintf(out, size, "solved");
    else if (v->wrong)
        snprintf(out, size, "%d cell%s wrong, the board is %s", v->wrong,
                 v->wrong == 1 ? "" : "s", valid ? "valid" : "not valid");
    else if (valid)
        snprintf(out, size, "valid; there is no unique solution");
    else
        snprintf(out, size, "not solved: the board breaks a rule");
}

void app_verdict(char *out, size_t size, struct app *a)
{
    const struct view *v = app_view(a);
    char words[120];

    out[0] = '\0';
    if (v->masked > 0)
        return;
    verdict_words(words, sizeof words, a, v);
    snprintf(out, size, "end: %s after %d step%s", words, v->depth,
             v->depth == 1 ? "" : "s");
}

void app_moved(struct app *a, enum moved moved)
{
    switch (moved) {
    case MOVED:
    case MOVE_WAITS:
        a->due = a->now + 1 / SPEEDS[a->speed];
        break;
    case MOVE_AT_START:
        app_say(a, "this is the start, nothing is decided yet");
        break;
    case MOVE_AT_END:
        a->running = false;
        app_verdict(a->message, sizeof a->message, a);
        a->message_bad = false;
        if (!a->message[0])
            app_say(a, "the recording ends here");
        break;
    }
}

void app_key(struct app *a, int key)
{
    a->message[0] = '\0';
    command_key(a, key);
}

static void click_map(struct app *a, int x, int y)
{
    const struct view_map *m = &app_view(a)->map;
    int row, col;

    if (!map_place_cell(&a->shown.map, x, y, &row, &col) || m->n == 0)
        return;
    a->pane = PANE_MAP;
    a->pair[0] = m->position[row < m->n ? row : m->n - 1];
    a->pair[1] = m->position[col < m->n ? col : m->n - 1];
}

void app_mouse(struct app *a, int col, int row, bool wheel_up, bool wheel_down)
{
    const struct shape *shape = shape_of(a->domain);

    if (!a->mouse)
        return;
    a->message[0] = '\0';
    if (wheel_up || wheel_down) {
        command_wheel(a, wheel_up);
        return;
    }
    if (a->mode != MODE_MAIN)
        return;
    int position = shape->position(a->shown.layout.board, col, row);
    if (position >= 0) {
        a->pane = PANE_BOARD;
        a->at = position;
    }
    click_map(a, col, row);
}

void app_tick(struct app *a, double now)
{
    a->now = now;
    export_poll(a);
    if (session_poll(a->session))
        app_moved(a, MOVED);
    if (a->running && !session_waits(a->session) && now >= a->due)
        app_moved(a, session_forward(a->session));
}

int app_timeout(const struct app *a, double now)
{
    if (a->job.active || session_waits(a->session))
        return POLL_MS;
    if (!a->running)
        return -1;
    return a->due > now ? (int)ceil((a->due - now) * 1000) : 0;
}

int app_wakeup_fd(const struct app *a)
{
    return session_wakeup_fd(a->session);
}

bool app_quits(const struct app *a)
{
    return a->quits;
}

bool app_wants_mouse(const struct app *a)
{
    return a->mouse;
}

int app_colourmap(const struct app *a)
{
    return a->options.colourmap;
}

bool app_wants_repaint(struct app *a)
{
    bool wants = a->repaint;

    a->repaint = false;
    return wants;
}
