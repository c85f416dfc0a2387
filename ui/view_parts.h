#ifndef MISCOPE_VIEW_PARTS_H
#define MISCOPE_VIEW_PARTS_H
/*
 * view_parts - the pieces view_of is put together from. For ui/view*.c only.
 */

#include "ui/view.h"

/* The matrix of a step over its masked positions, or over all. */
void map_of(struct view_map *m, const struct step *s, bool all);

/* The limits for the step at the cursor; see struct scale. */
struct scale scale_of(const struct trace *t, const struct view_options *o);

#endif
