#ifndef MISCOPE_SCREEN_TIMES_H
#define MISCOPE_SCREEN_TIMES_H
/*
 * screen_times - how long somebody waits for the interface, in milliseconds.
 * Measured without a terminal: up to the page that would be shown.
 */

#include "cli/setup.h"

struct screen_times {
    double redraw; /* a page of 200x60 from nothing */
    double key;    /* from a key to the page of a step already computed */
    double start;  /* from the start of the program to the first page */
};

bool screen_times_measure(struct screen_times *out, const struct options *o,
                          struct error *err) MUST_USE;

#endif
