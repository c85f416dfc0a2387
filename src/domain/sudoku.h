#ifndef MISCOPE_SUDOKU_H
#define MISCOPE_SUDOKU_H
/*
 * sudoku - the board and its rules.
 *
 * Cells are numbered 0..80 row by row; digit 0 is a blank. A house is a row,
 * a column or a box. Plain data, nothing is owned.
 */

#include <stdbool.h>
#include <stdint.h>

enum { SUDOKU_SIDE = 9, SUDOKU_BOX = 3, SUDOKU_CELLS = 81 };
enum { SUDOKU_FEWEST_GIVENS = 17 }; /* no proper puzzle has fewer */

struct sudoku {
    uint8_t cell[SUDOKU_CELLS]; /* 0 blank, 1..9 */
};

static inline int sudoku_row(int cell)
{
    return cell / SUDOKU_SIDE;
}

static inline int sudoku_column(int cell)
{
    return cell % SUDOKU_SIDE;
}

static inline int sudoku_box(int cell)
{
    return cell / 27 * SUDOKU_BOX + cell % SUDOKU_SIDE / SUDOKU_BOX;
}

/* What two cells share: a sum of these. 0 for strangers and for one cell. */
enum { SUDOKU_SAME_ROW = 1, SUDOKU_SAME_COLUMN = 2, SUDOKU_SAME_BOX = 4 };
int sudoku_relation(int a, int b);

void sudoku_cell_name(char name[16], int cell); /* "r1c2" */

int sudoku_givens(const struct sudoku *s); /* cells that are not blank */

/* Nine bits: bit d-1 is set if d may stand in the cell as far as the filled
 * cells that share a house with it say. */
unsigned sudoku_candidates(const struct sudoku *s, int cell);

/* Two filled cells of one house with the same digit: the first in cell order,
 * or false if there are none. */
bool sudoku_conflict(const struct sudoku *s, int *first, int *second);

bool sudoku_is_solved(const struct sudoku *s); /* full and without conflict */

/* 81 characters, `.` for a blank, and a NUL. */
void sudoku_text(char text[SUDOKU_CELLS + 1], const struct sudoku *s);

#endif
