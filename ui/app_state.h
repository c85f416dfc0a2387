#ifndef MISCOPE_APP_STATE_H
#define MISCOPE_APP_STATE_H
/*
 * app_state - what the interface remembers between two keys. For the screens,
 * which read it, and the commands, which change it.
 *
 * Nothing here is a fact about the decode: those are in the session. Cursors
 * are positions of the sequence, so they survive any change of the map.
 */

#include <pthread.h>

#include "ui/app.h"
#include "ui/layout.h"
#include "ui/map_place.h"
#include "ui/prompt.h"

/* What keys mean now; each has its command table. */
enum mode { MODE_MAIN, MODE_HELP, MODE_SETTINGS, MODE_PROMPT, MODE_COUNT };

/* What stands below the board where there is not room for all of it. */
enum info { INFO_CELL, INFO_LISTS, INFO_LOG, INFO_COUNT };

enum { NO_FILTER = -1 };

/* The settings panel: a copy that is edited and then applied. */
struct editing {
    struct settings settings;
    int row;
};

/* Pictures of all steps being written by a thread of their own. */
struct export_job {
    bool active;
    pthread_t thread;
    struct app_actions actions;
    struct trace trace; /* copies of the line's steps; owned */
    struct problem problem; /* owned */
    const struct domain *domain;
    struct provenance by;
    struct view_options options;
    char folder[PROMPT_BYTES];
    bool replace;
    struct progress progress;
    struct error error;
    bool ok;
    atomic_bool done; /* the thread has nothing more to do */
};

/* Where things were on the last page: for the mouse, and for the keys that
 * depend on what is in sight. */
struct shown {
    struct layout layout;
    struct rect map_room; /* what the map's cells could take */
    struct map_place map;
    bool half;     /* half blocks are in use */
    int help_rows; /* lines of the help that were in sight */
    int help_last; /* the largest help_top that shows something new */
};

/* The view of one step, kept until something it depends on changes. */
struct seen {
    bool valid;
    int cursor, count;
    struct view_options options;
    struct view view;
    struct view_map change;
};

struct app {
    struct session *session; /* owned */
    const struct domain *domain;
    const struct predictor *predictor; /* NULL in a replay */
    struct app_source source;
    struct app_actions actions;
    int which, problems; /* of the source; problems 0: not known */

    struct view_options options;
    int pane;    /* enum pane: where the cursor keys go */
    int at;      /* position of the board's cursor */
    int pair[2]; /* positions of the map's cursor: row, column */
    int zoom;    /* 0: the whole map */
    bool lens;   /* the board is shaded */
    int filter;  /* symbol whose places are shown, or NO_FILTER */
    int info;    /* enum info */

    bool running;
    int speed;  /* row of SPEEDS */
    double due; /* when the next step is to be taken, seconds */
    double now;

    int mode;
    int help_top; /* first line of the help in sight */
    struct prompt prompt;
    void (*prompt_done)(struct app *a, const char *text);
    int prompt_back; /* the mode that the prompt returns to */
    char pending[PROMPT_BYTES]; /* the file a question is about */
    struct editing editing;
    struct export_job job;

    char message[240]; /* until the next key; "": none */
    bool message_bad;
    bool quits, mouse, repaint;
    struct seen seen;
    struct shown shown;
};

/* Steps a second that one can choose from; ends with 0. */
extern const double SPEEDS[];

/* The view of the cursor's step; valid until the next change. */
const struct view *app_view(struct app *a);
const struct view_map *app_change(struct app *a); /* see view_change */

/* Rows of the map that the cursor is on, -1 where it has none: on the map the
 * pair, on the board the same row and column. */
void app_map_cursor(struct app *a, int *row, int *col);

/* The other position of the strongest pair of `position`, or -1. */
int app_strongest(struct app *a, int position);

void app_say(struct app *a, const char *fmt, ...) PRINTF(2, 3);
void app_complain(struct app *a, const char *fmt, ...) PRINTF(2, 3);

/* Ask for a line of text; `done` gets it unless the user escapes. */
void app_ask(struct app *a, const char *label, const char *text,
             void (*done)(struct app *a, const char *text));

/* What a move of the session means for run mode and the message. */
void app_moved(struct app *a, enum moved moved);

/* One sentence on how the decode ended; "" while it has not. */
void app_verdict(char *out, size_t size, struct app *a);

/* Tips of the tree: their number, and which one the line ends in (from 0). */
int app_branches(const struct trace *t, int *current);

/* Another problem with the settings of this one; takes over its contents. */
void app_open(struct app *a, struct problem *p, int which);

/* ui/app_export.c */
void export_frame(struct app *a, const char *path, bool replace);
void export_start(struct app *a, const char *folder, bool replace);
void export_poll(struct app *a);
void export_end(struct app *a); /* cancels and waits */

#endif
