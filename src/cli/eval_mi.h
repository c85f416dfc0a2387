#ifndef MISCOPE_EVAL_MI_H
#define MISCOPE_EVAL_MI_H
/* eval_mi - `miscope eval mi`: how good an MI head is on new boards. */

#include "cli/options.h"

int eval_mi(const struct options *o, struct error *err);

#endif
