#include "cli/screen_times.h"

#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

#include "cli/assets.h"
#include "session/drive.h"
#include "ui/app.h"

enum { COLS = 200, ROWS = 60, REPEATS = 50 };

static const struct look LOOK = {.colours = 256, .utf8 = true, .half = true};

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Median time of a page, after a key each time when there are keys. */
static double page_ms(struct app *app, struct grid *page, const int *keys,
                      int count)
{
    double took[REPEATS];

    for (int i = 0; i < REPEATS; i++) {
        double began = now_ms();

        if (count)
            app_key(app, keys[i % count]);
        app_draw(app, page, &LOOK, COLS, ROWS);
        took[i] = now_ms() - began;
    }
    qsort(took, REPEATS, sizeof took[0], by_value);
    return took[REPEATS / 2];
}

static void decoded_times(struct screen_times *out, struct app *app)
{
    static const int STEPS[] = {'.', '.', ',', ','};
    struct grid page;

    grid_init(&page);
    app_key(app, '0');
    out->key = page_ms(app, &page, STEPS, sizeof STEPS / sizeof STEPS[0]);
    out->redraw = page_ms(app, &page, NULL, 0);
    grid_release(&page);
}

/* A whole decode with MI at every step, to go back and forth in. */
static void time_decoded(struct screen_times *out, const struct setup *s,
                         const struct problem *p)
{
    struct settings settings = settings_for(policy_named("eb"));
    struct trace t;
    struct app *app;

    trace_init(&t, drive_root(p, &s->predictor));
    if (!drive_run(&t, &s->predictor, &settings, true, NULL))
        abort(); /* nobody can have cancelled it */
    app = app_replay(session_replay(p, s->domain, &t));
    decoded_times(out, app);
    app_free(app);
}

/* Loading and linking the program, by running it for nothing. */
static bool time_program(double *ms, struct error *err)
{
    char *argv[] = {(char[]){"miscope"}, (char[]){"--version"}, NULL};
    posix_spawn_file_actions_t silent;
    double began = now_ms();
    pid_t child;
    int status, failed;

    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, 1, "/dev/null", 1, 0);
    failed = posix_spawn(&child, "/proc/self/exe", &silent, NULL, argv,
                         (char *[]){NULL});
    posix_spawn_file_actions_destroy(&silent);
    if (failed || waitpid(child, &status, 0) != child)
        return fail(err, "cannot start the program a second time");
    *ms = now_ms() - began;
    return true;
}

static bool open_bundled(struct problem *p, const struct domain *d,
                         struct error *err)
{
    struct text path = {0};
    bool ok = asset_find(&path, bundle_for(d->name)->problems, err) &&
              problem_open(p, NULL, d, path.bytes, false, err);

    text_release(&path);
    return ok;
}

static void draw_first(const struct setup *s, const struct problem *p)
{
    struct settings settings = settings_for(policy_named("mi"));
    struct app_source none = {0};
    struct app *app =
        app_new(s->domain, &s->predictor, p, &settings, &none, 1);
    struct grid page;

    grid_init(&page);
    app_draw(app, &page, &LOOK, COLS, ROWS);
    grid_release(&page);
    app_free(app);
}

bool screen_times_measure(struct screen_times *out, const struct options *o,
                          struct error *err)
{
    double program = 0, began;
    struct problem p;
    struct setup s;

    if (!time_program(&program, err))
        return false;
    began = now_ms();
    if (!open_bundled(&p, DOMAINS, err))
        return false;
    if (!setup_open(&s, DOMAINS, o, err)) {
        problem_release(&p);
        return false;
    }
    draw_first(&s, &p);
    out->start = program + now_ms() - began;
    time_decoded(out, &s, &p);
    setup_release(&s);
    problem_release(&p);
    return true;
}
