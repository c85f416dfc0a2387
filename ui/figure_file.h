#ifndef MISCOPE_FIGURE_FILE_H
#define MISCOPE_FIGURE_FILE_H
/*
 * figure_file - the formats a figure is written in: one row each, chosen by
 * the ending of the file's name.
 */

#include "base/file.h"
#include "ui/figure_layout.h"
#include "ui/figure_words.h"

struct figure { /* everything that is drawn; nothing owned */
    const struct view *view;
    const struct provenance *by;
    const struct figure_options *options;
    const struct figure_layout *layout;
    const struct figure_facts *facts;
};

struct figure_format {
    const char *ending; /* ".png" */
    bool (*write)(struct output *o, const struct figure *f,
                  struct error *err);
};

extern const struct figure_format FIGURE_FORMATS[]; /* ends with NULL */

/* The row for that path; a stream or a device gets the first. NULL, with the
 * endings that work in *err, for any other name. */
const struct figure_format *figure_format_for(const char *path,
                                              struct error *err);

#endif
