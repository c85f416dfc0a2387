#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ui/colourmap.h"
#include "ui/figure_draw.h"

static const double LABEL_STEP = 6.4;  /* pt between labels one below another */
static const double BAR_LABEL = 19;    /* pt for a number beside the bar */

enum { TICKS_MOST = 9 };

static uint32_t colour_of(const struct pen *p, const struct view *v, int map,
                          float value)
{
    double fraction = scale_fraction(&v->scale, (double)value);

    return isnan(fraction) ? p->look->none : colourmap_at(map, fraction);
}

/* A cell one pixel larger towards a neighbour that is drawn later: vector
 * viewers would show hair lines between exact edges. */
static struct box overlapped(const struct figure_layout *l, int row, int col)
{
    struct box b = figure_map_cell(l, row, col);

    b.w += col + 1 < l->cells && l->at[col + 1] == l->at[col] + l->cell;
    b.h += row + 1 < l->cells && l->at[row + 1] == l->at[row] + l->cell;
    return b;
}

static void draw_cells(const struct pen *p, const struct figure_layout *l,
                       const struct view *v, int map)
{
    size_t n = (size_t)l->cells;
    float *value = memory_new(n * n, sizeof *value);

    view_pool(value, &v->map, l->pool, 0, 0, l->cells, l->cells);
    for (int row = 0; row < l->cells; row++)
        for (int col = 0; col < l->cells; col++)
            pen_fill(p, overlapped(l, row, col),
                     colour_of(p, v, map, value[(size_t)row * n + col]));
    free(value);
}

/* Centre of the cells first..last along an axis, from the map's edge. */
static double middle(const struct figure_layout *l, int first, int last)
{
    return (l->at[first] + l->at[last] + l->cell) / 2.0;
}

/* What one label stands for: cells `first` to `last`. */
struct label {
    int first, last;
    char text[16];
};

static int position_of(const struct figure_layout *l, const struct view *v,
                       int cell)
{
    return v->map.position[cell * l->pool];
}

/* The label that begins at cell `first`: the cell itself where its name fits,
 * else on grids the whole row of the board. */
static struct label label_at(const struct figure_layout *l,
                             const struct view *v, int first)
{
    struct label label = {first, first, ""};
    int position = position_of(l, v, first), row = position / l->columns;

    if (l->names) {
        v->domain->position_name(label.text, position);
        return label;
    }
    while (label.last + 1 < l->cells &&
           position_of(l, v, label.last + 1) / l->columns == row)
        label.last++;
    snprintf(label.text, sizeof label.text, "r%d", row + 1);
    return label;
}

/* Left and top labels; those that would touch the one before are left out. */
static void draw_labels(const struct pen *p, const struct figure_layout *l,
                        const struct view *v)
{
    double half = pen_half_height(p, TEXT_SMALL), gap = l->mark + 2 * p->pt;
    double next_row = -1e9, next_col = -1e9;
    bool upward = l->names;
    double room = l->lane - 2.2 * p->pt;

    for (int i = 0; i < l->cells;) {
        struct label label = label_at(l, v, i);
        double at = middle(l, label.first, label.last);
        double wide = upward ? LABEL_STEP * p->pt
                             : pen_text_width(p, TEXT_SMALL, 0, label.text) +
                                   1.5 * p->pt;

        if (at >= next_row)
            pen_text(p, l->map.x - gap, l->map.y + at + half, TEXT_SMALL,
                     TEXT_RIGHT, room, p->look->ink, label.text);
        if (at >= next_col)
            pen_text(p, l->map.x + at + (upward ? half : 0), l->map.y - gap,
                     TEXT_SMALL, upward ? TEXT_UPWARD : TEXT_CENTRE, room,
                     p->look->ink, label.text);
        next_row = at >= next_row ? at + LABEL_STEP * p->pt : next_row;
        next_col = at >= next_col ? at + wide : next_col;
        i = label.last + 1;
    }
}

/* One mark in its box beside the map, shaped as on the board: full, outlined,
 * a ring; with a letter where one fits. */
static void draw_mark(const struct pen *p, struct box b, int state)
{
    int small = b.w < b.h ? b.w : b.h;
    int line = line_pixels(1, fmin(0.6 * p->pt, small / 4.0));
    bool letter = small >= 5.2 * p->pt;
    uint32_t ink = p->look->ink;

    if (state == CELL_ACCEPTED) {
        pen_fill(p, b, p->look->accepted);
        ink = p->look->on_accepted;
    } else if (state == CELL_FORCED) {
        pen_frame(p, b, line, p->look->forced);
    } else if (!letter) {
        double radius = fmin(small / 2.0, 1.3 * p->pt);

        pen_ring(p, b.x + b.w / 2.0, b.y + b.h / 2.0, radius,
                 fmin(radius / 2, 0.35 * p->pt), p->look->faint);
    }
    if (letter) {
        char s[2] = {CELL_LOOKS[state].mark, '\0'};

        pen_text(p, b.x + b.w / 2.0,
                 b.y + b.h / 2.0 + pen_half_height(p, TEXT_SMALL), TEXT_SMALL,
                 TEXT_CENTRE, 0, ink, s);
    }
}

