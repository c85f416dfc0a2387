#ifndef MISCOPE_SUBCOMMAND_H
#define MISCOPE_SUBCOMMAND_H
/*
 * subcommand - what miscope can be asked to do: one row each, one file each.
 */

#include "cli/options.h"

enum subcommand_bit { /* for the option table: who takes an option */
    FOR_SUDOKU = 1 << 0,
    FOR_REPLAY = 1 << 1,
    FOR_DECODE = 1 << 2,
    FOR_MI = 1 << 3,
    FOR_EXPORT = 1 << 4,
    FOR_GENERATE = 1 << 5,
    FOR_INFO = 1 << 6,
    FOR_BENCH = 1 << 7,
    FOR_TRAIN = 1 << 8,
    FOR_EVAL = 1 << 9,
    FOR_ALL = (1 << 10) - 1
};

enum exit_code {
    EXIT_DONE = 0,
    EXIT_FAILED = 1, /* the task: unsolvable, unusable input */
    EXIT_USAGE = 2   /* the command line, or the machine it ran on */
};

struct subcommand {
    const char *name;
    unsigned bit;
    const char *operands; /* "DOMAIN INPUT", as help shows them */
    int least, most;      /* number of operands */
    const char *help;     /* one phrase for the list */
    const char *about;    /* a paragraph or two, lines of at most 78 */
    const char *examples; /* lines, without indentation */
    /* An exit code; *err says why when it is not EXIT_DONE. */
    int (*run)(const struct options *o, struct error *err);
};

extern const struct subcommand SUBCOMMANDS[]; /* ends with a NULL name */

const struct subcommand *subcommand_named(const char *name); /* NULL if none */

int cmd_watch(const struct options *o, struct error *err);
int cmd_replay(const struct options *o, struct error *err);
int cmd_decode(const struct options *o, struct error *err);
int cmd_mi(const struct options *o, struct error *err);
int cmd_export(const struct options *o, struct error *err);
int cmd_generate(const struct options *o, struct error *err);
int cmd_info(const struct options *o, struct error *err);
int cmd_train(const struct options *o, struct error *err);
int cmd_eval(const struct options *o, struct error *err);
int cmd_bench(const struct options *o, struct error *err);

/* The whole program: parse, run, report. Returns the exit code. */
int cli_main(int argc, char **argv);

#endif
