#ifndef MISCOPE_TUI_H
#define MISCOPE_TUI_H
/*
 * tui - the interface on a real terminal: keys and time in, pages out. The
 * only file that knows curses.
 *
 * What the terminal can do is asked of terminfo, never assumed. The palette
 * is not redefined, the shell's screen comes back as it was.
 */

#include <stdbool.h>

#include "base/error.h"
#include "ui/app.h"

enum tui_colour { /* --color */
    TUI_COLOUR_AUTO, /* what terminfo offers; none where NO_COLOR is set */
    TUI_COLOUR_NONE,
    TUI_COLOUR_8,
    TUI_COLOUR_256,
    TUI_COLOUR_RGB /* these three: at most; less where the terminal lacks it */
};

enum tui_glyph { /* --glyph */
    TUI_GLYPH_AUTO, /* half blocks in UTF-8, except on the Linux console */
    TUI_GLYPH_HALF, /* half blocks wherever the locale is UTF-8 */
    TUI_GLYPH_ASCII
};

struct tui_options { /* {0} is the default */
    int colour;    /* enum tui_colour */
    int glyph;     /* enum tui_glyph */
    bool no_mouse; /* never ask the terminal for the mouse */
};

/* Shows `app` until it quits. Keys come from stdin, or from /dev/tty where
 * stdin is not a terminal. Fails, with the terminal untouched, where there is
 * no terminal or terminfo does not know it. Does not return when a signal ends
 * the program: the terminal is restored, then the signal takes its course. */
bool tui_run(struct app *app, const struct tui_options *o,
             struct error *err) MUST_USE;

#endif
