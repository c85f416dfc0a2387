#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/meter.h"
#include "cli/results.h"
#include "cli/setup.h"
#include "domain/sudoku_generator.h"

/* One line with a new problem. */
typedef bool generate_one(struct text *line, int fewest, int most,
                          struct rng *r, struct error *err);

static bool generate_sudoku(struct text *line, int fewest, int most,
                            struct rng *r, struct error *err)
{
    struct sudoku puzzle, solution;

    if (!sudoku_generate(&puzzle, &solution, fewest, most, r, err))
        return false;
    for (int i = 0; i < SUDOKU_CELLS; i++)
        text_printf(line, "%c",
                    puzzle.cell[i] ? '0' + puzzle.cell[i] : '.');
    text_add(line, "\n");
    return true;
}

static const struct {
    const char *domain;
    generate_one *one;
} GENERATORS[] = {
    {"sudoku", generate_sudoku},
};

static generate_one *generator_of(const struct domain *d, struct error *err)
{
    for (size_t i = 0; i < sizeof GENERATORS / sizeof GENERATORS[0]; i++)
        if (strcmp(GENERATORS[i].domain, d->name) == 0)
            return GENERATORS[i].one;
    fail(err, "%s problems cannot be generated", d->name);
    return NULL;
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
static int generate(generate_one *one, struct output *out,
                    const struct options *o, struct progress *progress,
                    struct error *err)
{
    const struct value *givens = &o->value[OPT_GIVENS];
    int count = (int)o->value[OPT_COUNT_PUZZLES].number;
    uint64_t seed = (uint64_t)o->value[OPT_SEED].number;

    progress_begin(progress, count);
    for (int n = 0; n < count; n++) {
        struct rng r = rng_seeded(seed, (uint64_t)n);
        struct text line = {0};

        if (progress_cancelled(progress))
            return fail(err, "interrupted"), EXIT_FAILED;
        if (!one(&line, (int)givens->number, (int)givens->upper, &r, err))
            return EXIT_FAILED;
        if (!put(&line, out, err))
            return EXIT_USAGE;
        progress_add(progress, 1);
    }
    return EXIT_DONE;
}

static int generate_watched(generate_one *one, struct output *out,
                            const struct options *o, struct error *err)
{
    struct progress progress = {0};
    struct meter *meter;
    int code, signal;

    interrupt_begin(&progress);
    meter = meter_begin("problems", &progress);
    code = generate(one, out, o, &progress, err);
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
    generate_one *one;

    if (!d || !(one = generator_of(d, err)))
        return EXIT_USAGE;
    if (!path)
        return generate_watched(one, NULL, o, err);
    if (!output_open(&out, path, options_force(o), err))
        return EXIT_USAGE;
    return generate_watched(one, &out, o, err);
}
