#ifndef MISCOPE_DRAWING_H
#define MISCOPE_DRAWING_H
/*
 * drawing - the options of a figure, from the command line.
 */

#include "cli/options.h"
#include "ui/figure.h"

struct figure_options drawing_options(const struct options *o);

#endif
