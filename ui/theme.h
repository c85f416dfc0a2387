#ifndef MISCOPE_THEME_H
#define MISCOPE_THEME_H
/*
 * theme - how each role looks on a terminal, in every colour depth. One row a
 * role; without colours, roles differ by attribute and by the character that
 * the screens choose.
 */

#include <stdbool.h>
#include <stdint.h>

#include "ui/grid.h"

struct appearance {
    uint32_t rgb;    /* 0xRRGGBB for 2^24 colours */
    int16_t ansi256; /* 16..255, -1: the terminal's own foreground */
    int8_t ansi8;    /* 0..7, -1 likewise */
    bool bold, underline, reverse, dim;
};

extern const struct appearance THEME[ROLE_COUNT];

/* Colour of a heat level of a map in a palette of `colours`: 0xRRGGBB, an
 * index of the 256 palette (16..255), or 0..7. */
uint32_t theme_heat(int colourmap, int level, int colours);
uint32_t theme_no_value(int colours); /* the colour of HEAT_NONE */

/* Black or white, whichever reads on the colour of a level (or HEAT_NONE): for
 * characters other than the half block in ROLE_HEAT. As theme_heat. */
uint32_t theme_ink(int colourmap, int level, int colours);

/* The character that stands for a level where colours cannot: " .:-=+*#" */
char theme_ramp(int level);

#endif
