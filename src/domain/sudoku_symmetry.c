#include "domain/sudoku_symmetry.h"

static void shuffle(uint8_t *x, int n, struct rng *r)
{
    for (int i = n - 1; i > 0; i--) {
        int k = rng_below(r, i + 1);
        uint8_t kept = x[i];

        x[i] = x[k];
        x[k] = kept;
    }
}

/* Nine lines: groups of three in any order, each in any order. */
static void random_lines(uint8_t line[SUDOKU_SIDE], struct rng *r)
{
    uint8_t group[SUDOKU_BOX] = {0, 1, 2};

    shuffle(group, SUDOKU_BOX, r);
    for (int g = 0; g < SUDOKU_BOX; g++) {
        uint8_t *of = line + g * SUDOKU_BOX;

        for (int i = 0; i < SUDOKU_BOX; i++)
            of[i] = (uint8_t)(group[g] * SUDOKU_BOX + i);
        shuffle(of, SUDOKU_BOX, r);
    }
}

struct sudoku_symmetry sudoku_symmetry_random(struct rng *r)
{
    struct sudoku_symmetry m = {.digit = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
    uint8_t row[SUDOKU_SIDE], column[SUDOKU_SIDE];
    int transposed = rng_below(r, 2);

    shuffle(m.digit + 1, SUDOKU_SIDE, r);
    random_lines(row, r);
    random_lines(column, r);
    for (int i = 0; i < SUDOKU_CELLS; i++) {
        int a = row[sudoku_row(i)], b = column[sudoku_column(i)];

        m.from[i] = (uint8_t)(transposed ? b * SUDOKU_SIDE + a
                                         : a * SUDOKU_SIDE + b);
    }
    return m;
}

struct sudoku sudoku_symmetry_of(const struct sudoku_symmetry *m,
                                 const struct sudoku *s)
{
    struct sudoku out;

    for (int i = 0; i < SUDOKU_CELLS; i++)
        out.cell[i] = m->digit[s->cell[m->from[i]]];
    return out;
}
