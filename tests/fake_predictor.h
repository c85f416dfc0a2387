#ifndef MISCOPE_FAKE_PREDICTOR_H
#define MISCOPE_FAKE_PREDICTOR_H
/*
 * fake_predictor - a denoiser for tests: shaped like Sudoku (T 81, V 9, mask
 * 0, digits from 1), cheap, and a pure function of the tokens.
 *
 * A digit's weight is a fixed number in [1, e) of (cell, digit), larger the
 * fewer places the cell's houses leave it, and nearly 0 where a peer has it.
 * So naked and hidden singles are sure, other cells are not, and peers depend
 * on each other while strangers do not: what a trained model looks like.
 */

#include <stdatomic.h>
#include <stdint.h>

#include "domain/domain.h"
#include "mi/predictor.h"
#include "session/trace.h"

struct fake {
    atomic_int passes; /* sequences asked about so far */
    atomic_int delay_us; /* what a call takes, for tests that interrupt it */
};

/* Refers to f, which starts from { 0 }. */
struct predictor fake_predictor(struct fake *f);

/* A proper puzzle of 51 masked cells and its solution, 81 characters each. */
extern const char FAKE_PUZZLE[], FAKE_SOLUTION[];

/* 81 characters, '0' or '.' masked; solution NULL: not known. */
struct problem fake_problem(const char *cells, const char *solution);

/*
 * A trace of at most `steps` steps after the root, with MI, made without
 * session/drive.h and src/mi: every formula is the obvious one. The cursor is
 * at the last step. Ends early when nothing is masked.
 */
void fake_trace(struct trace *t, const struct problem *p,
                const struct settings *s, int steps);

#endif
