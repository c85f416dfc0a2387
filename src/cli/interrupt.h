#ifndef MISCOPE_INTERRUPT_H
#define MISCOPE_INTERRUPT_H
/*
 * interrupt - Ctrl-C and kill end a long computation in good order.
 *
 * Between begin and end, the first SIGINT, SIGTERM or SIGHUP cancels the
 * watched progress, so that the command can remove what it has half written;
 * a second one ends the program at once.
 */

#include "base/progress.h"

void interrupt_begin(struct progress *watched);

/* The signal that came, 0 if none. Its ordinary action is back in force. */
int interrupt_end(void);

#endif
