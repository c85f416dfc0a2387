#include "domain/sudoku_block.h"

bool sudoku_ends_block(enum sudoku_kind kind)
{
    switch (kind) {
    case KIND_EMPTY:
    case KIND_COMMENT:
    case KIND_SECTION:
    case KIND_HEADING:
    case KIND_PUZZLES:
    case KIND_SPREAD:
    case KIND_SPACED:
    case KIND_MARKS_LINE:
    case KIND_COORDINATES:
        return true;
    default:
        return false;
    }
}

static void count_line(struct sudoku_block *b,
                       const struct sudoku_kind_of_line *k)
{
    b->rows += k->kind == KIND_ROW;
    b->dashes += k->kind == KIND_FRAME_OR_ROW;
    if (k->kind != KIND_CELLS)
        return;
    if (b->odd++ == 0)
        b->odd_cells = k->number;
    else if (b->odd_cells != k->number)
        b->odd_cells = -1;
}

struct sudoku_block sudoku_block_at(struct sudoku_line *ahead, size_t offset)
{
    struct sudoku_block b = {.end = ahead->size};

    ahead->next = offset;
    while (sudoku_line_next(ahead)) {
        struct sudoku_kind_of_line k = sudoku_kind_of(ahead);

        if (sudoku_ends_block(k.kind)) {
            b.end = ahead->offset;
            b.before_puzzles = k.kind == KIND_PUZZLES;
            break;
        }
        count_line(&b, &k);
    }
    return b;
}

/* Rows if that makes the block a number of whole grids, or else one band of a
 * grid. */
bool sudoku_dashes_are_rows(const struct sudoku_block *b)
{
    int both = b->rows + b->dashes;

    if (b->rows && b->rows % SUDOKU_SIDE == 0)
        return false;
    return both % SUDOKU_SIDE == 0 || (b->rows && both == SUDOKU_BOX);
}
