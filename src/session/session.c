#include "session/session.h"

#include <stdlib.h>

#include "base/memory.h"
#include "session/drive.h"
#include "session/worker.h"

enum { NOWHERE = -1 };

struct session {
    struct problem problem;
    const struct domain *domain;
    const struct predictor *predictor; /* NULL in a replay */
    struct trace trace;
    struct settings settings; /* of the next step */
    bool branches; /* the settings changed: the next step leaves the line */
    int target;    /* depth the cursor is on its way to, or NOWHERE */
    struct worker *worker; /* NULL in a replay */
};

/* The step after the cursor, if it was computed, or NOWHERE. */
static int next_id(const struct session *s)
{
    const struct trace *t = &s->trace;

    if (s->branches)
        return trace_child(t, t->cursor, &s->settings);
    return trace_on_line(t, trace_now(t)->depth + 1);
}

static bool can_compute(const struct session *s)
{
    return s->worker && step_masked_after(trace_now(&s->trace)) > 0;
}

/* The same, also looking at what the worker has computed ahead. */
static int next_ready(struct session *s)
{
    struct trace *t = &s->trace;
    struct step *ahead = NULL;
    int id = next_id(s);

    if (id < 0 && can_compute(s))
        ahead = worker_take(s->worker, trace_now(t), &s->settings);
    return ahead ? trace_push(t, t->cursor, ahead) : id;
}

/* Keep the worker on the step that will be asked for next. */
static void look_ahead(struct session *s)
{
    if (can_compute(s) && next_id(s) < 0)
        worker_ask(s->worker, trace_now(&s->trace), &s->settings);
}

/* Go towards the target as far as steps are there. True when moved. */
static bool pursue(struct session *s)
{
    int start = s->trace.cursor, id;

    while (trace_now(&s->trace)->depth < s->target &&
           (id = next_ready(s)) >= 0) {
        trace_go(&s->trace, id);
        s->branches = false;
    }
    if (trace_now(&s->trace)->depth >= s->target || !can_compute(s))
        s->target = NOWHERE;
    look_ahead(s);
    return s->trace.cursor != start;
}

static struct session *session_of(const struct problem *p,
                                  const struct domain *d)
{
    struct session *s = memory_new(1, sizeof *s);

    s->problem = problem_copy(p);
    s->domain = d;
    s->target = NOWHERE;
    return s;
}

struct session *session_new(const struct problem *p, const struct domain *d,
                            const struct predictor *pr,
                            const struct settings *settings)
{
    struct session *s = session_of(p, d);

    s->predictor = pr;
    s->settings = *settings;
    trace_init(&s->trace, drive_root(p, pr));
    s->worker = worker_new(pr, trace_masked_at_start(&s->trace));
    look_ahead(s);
    return s;
}

struct session *session_replay(const struct problem *p, const struct domain *d,
                               struct trace *t)
{
    struct session *s = session_of(p, d);

    s->trace = *t;
    s->settings = trace_at(t, trace_tip(t))->settings;
    if (s->settings.policy == POLICY_UNKNOWN)
        s->settings = settings_for(0);
    *t = (struct trace){0};
    return s;
}

void session_free(struct session *s)
{
    if (!s)
        return;
    worker_free(s->worker);
    trace_release(&s->trace);
    problem_release(&s->problem);
    free(s);
}

const struct problem *session_problem(const struct session *s)
{
    return &s->problem;
}

const struct domain *session_domain(const struct session *s)
{
    return s->domain;
}

const struct trace *session_trace(const struct session *s)
{
    return &s->trace;
}

const struct step *session_now(const struct session *s)
{
    return trace_now(&s->trace);
}

const struct settings *session_settings(const struct session *s)
{
    return &s->settings;
}

const char *session_model(const struct session *s)
{
    return s->predictor ? s->predictor->name : "";
}

const char *session_digest(const struct session *s)
{
    return s->predictor ? s->predictor->digest : "";
}

void session_set(struct session *s, const struct settings *settings)
{
    if (!s->worker)
        return;
    if (!settings_equal(&s->settings, settings))
        s->branches = true;
    s->settings = *settings;
    look_ahead(s);
}

static enum moved outcome(const struct session *s, bool moved,
                          enum moved otherwise)
{
    if (session_waits(s))
        return MOVE_WAITS;
    return moved ? MOVED : otherwise;
}

enum moved session_forward(struct session *s)
{
    if (!session_waits(s))
        s->target = session_now(s)->depth + 1;
    return outcome(s, pursue(s), MOVE_AT_END);
}

void session_goto(struct session *s, int id)
{
    s->target = NOWHERE;
    trace_go(&s->trace, id);
    look_ahead(s);
}

enum moved session_back(struct session *s)
{
    int parent = session_now(s)->parent;

    s->target = NOWHERE;
    if (parent < 0)
        return MOVE_AT_START;
    session_goto(s, parent);
    return MOVED;
}

enum moved session_jump(struct session *s, int depth)
{
    int now = session_now(s)->depth;

    s->target = NOWHERE;
    if (depth > now) {
        s->target = depth;
        return outcome(s, pursue(s), MOVE_AT_END);
    }
    if (now == 0)
        return MOVE_AT_START;
    session_goto(s, trace_on_line(&s->trace, depth > 0 ? depth : 0));
    return MOVED;
}

bool session_waits(const struct session *s)
{
    return s->target != NOWHERE;
}

void session_cancel(struct session *s)
{
    s->target = NOWHERE;
    if (s->worker)
        worker_drop(s->worker);
}

bool session_poll(struct session *s)
{
    if (s->worker)
        worker_hush(s->worker);
    return session_waits(s) && pursue(s);
}

int session_wakeup_fd(const struct session *s)
{
    return s->worker ? worker_fd(s->worker) : -1;
}

void session_progress(const struct session *s, int *done, int *total)
{
    *done = *total = 0;
    if (s->worker)
        worker_progress(s->worker, done, total);
}
