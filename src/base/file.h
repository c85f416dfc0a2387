#ifndef MISCOPE_FILE_H
#define MISCOPE_FILE_H
/*
 * file - whole files in, whole files out.
 *
 * Reading is bounded. Writing goes to a file without a name (where the file
 * system has such, else to a temporary name) beside the target, which
 * output_commit puts in place: a file is either complete or not there, however
 * the program ends. An existing file is replaced only when the user said so. A
 * link stays a link: what it points to is written.
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
    char *temp;   /* where it is until then; owned, NULL for a device and
                     while it has no name */
    bool nameless;
    bool replace; /* an existing file may be replaced */
};

/* "-" is stdout; a device (/dev/null) is written directly. An existing file
 * is refused unless `replace`. After success exactly one of output_commit and
 * output_abandon must follow. */
bool output_open(struct output *o, const char *path, bool replace,
                 struct error *err) MUST_USE;

/* Whether output_open will do, before long work; a device is not opened. */
bool output_try(const char *path, bool replace, struct error *err) MUST_USE;

/* Flush, sync, put in place. On failure nothing is left behind. */
bool output_commit(struct output *o, struct error *err) MUST_USE;

void output_abandon(struct output *o); /* remove what was written */

#endif
