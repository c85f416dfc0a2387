#include <signal.h>
#include <stdio.h>

#include "cli/subcommand.h"
#include "cli/drawing.h"
#include "cli/interrupt.h"
#include "cli/meter.h"
#include "session/npz.h"

struct recording { /* what a trace file holds */
    struct trace trace;
    struct problem problem;
    const struct domain *domain;
    struct provenance by;
};

static bool export_step(struct recording *r, const struct options *o,
                        struct error *err)
{
    struct figure_options f = drawing_options(o);
    struct view v;
    char note[160];
    bool ok;

    view_of(&v, &r->trace, &r->problem, r->domain, &f.view);
    ok = figure_export(&v, &r->by, &f, o->value[OPT_OUT].text,
                       options_force(o), note, err);
    view_release(&v);
    if (ok && note[0])
        fprintf(stderr, "miscope: note: %s\n", note);
    return ok;
}

static bool export_all(struct recording *r, const struct options *o,
                       struct error *err)
{
    struct figure_options f = drawing_options(o);
    struct progress progress = {0};
    struct meter *meter;
    int signal;
    bool ok;

    interrupt_begin(&progress);
    meter = meter_begin("frames", &progress);
    ok = figure_export_all(&r->trace, &r->problem, r->domain, &r->by, &f,
                           o->value[OPT_OUT].text, options_force(o),
                           &progress, err);
    meter_end(meter);
    signal = interrupt_end();
    if (signal)
        raise(signal);
    return ok;
}

static bool go_to(struct trace *t, int depth, const char *path,
                  struct error *err)
{
    int id = trace_on_line(t, depth);

    if (id < 0)
        return fail(err, "--step: %s ends at step %d", path,
                    trace_at(t, trace_tip(t))->depth);
    trace_go(t, id);
    return true;
}

static bool check_options(const struct options *o, struct error *err)
{
    const struct value *v = o->value;

    if (v[OPT_STEP].given == v[OPT_ALL_STEPS].given)
        return fail(err, "say which step: --step K, or --all for every one");
    if (!v[OPT_OUT].given)
        return fail(err, "say where to: --out %s",
                    v[OPT_ALL_STEPS].given ? "FOLDER" : "FILE.png");
    return true;
}

int cmd_export(const struct options *o, struct error *err)
{
    const struct value *v = o->value;
    struct recording r;
    bool ok;

    if (!check_options(o, err))
        return EXIT_USAGE;
    if (!npz_load(&r.trace, &r.problem, &r.domain, &r.by, o->operand[0], err))
        return EXIT_FAILED;
    if (v[OPT_ALL_STEPS].given)
        ok = export_all(&r, o, err);
    else
        ok = go_to(&r.trace, (int)v[OPT_STEP].number, o->operand[0], err) &&
             export_step(&r, o, err);
    trace_release(&r.trace);
    problem_release(&r.problem);
    return ok ? EXIT_DONE : EXIT_USAGE;
}
