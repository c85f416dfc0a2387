#include <stdio.h>
#include <unistd.h>

#include "ui/app_state.h"
#include "ui/command_run.h"

static void open_problem(struct app *a, int which)
{
    struct problem p = {0};
    struct error err;
    int count = a->problems;

    if (!a->source.open || !a->predictor) {
        app_say(a, "there is no other problem here");
        return;
    }
    if (which < 1 || (count && which > count)) {
        app_say(a, which < 1 ? "this is the first problem of the file"
                             : "this is the last problem of the file");
        return;
    }
    if (!a->source.open(a->source.self, which, &p, &count, &err)) {
        app_complain(a, "%s", err.text);
        return;
    }
    bool decoded = session_trace(a->session)->count > 2;
    a->problems = count;
    app_open(a, &p, which);
    app_say(a, "problem %d of %d%s", which, count,
            decoded ? "; the steps of the one before are gone" : "");
}

void run_next(struct app *a, int key)
{
    (void)key;
    open_problem(a, a->which + 1);
}

void run_previous(struct app *a, int key)
{
    (void)key;
    open_problem(a, a->which - 1);
}

static void open_settings(struct app *a, int row)
{
    if (!a->predictor) {
        app_say(a, "this is a recording: nothing can be decoded anew");
        return;
    }
    a->editing = (struct editing){*session_settings(a->session), row};
    a->mode = MODE_SETTINGS;
}

void run_policy(struct app *a, int key)
{
    (void)key;
    open_settings(a, 0);
}

void run_options(struct app *a, int key)
{
    (void)key;
    open_settings(a, 1);
}

static void replace_frame(struct app *a, const char *answer)
{
    if (answer[0] == 'y')
        export_frame(a, a->pending, true);
    else
        app_say(a, "%s is left as it was", a->pending);
}

static void write_frame(struct app *a, const char *path)
{
    char label[96];

    if (!*path)
        return;
    if (access(path, F_OK) != 0) {
        export_frame(a, path, false);
        return;
    }
    snprintf(a->pending, sizeof a->pending, "%s", path);
    snprintf(label, sizeof label, "%.40s exists; replace it? y/n ", path);
    app_ask(a, label, "", replace_frame);
}

void run_export(struct app *a, int key)
{
    char name[64];

    (void)key;
    if (!a->actions.export_frame) {
        app_complain(a, "this program cannot draw pictures");
        return;
    }
    snprintf(name, sizeof name, "miscope-step-%03d.png",
             session_now(a->session)->depth);
    app_ask(a, "picture (png, svg, pdf): ", name, write_frame);
}

static void replace_folder(struct app *a, const char *answer)
{
    if (answer[0] == 'y')
        export_start(a, a->pending, true);
    else
        app_say(a, "%s is left as it was", a->pending);
}

static void write_folder(struct app *a, const char *path)
{
    char label[96];

    if (!*path)
        return;
    if (access(path, F_OK) != 0) {
        export_start(a, path, false);
        return;
    }
    snprintf(a->pending, sizeof a->pending, "%s", path);
    snprintf(label, sizeof label, "%.40s exists; use it? y/n ", path);
    app_ask(a, label, "", replace_folder);
}

void run_export_all(struct app *a, int key)
{
    (void)key;
    if (!a->actions.export_all)
        app_complain(a, "this program cannot draw pictures");
    else
        app_ask(a, "folder for all steps: ", "miscope-steps", write_folder);
}
