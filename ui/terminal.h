#ifndef MISCOPE_TERMINAL_H
#define MISCOPE_TERMINAL_H
/*
 * terminal - keeps the promise that the shell gets its terminal back, whatever
 * ends the program. Signals and modes only; ui/tui.c has the screen.
 *
 *   resize, stop, continue   noted, and handed out by terminal_events
 *   INT TERM HUP QUIT        noted likewise; the loop leaves in good order. A
 *                            loop that has not left after a second, or a
 *                            second signal, ends as a crash does
 *   SEGV BUS FPE ILL ABRT    the farewell is written and the modes are set
 *                            from inside the handler; then the signal acts
 *
 * While the terminal is open, what goes to stderr (assertions, libraries) is
 * held back and appears when the screen is gone. There is one terminal, as
 * there is one set of signal handlers.
 */

#include <stdbool.h>

#include "base/error.h"

enum terminal_event { /* bits of terminal_events */
    TERMINAL_RESIZED = 1,
    TERMINAL_STOPS = 2, /* Ctrl-Z: give the screen back, terminal_stop */
    TERMINAL_CONTINUES = 4,
    TERMINAL_ENDS = 8 /* leave the loop */
};

/* Remember the modes of `fd` and catch signals. `farewell` is what to write in
 * an emergency (copied, at most 255 bytes). */
bool terminal_open(int fd, const char *farewell, struct error *err) MUST_USE;

/* Modes, signals and stderr as they were. */
void terminal_close(void);

int terminal_fd(void);     /* readable when there are events */
int terminal_events(void); /* takes them */

/* Columns and rows of a terminal; 80x24 where it does not tell. */
void terminal_size(int fd, int *cols, int *rows);

void terminal_stop(void); /* as Ctrl-Z does; returns when continued */

/* After terminal_close: lets the signal that ended the loop take its course,
 * which ends the program. Returns where there was none. */
void terminal_obey(void);

#endif
