#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/thread.h"
#include "ui/app_state.h"

static struct provenance made_by(const struct app *a)
{
    struct provenance by;

    snprintf(by.model, sizeof by.model, "%s", session_model(a->session));
    snprintf(by.digest, sizeof by.digest, "%s", session_digest(a->session));
    return by;
}

void export_frame(struct app *a, const char *path, bool replace)
{
    struct provenance by = made_by(a);
    struct error err;
    char note[160] = "";

    if (!a->actions.export_frame(a->actions.self, app_view(a), &by, &a->options,
                                 path, replace, note, &err))
        app_complain(a, "%s", err.text);
    else
        app_say(a, "%s written%s%s", path, note[0] ? "; " : "", note);
}

static struct step *copy_of(const struct step *s)
{
    struct step *copy = memory_new(1, s->bytes);

    memcpy(copy, s, s->bytes);
    return copy;
}

/* The line alone: the session's own trace may grow while pictures are made. */
static void copy_line(struct trace *to, const struct trace *from)
{
    int last = trace_at(from, trace_tip(from))->depth;

    trace_init(to, copy_of(trace_at(from, 0)));
    for (int depth = 1; depth <= last; depth++) {
        const struct step *s = trace_at(from, trace_on_line(from, depth));
        trace_go(to, trace_push(to, to->count - 1, copy_of(s)));
    }
}

static void *export_main(void *argument)
{
    struct export_job *j = argument;

    j->ok = j->actions.export_all(j->actions.self, &j->trace, &j->problem,
                                  j->domain, &j->by, &j->options, j->folder,
                                  j->replace, &j->progress, &j->error);
    atomic_store(&j->done, true);
    return NULL;
}

void export_start(struct app *a, const char *folder, bool replace)
{
    struct export_job *j = &a->job;

    if (j->active) {
        app_complain(a, "pictures are still being written; x stops that");
        return;
    }
    *j = (struct export_job){.actions = a->actions,
                             .problem =
                                 problem_copy(session_problem(a->session)),
                             .domain = a->domain,
                             .by = made_by(a),
                             .options = a->options,
                             .replace = replace};
    snprintf(j->folder, sizeof j->folder, "%s", folder);
    copy_line(&j->trace, session_trace(a->session));
    j->active = true;
    j->thread = thread_start(export_main, j);
}

static void finish(struct app *a)
{
    struct export_job *j = &a->job;

    pthread_join(j->thread, NULL);
    if (!j->ok)
        app_complain(a, "%s", j->error.text);
    else
        app_say(a, "%d pictures written into %s", j->trace.count, j->folder);
    trace_release(&j->trace);
    problem_release(&j->problem);
    j->active = false;
}

void export_poll(struct app *a)
{
    if (a->job.active && atomic_load(&a->job.done))
        finish(a);
}

void export_end(struct app *a)
{
    if (!a->job.active)
        return;
    atomic_store(&a->job.progress.cancel, true);
    finish(a);
}
