#include "train/label_sudoku.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "domain/sudoku_generator.h"
#include "mi/entropy.h"
#include "sampler/policy.h"

static const double DECODE_GAMMA = 0.1; /* nats */

static int blanks(const int16_t *tokens)
{
    int n = 0;

    for (int c = 0; c < SUDOKU_CELLS; c++)
        n += tokens[c] == 0;
    return n;
}

static void mask_evenly(int16_t *tokens, const struct sudoku *solution,
                        struct rng *r)
{
    do {
        double t = rng_uniform(r);

        for (int c = 0; c < SUDOKU_CELLS; c++)
            tokens[c] = rng_uniform(r) < t ? 0 : solution->cell[c];
    } while (blanks(tokens) < 2);
}

/* ---- a decode --------------------------------------------------------- */

/* One pass of the model and what the entropy bound reveals after it. */
static void reveal(int16_t *tokens, const struct predictor *p, int pass,
                   int at_start)
{
    float probs[SUDOKU_CELLS * SUDOKU_SIDE], h[SUDOKU_CELLS];
    int32_t position[SUDOKU_CELLS];
    struct candidate c[SUDOKU_CELLS];
    struct settings s = settings_for(policy_named("eb"));
    struct belief b = {.T = SUDOKU_CELLS, .V = SUDOKU_SIDE,
                       .position = position, .prob = probs, .entropy = h};

    s.value[PARAM_GAMMA] = DECODE_GAMMA;
    p->marginals(p->self, tokens, 1, probs, NULL);
    for (int t = 0; t < SUDOKU_CELLS; t++) {
        float *p_n = probs + b.N * SUDOKU_SIDE;

        if (tokens[t] != 0)
            continue;
        memmove(p_n, probs + t * SUDOKU_SIDE, SUDOKU_SIDE * sizeof *p_n);
        h[b.N] = entropy(p_n, SUDOKU_SIDE);
        position[b.N++] = t;
    }
    sampler_decide(c, &b, &s, pass, at_start);
    for (int n = 0; n < b.N; n++)
        if (decision_accepts(c[n].decision))
            tokens[position[n]] = (int16_t)(c[n].value + 1);
}

/* The last state with two masked cells or more before the share is passed. */
static void decode_partly(int16_t *tokens, const struct sudoku *puzzle,
                          const struct predictor *p, double share)
{
    int16_t next[SUDOKU_CELLS];
    int at_start, pass = 0;

    for (int c = 0; c < SUDOKU_CELLS; c++)
        next[c] = puzzle->cell[c];
    at_start = blanks(next);
    do {
        memcpy(tokens, next, sizeof next);
        if ((double)blanks(tokens) <= share * at_start)
            break;
        reveal(next, p, pass++, at_start);
    } while (blanks(next) >= 2);
}

/* ---- boards ----------------------------------------------------------- */

static void board(void *context, uint64_t k, int16_t *tokens)
{
    const struct label_sudoku *s = context;
    struct rng r = rng_seeded(s->seed, k);
    struct sudoku puzzle, solution;
    struct error err;

    if (!sudoku_generate(&puzzle, &solution, s->fewest, s->most, &r, &err)) {
        solution = sudoku_random_grid(&r); /* so few givens are hardly found */
        puzzle = solution;
        k = 0;
    }
    if (k % 2 == 0)
        mask_evenly(tokens, &solution, &r);
    else
        decode_partly(tokens, &puzzle, s->predictor, rng_uniform(&r));
}

struct label_boards label_sudoku_boards(struct label_sudoku *s)
{
    return (struct label_boards){s, board, s->seed};
}
