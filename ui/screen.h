#ifndef MISCOPE_SCREEN_H
#define MISCOPE_SCREEN_H
/*
 * screen - the panels of a page. Each draws itself into a rectangle from the
 * view and the app's state, from nothing, every time.
 */

#include "ui/app_state.h"
#include "ui/grid.h"
#include "ui/theme.h"
#include "ui/view.h"

struct screen {
    struct grid *g;
    const struct look *look;
    struct app *a;
    const struct view *v;
    int row, col; /* of the map: where its cursor is; -1: nowhere */
};

/* A horizontal bar of `filled` in `width`, 0..1, in one role. */
void screen_gauge(struct screen *s, struct rect r, int x, int y, int width,
                  double filled, int role);

/* Draw a character coloured by a fraction 0..1 (NAN: no value); `ch` is
 * replaced by the ramp where there are no colours and it is a space. */
void screen_heat(struct screen *s, int x, int y, uint32_t ch, double fraction);
int screen_level(double fraction); /* HEAT_NONE for NAN */

/* A value in the unit chosen, three decimals, "-" for NAN. */
void screen_number(char out[16], const struct view *v, double nats);

/* The same, but 4.1e-05 where that would read 0.000. */
void screen_exact(char out[16], const struct view *v, double nats);

/* "same row": what a rule of the domain ties two positions by, or "". */
const char *screen_tie(const struct view *v, int a, int b);

/* Text broken at spaces; returns the lines it took. */
int screen_wrap(struct screen *s, struct rect r, int y, int role,
                const char *text);

void screen_title(struct screen *s, struct rect r);
void screen_message(struct screen *s, struct rect r);
void screen_hints(struct screen *s, struct rect r);
void screen_board(struct screen *s, struct rect r);
void screen_info(struct screen *s, struct rect r);
void screen_cell(struct screen *s, struct rect r);
void screen_lists(struct screen *s, struct rect r);
void screen_log(struct screen *s, struct rect r);
void screen_map(struct screen *s, struct rect map, struct rect bar);
void screen_second(struct screen *s, struct rect r);
void screen_pairs(struct screen *s, struct rect r);
void screen_lens(struct screen *s, struct rect r);
void screen_help(struct screen *s);
void screen_settings(struct screen *s);

#endif
