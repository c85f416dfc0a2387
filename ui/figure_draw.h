#ifndef MISCOPE_FIGURE_DRAW_H
#define MISCOPE_FIGURE_DRAW_H
/*
 * figure_draw - the parts of a figure, each into its own boxes of the layout.
 */

#include "ui/figure_layout.h"

/* Everything that kind of figure shows. */
void figure_draw(const struct pen *p, const struct figure_layout *l,
                 const struct view *v, const struct provenance *by,
                 const struct figure_options *o);

void figure_draw_board(const struct pen *p, const struct figure_layout *l,
                       const struct view *v);
void figure_draw_legend(const struct pen *p, const struct figure_layout *l,
                        const struct view *v);

/* Cells, labels, marks of what was accepted and deferred. */
void figure_draw_map(const struct pen *p, const struct figure_layout *l,
                     const struct view *v, int colourmap);
void figure_draw_bar(const struct pen *p, const struct figure_layout *l,
                     const struct view *v, int colourmap);

#endif
