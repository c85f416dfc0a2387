#ifndef MISCOPE_SUDOKU_SCAN_H
#define MISCOPE_SUDOKU_SCAN_H
/*
 * sudoku_scan - the puzzles of a text, one after the other.
 *
 * The form is told by content: 81 characters in a line with whatever else is
 * in it (CSV columns, a solution, HoDoKu's and tdoku's fields), or nine rows
 * with any frame around them. Time is linear in the text whatever it holds.
 * What looks like a puzzle and cannot be read is an entry with a fault, so
 * that the puzzles around it keep their numbers.
 */

#include <stdbool.h>
#include <stddef.h>

#include "domain/sudoku.h"
#include "domain/sudoku_fault.h"

struct sudoku_entry {
    struct sudoku_fault fault; /* FAULT_NONE: the rest is valid */
    int line;                  /* where it begins, from 1 */
    struct sudoku puzzle;      /* may break the rules of the game */
    bool has_solution;         /* the text says how it ends */
    struct sudoku solution;    /* full; whether it fits is not checked */
    int filled;                /* cells marked as filled in later: +5 */
};

struct sudoku_scan;

/* The text must outlive the scan and have no NUL in it. */
struct sudoku_scan *sudoku_scan_new(const char *text, size_t size);
void sudoku_scan_free(struct sudoku_scan *scan);

bool sudoku_scan_next(struct sudoku_scan *scan, struct sudoku_entry *e);

#endif
