#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/meter.h"
#include "cli/setup.h"
#include "cli/subcommand.h"
#include "cli/train_mi.h"
#include "domain/sudoku_generator.h"
#include "model/st_write.h"
#include "train/examples.h"
#include "train/trainer.h"

enum { KEEP_EVERY = 180, TELL_EVERY = 10 /* seconds */ };

/* One run of training. */
struct run {
    const struct options *options;
    struct config config;
    struct recipe recipe;
    struct pool *pool;
    struct trainer *trainer;
    struct examples examples;
    struct sudoku *puzzle, *solution; /* [examples.count] owned */
    struct progress progress;
    atomic_bool no_puzzle;
    char *checkpoint; /* path; owned */
};

static double number(const struct run *r, int id)
{
    return r->options->value[id].number;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- what is trained -------------------------------------------------- */

static bool read_config(struct run *r, struct error *err)
{
    r->config = (struct config){
        .domain = "sudoku", .T = SUDOKU_CELLS, .S = SUDOKU_SIDE + 1,
        .V = SUDOKU_SIDE, .D = (int)number(r, OPT_MODEL_WIDTH),
        .H = (int)number(r, OPT_HEADS), .L = (int)number(r, OPT_BLOCKS),
        .F = (int)number(r, OPT_FFN), .loops = (int)number(r, OPT_LOOPS),
        .mask_symbol = 0, .first_symbol = 1, .norm_eps = 1e-5F,
        .residual_divisor = 1, .ffn_bias = true};
    return r->config.D % r->config.H == 0 ||
           fail(err, "--width %d is not divisible by --heads %d", r->config.D,
                r->config.H);
}

static bool read_recipe(struct run *r, struct error *err)
{
    r->recipe = recipe_usual();
    r->recipe.batch = (int)number(r, OPT_BATCH);
    r->recipe.steps = (long)number(r, OPT_TRAIN_STEPS);
    r->recipe.rate = number(r, OPT_RATE);
    r->recipe.shallow = number(r, OPT_SHALLOW);
    r->recipe.seed = (uint64_t)number(r, OPT_SEED);
    return r->recipe.batch % SHARDS == 0 ||
           fail(err, "--batch %d is not a multiple of %d", r->recipe.batch,
                SHARDS);
}

static bool read_paths(struct run *r, struct error *err)
{
    const char *out = r->options->value[OPT_OUT].text;
    const char *given = r->options->value[OPT_CHECKPOINT].text;
    struct text name = {0};

    if (!out)
        return fail(err, "--out is missing: where the model goes");
    text_printf(&name, "%s%s", given ? given : out, given ? "" : ".checkpoint");
    r->checkpoint = name.bytes;
    return true;
}

/* ---- boards ----------------------------------------------------------- */

static void make_puzzle(void *context, int i, int worker)
{
    struct run *r = context;
    const struct value *givens = &r->options->value[OPT_GIVENS];
    struct rng rng = rng_seeded(r->recipe.seed, (uint64_t)i);
    struct error err;

    (void)worker;
    if (progress_cancelled(&r->progress) || atomic_load(&r->no_puzzle))
        return;
    if (!sudoku_generate(&r->puzzle[i], &r->solution[i], (int)givens->number,
                         (int)givens->upper, &rng, &err))
        atomic_store(&r->no_puzzle, true);
    progress_add(&r->progress, 1);
}

static bool make_puzzles(struct run *r, struct error *err)
{
    size_t count = (size_t)number(r, OPT_PUZZLES);
    struct meter *meter;

    r->puzzle = memory_new(count, sizeof *r->puzzle);
    r->solution = memory_new(count, sizeof *r->solution);
    r->examples = (struct examples){r->puzzle, r->solution, count,
                                    r->recipe.seed, number(r, OPT_UNIFORM),
                                    true};
    progress_begin(&r->progress, (int)count);
    meter = meter_begin("puzzles", &r->progress);
    pool_run(r->pool, (int)count, make_puzzle, r);
    meter_end(meter);
    return !atomic_load(&r->no_puzzle) ||
           fail(err, "--givens: no puzzles with so few givens are found");
}

static void draw(void *context, long step, int i, int16_t *tokens,
                 int8_t *target)
{
    const struct run *r = context;

    example_draw(&r->examples,
                 (uint64_t)step * (uint64_t)r->recipe.batch + (uint64_t)i,
                 tokens, target);
}

/* ---- training --------------------------------------------------------- */

static bool keep(const struct run *r, struct error *err)
{
    struct output out;

    if (!output_open(&out, r->checkpoint, true, err))
        return false;
    trainer_save(r->trainer, out.stream);
    return output_commit(&out, err);
}

/* Since the last line that was printed. */
struct tally {
    struct score score;
    long steps;
    double since;
};

static void tell(const struct run *r, struct tally *t)
{
    double seconds = now() - t->since, left;
    long done = trainer_steps(r->trainer);

    if (seconds < TELL_EVERY && done < r->recipe.steps)
        return;
    left = seconds / (double)t->steps * (double)(r->recipe.steps - done);
    fprintf(stderr,
            "step %ld/%ld  loss %.4f  right %.1f %%  %.0f boards/s  %d:%02d "
            "left\n",
            done, r->recipe.steps, t->score.loss / (double)t->score.counted,
            100 * (double)t->score.right / (double)t->score.counted,
            (double)t->steps * r->recipe.batch / seconds, (int)left / 60,
            (int)left % 60);
    *t = (struct tally){.since = now()};
}

static void count(struct tally *t, const struct score *s)
{
    t->steps++;
    t->score.loss += s->loss;
    t->score.counted += s->counted;
    t->score.right += s->right;
}

static bool take_steps(struct run *r, struct error *err)
{
    struct tally tally = {.since = now()};
    double kept = now();

    while (trainer_steps(r->trainer) < r->recipe.steps &&
           !progress_cancelled(&r->progress)) {
        struct progress_of_step p;

        if (!trainer_step(r->trainer, draw, r, &p))
            return fail(err,
                        "the loss of step %ld is not a finite number; the "
                        "last good state is in %s. A smaller --rate may help",
                        trainer_steps(r->trainer) + 1, r->checkpoint);
        count(&tally, &p.score);
        tell(r, &tally);
        if (now() - kept > KEEP_EVERY) {
            if (!keep(r, err))
                return false;
            kept = now();
        }
    }
    return true;
}

static bool write_model(const struct run *r, struct error *err)
{
    const char *path = r->options->value[OPT_OUT].text;
    struct output out;
    char card[320];

    snprintf(card, sizeof card,
             "{\"trained_by\":\"miscope train mdm sudoku\",\"steps\":%ld,"
             "\"batch\":%d,\"rate\":%g,\"puzzles\":%zu,\"givens\":[%d,%d],"
             "\"uniform\":%g,\"shallow\":%g,\"seed\":%llu}",
             r->recipe.steps, r->recipe.batch, r->recipe.rate,
             r->examples.count, (int)number(r, OPT_GIVENS),
             (int)r->options->value[OPT_GIVENS].upper, r->examples.uniform,
             r->recipe.shallow, (unsigned long long)r->recipe.seed);
    if (!output_open(&out, path, options_force(r->options), err))
        return false;
    weights_write(out.stream, &r->config, trainer_averaged(r->trainer), card);
    if (!output_commit(&out, err))
        return false;
    unlink(r->checkpoint); /* the run is over */
    return true;
}

/* ---- the command ------------------------------------------------------ */

/* From the checkpoint, if there is one; else with one. */
static bool go_on(struct run *r, struct error *err)
{
    if (access(r->checkpoint, F_OK) != 0)
        return keep(r, err);
    if (!trainer_resume(r->trainer, r->checkpoint, err))
        return false;
    fprintf(stderr, "miscope: note: going on from step %ld of %s\n",
            trainer_steps(r->trainer), r->checkpoint);
    return true;
}

static int train(struct run *r, struct error *err)
{
    if (!output_try(r->options->value[OPT_OUT].text,
                    options_force(r->options), err))
        return EXIT_USAGE;
    if (!make_puzzles(r, err))
        return EXIT_FAILED;
    r->trainer = trainer_new(&r->config, &r->recipe, r->pool);
    if (!go_on(r, err))
        return EXIT_USAGE;
    if (!take_steps(r, err))
        return EXIT_FAILED;
    if (!keep(r, err))
        return EXIT_USAGE;
    if (trainer_steps(r->trainer) < r->recipe.steps)
        return EXIT_DONE; /* stopped */
    return write_model(r, err) ? EXIT_DONE : EXIT_USAGE;
}

static int train_watched(struct run *r, struct error *err)
{
    int threads = r->options->value[OPT_THREADS].given
                      ? (int)number(r, OPT_THREADS)
                      : pool_cores();
    int code, signal;

    r->pool = pool_new(threads);
    interrupt_begin(&r->progress);
    code = train(r, err);
    signal = interrupt_end();
    trainer_free(r->trainer);
    pool_free(r->pool);
    free(r->puzzle);
    free(r->solution);
    if (signal && code == EXIT_DONE)
        raise(signal);
    return code;
}

int cmd_train(const struct options *o, struct error *err)
{
    struct run r = {.options = o};
    int code = EXIT_USAGE;

    bool mi = strcmp(o->operand[0], "mi") == 0;

    if (!mi && strcmp(o->operand[0], "mdm") != 0)
        return fail(err, "%s cannot be trained; mdm, the denoiser, and mi, "
                         "its MI head, can", o->operand[0]),
               EXIT_USAGE;
    if (strcmp(o->operand[1], "sudoku") != 0)
        return fail(err, "there is nothing to train on for %s; for sudoku "
                         "there is", o->operand[1]),
               EXIT_USAGE;
    if (mi)
        return train_mi(o, err);
    if (read_config(&r, err) && read_recipe(&r, err) && read_paths(&r, err))
        code = train_watched(&r, err);
    free(r.checkpoint);
    return code;
}
