#ifndef MISCOPE_FIGURE_H
#define MISCOPE_FIGURE_H
/*
 * figure - a view as a picture fit for a paper. Drawn with cairo from the same
 * view the screen shows, with the same limits; written as PNG, SVG or PDF.
 *
 * Cells of the map and the board are a whole number of pixels, never smoothed.
 * Text is 5 to 7 pt at the stated width.
 */

#include "base/progress.h"
#include "session/npz.h"
#include "ui/view.h"

enum figure_kind { FIGURE_FRAME, FIGURE_MATRIX };

struct figure_options {
    int kind;         /* enum figure_kind */
    double width_mm;  /* 10..1000; 89: one column */
    double dpi;       /* 36..2400 */
    bool dark;
    struct view_options view;
};

struct figure_options figure_defaults(void);

/* The view at the trace's cursor into `path`; the format goes by the ending
 * (.png .svg .pdf). On success `note` (if not NULL) gets a remark worth
 * showing, such as pooling, or "". */
bool figure_export(const struct view *v, const struct provenance *by,
                   const struct figure_options *o, const char *path,
                   bool replace, char note[160], struct error *err) MUST_USE;

/* Every step of the cursor's line as folder/step-000.png ..., all of the same
 * size. Creates the folder. */
bool figure_export_all(struct trace *t, const struct problem *p,
                       const struct domain *d, const struct provenance *by,
                       const struct figure_options *o, const char *folder,
                       bool replace, struct progress *progress,
                       struct error *err) MUST_USE;

#endif
