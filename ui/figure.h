#ifndef MISCOPE_FIGURE_H
#define MISCOPE_FIGURE_H
/*
 * figure - a view as a picture fit for a paper. Drawn with cairo from the same
 * view the screen shows, with the same limits; written as PNG, SVG or PDF.
 *
 * Cells of the map and the board are a whole number of pixels, never smoothed,
 * in SVG and PDF too, where dpi says how large a pixel is. Text is 5 to 7 pt
 * at the stated width. The same figure is the same file, byte for byte.
 */

#include "base/progress.h"
#include "session/npz.h"
#include "ui/view.h"

enum figure_kind { FIGURE_FRAME, FIGURE_MATRIX };

struct figure_options {
    int kind;         /* enum figure_kind */
    double width_mm;  /* 55..1000, a matrix 25..1000; 89: one column */
    double dpi;       /* 36..2400; at most 160 million pixels in all */
    bool dark;
    struct view_options view;
};

struct figure_options figure_defaults(void);

/* The view at the trace's cursor into `path`; the format goes by the ending
 * (.png .svg .pdf; "-" and devices get PNG). On success `note` (if not NULL)
 * gets a remark worth showing, such as pooling, or "". */
bool figure_export(const struct view *v, const struct provenance *by,
                   const struct figure_options *o, const char *path,
                   bool replace, char note[160], struct error *err) MUST_USE;

/* Every step of the cursor's line as folder/step-000.png ..., all of the same
 * size and with every pair in the same place: the map shows the positions the
 * problem left open, or all. Creates the folder; its parent must exist. Frames
 * count in `progress`; after a failure those before it are there, whole. The
 * cursor is back where it was. */
bool figure_export_all(struct trace *t, const struct problem *p,
                       const struct domain *d, const struct provenance *by,
                       const struct figure_options *o, const char *folder,
                       bool replace, struct progress *progress,
                       struct error *err) MUST_USE;

#endif
