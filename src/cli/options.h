#ifndef MISCOPE_OPTIONS_H
#define MISCOPE_OPTIONS_H
/*
 * options - the command line: one table of options, one way to read them.
 *
 * The table drives parsing and --help. Options that set a parameter of a
 * policy are rows of PARAMETERS (sampler/policy.h), and choices are the names
 * of the tables they choose from, so nothing is listed twice.
 *
 *   --name VALUE   --name=VALUE   --flag   -- ends the options
 *
 * An argument made of digits and blanks of a puzzle ("-3..7...") is never
 * taken for an option.
 */

#include <stdbool.h>

#include "base/error.h"
#include "sampler/policy.h"

enum option_id {
    OPT_POLICY,
    OPT_PARAMETER, /* the first of PARAM_COUNT rows */
    OPT_TEMPERATURE = OPT_PARAMETER + PARAM_COUNT,
    OPT_SEED,
    OPT_MI,
    OPT_SOURCE,
    OPT_COUNT_PUZZLES,
    OPT_GIVENS,
    OPT_STEP,
    OPT_ALL_STEPS,
    OPT_ALL_MASKED,
    OPT_OUT,
    OPT_TRACE,
    OPT_FORMAT,
    OPT_KIND,
    OPT_WIDTH,
    OPT_DPI,
    OPT_THEME,
    OPT_COLORMAP,
    OPT_LOG,
    OPT_BITS,
    OPT_SCALE_MAX,
    OPT_PER_STEP,
    OPT_ALL_POSITIONS,
    OPT_FORCE,
    OPT_FORCE_RULES,
    OPT_STUDY,
    OPT_COLOR,
    OPT_GLYPH,
    OPT_NO_MOUSE,
    OPT_TRAIN_STEPS,
    OPT_BATCH,
    OPT_RATE,
    OPT_PUZZLES,
    OPT_UNIFORM,
    OPT_MODEL_WIDTH,
    OPT_HEADS,
    OPT_BLOCKS,
    OPT_LOOPS,
    OPT_SHALLOW,
    OPT_FFN,
    OPT_CHECKPOINT,
    OPT_SWEEP,
    OPT_BASELINE,
    OPT_LIMIT,
    OPT_RESUME,
    OPT_EVAL_FORMAT,
    OPT_EVAL_BOARDS,
    OPT_EVAL_LABELS,
    OPT_EVAL_SEED,
    OPT_HEAD_KIND,
    OPT_BOARDS,
    OPT_EPOCHS,
    OPT_LABELS,
    OPT_MODEL,
    OPT_MI_MODEL,
    OPT_THREADS,
    OPT_HELP,
    OPT_VERSION,
    OPT_COUNT
};

enum argument {
    ARG_FLAG,   /* none */
    ARG_TEXT,   /* as it is: a file, a folder */
    ARG_NUMBER, /* finite, within [low, high] */
    ARG_WHOLE,  /* an integer within [low, high] */
    ARG_SPAN,   /* "24-30" or "26": two integers within [low, high] */
    ARG_CHOICE  /* one of choice(0), choice(1), ... */
};

struct option {
    const char *name;        /* without the dashes */
    enum argument kind;
    const char *placeholder; /* of its value in help; NULL for a flag */
    const char *initial;     /* value when not given; NULL: none */
    double low, high;
    const char *(*choice)(int i); /* NULL beyond the last */
    unsigned commands;       /* bits of the commands that take it */
    const char *help;        /* one phrase, no full stop */
};

struct value {
    bool given;       /* on the command line, not by default */
    const char *text; /* NULL: neither given nor default */
    double number;    /* ARG_NUMBER, ARG_WHOLE; low end of ARG_SPAN; row of
                         ARG_CHOICE; 1 for a given flag */
    double upper;     /* high end of ARG_SPAN */
};

enum { OPERANDS_MAX = 2 };

struct options {
    const struct subcommand *command;
    struct value value[OPT_COUNT];
    const char *operand[OPERANDS_MAX];
    int operands;
};

/* --force, whichever of its rows the command takes. */
bool options_force(const struct options *o);

struct option option_row(int id); /* 0 .. OPT_COUNT-1 */
bool option_applies(int id, const struct subcommand *c);

/* argv[1..argc-1]. False: a usage error, named in *err. Texts point into
 * argv. With --help or --version the operands are not counted. */
bool options_parse(struct options *o, int argc, char **argv,
                   struct error *err) MUST_USE;

/* Whole string, decimal, finite. */
bool number_parse(double *out, const char *text);

#endif
