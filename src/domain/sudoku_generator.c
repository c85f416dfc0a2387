#include "domain/sudoku_generator.h"

#include "domain/sudoku_solver.h"

enum { MOST_GRIDS = 5000 };

struct sudoku sudoku_random_grid(struct rng *r)
{
    struct sudoku empty = {{0}};
    struct sudoku_search how = {.limit = 1, .shuffle = r};

    return sudoku_search(&empty, &how).first;
}

static void random_order(int order[SUDOKU_CELLS], struct rng *r)
{
    for (int i = 0; i < SUDOKU_CELLS; i++) {
        int k = rng_below(r, i + 1);

        order[i] = order[k];
        order[k] = i;
    }
}

/* Blanks cells of a full grid until `givens` are left, or as few as can be;
 * returns how many are. */
static int dig(struct sudoku *s, int givens, struct rng *r)
{
    int order[SUDOKU_CELLS] = {0}, left = SUDOKU_CELLS;

    random_order(order, r);
    for (int i = 0; i < SUDOKU_CELLS && left > givens; i++) {
        int digit = s->cell[order[i]];

        s->cell[order[i]] = 0;
        if (sudoku_has_rival(s, order[i], digit))
            s->cell[order[i]] = (uint8_t)digit;
        else
            left--;
    }
    return left;
}

bool sudoku_generate(struct sudoku *puzzle, struct sudoku *solution,
                     int fewest, int most, struct rng *r, struct error *err)
{
    int givens, least = SUDOKU_CELLS + 1;

    if (fewest < SUDOKU_FEWEST_GIVENS || most > SUDOKU_CELLS || fewest > most)
        return fail(err, "givens must be %d to %d, the smaller number first",
                    SUDOKU_FEWEST_GIVENS, SUDOKU_CELLS);
    givens = fewest + rng_below(r, most - fewest + 1);
    for (int grid = 0; grid < MOST_GRIDS && least > givens; grid++) {
        struct sudoku full = sudoku_random_grid(r), dug = full;
        int left = dig(&dug, givens, r);

        if (left >= least)
            continue;
        least = left;
        *puzzle = dug;
        *solution = full;
    }
    return least <= most ||
           fail(err,
                "no puzzle with %d givens in %d random grids; ask for more "
                "givens (22 and more are found)",
                most, MOST_GRIDS);
}
