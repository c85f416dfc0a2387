#ifndef MISCOPE_LAYOUT_H
#define MISCOPE_LAYOUT_H
/*
 * layout - where the panels go on a page of a given size. Pure.
 *
 *   title                              title              title
 *   board    map          bar          board              board | map
 *   info                               info to its right
 *   message                            map                (TAB switches)
 *   hints                              message, hints     message, hints
 *
 *        wide enough                    tall                 small
 *
 * On large pages info falls apart into cell, lists and log, pairs and numbers
 * go below the map, and a third column holds a second map and the lists.
 * Panels never overlap and never leave the page; tests/test_layout.c tries
 * every size. Below LEAST_COLS x LEAST_ROWS nothing fits.
 */

#include <stdbool.h>

#include "ui/grid.h"

enum { LEAST_COLS = 27, LEAST_ROWS = 16 };

enum {
    MAP_LABEL_COLS = 5, /* left of the map's cells: "r1c2>" */
    MAP_LABEL_ROWS = 1  /* above them */
};

enum pane { PANE_BOARD, PANE_MAP };

struct layout {
    bool fits;
    struct rect title, message, hints;
    struct rect board;  /* with one line for its caption below, where h > 13 */
    struct rect info;   /* cell, lists and log in short, one at a time */
    struct rect cell;   /* the cursor's cell in full */
    struct rect lists;  /* budget, accepted, deferred */
    struct rect log;    /* one line a step */
    struct rect map;    /* with its labels */
    struct rect bar;    /* colour bar; of one row where it lies flat */
    struct rect second; /* the change since the step before */
    struct rect pairs;  /* the largest values */
    struct rect lens;   /* exact values around the cursor */
};

struct layout layout_for(int cols, int rows, int pane);

#endif
