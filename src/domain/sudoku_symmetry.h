#ifndef MISCOPE_SUDOKU_SYMMETRY_H
#define MISCOPE_SUDOKU_SYMMETRY_H
/*
 * sudoku_symmetry - another puzzle that is as hard: digits renamed, bands,
 * stacks, rows and columns within them permuted, perhaps transposed. One of
 * 9! * 6^8 * 2 mappings, each as likely.
 */

#include "base/rng.h"
#include "domain/sudoku.h"

struct sudoku_symmetry {
    uint8_t from[SUDOKU_CELLS]; /* the cell that comes here */
    uint8_t digit[10];          /* its new name; 0 stays 0 */
};

struct sudoku_symmetry sudoku_symmetry_random(struct rng *r);

struct sudoku sudoku_symmetry_of(const struct sudoku_symmetry *m,
                                 const struct sudoku *s);

#endif
