#ifndef MISCOPE_FILE_H
#define MISCOPE_FILE_H
/*
 * file - whole files in, whole files out.
 *
 * Reading is bounded. Writing goes to a temporary name beside the target and
 * is renamed by output_commit, so a file is either complete or not there; an
 * existing file is replaced only when the user said so.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* Everything in `path` ("-" is stdin), at most `limit` bytes, NUL-terminated
 * beyond *size. NULL on failure. The caller frees. */
char *file_read(const char *path, size_t limit, size_t *size,
                struct error *err) MUST_USE;

struct output {
    FILE *stream; /* write here */
    char *path;   /* where it will be; owned */
    char *temp;   /* where it is until then; owned, NULL for a device */
    bool replace; /* an existing file may be replaced */
};

/* "-" is stdout; a device (/dev/null) is written directly. An existing file
 * is refused unless `replace`. After success exactly one of output_commit and
 * output_abandon must follow. */
bool output_open(struct output *o, const char *path, bool replace,
                 struct error *err) MUST_USE;

/* Flush, sync, put in place. On failure nothing is left behind. */
bool output_commit(struct output *o, struct error *err) MUST_USE;

void output_abandon(struct output *o); /* remove what was written */

#endif
