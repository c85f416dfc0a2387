#ifndef MISCOPE_SUDOKU_SOLVER_H
#define MISCOPE_SUDOKU_SOLVER_H
/*
 * sudoku_solver - every completion of a board, exactly.
 *
 * Naked and hidden singles are placed until none is left; then the blank with
 * the fewest candidates (the first of them) is tried digit by digit. A node is
 * one such trial: a puzzle that singles solve has none. Deterministic; no
 * memory is allocated and nothing is kept between calls.
 */

#include <stdbool.h>

#include "base/rng.h"
#include "domain/sudoku.h"

enum sudoku_verdict {
    SUDOKU_NONE,           /* no completion */
    SUDOKU_UNIQUE,         /* exactly one: a proper puzzle */
    SUDOKU_SEVERAL,        /* at least two */
    SUDOKU_BUDGET_EXCEEDED /* undecided when the nodes were used up */
};

struct sudoku_answer {
    enum sudoku_verdict verdict;
    long count; /* completions seen, at most the limit */
    long nodes;
    struct sudoku first; /* the first completion if count > 0 */
};

/* Is the puzzle proper? At most `budget` nodes; 0 means no budget. */
struct sudoku_answer sudoku_solve(const struct sudoku *s, long budget);

/* Called for a completion; false ends the search. */
typedef bool sudoku_visit(void *context, const struct sudoku *completion);

struct sudoku_search {
    long limit;         /* completions to look for; 0 means all */
    long budget;        /* nodes; 0 means no budget */
    sudoku_visit *each; /* NULL: only count */
    void *context;
    struct rng *shuffle; /* not NULL: try digits in random order */
};

/* Verdict NONE, UNIQUE and SEVERAL speak of the completions up to limit. */
struct sudoku_answer sudoku_search(const struct sudoku *s,
                                   const struct sudoku_search *how);

/* Can the board be completed with another digit than `digit` in the blank
 * `cell`? The board with `digit` there must be proper. */
bool sudoku_has_rival(const struct sudoku *s, int cell, int digit);

#endif
