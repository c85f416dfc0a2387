#include "cli/eval_mi.h"

#include <signal.h>
#include <stdio.h>

#include "cli/interrupt.h"
#include "cli/meter.h"
#include "cli/quality_report.h"
#include "cli/results.h"
#include "cli/setup.h"
#include "cli/subcommand.h"
#include "train/label_sudoku.h"

/* Labels come from the folder, or are made and forgotten. */
static bool get_labels(struct labels *l, struct label_sudoku *s,
                       const struct options *o, struct progress *progress,
                       struct error *err)
{
    struct label_boards boards = label_sudoku_boards(s);
    const char *folder = o->value[OPT_EVAL_LABELS].text;
    int count = (int)o->value[OPT_EVAL_BOARDS].number;

    if (folder)
        return labels_gather(l, folder, s->predictor, &boards, count,
                             progress, err);
    progress_begin(progress, count);
    return labels_make(l, s->predictor, &boards, 0, count, progress) ||
           fail(err, "interrupted");
}

static bool report(const struct setup *s, const struct labels *l,
                   const struct options *o, struct error *err)
{
    struct mi_sample *sample = mi_sample_new(s->domain);
    struct text t = {0};
    bool ok;

    quality_collect(sample, s->head.head, &s->predictor, l, 0);
    quality_print(&t, sample,
                  (enum quality_format)o->value[OPT_EVAL_FORMAT].number);
    ok = results_put(&t, err);
    mi_sample_free(sample);
    return ok;
}

static int measure(const struct setup *s, const struct options *o,
                   struct error *err)
{
    const struct value *givens = &o->value[OPT_GIVENS];
    struct label_sudoku boards = {&s->predictor, (int)givens->number,
                                  (int)givens->upper,
                                  (uint64_t)o->value[OPT_EVAL_SEED].number};
    struct progress progress = {0};
    struct meter *meter;
    struct labels labels;
    bool ok;
    int signal;

    interrupt_begin(&progress);
    meter = meter_begin("boards", &progress);
    ok = get_labels(&labels, &boards, o, &progress, err);
    meter_end(meter);
    signal = interrupt_end();
    if (signal)
        raise(signal);
    if (!ok)
        return EXIT_FAILED;
    ok = report(s, &labels, o, err);
    labels_release(&labels);
    return ok ? EXIT_DONE : EXIT_USAGE;
}

int eval_mi(const struct options *o, struct error *err)
{
    const struct domain *d = setup_domain(o->operand[1], err);
    struct setup s;
    int code;

    if (!d || !setup_open(&s, d, o, err))
        return EXIT_USAGE;
    code = s.head.head ? measure(&s, o, err) : EXIT_USAGE;
    if (!s.head.head)
        fail(err, "%s has no MI head to measure: name one with --mi-model",
             s.model.name);
    setup_release(&s);
    return code;
}
