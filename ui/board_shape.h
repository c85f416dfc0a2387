#ifndef MISCOPE_BOARD_SHAPE_H
#define MISCOPE_BOARD_SHAPE_H
/*
 * board_shape - how the sequences of a domain are laid out as a board: one row
 * per shape that a domain may name. The only place that knows what a board
 * looks like; everything else has positions and their names.
 */

#include "domain/domain.h"
#include "ui/grid.h"
#include "ui/screen.h"

struct shape {
    const char *name; /* of struct domain */
    int stride;       /* map labels stand where a new group of these begins */
    /* The neighbour of a position in a direction, or itself at the edge. */
    int (*move)(int position, int dx, int dy);
    /* The position drawn at a character of the page, or -1. */
    int (*position)(struct rect r, int x, int y);
    void (*draw)(struct screen *s, struct rect r);
};

const struct shape *shape_of(const struct domain *d);

#endif
