#ifndef MISCOPE_FIGURE_LAYOUT_H
#define MISCOPE_FIGURE_LAYOUT_H
/*
 * figure_layout - where everything in a figure goes. Pure: no cairo, and
 * nothing depends on the step but the number of positions in its map, so
 * frames of one film have one geometry.
 *
 *   wide                              narrow          matrix
 *   +-----------------------------+   +-----------+   +-------------+
 *   | title                       |   | title     |   |  labels     |
 *   |   labels        labels, A/D |   | board     |   |  map    bar |
 *   |   board            map  bar |   | legend    |   |  note       |
 *   |   legend       caption      |   | map   bar |   +-------------+
 *   +-----------------------------+   | caption   |
 *                                     +-----------+
 *
 * Board and map have the same size. A map cell is `cell` x `cell` pixels and
 * stands for `pool` x `pool` pairs; on grids a gap separates the rows of the
 * board, so that no line is drawn over a cell.
 */

#include <stdbool.h>

#include "base/error.h"
#include "ui/figure.h"
#include "ui/figure_pen.h"
#include "ui/view.h"

enum { LEGEND_ITEMS = CELL_STATES + 2 }; /* the states, wrong, no value */

struct figure_shape { /* how a domain's positions are laid out and named */
    const char *name; /* of struct domain */
    int columns;      /* of the board; 0: as square as tens allow */
    int band;         /* lines every so many cells; 0: none */
    bool rows;        /* the map is divided by board rows, named r1.. */
    const char *noun; /* what positions are called: "cells" */
};

struct figure_layout {
    const struct figure_shape *shape;
    int columns, rows;     /* of the board */
    int width, height;     /* pixels of the page */
    double pt;             /* pixels of a point */
    struct box title, board, legend, map, bar, caption;
    int subtitle;          /* height of the line above a panel; 0: none */
    bool names;            /* each cell of the map is named, not only rows */
    int lane;              /* labels beside the map, outside the marks */
    int mark;              /* marks beside the map; 0: none */
    int legend_columns, legend_rows;
    int n, pool, cells, cell;
    int *at; /* [cells+1] pixels from map.x to each cell; owned */
};

/* False where it does not fit or is absurdly large; *err says what does. */
bool figure_layout_of(struct figure_layout *l, const struct view *v,
                      const struct figure_options *o,
                      struct error *err) MUST_USE;
void figure_layout_release(struct figure_layout *l);

struct box figure_map_cell(const struct figure_layout *l, int row, int col);
struct box figure_board_cell(const struct figure_layout *l, int position);

/* Width in whole mm from which the map needs no pooling; 0: none does. */
int figure_width_without_pooling(const struct view *v,
                                 const struct figure_options *o);

#endif
