#include <stddef.h>

#include "cli/subcommand.h"
#include "mi/head.h"
#include "mi/source.h"
#include "ui/colourmap.h"

enum {
    DECODES = FOR_SUDOKU | FOR_DECODE,
    SHOWS = FOR_SUDOKU | FOR_REPLAY,
    DRAWS = FOR_MI | FOR_EXPORT,
    SIZES = DRAWS | SHOWS, /* the interface draws too, with a key */
    ESTIMATES = DECODES | FOR_MI | FOR_BENCH | FOR_EVAL,
    THINKS = ESTIMATES | FOR_TRAIN
};

#define USUAL_SWEEP \
    "sequential; topk k=4,7; eb gamma=0.1,0.2,0.5; mi gamma=0.3,0.6; " \
    "ebmi gamma=0.05,0.1,0.2"

static const double SEED_MAX = 9007199254740991.0; /* 2^53 - 1: exact */

static const char *policy_choice(int i)
{
    return POLICIES[i].name;
}

static const char *source_choice(int i)
{
    return MI_SOURCES[i].name;
}

static const char *head_choice(int i)
{
    return HEAD_KINDS[i].name;
}

static const char *colourmap_choice(int i)
{
    return COLOURMAPS[i].name;
}

static const char *format_choice(int i)
{
    static const char *const NAMES[] = {"text", "json", NULL};

    return NAMES[i];
}

static const char *table_choice(int i) /* enum eval_format */
{
    static const char *const NAMES[] = {"text", "csv", "json", NULL};

    return NAMES[i];
}

static const char *kind_choice(int i) /* enum figure_kind */
{
    static const char *const NAMES[] = {"frame", "matrix", NULL};

    return NAMES[i];
}

static const char *theme_choice(int i)
{
    static const char *const NAMES[] = {"light", "dark", NULL};

    return NAMES[i];
}

static const char *color_choice(int i)
{
    static const char *const NAMES[] = {"auto", "none", "8",
                                        "256",  "rgb",  NULL};

    return NAMES[i];
}

static const char *glyph_choice(int i)
{
    static const char *const NAMES[] = {"auto", "half", "ascii", NULL};

    return NAMES[i];
}

