#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "cli/subcommand.h"
#include "cli/drawing.h"
#include "cli/interrupt.h"
#include "cli/matrix.h"
#include "cli/meter.h"
#include "cli/results.h"
#include "cli/setup.h"
#include "session/drive.h"

enum { PAIRS_PRINTED = 20 };

/* The masked positions of the step, or all, those given being independent of
 * everything. */
static struct matrix matrix_of(const struct step *s, const struct options *o)
{
    bool all = o->value[OPT_ALL_MASKED].given;
    bool bits = o->value[OPT_BITS].given;
    struct matrix m = {.n = all ? s->T : s->N, .unit = bits ? "bits" : "nats"};
    size_t n = (size_t)m.n;

    m.position = memory_new(n, sizeof *m.position);
    m.value = memory_new(n * n, sizeof *m.value);
    for (int i = 0; i < m.n; i++)
        m.position[i] = all ? i : step_positions(s)[i];
    for (int i = 0; i < s->N; i++)
        for (int j = 0; j < s->N; j++) {
            int row = all ? step_positions(s)[i] : i;
            int column = all ? step_positions(s)[j] : j;

            m.value[row * m.n + column] =
                step_mis(s)[i * s->N + j] / (bits ? logf(2) : 1);
        }
    return m;
}

static bool print_pairs(const struct step *s, const struct domain *d,
                        const struct options *o, struct error *err)
{
    struct matrix m = matrix_of(s, o);
    struct text t = {0};

    matrix_pairs(&t, &m, d, PAIRS_PRINTED);
    matrix_release(&m);
    return results_put(&t, err);
}

static bool ends_with(const char *s, const char *ending)
{
    size_t n = strlen(s), m = strlen(ending);

    return n >= m && strcmp(s + n - m, ending) == 0;
}

static bool write_numbers(const struct step *s, const struct domain *d,
                          const struct options *o, struct error *err)
{
    const char *path = o->value[OPT_OUT].text;
    struct text bytes = {0};
    struct output out;
    struct matrix m;

    if (!output_open(&out, path, options_force(o), err))
        return false;
    m = matrix_of(s, o);
    if (ends_with(path, ".npy"))
        matrix_npy(&bytes, &m);
    else
        matrix_csv(&bytes, &m, d);
    fwrite(bytes.bytes, 1, bytes.length, out.stream);
    text_release(&bytes);
    matrix_release(&m);
    return output_commit(&out, err);
}

static bool draw(const struct trace *t, const struct problem *p,
                 const struct setup *s, const struct options *o,
                 struct error *err)
{
    struct figure_options f = drawing_options(o);
    struct provenance by = setup_provenance(s);
    struct view v;
    char note[160];
    bool ok;

    f.kind = FIGURE_MATRIX;
    view_of(&v, t, p, s->domain, &f.view);
    ok = figure_export(&v, &by, &f, o->value[OPT_OUT].text,
                       options_force(o), note, err);
    view_release(&v);
    if (ok && note[0])
        fprintf(stderr, "miscope: note: %s\n", note);
    return ok;
}

/* The first step of a decode brings its MI along. NULL: interrupted. */
static struct step *first_step(const struct step *root, const struct setup *s,
                               int source)
{
    struct settings settings = settings_for(policy_named("sequential"));
    struct progress progress = {0};
    struct meter *meter;
    struct step *step;
    int signal;

    settings.mi_source = source;
    interrupt_begin(&progress);
    meter = meter_begin("passes", &progress);
    step = drive_step(root, &s->predictor, &settings, true,
                      step_masked_after(root), &progress);
    meter_end(meter);
    signal = interrupt_end();
    if (signal)
        raise(signal);
    return step;
}

static int compute(const struct setup *s, const struct problem *p,
                   const struct options *o, struct error *err)
{
    const char *path = o->value[OPT_OUT].text;
    struct step *root, *step;
    struct trace t;
    int32_t source;
    bool ok;

    if (!setup_source(&source, s, o, OPT_SOURCE, err))
        return EXIT_USAGE;
    root = drive_root(p, &s->predictor);
    trace_init(&t, root);
    step = step_masked_after(root) > 0
               ? first_step(root, s, source)
               : NULL;
    if (!step) {
        trace_release(&t);
        return fail(err, "every position is given: there is no MI to show"),
               EXIT_FAILED;
    }
    trace_go(&t, trace_push(&t, t.cursor, step));
    ok = !path ? print_pairs(step, s->domain, o, err)
         : ends_with(path, ".npy") || ends_with(path, ".csv")
             ? write_numbers(step, s->domain, o, err)
             : draw(&t, p, s, o, err);
    trace_release(&t);
    return ok ? EXIT_DONE : EXIT_USAGE;
}

static bool check_ending(const char *path, struct error *err)
{
    static const char *const ENDINGS[] = {".png", ".svg", ".pdf", ".csv",
                                          ".npy"};

    for (size_t i = 0; i < sizeof ENDINGS / sizeof ENDINGS[0]; i++)
        if (!path || ends_with(path, ENDINGS[i]))
            return true;
    return fail(err, "--out: %s should end in .png, .svg, .pdf, .csv or .npy",
                path);
}

int cmd_mi(const struct options *o, struct error *err)
{
    const struct domain *d = setup_domain(o->operand[0], err);
    struct problem problem;
    struct setup setup;
    int code;

    if (!d || !check_ending(o->value[OPT_OUT].text, err))
        return EXIT_USAGE;
    if (!problem_open(&problem, NULL, d, o->operand[1],
                      options_force(o), err))
        return EXIT_FAILED;
    if (!setup_open(&setup, d, o, err)) {
        problem_release(&problem);
        return EXIT_USAGE;
    }
    code = compute(&setup, &problem, o, err);
    setup_release(&setup);
    problem_release(&problem);
    return code;
}
