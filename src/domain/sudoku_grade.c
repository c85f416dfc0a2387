#include "domain/sudoku_grade.h"

#include "domain/sudoku_solver.h"

const char *const SUDOKU_GRADE_NAMES[SUDOKU_GRADES] = {
    [SUDOKU_EASY] = "easy",
    [SUDOKU_MEDIUM] = "medium",
    [SUDOKU_HARD] = "hard",
    [SUDOKU_VERY_HARD] = "very-hard",
};

static bool fill_naked_single(struct sudoku *s)
{
    for (int i = 0; i < SUDOKU_CELLS; i++) {
        unsigned may = s->cell[i] ? 0 : sudoku_candidates(s, i);

        if (may && !(may & (may - 1))) {
            s->cell[i] = (uint8_t)(__builtin_ctz(may) + 1);
            return true;
        }
    }
    return false;
}

static bool falls_to_naked_singles(struct sudoku s)
{
    while (fill_naked_single(&s))
        ;
    return sudoku_is_solved(&s);
}

enum sudoku_grade sudoku_grade(const struct sudoku *proper)
{
    long nodes = sudoku_solve(proper, 0).nodes;

    if (nodes == 0)
        return falls_to_naked_singles(*proper) ? SUDOKU_EASY : SUDOKU_MEDIUM;
    return nodes < SUDOKU_VERY_HARD_NODES ? SUDOKU_HARD : SUDOKU_VERY_HARD;
}
