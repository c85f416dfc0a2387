#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/eval_journal.h"
#include "cli/eval_mi.h"
#include "cli/eval_report.h"
#include "cli/interrupt.h"
#include "cli/meter.h"
#include "cli/results.h"
#include "cli/setup.h"
#include "cli/subcommand.h"
#include "cli/sweep.h"

enum {
    TOGETHER = 500, /* problems between two looks at the clock */
    KEEP_EVERY = 10 /* seconds */
};

/* One run: settings on problems. */
struct run {
    const struct options *options;
    struct setup setup;
    struct problem *problem; /* [problems] owned */
    int problems;
    struct sweep sweep;
    struct contest contest;
    struct journal journal;
    struct progress progress;
    double kept; /* when the journal was written last, seconds */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- decoding --------------------------------------------------------- */

static bool keep(struct run *r, bool now_or_never, struct error *err)
{
    if (!now_or_never && now() - r->kept < KEEP_EVERY)
        return true;
    r->kept = now();
    return journal_keep(&r->journal, &r->contest, err);
}

/* The next problems of an entrant. False: interrupted. */
static bool decode_some(struct run *r, struct entrant *e)
{
    const struct lot lot = {r->setup.domain, &r->setup.predictor,
                            r->setup.pool, &e->settings};
    int left = r->problems - e->done;
    int n = left < TOGETHER ? left : TOGETHER;
    double start = now();

    if (!lot_decode(e->outcome + e->done, &lot, r->problem + e->done, n,
                    &r->progress))
        return false;
    e->done += n;
    e->seconds += now() - start;
    return true;
}

static int run_entrant(struct run *r, struct entrant *e, struct error *err)
{
    char label[SWEEP_LABEL];
    struct meter *meter;
    int code = EXIT_DONE;

    sweep_label(label, &e->settings);
    progress_begin(&r->progress, r->problems);
    progress_add(&r->progress, e->done);
    meter = meter_begin(label, &r->progress);
    while (code == EXIT_DONE && e->done < r->problems)
        if (!decode_some(r, e))
            code = (fail(err, "interrupted%s", r->journal.path
                              ? "; the same command goes on" : ""),
                    EXIT_FAILED);
        else if (!keep(r, false, err))
            code = EXIT_USAGE;
    meter_end(meter);
    return code;
}

static int run_all(struct run *r, struct error *err)
{
    int code = EXIT_DONE, signal;
    struct error second;

    interrupt_begin(&r->progress);
    for (int i = 0; code == EXIT_DONE && i < r->contest.entrants; i++)
        code = run_entrant(r, &r->contest.entrant[i], err);
    if (!keep(r, true, code == EXIT_DONE ? err : &second) &&
        code == EXIT_DONE)
        code = EXIT_USAGE;
    signal = interrupt_end();
    if (signal)
        fprintf(stderr, "miscope: %s\n", err->text);
    if (signal)
        raise(signal);
    return code;
}

/* ---- the comparison --------------------------------------------------- */

/* The entrant that --baseline names; without it the first. */
static bool find_baseline(int *baseline, const struct run *r,
                          struct error *err)
{
    const char *text = r->options->value[OPT_BASELINE].text;
    char want[SWEEP_LABEL], is[SWEEP_LABEL];
    struct sweep one;

    *baseline = 0;
    if (!text)
        return true;
    if (!sweep_parse(&one, text, &r->setup.predictor, err))
        return fail_in(err, "--baseline");
    sweep_label(want, &one.settings[0]);
    sweep_release(&one);
    for (int i = 0; i < r->sweep.count; i++) {
        sweep_label(is, &r->sweep.settings[i]);
        if (strcmp(is, want) == 0) {
            *baseline = i;
            return true;
        }
    }
    return fail(err, "--baseline %s is none of the settings of --policy",
                want);
}

static int report(const struct run *r, int baseline, struct error *err)
{
    const char *file = r->options->operand[1], *slash = strrchr(file, '/');
    const struct eval_report e = {&r->contest, r->setup.model.name,
                                  slash ? slash + 1 : file, baseline};
    struct text t = {0};

    eval_print(&t, &e,
               (enum eval_format)r->options->value[OPT_EVAL_FORMAT].number);
    return results_put(&t, err) ? EXIT_DONE : EXIT_USAGE;
}

/* ---- the command ------------------------------------------------------ */

static int compare(struct run *r, struct error *err)
{
    const struct options *o = r->options;
    int baseline, code = EXIT_USAGE;

    if (!find_baseline(&baseline, r, err))
        return EXIT_USAGE;
    contest_init(&r->contest, r->problem, r->problems,
                 r->setup.predictor.mask_symbol, r->sweep.settings,
                 r->sweep.count);
    if (journal_open(&r->journal, o->value[OPT_RESUME].text, &r->contest,
                     &r->setup.predictor, r->setup.head.digest, err)) {
        code = run_all(r, err);
        if (code == EXIT_DONE)
            code = report(r, baseline, err);
        journal_release(&r->journal);
    }
    contest_release(&r->contest);
    return code;
}

static int eval_problems(struct run *r, struct error *err)
{
    const char *sweep = r->options->value[OPT_SWEEP].text;
    int code = EXIT_USAGE;

    if (!setup_open(&r->setup, r->setup.domain, r->options, err))
        return EXIT_USAGE;
    if (sweep_parse(&r->sweep, sweep, &r->setup.predictor, err))
        code = compare(r, err);
    else
        fail_in(err, "--policy");
    sweep_release(&r->sweep);
    setup_release(&r->setup);
    return code;
}

int cmd_eval(const struct options *o, struct error *err)
{
    struct run r = {.options = o};
    int code;

    if (strcmp(o->operand[0], "mi") == 0)
        return eval_mi(o, err);
    r.setup.domain = setup_domain(o->operand[0], err);
    if (!r.setup.domain)
        return EXIT_USAGE;
    if (!problems_open(&r.problem, &r.problems, r.setup.domain, o->operand[1],
                       (int)o->value[OPT_LIMIT].number, options_force(o),
                       err))
        return EXIT_FAILED;
    code = eval_problems(&r, err);
    problems_release(r.problem, r.problems);
    return code;
}
