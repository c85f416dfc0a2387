#ifndef MISCOPE_SNIFF_H
#define MISCOPE_SNIFF_H
/*
 * sniff - what kind of file the first bytes say it is.
 */

#include <stddef.h>

/* "a PNG picture", "text"; NULL when nothing is recognised. */
const char *sniff(const unsigned char *bytes, size_t size);

#endif
