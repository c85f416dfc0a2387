#ifndef MISCOPE_DOMAIN_H
#define MISCOPE_DOMAIN_H
/*
 * domain - what the sequences are about: one row per kind of thing miscope can
 * decode. Beyond this folder nobody knows which domain it is looking at.
 *
 * A problem is one sequence with some positions given and the rest masked.
 * Tokens are symbols: for Sudoku 0 is the mask and 1..9 the digits.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/rng.h"

struct problem {
    char title[96];    /* "hard.txt:17", for people; no folder in it */
    int T;             /* positions */
    int16_t *tokens;   /* [T] owned; mask_symbol where to be decoded */
    int16_t *solution; /* [T] owned; NULL when unknown or not unique */
    char note[160];    /* what the reader noticed ("2 solutions"), or "" */
};

void problem_release(struct problem *p);
struct problem problem_copy(const struct problem *p);
void problems_release(struct problem *p, int count); /* and p itself */

/* What is known about a finished (or half finished) sequence. */
enum verdict { VERDICT_NO, VERDICT_YES, VERDICT_UNKNOWN };

struct domain {
    const char *name; /* "sudoku": of the command line */
    const char *help;
    const char *shape; /* what the view draws: "grid9" or "strip" */
    const char *alphabet; /* symbol s is shown as alphabet[s] */
    int16_t mask_symbol, first_symbol; /* value v has symbol first + v */
    int values;                        /* V */
    int positions; /* T of every sequence; 0: they differ */

    /* "r1c2" or "137" */
    void (*position_name)(char name[16], int position);

    /* The `which`-th problem (1-based) in `text`; `source` names the file in
     * messages and the title. *count, if not NULL, gets the number of problems
     * in the text. Contradictory problems are refused unless `lenient`. */
    bool (*read)(struct problem *out, int *count, const char *text,
                 size_t size, const char *source, int which, bool lenient,
                 struct error *err);

    /* The first `most` problems of the text, or all there are; any that read
     * would refuse is refused. *out is released with problems_release. */
    bool (*read_all)(struct problem **out, int *count, const char *text,
                     size_t size, const char *source, int most, bool lenient,
                     struct error *err);

    /* Does the sequence break a rule of the domain (masked ones ignored)? */
    enum verdict (*valid)(const int16_t *tokens, int T);

    /* What a rule of the domain makes of two positions: "row", "row and box";
     * "" if nothing ties them. NULL where the domain has no such rules. */
    const char *(*relation)(int a, int b);

    /* A new problem with a unique solution and fewest..most given positions.
     * Number k (from 0) of a list with a seed is drawn from
     * rng_seeded(seed, k). NULL where none can be made up. */
    bool (*generate)(struct problem *out, int fewest, int most, struct rng *r,
                     struct error *err);
};

extern const struct domain DOMAINS[]; /* ends with a NULL name */

const struct domain *domain_named(const char *name); /* NULL if none */

/*
 * What the command line calls INPUT: a sequence itself, FILE, FILE:N, or "-".
 * A file that exists under the whole name wins over the FILE:N reading. Fills
 * *out; *count as in read. Errors name file, place and remedy.
 */
bool problem_open(struct problem *out, int *count, const struct domain *d,
                  const char *input, bool lenient, struct error *err) MUST_USE;

/* The first `most` problems of a file, or of standard input ("-"). */
bool problems_open(struct problem **out, int *count, const struct domain *d,
                   const char *path, int most, bool lenient,
                   struct error *err) MUST_USE;

/* Solved: no mask left and equal to the solution. A full board of a problem
 * that has not exactly one may be valid, not solved: unknown. */
enum verdict problem_solved(const struct domain *d, const struct problem *p,
                            const int16_t *tokens);

#endif
