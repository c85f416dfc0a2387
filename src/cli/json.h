#ifndef MISCOPE_JSON_H
#define MISCOPE_JSON_H
/*
 * json - what JSON lines have in common: seven significant digits, as a float
 * has, null for what is not a number, keys in the order they were set.
 */

#include <jansson.h>

#include "base/text.h"

json_t *json_number(double x); /* null for NAN and infinities */

/* Adds the object as one line and gives it up. */
void json_line(struct text *t, json_t *object);

#endif
