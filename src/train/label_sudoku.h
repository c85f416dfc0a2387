#ifndef MISCOPE_LABEL_SUDOKU_H
#define MISCOPE_LABEL_SUDOKU_H
/*
 * label_sudoku - partly filled Sudoku boards to ask the truth MI of.
 *
 * Board k comes from rng_seeded(seed, k): a new puzzle, and of it
 *
 *   k even   its solution, each cell masked with a probability t of its own,
 *            uniform in 0..1 (papers.md 1.1)
 *   k odd    a state of a decode of the puzzle by the model itself (entropy
 *            bound 0.1 nats), stopped where a uniform share of the blanks is
 *            left; what the model has filled in may be wrong
 */

#include "train/labels.h"

struct label_sudoku {
    const struct predictor *predictor;
    int fewest, most; /* givens of the puzzles; see sudoku_generate */
    uint64_t seed;
};

/* Refers to s. */
struct label_boards label_sudoku_boards(struct label_sudoku *s);

#endif
