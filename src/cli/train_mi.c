#include "cli/train_mi.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/meter.h"
#include "cli/quality_report.h"
#include "cli/setup.h"
#include "cli/subcommand.h"
#include "eval/mi_quality.h"
#include "train/head_trainer.h"
#include "train/label_sudoku.h"

enum {
    HELD_OUT = 10, /* one board in so many is measured, not learned from */
    TELL_EVERY = 10 /* seconds */
};

/* One run of training. */
struct run {
    const struct options *options;
    struct setup setup;
    struct label_sudoku boards;
    struct labels labels; /* all; those learned from come first */
    int learned;          /* boards */
    const struct head_kind *kind;
    struct head_trainer *trainer;
    struct progress progress;
};

static double number(const struct run *r, int id)
{
    return r->options->value[id].number;
}

/* ---- labels ----------------------------------------------------------- */

static bool get_labels(struct run *r, struct error *err)
{
    const struct options *o = r->options;
    const char *given = o->value[OPT_LABELS].text;
    struct label_boards boards;
    struct text folder = {0};
    struct meter *meter;
    bool ok;

    r->boards = (struct label_sudoku){
        &r->setup.predictor, (int)number(r, OPT_GIVENS),
        (int)o->value[OPT_GIVENS].upper, (uint64_t)number(r, OPT_SEED)};
    boards = label_sudoku_boards(&r->boards);
    text_printf(&folder, "%s%s", given ? given : o->value[OPT_OUT].text,
                given ? "" : ".labels");
    meter = meter_begin("labels", &r->progress);
    ok = labels_gather(&r->labels, folder.bytes, &r->setup.predictor, &boards,
                       (int)number(r, OPT_BOARDS), &r->progress, err);
    meter_end(meter);
    text_release(&folder);
    return ok;
}

/* The first boards of the labels; points into them. */
static struct labels first_of(const struct labels *l, int count)
{
    struct labels part = *l;

    part.count = count;
    return part;
}

/* ---- learning --------------------------------------------------------- */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool take_steps(struct run *r, const struct recipe *recipe,
                       struct error *err)
{
    double told = now(), sum = 0;
    long since = 0;

    while (head_trainer_steps(r->trainer) < recipe->steps) {
        long steps = head_trainer_steps(r->trainer);
        double mse;

        if (progress_cancelled(&r->progress))
            return fail(err, "stopped; the labels are kept");
        if (!head_trainer_step(r->trainer, &mse))
            return fail(err, "the error of step %ld is not a finite number; "
                             "a smaller --rate may help", steps + 1);
        sum += mse;
        since++;
        if (now() - told < TELL_EVERY && steps + 1 < recipe->steps)
            continue;
        fprintf(stderr, "step %ld/%ld  rmse %.5f nats\n", steps + 1,
                recipe->steps, sqrt(sum / (double)since));
        sum = 0;
        since = 0;
        told = now();
    }
    return true;
}

static struct recipe recipe_of(const struct run *r)
{
    const struct value *rate = &r->options->value[OPT_RATE];
    struct recipe recipe =
        head_recipe(r->learned, (int)number(r, OPT_EPOCHS));

    recipe.seed = (uint64_t)number(r, OPT_SEED);
    if (rate->given)
        recipe.rate = rate->number;
    return recipe;
}

/* ---- what came of it -------------------------------------------------- */

static struct head *trained(const struct run *r)
{
    return head_new(r->kind, r->setup.predictor.D,
                    head_trainer_averaged(r->trainer));
}

/* On the boards that were held out. */
static struct mi_quality measure(const struct run *r)
{
    struct head *head = trained(r);
    struct mi_sample *sample = mi_sample_new(r->setup.domain);
    struct mi_quality q;

    quality_collect(sample, head, &r->setup.predictor, &r->labels,
                    r->learned);
    q = mi_quality_of(sample, -1, 1);
    mi_sample_free(sample);
    head_free(head);
    return q;
}

static void print_card(struct text *card, const struct run *r,
                       const struct recipe *recipe, const struct mi_quality *q)
{
    text_printf(card,
                "{\"trained_by\":\"miscope train mi sudoku\",\"kind\":\"%s\","
                "\"model\":\"%s\",\"boards\":%d,\"held_out\":%d,"
                "\"epochs\":%g,\"batch\":%d,\"rate\":%g,\"givens\":[%d,%d],"
                "\"seed\":%llu,\"pearson\":%.4f,\"mse\":%.3g,"
                "\"pairs\":%zu}",
                r->kind->name, r->setup.model.name, r->learned, q->boards,
                number(r, OPT_EPOCHS), recipe->batch, recipe->rate,
                r->boards.fewest, r->boards.most,
                (unsigned long long)recipe->seed, q->pearson, q->mse,
                q->pairs);
}

static bool write_head(const struct run *r, const struct recipe *recipe,
                       const struct mi_quality *q, struct error *err)
{
    struct text card = {0};
    struct output out;

    if (!output_open(&out, r->options->value[OPT_OUT].text,
                     options_force(r->options), err))
        return false;
    print_card(&card, r, recipe, q);
    head_write(out.stream, r->kind, r->setup.predictor.D,
               head_trainer_averaged(r->trainer), r->setup.model.digest,
               card.bytes);
    text_release(&card);
    return output_commit(&out, err);
}

/* ---- the command ------------------------------------------------------ */

static int train_labelled(struct run *r, struct error *err)
{
    int held_out = r->labels.count / HELD_OUT;
    struct labels part;
    struct recipe recipe;
    struct mi_quality q;

    r->learned = r->labels.count - held_out;
    part = first_of(&r->labels, r->learned);
    recipe = recipe_of(r);
    r->trainer = head_trainer_new(r->kind, &r->setup.predictor, &part,
                                  &recipe, r->setup.pool);
    if (!take_steps(r, &recipe, err))
        return EXIT_FAILED;
    q = measure(r);
    fprintf(stderr, "%d boards held out, %zu pairs: Pearson %.4f, rmse %.5f "
                    "nats\n", q.boards, q.pairs, q.pearson, sqrt(q.mse));
    return write_head(r, &recipe, &q, err) ? EXIT_DONE : EXIT_USAGE;
}

static int train(struct run *r, struct error *err)
{
    int code, signal;

    interrupt_begin(&r->progress);
    code = get_labels(r, err) ? train_labelled(r, err) : EXIT_FAILED;
    signal = interrupt_end();
    head_trainer_free(r->trainer);
    labels_release(&r->labels);
    if (signal)
        fprintf(stderr, "miscope: %s\n", err->text);
    if (signal)
        raise(signal);
    return code;
}

int train_mi(const struct options *o, struct error *err)
{
    struct run r = {.options = o,
                    .kind = &HEAD_KINDS[(int)o->value[OPT_HEAD_KIND].number]};
    int code;

    if (!o->value[OPT_OUT].text)
        return fail(err, "--out is missing: where the head goes"), EXIT_USAGE;
    if (!output_try(o->value[OPT_OUT].text, options_force(o), err) ||
        !setup_open_model(&r.setup, domain_named(o->operand[1]), o, err))
        return EXIT_USAGE;
    code = train(&r, err);
    setup_release(&r.setup);
    return code;
}
