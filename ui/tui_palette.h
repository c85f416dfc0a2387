#ifndef MISCOPE_TUI_PALETTE_H
#define MISCOPE_TUI_PALETTE_H
/*
 * tui_palette - roles and levels as curses attributes and colour pairs, in
 * whatever number of colours the terminal has. Private to ui/tui*.c.
 *
 * Pairs are made when first needed. A terminal with few of them shares one
 * pair between the two orders of a half block by reversing it.
 */

#include <stdbool.h>

#include <curses.h>

#include "ui/app.h"
#include "ui/tui.h"

struct paint {
    attr_t attributes;
    int pair; /* may exceed a short */
};

struct palette {
    int colours;   /* 0, 8, 256 or 1 << 24 */
    int colourmap; /* row of COLOURMAPS for the levels */
    bool few_pairs;
    int own_ink, own_paper; /* the terminal's colours: -1 where it has a way
                               to name them */
    struct paint role[ROLE_COUNT];
};

/* What terminfo, the locale and the environment offer and `o` allows. Between
 * setupterm and newterm. */
struct look look_of(const struct tui_options *o);

/* A terminfo string; "" where the terminal has none. */
const char *capability(const char *name);

void palette_init(struct palette *p, int colours); /* after newterm */
struct paint palette_paint(const struct palette *p, const struct glyph *g);

#endif
