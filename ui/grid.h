#ifndef MISCOPE_GRID_H
#define MISCOPE_GRID_H
/*
 * grid - a page of characters with meanings, before any terminal. Drawing is
 * clipped: nothing can be written outside. ui/tui.c turns it into curses,
 * tests turn it into text.
 */

#include <stdint.h>

#include "base/error.h"

enum role { /* what a character means; ui/theme.c says how that looks */
    ROLE_PLAIN,
    ROLE_FAINT,    /* frames, separators, labels of labels */
    ROLE_TITLE,
    ROLE_LABEL,    /* names of things */
    ROLE_KEY,      /* a key one can press */
    ROLE_GIVEN,
    ROLE_FILLED,
    ROLE_ACCEPTED,
    ROLE_FORCED,
    ROLE_DEFERRED,
    ROLE_MASKED,
    ROLE_WRONG,
    ROLE_CURSOR,   /* the cursor's cell */
    ROLE_LINKED,   /* shares a row or column of the map with the cursor */
    ROLE_GOOD,
    ROLE_BAD,      /* messages about failures */
    ROLE_HEAT,     /* coloured by `upper` and `lower`: U+2580 has the first as
                      foreground and the second as background; any other
                      character is theme_ink on `lower` (both are equal); with
                      no colours just the character */
    ROLE_COUNT
};

enum { HEAT_LEVELS = 32, HEAT_NONE = -1 /* no value: its own colour */ };

struct glyph {
    uint32_t ch;          /* Unicode */
    uint8_t role;         /* enum role */
    bool reverse;         /* cursor on top of another role */
    int8_t upper, lower;  /* ROLE_HEAT: level 0..HEAT_LEVELS-1 or HEAT_NONE of
                             the upper and lower half of the character */
};

struct rect {
    int x, y, w, h; /* w or h 0: not shown */
};

struct grid {
    int cols, rows;
    struct glyph *cell; /* [rows,cols] owned */
};

void grid_init(struct grid *g);
void grid_release(struct grid *g);

/* Blank page of that size, all ROLE_PLAIN. */
void grid_clear(struct grid *g, int cols, int rows);

void grid_put(struct grid *g, int x, int y, int role, uint32_t ch);

/* The glyph there to be changed further; NULL outside the page. */
struct glyph *grid_at(struct grid *g, int x, int y);

/* UTF-8 text, clipped to the page; returns the columns it would take. What is
 * not one column wide for certain becomes '?'. */
int grid_text(struct grid *g, int x, int y, int role, const char *fmt, ...)
    PRINTF(5, 6);

/* The same, clipped to a rectangle whose top left is the origin. */
int grid_text_in(struct grid *g, struct rect r, int x, int y, int role,
                 const char *fmt, ...) PRINTF(6, 7);

#endif
