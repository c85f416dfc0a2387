#include "domain/sudoku.h"

#include <assert.h>
#include <stdio.h>

int sudoku_relation(int a, int b)
{
    int shared = 0;

    if (a == b)
        return 0;
    if (sudoku_row(a) == sudoku_row(b))
        shared |= SUDOKU_SAME_ROW;
    if (sudoku_column(a) == sudoku_column(b))
        shared |= SUDOKU_SAME_COLUMN;
    if (sudoku_box(a) == sudoku_box(b))
        shared |= SUDOKU_SAME_BOX;
    return shared;
}

void sudoku_cell_name(char name[16], int cell)
{
    assert(cell >= 0 && cell < SUDOKU_CELLS);
    snprintf(name, 16, "r%dc%d", sudoku_row(cell) + 1,
             sudoku_column(cell) + 1);
}

int sudoku_givens(const struct sudoku *s)
{
    int givens = 0;

    for (int i = 0; i < SUDOKU_CELLS; i++)
        givens += s->cell[i] != 0;
    return givens;
}

unsigned sudoku_candidates(const struct sudoku *s, int cell)
{
    unsigned seen = 0;

    for (int i = 0; i < SUDOKU_CELLS; i++)
        if (s->cell[i] && sudoku_relation(cell, i))
            seen |= 1u << (s->cell[i] - 1);
    return ~seen & 0x1ff;
}

bool sudoku_conflict(const struct sudoku *s, int *first, int *second)
{
    for (int a = 0; a < SUDOKU_CELLS; a++)
        for (int b = a + 1; b < SUDOKU_CELLS; b++)
            if (s->cell[a] && s->cell[a] == s->cell[b] &&
                sudoku_relation(a, b)) {
                *first = a;
                *second = b;
                return true;
            }
    return false;
}

bool sudoku_is_solved(const struct sudoku *s)
{
    int a, b;

    return sudoku_givens(s) == SUDOKU_CELLS && !sudoku_conflict(s, &a, &b);
}

void sudoku_text(char text[SUDOKU_CELLS + 1], const struct sudoku *s)
{
    for (int i = 0; i < SUDOKU_CELLS; i++)
        text[i] = ".123456789"[s->cell[i]];
    text[SUDOKU_CELLS] = '\0';
}
