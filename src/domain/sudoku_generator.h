#ifndef MISCOPE_SUDOKU_GENERATOR_H
#define MISCOPE_SUDOKU_GENERATOR_H
/*
 * sudoku_generator - proper puzzles with a wanted number of givens.
 *
 * A random full grid, filled by the solver with digits tried in random order;
 * then its cells are blanked in random order wherever the puzzle stays proper,
 * until the wanted number is left. A grid that does not get there is thrown
 * away. All randomness comes from the rng handed in.
 */

#include <stdbool.h>

#include "base/error.h"
#include "base/rng.h"
#include "domain/sudoku.h"

struct sudoku sudoku_random_grid(struct rng *r);

/*
 * The number of givens is drawn uniformly from fewest..most (17 <= fewest <=
 * most <= 81). 24 and more take a fraction of a millisecond, 22 some tens,
 * 20 and less hardly exist: after 20,000 grids it gives up and says so.
 */
bool sudoku_generate(struct sudoku *puzzle, struct sudoku *solution,
                     int fewest, int most, struct rng *r,
                     struct error *err) MUST_USE;

#endif
