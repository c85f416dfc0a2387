#include "train/examples.h"

#include <math.h>

#include "base/rng.h"
#include "domain/sudoku_symmetry.h"
#include "train/tape.h"

static const double MOST_SHOWN = 0.95;

/* How likely a cell that need not be shown is shown. */
static double share_shown(bool uniform, struct rng *r)
{
    double u = rng_uniform(r);

    return MOST_SHOWN * (uniform ? u : u * sqrt(u));
}

static void show(const struct sudoku *board, int cell, bool shown,
                 int16_t *tokens, int8_t *target)
{
    int digit = board->cell[cell];

    tokens[cell] = (int16_t)(shown ? digit : 0);
    target[cell] = (int8_t)(shown ? NOT_COUNTED : digit - 1);
}

/* A cell that may be masked; any where the puzzle has no blank. */
static int any_blank(const struct sudoku *puzzle, bool uniform, struct rng *r)
{
    int first = rng_below(r, SUDOKU_CELLS), i = 0;

    while (!uniform && i < SUDOKU_CELLS &&
           puzzle->cell[(first + i) % SUDOKU_CELLS] != 0)
        i++;
    return (first + i) % SUDOKU_CELLS;
}

void example_draw(const struct examples *e, uint64_t k, int16_t *tokens,
                  int8_t *target)
{
    struct rng r = rng_seeded(e->seed, k);
    size_t i = (size_t)(rng_uniform(&r) * (double)e->count);
    struct sudoku puzzle = e->puzzle[i], board = e->solution[i];
    bool uniform = rng_uniform(&r) < e->uniform;
    double share = share_shown(uniform, &r);
    int masked = 0;

    if (e->vary) {
        struct sudoku_symmetry m = sudoku_symmetry_random(&r);

        puzzle = sudoku_symmetry_of(&m, &puzzle);
        board = sudoku_symmetry_of(&m, &board);
    }
    for (int c = 0; c < SUDOKU_CELLS; c++) {
        bool given = !uniform && puzzle.cell[c] != 0;
        bool shown = rng_uniform(&r) < share || given;

        show(&board, c, shown, tokens, target);
        masked += !shown;
    }
    if (masked == 0)
        show(&board, any_blank(&puzzle, uniform, &r), false, tokens, target);
}
