#ifndef MISCOPE_TRAIN_MI_H
#define MISCOPE_TRAIN_MI_H
/* train_mi - `miscope train mi`: labels, then an MI head that fits them. */

#include "cli/options.h"

int train_mi(const struct options *o, struct error *err);

#endif
