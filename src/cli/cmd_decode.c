#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/subcommand.h"
#include "cli/interrupt.h"
#include "cli/meter.h"
#include "cli/report.h"
#include "cli/results.h"
#include "cli/setup.h"
#include "session/drive.h"

/* One step onto the trace. False: interrupted. */
static bool take_step(struct trace *t, const struct setup *s,
                      const struct decode *d, bool want_mi)
{
    const struct step *from = trace_now(t);
    struct progress progress = {0};
    struct meter *meter;
    struct step *next;
    char label[40];
    int signal;

    snprintf(label, sizeof label, "step %d", from->depth + 1);
    interrupt_begin(&progress);
    meter = meter_begin(label, &progress);
    next = drive_step(from, &s->predictor, d->settings, want_mi, d->masked,
                      &progress);
    meter_end(meter);
    signal = interrupt_end();
    if (next)
        trace_go(t, trace_push(t, t->cursor, next));
    if (signal)
        raise(signal);
    return next != NULL;
}

/* Prints each step as soon as it is there. */
static int run(struct trace *t, const struct setup *s, const struct decode *d,
               const struct report *report, bool want_mi, struct error *err)
{
    struct text out = {0};

    report->begin(&out, d);
    while (step_masked_after(trace_now(t)) > 0) {
        if (!take_step(t, s, d, want_mi))
            return fail(err, "interrupted"), EXIT_FAILED;
        report->step(&out, d, trace_now(t));
        if (!results_put(&out, err))
            return EXIT_USAGE;
    }
    report->end(&out, d, trace_now(t));
    return results_put(&out, err) ? EXIT_DONE : EXIT_USAGE;
}

/* The report is on standard output already. */
static bool can_write(const char *path, bool replace, struct error *err)
{
    if (strcmp(path, "-") == 0)
        return fail(err, "--trace: name a file, standard output has the "
                         "report");
    return output_try(path, replace, err);
}

static int decode(const struct setup *s, const struct problem *p,
                  const struct settings *settings, const struct options *o,
                  struct error *err)
{
    const char *path = o->value[OPT_TRACE].text;
    bool replace = options_force(o);
    struct step *root = drive_root(p, &s->predictor);
    struct decode d = {s->domain, p, settings, s->model.name,
                       step_masked_after(root)};
    struct provenance by = setup_provenance(s);
    struct trace t;
    int code;

    trace_init(&t, root);
    code = run(&t, s, &d, &REPORTS[(int)o->value[OPT_FORMAT].number],
               path != NULL, err);
    if (code == EXIT_DONE && path &&
        !npz_save(&t, p, s->domain, &by, path, replace, err))
        code = EXIT_USAGE;
    trace_release(&t);
    return code;
}

int cmd_decode(const struct options *o, struct error *err)
{
    const struct domain *d = setup_domain(o->operand[0], err);
    const char *trace = o->value[OPT_TRACE].text;
    struct settings settings;
    struct problem problem;
    struct setup setup;
    int code;

    if (!d || !setup_settings(&settings, o, err))
        return EXIT_USAGE;
    if (trace && !can_write(trace, options_force(o), err))
        return EXIT_USAGE;
    if (!problem_open(&problem, NULL, d, o->operand[1],
                      options_force(o), err))
        return EXIT_FAILED;
    if (!setup_open(&setup, d, o, err)) {
        problem_release(&problem);
        return EXIT_USAGE;
    }
    code = setup_source(&settings.mi_source, &setup, o, OPT_MI, err)
               ? decode(&setup, &problem, &settings, o, err)
               : EXIT_USAGE;
    setup_release(&setup);
    problem_release(&problem);
    return code;
}
