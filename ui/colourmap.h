#ifndef MISCOPE_COLOURMAP_H
#define MISCOPE_COLOURMAP_H
/*
 * colourmap - numbers to colours: one row per map. Lightness rises evenly from
 * low to high, so a grey print still reads. cividis is the default: it looks
 * the same with every kind of colour blindness.
 */

#include <stdint.h>

struct colourmap {
    const char *name; /* of --colormap and the colour bar */
    const uint32_t *anchor; /* [anchors] 0xRRGGBB, evenly spaced, low first */
    int anchors;
    const uint8_t *step; /* [steps] entries of the 256 palette, low first */
    int steps;
};

extern const struct colourmap COLOURMAPS[]; /* ends with a NULL name */

int colourmap_count(void);
int colourmap_named(const char *name); /* row, or -1 */

/* 0xRRGGBB at 0..1 (clamped), interpolated between anchors. */
uint32_t colourmap_at(int map, double fraction);

/* The entry of the xterm 256 palette, 16..255. */
int colourmap_256(int map, double fraction);

#endif
