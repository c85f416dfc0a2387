#ifndef MISCOPE_SUDOKU_FIELD_H
#define MISCOPE_SUDOKU_FIELD_H
/*
 * sudoku_field - the cells in a piece of a line.
 *
 * A cell is a digit or one of the blanks 0 . _ * - x X; a plus before a digit
 * says that it was filled in later. Fields are what stands between spaces and
 * punctuation.
 */

#include <stdbool.h>
#include <stddef.h>

#include "domain/sudoku.h"

struct sudoku_field {
    size_t begin, end;
    int cells;
    bool pure; /* nothing but cells in it */
};

bool sudoku_is_cell(char c);
bool sudoku_is_blank(char c);
bool sudoku_is_separator(char c);

/* The first field of plain[0..length) that begins at `from` or later. */
bool sudoku_field_next(struct sudoku_field *f, const char *plain,
                       size_t length, size_t from);

/* The first 81 cells from `from` on, which must be there. Returns where they
 * end; *filled counts the digits with a plus. */
size_t sudoku_cells_at(struct sudoku *s, int *filled, const char *plain,
                       size_t from);

#endif
