#ifndef MISCOPE_SUDOKU_READ_H
#define MISCOPE_SUDOKU_READ_H
/*
 * sudoku_read - from a text to a problem: find the puzzle, check it, solve it.
 *
 * The row `sudoku` of DOMAINS points here; see domain.h for the contract.
 */

#include "domain/domain.h"

bool sudoku_read(struct problem *out, int *count, const char *text,
                 size_t size, const char *source, int which, bool lenient,
                 struct error *err);

bool sudoku_read_all(struct problem **out, int *count, const char *text,
                     size_t size, const char *source, int most, bool lenient,
                     struct error *err);

#endif
