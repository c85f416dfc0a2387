#ifndef MISCOPE_SUDOKU_KIND_H
#define MISCOPE_SUDOKU_KIND_H
/*
 * sudoku_kind - what a line of a text of puzzles is, looked at alone.
 */

#include "domain/sudoku_line.h"
#include "domain/sudoku_row.h"

enum sudoku_kind {
    KIND_EMPTY,
    KIND_COMMENT,     /* # ; // % */
    KIND_SECTION,     /* [Puzzle] */
    KIND_HEADING,     /* words */
    KIND_FRAME,       /* ---+---+--- */
    KIND_FRAME_OR_ROW, /* --------- */
    KIND_ROW,         /* nine cells */
    KIND_PUZZLES,     /* fields of 81 cells, at least one */
    KIND_SPREAD,      /* 81 or 162 cells in small fields */
    KIND_SPACED,      /* 81 characters, blanks are spaces */
    KIND_CELLS,       /* only cells, but `number` of them */
    KIND_BROKEN,      /* cells, and at `column` something else */
    KIND_CANDIDATES,  /* nine fields of several digits */
    KIND_MARKS_LINE,  /* a field of 729 cells */
    KIND_COORDINATES, /* start9 */
};

struct sudoku_kind_of_line {
    enum sudoku_kind kind;
    size_t length; /* of the line without a comment at its end */
    struct sudoku_row row;
    long number;
    int column;
};

struct sudoku_kind_of_line sudoku_kind_of(const struct sudoku_line *line);

#endif
