#ifndef MISCOPE_SCREEN_PANEL_H
#define MISCOPE_SCREEN_PANEL_H
/*
 * screen_panel - a framed box over the page, for help and settings.
 */

#include "ui/screen.h"

/* Clears and frames r; the title stands in the upper edge. Returns what is
 * inside. */
struct rect screen_box(struct screen *s, struct rect r, const char *title);

/* The keys of the current mode along the lower edge, as far as they fit. */
void screen_box_keys(struct screen *s, struct rect r);

#endif
