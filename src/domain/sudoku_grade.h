#ifndef MISCOPE_SUDOKU_GRADE_H
#define MISCOPE_SUDOKU_GRADE_H
/*
 * sudoku_grade - how hard a proper puzzle is, by a rule that can be repeated.
 *
 *   easy       naked singles alone fill it in
 *   medium     naked and hidden singles fill it in
 *   hard       singles get stuck; the exact solver needs 2 to 7 nodes
 *   very-hard  it needs 8 nodes or more
 *
 * Nodes are those of sudoku_solver.h, counted until the solution is known to
 * be the only one.
 */

#include "domain/sudoku.h"

enum sudoku_grade {
    SUDOKU_EASY,
    SUDOKU_MEDIUM,
    SUDOKU_HARD,
    SUDOKU_VERY_HARD,
    SUDOKU_GRADES
};

enum { SUDOKU_VERY_HARD_NODES = 8 };

extern const char *const SUDOKU_GRADE_NAMES[SUDOKU_GRADES];

enum sudoku_grade sudoku_grade(const struct sudoku *proper);

#endif