/* The state worth marking among the positions a cell stands for, or -1. */
static int marked_state(const struct figure_layout *l, const struct view *v,
                        int cell)
{
    int best = -1;

    for (int i = cell * l->pool; i < (cell + 1) * l->pool && i < l->n; i++) {
        int state = v->cell[v->map.position[i]].state;

        if (state == CELL_ACCEPTED || state == CELL_FORCED)
            return state;
        if (state == CELL_DEFERRED)
            best = state;
    }
    return best;
}

static void draw_marks(const struct pen *p, const struct figure_layout *l,
                       const struct view *v)
{
    int off = (int)lround(0.8 * p->pt), deep = l->mark - off - off / 2;
    int thin = l->cell >= 5 ? 1 : 0;

    for (int i = 0; l->mark && i < l->cells; i++) {
        int state = marked_state(l, v, i), at = l->at[i] + thin;
        int along = l->cell - thin;

        if (state < 0)
            continue;
        draw_mark(p, (struct box){l->map.x - off - deep, l->map.y + at, deep,
                                  along},
                  state);
        draw_mark(p, (struct box){l->map.x + at, l->map.y - off - deep, along,
                                  deep},
                  state);
    }
}

static void draw_missing(const struct pen *p, const struct figure_layout *l,
                         const struct view *v)
{
    const char *why = v->masked + v->accepted ? "no MI at this step"
                                              : "nothing is masked";

    pen_text(p, l->map.x + l->map.w / 2.0, l->map.y + l->map.h / 2.0,
             TEXT_LARGE, TEXT_CENTRE, l->map.w, p->look->faint, why);
}

/* A hair line around the box, outside of it. */
static void draw_rim(const struct pen *p, struct box b)
{
    int hair = line_pixels(p->pt, 0.25);

    pen_frame(p,
              (struct box){b.x - hair, b.y - hair, b.w + 2 * hair,
                           b.h + 2 * hair},
              hair, p->look->faint);
}

void figure_draw_map(const struct pen *p, const struct figure_layout *l,
                     const struct view *v, int colourmap)
{
    draw_rim(p, l->map);
    if (!v->map.known || v->map.n == 0) {
        draw_missing(p, l, v);
        return;
    }
    draw_cells(p, l, v, colourmap);
    draw_labels(p, l, v);
    draw_marks(p, l, v);
}

/* Digits behind the point that tell all ticks apart. */
static int decimals(const double *tick, int n)
{
    for (int d = 0; d < 6; d++) {
        double unit = pow(10, d);
        bool exact = true;

        for (int i = 0; i < n; i++)
            exact &= fabs(tick[i] * unit - round(tick[i] * unit)) < 1e-6;
        if (exact)
            return d;
    }
    return 6;
}

/* A tick at height y beside the bar, and its number if there is room above
 * the last one at height `last`. Returns the last number's height. */
static double draw_tick(const struct pen *p, const struct figure_layout *l,
                        double y, double last, const char *number)
{
    int hair = line_pixels(p->pt, 0.4), x = l->bar.x + l->bar.w;

    pen_fill(p,
             (struct box){x, (int)lround(y - hair / 2.0),
                          (int)lround(1.6 * p->pt), hair},
             p->look->ink);
    if (last - y < LABEL_STEP * p->pt)
        return last;
    pen_text(p, x + 2.6 * p->pt, y + pen_half_height(p, TEXT_LABEL),
             TEXT_LABEL, TEXT_LEFT, BAR_LABEL * p->pt, p->look->ink, number);
    return y;
}

static void draw_ticks(const struct pen *p, const struct figure_layout *l,
                       const struct view *v)
{
    double tick[TICKS_MOST], last = 1e9;
    int most = (int)fmax(2, fmin(TICKS_MOST, l->bar.h / (14 * p->pt)));
    int n = scale_ticks(&v->scale, v->unit, tick, most), d = decimals(tick, n);
    char number[24];

    for (int i = 0; i < n; i++) {
        double f = scale_fraction(&v->scale, tick[i] / v->unit);
        double shown = fabs(tick[i]) < 1e-12 ? 0 : tick[i]; /* never -0 */

        if (v->scale.log)
            snprintf(number, sizeof number, "%g", shown);
        else
            snprintf(number, sizeof number, "%.*f", d, shown);
        last = draw_tick(p, l, l->bar.y + (1 - f) * (l->bar.h - 1) + 0.5, last,
                         number);
    }
    if (last - l->bar.y < LABEL_STEP * p->pt)
        return;
    snprintf(number, sizeof number, "%.3g", v->scale.high * v->unit);
    draw_tick(p, l, l->bar.y + 0.5, last, number);
}

void figure_draw_bar(const struct pen *p, const struct figure_layout *l,
                     const struct view *v, int colourmap)
{
    struct box b = l->bar;
    char title[32];

    if (!v->map.known || v->map.n == 0)
        return;
    draw_rim(p, b);
    for (int y = 0; y < b.h; y++) { /* each over the rest of the last */
        double fraction = b.h > 1 ? 1 - y / (b.h - 1.0) : 1;

        pen_fill(p, (struct box){b.x, b.y + y, b.w, b.h - y},
                 colourmap_at(colourmap, fraction));
    }
    draw_ticks(p, l, v);
    snprintf(title, sizeof title, "MI (%s)", v->unit_name);
    pen_text(p, b.x, b.y - 5 * p->pt, TEXT_LABEL, TEXT_LEFT, 0, p->look->ink,
             title);
}
