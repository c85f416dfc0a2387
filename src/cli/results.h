#ifndef MISCOPE_RESULTS_H
#define MISCOPE_RESULTS_H
/*
 * results - what a command hands over on standard output. Written and flushed
 * at once, so a full disk or a closed pipe is noticed where it happens.
 */

#include "base/text.h"

/* Prints and empties t. */
bool results_put(struct text *t, struct error *err) MUST_USE;

#endif
