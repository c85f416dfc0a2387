#ifndef MISCOPE_ERROR_H
#define MISCOPE_ERROR_H
/*
 * error - why something failed, in words for the person who ran the program.
 *
 * Three kinds of failure, three idioms:
 *
 *   a bug in this program   assert()           stop on the line that is wrong
 *   out of memory           memory.h           abort; nothing sensible follows
 *   the outside world       struct error       files, terminals, arguments
 *
 * Only the third kind reaches a caller. Such a function returns false or NULL,
 * has written one sentence into *err, and has left its outputs untouched. Each
 * level on the way out may put its own words in front:
 *
 *   cannot load assets/sudoku.safetensors: tensor head.bias: file ends early
 *
 * Bytes read from a file are never asserted: they are the outside world.
 */

#include <stdbool.h>

#define MUST_USE     __attribute__((warn_unused_result))
#define PRINTF(f, a) __attribute__((format(printf, f, a)))

struct error {
    char text[512];
};

/* Set the message. Always returns false, so a failure is one line:
 *     return fail(err, "%s is not a model", path);                    */
bool fail(struct error *err, const char *fmt, ...) PRINTF(2, 3);

/* Put words in front of the message already there. Always returns false. */
bool fail_in(struct error *err, const char *fmt, ...) PRINTF(2, 3);

#endif