/* clang-format off */
static const struct option OPTIONS[OPT_COUNT] = {
    [OPT_POLICY] = { "policy", ARG_CHOICE, "P", "mi", 0, 0, policy_choice,
        DECODES, "which cells to reveal at each pass" },
    [OPT_TEMPERATURE] = { "temperature", ARG_NUMBER, "T", "0", 0, 100, NULL,
        DECODES, "0: the likeliest digit; else draw from p^(1/T)" },
    [OPT_SEED] = { "seed", ARG_WHOLE, "S", "1", 0, 0 /* SEED_MAX */, NULL,
        DECODES | FOR_GENERATE | FOR_TRAIN, "of everything that is drawn" },
    [OPT_MI] = { "mi", ARG_CHOICE, "SOURCE", NULL, 0, 0, source_choice,
        DECODES, "where MI comes from (default estimate if there is a head)" },
    [OPT_SOURCE] = { "source", ARG_CHOICE, "SOURCE", NULL, 0, 0, source_choice,
        FOR_MI, "where MI comes from (default estimate if there is a head)" },
    [OPT_COUNT_PUZZLES] = { "count", ARG_WHOLE, "N", "1", 1, 1000000, NULL,
        FOR_GENERATE, "how many puzzles" },
    [OPT_GIVENS] = { "givens", ARG_SPAN, "A-B", "24-30", 17, 80, NULL,
        FOR_GENERATE | FOR_TRAIN | FOR_EVAL, "how many cells are given" },
    [OPT_STEP] = { "step", ARG_WHOLE, "K", NULL, 0, 100000, NULL,
        FOR_EXPORT, "the step to draw; 0 is the problem as given" },
    [OPT_ALL_STEPS] = { "all", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_EXPORT, "every step, as numbered frames of one size" },
    [OPT_ALL_MASKED] = { "all", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_MI, "rows and columns for all positions, not only the masked" },
    [OPT_OUT] = { "out", ARG_TEXT, "FILE", NULL, 0, 0, NULL,
        FOR_MI | FOR_EXPORT | FOR_GENERATE | FOR_TRAIN, "where the result goes" },
    [OPT_TRACE] = { "trace", ARG_TEXT, "FILE.npz", NULL, 0, 0, NULL,
        FOR_DECODE, "also keep every step with its MI, for replay, export and numpy" },
    [OPT_FORMAT] = { "format", ARG_CHOICE, "F", "text", 0, 0, format_choice,
        FOR_DECODE | FOR_BENCH, "how results are printed" },
    [OPT_KIND] = { "kind", ARG_CHOICE, "KIND", "frame", 0, 0, kind_choice,
        FOR_EXPORT, "board and heatmap, or the matrix alone" },
    [OPT_WIDTH] = { "width-mm", ARG_NUMBER, "MM", "89", 10, 1000, NULL,
        SIZES, "width of the picture on paper" },
    [OPT_DPI] = { "dpi", ARG_NUMBER, "N", "300", 36, 2400, NULL,
        SIZES, "pixels to the inch (PNG)" },
    [OPT_THEME] = { "theme", ARG_CHOICE, "T", "light", 0, 0, theme_choice,
        SIZES, "background of the picture" },
    [OPT_COLORMAP] = { "colormap", ARG_CHOICE, "MAP", "cividis", 0, 0, colourmap_choice,
        DRAWS, "colours of the heatmap" },
    [OPT_LOG] = { "log", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        DRAWS, "colours run with the logarithm" },
    [OPT_BITS] = { "bits", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        DRAWS, "numbers in bits instead of nats" },
    [OPT_SCALE_MAX] = { "scale-max", ARG_NUMBER, "NATS", NULL, 1e-6, 1000, NULL,
        DRAWS, "upper end of the colour scale" },
    [OPT_PER_STEP] = { "per-step", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_EXPORT, "a colour scale for each step, not one for the run" },
    [OPT_ALL_POSITIONS] = { "all-positions", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_EXPORT, "map all positions, not only the masked ones" },
    [OPT_FORCE] = { "force", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_EXPORT | FOR_GENERATE | FOR_TRAIN, "replace files that exist" },
    [OPT_FORCE_RULES] = { "force", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_DECODE | FOR_MI, "replace files; take a puzzle that breaks the rules" },
    [OPT_STUDY] = { "force", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_SUDOKU | FOR_EVAL, "take a puzzle that breaks the rules" },
    [OPT_COLOR] = { "color", ARG_CHOICE, "C", "auto", 0, 0, color_choice,
        SHOWS, "colours of the terminal" },
    [OPT_GLYPH] = { "glyph", ARG_CHOICE, "G", "auto", 0, 0, glyph_choice,
        SHOWS, "half blocks for the heatmap, or plain ASCII" },
    [OPT_NO_MOUSE] = { "no-mouse", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        SHOWS, "leave the mouse to the terminal" },
    [OPT_TRAIN_STEPS] = { "steps", ARG_WHOLE, "N", "20000", 1, 10000000, NULL,
        FOR_TRAIN, "batches to learn from" },
    [OPT_BATCH] = { "batch", ARG_WHOLE, "N", "64", 16, 4096, NULL,
        FOR_TRAIN, "boards of a batch, a multiple of 16" },
    [OPT_RATE] = { "rate", ARG_NUMBER, "X", "0.0015", 1e-8, 1, NULL,
        FOR_TRAIN, "highest learning rate" },
    [OPT_PUZZLES] = { "puzzles", ARG_WHOLE, "N", "100000", 1, 1000000, NULL,
        FOR_TRAIN, "how many are made up to learn from, each in many guises" },
    [OPT_UNIFORM] = { "uniform", ARG_NUMBER, "X", "0.5", 0, 1, NULL,
        FOR_TRAIN, "share of boards masked at random; others keep the givens" },
    [OPT_MODEL_WIDTH] = { "width", ARG_WHOLE, "N", "128", 8, 1024, NULL,
        FOR_TRAIN, "of the residual stream" },
    [OPT_HEADS] = { "heads", ARG_WHOLE, "N", "4", 1, 64, NULL,
        FOR_TRAIN, "of attention" },
    [OPT_BLOCKS] = { "blocks", ARG_WHOLE, "N", "2", 1, 32, NULL,
        FOR_TRAIN, "of the transformer" },
    [OPT_LOOPS] = { "loops", ARG_WHOLE, "N", "4", 1, 64, NULL,
        FOR_TRAIN, "times the blocks are applied" },
    [OPT_SHALLOW] = { "shallow", ARG_NUMBER, "X", "0", 0, 1, NULL,
        FOR_TRAIN, "share of the steps, the first, with half of the loops" },
    [OPT_FFN] = { "ffn", ARG_WHOLE, "N", "512", 8, 8192, NULL,
        FOR_TRAIN, "width of the feed-forward layers" },
    [OPT_CHECKPOINT] = { "checkpoint", ARG_TEXT, "FILE", NULL, 0, 0, NULL,
        FOR_TRAIN, "what a stopped run goes on from (default OUT.checkpoint)" },
    [OPT_SWEEP] = { "policy", ARG_TEXT, "LIST", USUAL_SWEEP, 0, 0, NULL,
        FOR_EVAL, "what is compared; see below" },
    [OPT_BASELINE] = { "baseline", ARG_TEXT, "POLICY", NULL, 0, 0, NULL,
        FOR_EVAL, "of the list, what the others are tested against (default the first)" },
    [OPT_LIMIT] = { "limit", ARG_WHOLE, "N", "1000000", 1, 1000000, NULL,
        FOR_EVAL, "problems to take from the file" },
    [OPT_RESUME] = { "resume", ARG_TEXT, "FILE", NULL, 0, 0, NULL,
        FOR_EVAL, "keep outcomes in FILE, and go on from those it holds" },
    [OPT_EVAL_FORMAT] = { "format", ARG_CHOICE, "F", "text", 0, 0, table_choice,
        FOR_EVAL, "how results are printed" },
    [OPT_EVAL_BOARDS] = { "boards", ARG_WHOLE, "N", "200", 1, 1000000, NULL,
        FOR_EVAL, "of mi: new boards whose truth MI is asked for" },
    [OPT_EVAL_LABELS] = { "labels", ARG_TEXT, "DIR", NULL, 0, 0, NULL,
        FOR_EVAL, "of mi: folder that keeps the truth MI" },
    [OPT_EVAL_SEED] = { "seed", ARG_WHOLE, "S", "1000", 0, 0 /* SEED_MAX */, NULL,
        FOR_EVAL, "of mi: of the new boards" },
    [OPT_HEAD_KIND] = { "kind", ARG_CHOICE, "KIND", "bilinear", 0, 0, head_choice,
        FOR_TRAIN, "of MI head" },
    [OPT_BOARDS] = { "boards", ARG_WHOLE, "N", "4000", 1, 1000000, NULL,
        FOR_TRAIN, "boards whose truth MI a head learns from" },
    [OPT_EPOCHS] = { "epochs", ARG_WHOLE, "N", "20", 1, 10000, NULL,
        FOR_TRAIN, "times a head sees each board" },
    [OPT_LABELS] = { "labels", ARG_TEXT, "DIR", NULL, 0, 0, NULL,
        FOR_TRAIN, "folder that keeps the truth MI (default OUT.labels)" },
    [OPT_MODEL] = { "model", ARG_TEXT, "FILE", NULL, 0, 0, NULL,
        THINKS, "a safetensors file instead of the bundled model" },
    [OPT_MI_MODEL] = { "mi-model", ARG_TEXT, "FILE", NULL, 0, 0, NULL,
        ESTIMATES, "its MI head (default X.mi.safetensors beside X.safetensors)" },
    [OPT_THREADS] = { "threads", ARG_WHOLE, "N", NULL, 1, 256, NULL,
        THINKS, "how many to use; results do not depend on it" },
    [OPT_HELP] = { "help", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_ALL, "this text" },
    [OPT_VERSION] = { "version", ARG_FLAG, NULL, NULL, 0, 0, NULL,
        FOR_ALL, "the version" },
};
/* clang-format on */

static struct option parameter_row(const struct parameter_spec *p)
{
    return (struct option){
        .name = p->name,
        .kind = p->whole ? ARG_WHOLE : ARG_NUMBER,
        .placeholder = p->unit[0] ? "NATS" : p->whole ? "N" : "X",
        .low = p->low,
        .high = p->high,
        .commands = DECODES,
        .help = p->help,
    };
}

struct option option_row(int id)
{
    struct option row;

    if (id >= OPT_PARAMETER && id < OPT_PARAMETER + PARAM_COUNT)
        return parameter_row(&PARAMETERS[id - OPT_PARAMETER]);
    row = OPTIONS[id];
    if (id == OPT_SEED || id == OPT_EVAL_SEED)
        row.high = SEED_MAX;
    return row;
}

bool options_force(const struct options *o)
{
    return o->value[OPT_FORCE].given || o->value[OPT_FORCE_RULES].given ||
           o->value[OPT_STUDY].given;
}

bool option_applies(int id, const struct subcommand *c)
{
    return (option_row(id).commands & c->bit) != 0;
}
