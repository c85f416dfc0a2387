#ifndef MISCOPE_TEXT_H
#define MISCOPE_TEXT_H
/*
 * text - a string that grows. `bytes` is always NUL-terminated once anything
 * was added; the NUL is not counted in `length`. Start from { 0 }.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct text {
    char *bytes; /* owned; NULL while nothing was added */
    size_t length, capacity;
};

void text_add(struct text *t, const char *s);
void text_add_bytes(struct text *t, const void *bytes, size_t n);
void text_printf(struct text *t, const char *fmt, ...) PRINTF(2, 3);
void text_release(struct text *t);

#endif
