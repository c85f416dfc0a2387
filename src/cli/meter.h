#ifndef MISCOPE_METER_H
#define MISCOPE_METER_H
/*
 * meter - a progress bar on standard error, only where that is a terminal.
 *
 *   step 4  [###########.............]  212/487
 *
 * A thread reads the progress ten times a second; the line is gone when
 * meter_end returns.
 */

#include "base/progress.h"

struct meter; /* NULL where nobody would see it */

struct meter *meter_begin(const char *label, struct progress *p);
void meter_end(struct meter *m);

#endif
