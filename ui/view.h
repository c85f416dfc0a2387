#ifndef MISCOPE_VIEW_H
#define MISCOPE_VIEW_H
/*
 * view - what a step looks like, before anyone decides on characters or
 * pixels.
 *
 *   step (facts) -> view (meanings) -> grid (characters)  ui/screen*.c
 *                                   -> figure (pixels)    ui/figure*.c
 *
 * Both drawings start here, so what is given, what is new, which pairs the map
 * shows and what the colours mean are decided once: a figure shows what was on
 * the screen.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "domain/domain.h"
#include "session/trace.h"

enum cell_state {
    CELL_GIVEN,    /* part of the problem */
    CELL_FILLED,   /* revealed by an earlier step */
    CELL_ACCEPTED, /* revealed by this step */
    CELL_FORCED,   /* revealed by this step because something had to be */
    CELL_DEFERRED, /* looked at by this step and left masked */
    CELL_MASKED,   /* masked, nothing decided (step 0) */
    CELL_STATES
};

/* How each state is told by name and by shape, the same on every drawing. */
struct cell_look {
    const char *name; /* "accepted" */
    char mark;        /* 'A': beside the symbol in figures and legends */
};
extern const struct cell_look CELL_LOOKS[CELL_STATES];

struct view_cell {
    char symbol;   /* of the domain's alphabet; the mask's where masked */
    uint8_t state; /* enum cell_state */
    bool wrong;    /* revealed and differs from the known solution */
    int32_t index; /* into the step's arrays of N, or -1 */
    int32_t since; /* the step that revealed it, 0: given or masked */
};

/* Limits of the colours, in nats. */
struct scale {
    double low, high; /* low < high always, also for constant matrices */
    bool log;         /* colours run with log10 of the value */
    bool fixed;       /* the same for every step of the line */
};

/* The matrix, square, symmetric: rows and columns are positions. */
struct view_map {
    int n;
    int32_t *position; /* [n] owned */
    float *value;      /* [n,n] nats, owned; NAN: no value (diagonal, known) */
    bool known;        /* false: the step has no MI at all */
    bool all;          /* every position is shown, not only masked ones */
};

/* What the user chose to see. Plain data; a figure is exported with it. */
struct view_options {
    bool all;            /* all positions instead of the masked ones */
    bool scale_per_step; /* limits of this step instead of the whole line */
    bool log;
    bool bits;           /* numbers in bits instead of nats */
    double high;         /* upper limit set by hand, nats; 0: automatic */
    int colourmap;       /* row of COLOURMAPS */
};

struct view {
    const struct domain *domain;
    const struct problem *problem;
    const struct step *step;
    struct view_cell *cell; /* [T] owned */
    struct view_map map;
    struct scale scale;
    int depth, last;  /* step number, and that of the line's tip */
    int wrong;        /* cells that are wrong */
    int masked;       /* after the step */
    int accepted, deferred; /* by the step */
    double unit;      /* multiply nats by this: 1, or 1/ln 2 */
    const char *unit_name; /* "nats" or "bits" */
};

/* Everything about the step at the trace's cursor. Owned by the caller. */
void view_of(struct view *v, const struct trace *t, const struct problem *p,
             const struct domain *d, const struct view_options *o);
void view_release(struct view *v);

/* What happened to the MI since the step before, at the positions of v's map
 * (never all): above the diagonal what rose, below what fell, both >= 0. Not
 * known without MI before and now. Release it with view_map_release. */
void view_change(struct view_map *out, const struct trace *t,
                 const struct view *v);
void view_map_release(struct view_map *m);

/* 0..1 between the limits, clamped; NAN stays NAN. */
double scale_fraction(const struct scale *s, double value);

/* The readable upper limit below or above one, nats. */
double scale_next_limit(double high, bool up);

/* Round limits for a bar: up to `most` values from low to high at readable
 * numbers, in the unit shown (value / unit are nats). Returns how many. */
int scale_ticks(const struct scale *s, double unit, double *tick, int most);

/* out [rows,cols]: the largest value of each k x k block whose first block is
 * (row, col) in units of blocks; NAN where a block has no value. Max, because
 * an isolated strong pair must not vanish when the map is shrunk. */
void view_pool(float *out, const struct view_map *m, int k, int row, int col,
               int rows, int cols);

/* Index of a position among the rows of the map, or -1. */
int view_row(const struct view_map *m, int position);

/* Rank 1.. of a pair of rows among the pairs i < j with a value, 0 when it has
 * none. *pairs gets their number. */
int view_rank(const struct view_map *m, int i, int j, int *pairs);

/* Why the cell was deferred or accepted, as one sentence without full stop:
 * "deferred: dependence 0.112 (mostly r1c2): cost 0.512 over 0.300 nats
 * left". Of a wrong symbol it says what the solution has. */
void view_reason(char *out, size_t size, const struct view *v, int position);

/* The same where there is little room: "by r1c2: 0.512 > 0.300". */
void view_reason_brief(char *out, size_t size, const struct view *v,
                       int position);

#endif
