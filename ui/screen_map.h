#ifndef MISCOPE_SCREEN_MAP_H
#define MISCOPE_SCREEN_MAP_H
/*
 * screen_map - what the map and its colour bar share.
 */

#include "ui/screen.h"

/* The bar with its numbers and what the map's colours and cells mean. */
void screen_bar(struct screen *s, struct rect r, const struct map_place *p);

#endif
