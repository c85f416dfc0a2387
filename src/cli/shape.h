#ifndef MISCOPE_SHAPE_H
#define MISCOPE_SHAPE_H
/*
 * shape - a sequence as lines of characters, in the shape its domain names
 * (domain.h): a framed grid, or a strip in lines of ten times six.
 */

#include "base/text.h"
#include "domain/domain.h"

char shape_symbol(const struct domain *d, int16_t token); /* '.': masked */

void shape_print(struct text *t, const struct domain *d,
                 const int16_t *tokens, int T);

#endif
