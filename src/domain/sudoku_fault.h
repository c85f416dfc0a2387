#ifndef MISCOPE_SUDOKU_FAULT_H
#define MISCOPE_SUDOKU_FAULT_H
/*
 * sudoku_fault - what is wrong with a place in a text of puzzles.
 *
 * A fault is a few numbers, so that a text of a million broken lines costs
 * nothing; the sentence is made only for the one that is reported.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum sudoku_fault_kind {
    FAULT_NONE,
    FAULT_CHARACTER,   /* neither digit nor blank */
    FAULT_ROW_LENGTH,  /* `number` cells in a row of a grid */
    FAULT_LENGTH,      /* `number` cells in a line of its own */
    FAULT_ROWS,        /* the grid ends after `number` rows */
    FAULT_OTHER_SIZE,  /* a `number` x `number` grid */
    FAULT_CANDIDATES,  /* cells hold several digits */
    FAULT_MARKS_LINE,  /* 729 characters: candidates in one line */
    FAULT_COORDINATES, /* "start9" and x y digit */
    FAULT_XML,
    FAULT_KINDS
};

struct sudoku_fault {
    enum sudoku_fault_kind kind;
    int line, column; /* from 1; the column counts characters */
    size_t line_offset; /* in bytes from the start of the text */
    long number;
};

/* Always false; the message starts with "SOURCE: line N". */
bool sudoku_fault_fail(struct error *err, const struct sudoku_fault *fault,
                       const char *text, size_t size, const char *source);

#endif
