#ifndef MISCOPE_PROMPT_H
#define MISCOPE_PROMPT_H
/*
 * prompt - a line of text being typed, in UTF-8. Survives resizes because it
 * knows nothing of the page.
 */

#include <stdbool.h>

enum { PROMPT_BYTES = 256 };

struct prompt {
    char label[80];
    char text[PROMPT_BYTES]; /* NUL-terminated, whole characters */
};

void prompt_begin(struct prompt *p, const char *label, const char *text);

/* A printable character (Unicode); others and what does not fit are ignored. */
void prompt_type(struct prompt *p, int ch);
void prompt_rub_out(struct prompt *p); /* the last character */
void prompt_clear(struct prompt *p);

#endif
