#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "ui/app_state.h"
#include "ui/command_run.h"

static int depth_now(const struct app *a)
{
    return session_now(a->session)->depth;
}

void run_forward(struct app *a, int key)
{
    (void)key;
    app_moved(a, session_forward(a->session));
}

void run_back(struct app *a, int key)
{
    (void)key;
    a->running = false;
    app_moved(a, session_back(a->session));
}

void run_forward_10(struct app *a, int key)
{
    (void)key;
    app_moved(a, session_jump(a->session, depth_now(a) + 10));
}

void run_back_10(struct app *a, int key)
{
    (void)key;
    a->running = false;
    app_moved(a, session_jump(a->session, depth_now(a) - 10));
}

void run_start(struct app *a, int key)
{
    (void)key;
    a->running = false;
    app_moved(a, session_jump(a->session, 0));
}

void run_end(struct app *a, int key)
{
    (void)key;
    app_moved(a, session_jump(a->session, INT_MAX));
}

void run_run(struct app *a, int key)
{
    (void)key;
    a->running = !a->running;
    a->due = a->now;
    if (!a->running)
        session_cancel(a->session);
    else
        app_moved(a, session_forward(a->session));
}

static void change_speed(struct app *a, int by)
{
    int speed = a->speed + by;

    if (speed < 0 || SPEEDS[speed] <= 0) {
        app_say(a, "no %s than %g steps a second", by < 0 ? "slower" : "faster",
                SPEEDS[a->speed]);
        return;
    }
    a->due += 1 / SPEEDS[speed] - 1 / SPEEDS[a->speed];
    a->speed = speed;
    app_say(a, "runs at %g steps a second", SPEEDS[speed]);
}

void run_faster(struct app *a, int key)
{
    (void)key;
    change_speed(a, 1);
}

void run_slower(struct app *a, int key)
{
    (void)key;
    change_speed(a, -1);
}

void run_cancel(struct app *a, int key)
{
    (void)key;
    if (a->job.active) {
        atomic_store(&a->job.progress.cancel, true);
        app_say(a, "no more pictures");
    } else if (session_waits(a->session) || a->running) {
        session_cancel(a->session);
        app_say(a, "stopped");
    }
    a->running = false;
}

/* The tip that is `nth` by id. */
static int nth_tip(const struct trace *t, int nth)
{
    for (int id = 0; id < t->count; id++)
        if (trace_children(t, id) == 0 && nth-- == 0)
            return id;
    return -1;
}

static int ancestor_at(const struct trace *t, int id, int depth)
{
    while (trace_at(t, id)->depth > depth)
        id = trace_at(t, id)->parent;
    return id;
}

/* The depth of the last step that two tips share. */
static int fork_depth(const struct trace *t, int a, int b)
{
    while (a != b)
        if (trace_at(t, a)->depth >= trace_at(t, b)->depth)
            a = trace_at(t, a)->parent;
        else
            b = trace_at(t, b)->parent;
    return trace_at(t, a)->depth;
}

void run_branch(struct app *a, int key)
{
    const struct trace *t = session_trace(a->session);
    int current = 0, tips = app_branches(t, &current);
    char words[120];

    (void)key;
    if (tips < 2) {
        app_say(a, "one branch so far: change a setting (o) and step on");
        return;
    }
    current = (current + 1) % tips;
    int tip = nth_tip(t, current);
    int fork = fork_depth(t, tip, trace_tip(t)), depth = depth_now(a);
    int to = ancestor_at(t, tip, depth > fork ? depth : fork + 1);
    a->running = false;
    session_goto(a->session, to);
    session_set(a->session, &trace_at(t, to)->settings);
    settings_describe(words, sizeof words, &trace_at(t, to)->settings);
    app_say(a, "branch %d of %d: %s", current + 1, tips, words);
}

/* The position that a word names, or -1. */
static int position_named(const struct app *a, const char *word, size_t length)
{
    int T = session_problem(a->session)->T;
    char name[16];

    for (int t = 0; t < T; t++) {
        a->domain->position_name(name, t);
        if (strlen(name) != length)
            continue;
        size_t same = 0;
        while (same < length &&
               tolower((unsigned char)word[same]) == (unsigned char)name[same])
            same++;
        if (same == length)
            return t;
    }
    return -1;
}

/* Up to two cells, with anything but letters and digits between them. */
static int read_cells(const struct app *a, const char *text, int cell[2])
{
    int n = 0;

    while (*text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length]))
            length++;
        if (length == 0) {
            text++;
            continue;
        }
        bool times = length == 1 && *text == 'x'; /* r1c2 x r1c5 */
        int position = position_named(a, text, length);
        if (!times && (position < 0 || n == 2))
            return -1;
        if (!times)
            cell[n++] = position;
        text += length;
    }
    return n;
}

static void go_to(struct app *a, const char *text)
{
    char *end;
    long step = strtol(text, &end, 10);
    int cell[2] = {0, 0}, n;

    if (end != text && !*end) {
        step = step < 0 ? 0 : step > INT_MAX ? INT_MAX : step;
        if (step != depth_now(a))
            app_moved(a, session_jump(a->session, (int)step));
        return;
    }
    n = read_cells(a, text, cell);
    if (n == 1) {
        a->pane = PANE_BOARD;
        a->at = cell[0];
    } else if (n == 2) {
        a->pane = PANE_MAP;
        memcpy(a->pair, cell, sizeof cell);
    } else if (*text) {
        a->domain->position_name(a->pending, 1);
        app_complain(a, "'%s' is neither a step number nor a cell like %s",
                     text, a->pending);
    }
}

void run_goto(struct app *a, int key)
{
    (void)key;
    app_ask(a, "go to step, cell or two cells: ", "", go_to);
}
