#ifndef MISCOPE_WATCH_H
#define MISCOPE_WATCH_H
/*
 * watch - miscope itself on a pty. MISCOPE_BINARY names the program. Asserts
 * what every use expects: that it starts, answers and leaves a clean terminal.
 */

#include "pty.h"

extern const char WATCH_PUZZLE[]; /* twenty blanks: quick, and a map to see */

const char *watch_binary(void);

/* Only started; what it shows is the caller's to see. */
void watch_begin(struct pty *p, int cols, int rows, const char *const *env);

/* At that size, ready for keys. */
void watch(struct pty *p, int cols, int rows, const char *const *env);
void watch_in(struct pty *p, const char *variable); /* 80x24, "K=V" or "K" */

/* A command line for sh: `before`, the program on the puzzle, `after`. */
void watch_line(struct pty *p, const char *before, const char *after);

void watch_step_to(struct pty *p, int n); /* from n - 1, if not there */
void watch_leave(struct pty *p);          /* "q", status 0 */
void watch_quit(struct pty *p);           /* watch_leave, pty_stop */

#endif
