#ifndef MISCOPE_APP_H
#define MISCOPE_APP_H
/*
 * app - the interface without a terminal: state, keys, page. ui/tui.c feeds
 * it keys and time and shows the page; tests do the same without curses.
 *
 *   event -> app_key / app_mouse / app_tick -> app_draw -> grid
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "session/npz.h"
#include "session/session.h"
#include "ui/grid.h"
#include "ui/view.h"

enum key { /* printable keys are themselves */
    APP_KEY_LEFT = 0x110000, /* beyond Unicode, independent of curses */
    APP_KEY_RIGHT,
    APP_KEY_UP,
    APP_KEY_DOWN,
    APP_KEY_PAGE_UP,
    APP_KEY_PAGE_DOWN,
    APP_KEY_HOME,
    APP_KEY_END,
    APP_KEY_BACKSPACE,
    APP_KEY_F1,
    APP_KEY_ENTER = '\n',
    APP_KEY_TAB = '\t',
    APP_KEY_ESCAPE = 27
};

/* What the terminal can show; decided at start, given to app_draw. */
struct look {
    int colours;    /* 0, 8, 256 or 1 << 24 */
    bool utf8;      /* half blocks and box lines, else ASCII */
    bool half;      /* half blocks allowed (--glyph) */
};

/* Where other problems come from, for "next puzzle"; may be all NULL. */
struct app_source {
    void *self;
    bool (*open)(void *self, int which, struct problem *out, int *count,
                 struct error *err);
};

/* How pictures are made; the page library cannot draw them. May be NULL: the
 * keys then say that there is no export. */
struct app_actions {
    void *self;
    /* What is on the screen, as ui/figure.h's figure_export; quick. */
    bool (*export_frame)(void *self, const struct view *v,
                         const struct provenance *by,
                         const struct view_options *o, const char *path,
                         bool replace, char note[160], struct error *err);
    /* As figure_export_all, on a thread of its own and a copy of the trace. */
    bool (*export_all)(void *self, struct trace *t, const struct problem *p,
                       const struct domain *d, const struct provenance *by,
                       const struct view_options *o, const char *folder,
                       bool replace, struct progress *progress,
                       struct error *err);
};

struct app; /* fields in ui/app_state.h, for the screens and commands only */

struct app *app_new(const struct domain *d, const struct predictor *pr,
                    const struct problem *p, const struct settings *s,
                    const struct app_source *source, int which);
struct app *app_replay(struct session *replay); /* takes ownership */
void app_free(struct app *a);
void app_set_actions(struct app *a, const struct app_actions *actions);

void app_key(struct app *a, int key);
void app_mouse(struct app *a, int col, int row, bool wheel_up, bool wheel_down);

/* Time passes: `now` in seconds of a steady clock. */
void app_tick(struct app *a, double now);
int app_timeout(const struct app *a, double now); /* ms until the next tick is
                                                     needed; -1: none */
int app_wakeup_fd(const struct app *a); /* poll for reading, then app_tick */

bool app_quits(const struct app *a);
bool app_wants_mouse(const struct app *a);
int app_colourmap(const struct app *a); /* row of COLOURMAPS of the heat */
bool app_wants_repaint(struct app *a); /* Ctrl-L was pressed; clears it */

void app_draw(struct app *a, struct grid *g, const struct look *l, int cols,
              int rows);

#endif
