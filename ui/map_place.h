#ifndef MISCOPE_MAP_PLACE_H
#define MISCOPE_MAP_PLACE_H
/*
 * map_place - how a square matrix is laid into a rectangle of characters.
 *
 * A pixel is half a character high and one wide (half blocks), or one
 * character high and one or two wide. When everything fits, a cell of the
 * matrix is `size` x `size` pixels; otherwise `pool` x `pool` cells share one
 * pixel. Zooming halves the pool or doubles the size; what is shown then
 * follows the cursor.
 */

#include <stdbool.h>

#include "ui/grid.h"

struct map_place {
    struct rect cells; /* the characters in use; w 0: nothing to show */
    bool half;         /* two pixels in a character */
    int wide;          /* columns of a pixel */
    int n;             /* rows of the matrix */
    int pool;          /* cells in a pixel, each way; >= 1 */
    int size;          /* pixels of a cell, each way; >= 1, 1 when pooled */
    int first_row, first_col; /* first block shown */
    int rows, cols;           /* blocks shown */
    int blocks;               /* in all, each way: n / pool, rounded up */
};

/* row, col: the cursor, as rows of the matrix; -1: none. */
struct map_place map_place_of(struct rect room, int n, int zoom, int row,
                              int col, bool half);

/* Zoom steps that still change something. */
int map_place_most_zoom(struct rect room, int n, bool half);

/* The row and column of the matrix (first of a block) at a character; false
 * beside the matrix. */
bool map_place_cell(const struct map_place *p, int x, int y, int *row,
                    int *col);

/* Where a row or column of the matrix begins, in characters of the page; -1
 * when it is not shown. `lower`: in the lower half of the character. */
int map_place_y(const struct map_place *p, int row, bool *lower);
int map_place_x(const struct map_place *p, int col);

#endif
