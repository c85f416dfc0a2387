#include <signal.h>
#include <stdio.h>

#include "base/file.h"
#include "base/rng.h"
#include "cli/subcommand.h"
#include "cli/interrupt.h"
#include "cli/meter.h"
#include "cli/results.h"
#include "cli/setup.h"
#include "cli/shape.h"

/* One line with problem n. */
static bool generate_line(struct text *line, const struct domain *d, int n,
                          const struct options *o, struct error *err)
{
    const struct value *givens = &o->value[OPT_GIVENS];
    struct rng r =
        rng_seeded((uint64_t)o->value[OPT_SEED].number, (uint64_t)n);
    struct problem p;

    if (!d->generate(&p, (int)givens->number, (int)givens->upper, &r, err))
        return false;
    for (int t = 0; t < p.T; t++)
        text_printf(line, "%c", shape_symbol(d, p.tokens[t]));
    text_add(line, "\n");
    problem_release(&p);
    return true;
}

/* To the file, or to standard output where `out` is NULL. */
static bool put(struct text *line, struct output *out, struct error *err)
{
    if (!out)
        return results_put(line, err);
    fwrite(line->bytes, 1, line->length, out->stream);
    text_release(line); /* output_commit notices what went wrong */
    return true;
}

/* Problem n depends on the seed and n only, not on how many are wanted. */
static int generate(const struct domain *d, struct output *out,
                    const struct options *o, struct progress *progress,
                    struct error *err)
{
    int count = (int)o->value[OPT_COUNT_PUZZLES].number;

    progress_begin(progress, count);
    for (int n = 0; n < count; n++) {
        struct text line = {0};

        if (progress_cancelled(progress))
            return fail(err, "interrupted"), EXIT_FAILED;
        if (!generate_line(&line, d, n, o, err))
            return EXIT_FAILED;
        if (!put(&line, out, err))
            return EXIT_USAGE;
        progress_add(progress, 1);
    }
    return EXIT_DONE;
}

static int generate_watched(const struct domain *d, struct output *out,
                            const struct options *o, struct error *err)
{
    struct progress progress = {0};
    struct meter *meter;
    int code, signal;

    interrupt_begin(&progress);
    meter = meter_begin("problems", &progress);
    code = generate(d, out, o, &progress, err);
    meter_end(meter);
    if (out && code != EXIT_DONE)
        output_abandon(out);
    else if (out && !output_commit(out, err))
        code = EXIT_USAGE;
    signal = interrupt_end();
    if (signal)
        raise(signal);
    return code;
}

int cmd_generate(const struct options *o, struct error *err)
{
    const struct domain *d = setup_domain(o->operand[0], err);
    const char *path = o->value[OPT_OUT].text;
    struct output out;

    if (!d)
        return EXIT_USAGE;
    if (!d->generate)
        return fail(err, "%s problems cannot be made up", d->name), EXIT_USAGE;
    if (!path)
        return generate_watched(d, NULL, o, err);
    if (!output_open(&out, path, options_force(o), err))
        return EXIT_USAGE;
    return generate_watched(d, &out, o, err);
}
