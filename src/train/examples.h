#ifndef MISCOPE_EXAMPLES_H
#define MISCOPE_EXAMPLES_H
/*
 * examples - boards to learn from, made up on the fly.
 *
 * Example k of a run is drawn from rng_seeded(seed, k) alone: a puzzle of the
 * collection, a symmetry of it, and which cells to show. Two kinds of masks
 * are mixed (models.md): a share of all cells that is uniform in 0..0.95, and
 * the puzzle's givens with a share 0.95 u^1.5 of the other cells, u uniform,
 * which are the boards that a decode meets. What is masked is counted.
 */

#include <stdbool.h>
#include <stddef.h>

#include "domain/sudoku.h"

struct examples {
    const struct sudoku *puzzle, *solution; /* [count] not owned */
    size_t count;      /* >= 1 */
    uint64_t seed;
    double uniform;    /* share of masks of the first kind, 0..1 */
    bool vary;         /* draw a symmetry */
};

/* Example number k: tokens [81], target [81] value 0..8 or NOT_COUNTED. At
 * least one cell is masked. */
void example_draw(const struct examples *e, uint64_t k, int16_t *tokens,
                  int8_t *target);

#endif
