#ifndef MISCOPE_ASSETS_H
#define MISCOPE_ASSETS_H
/*
 * assets - where the files are that come with the program.
 *
 * The folder that holds assets/ and puzzles/ is, in this order: MISCOPE_ASSETS
 * of the environment and then nothing else; the one above the program's, for
 * build/miscope in its source tree; share/miscope beside the program's; the
 * one it was configured to be installed to.
 */

#include "base/text.h"

struct bundle { /* what comes with the program for a domain */
    const char *domain;
    const char *model;    /* "assets/..." */
    const char *problems; /* "puzzles/..." */
};

const struct bundle *bundle_for(const char *domain); /* NULL if none */

/* Adds the full path of e.g. "assets/sudoku.safetensors" to *path. */
bool asset_find(struct text *path, const char *name,
                struct error *err) MUST_USE;

#endif
