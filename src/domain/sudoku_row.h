#ifndef MISCOPE_SUDOKU_ROW_H
#define MISCOPE_SUDOKU_ROW_H
/*
 * sudoku_row - nine cells from one line of a grid.
 *
 * With a mark for every cell the nine are what is left when frames and spaces
 * are taken away. Where blanks are spaces or nothing, places count: a line of
 * nine characters, nine columns between tabs or commas, three boxes of equal
 * width or nine between bars.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "domain/sudoku.h"

struct sudoku_row {
    uint8_t cell[SUDOKU_SIDE];
    int filled; /* digits with a plus before them */
};

bool sudoku_row_read(struct sudoku_row *row, const char *plain, size_t length);

#endif
