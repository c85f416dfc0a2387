#ifndef MISCOPE_SUDOKU_BLOCK_H
#define MISCOPE_SUDOKU_BLOCK_H
/*
 * sudoku_block - the lines of a grid looked at together.
 *
 * A block ends before the next empty line, comment, heading or line that is a
 * puzzle by itself. Some lines can only be told by their company: nine dashes
 * are a frame or a row of blanks.
 */

#include "domain/sudoku_kind.h"

struct sudoku_block {
    size_t end;       /* offset of the line after it */
    int rows, dashes; /* KIND_ROW, KIND_FRAME_OR_ROW */
    int odd;          /* KIND_CELLS */
    long odd_cells;   /* in each of them; -1 when they differ */
    bool before_puzzles;
};

bool sudoku_ends_block(enum sudoku_kind kind);

/* The block that begins at `offset` of the text `ahead` reads from. */
struct sudoku_block sudoku_block_at(struct sudoku_line *ahead, size_t offset);

bool sudoku_dashes_are_rows(const struct sudoku_block *b);

#endif
