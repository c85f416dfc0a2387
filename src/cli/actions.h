#ifndef MISCOPE_ACTIONS_H
#define MISCOPE_ACTIONS_H
/*
 * actions - how the interface makes pictures: its keys call the same drawing
 * that `miscope export` does, with the size and theme of the command line and
 * the limits and colours that are on the screen.
 */

#include "ui/app.h"
#include "ui/figure.h"

/* `size` gives width, resolution and theme; it must outlive the app. */
struct app_actions actions_for(struct figure_options *size);

#endif
