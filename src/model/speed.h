#ifndef MISCOPE_SPEED_H
#define MISCOPE_SPEED_H
/*
 * speed - how fast the model runs, against what the machine can do.
 *
 * The measure of the machine is one sgemm of 2048^3 on all threads of the
 * model's pool, by BLAS's own threads or one call per worker, whichever is
 * faster. Every round measures everything once, the yardstick included, so
 * that whatever else the machine does meets all alike; figures are medians
 * over the rounds.
 */

#include <stdbool.h>

#include "model/model.h"

struct speed_figure {
    const char *name;
    double value;
    const char *unit;
    double reference; /* what `value` would be at the sgemm peak */
    double ratio;     /* value / reference, median over the rounds */
};

enum speed_row {
    SPEED_SGEMM, /* the yardstick itself; ratio 1 */
    SPEED_BATCH, /* forward passes of many sequences, GF/s */
    SPEED_ONE,   /* one sequence, ms */
    SPEED_TRUTH, /* truth MI with two thirds masked (Sudoku: 54), ms */
    SPEED_COUNT
};

void speed_measure(struct speed_figure out[SPEED_COUNT], struct model *m,
                   int rounds);

/* Which code the machine runs: of BLAS and of the model ("Haswell",
 * "avx512"). */
const char *speed_blas_kernel(void);
const char *speed_model_kernel(void);

/* True if BLAS was told or has chosen to be slower than it could be; a
 * sentence that says so is then in `out`. */
bool speed_warning(char out[256]);

#endif
