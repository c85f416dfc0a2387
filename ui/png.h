#ifndef MISCOPE_PNG_H
#define MISCOPE_PNG_H
/*
 * png - the only file that talks to libpng: RGB rows out, with pHYs and tEXt.
 * No time, no path: the same picture is the same file.
 */

#include <stdint.h>

#include "base/error.h"
#include "base/file.h"

struct png_text {
    const char *key, *value; /* Latin-1 key of at most 79 bytes; UTF-8 value */
};

/* rgb [height,width,3]. `texts` ends with a NULL key. */
bool png_write(struct output *o, const uint8_t *rgb, int width, int height,
               double dpi, const struct png_text *texts,
               struct error *err) MUST_USE;

#endif
