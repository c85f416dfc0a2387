#include <math.h>
#include <stdio.h>

#include "ui/figure_draw.h"

static const double SYMBOL = 0.72;     /* of a cell's height */
static const double INSET = 0.09;      /* of a cell, around its mark */
static const double ICON = 7.6;        /* pt, of the legend */
static const double ICON_STEP = 10;    /* pt, to the legend's text */
static const double SYMBOL_LEAST = 4.9; /* pt; smaller ones are left out */

static double symbol_size(const struct pen *p, struct box b)
{
    return fmin(TEXT_LARGE, SYMBOL * b.h / p->pt);
}

static void put_symbol(const struct pen *p, struct box b, double size,
                       int style, uint32_t rgb, char symbol)
{
    char s[2] = {symbol, '\0'};

    if (size >= SYMBOL_LEAST)
        pen_text(p, b.x + b.w / 2.0,
                 b.y + b.h / 2.0 + pen_half_height(p, size), size,
                 style | TEXT_CENTRE, 0, rgb, s);
}

static void draw_given(const struct pen *p, struct box b, char symbol)
{
    put_symbol(p, b, symbol_size(p, b), TEXT_BOLD, p->look->ink, symbol);
}

static void draw_filled(const struct pen *p, struct box b, char symbol)
{
    put_symbol(p, b, symbol_size(p, b), TEXT_LEFT, p->look->ink, symbol);
}

static void draw_accepted(const struct pen *p, struct box b, char symbol)
{
    double in = INSET * b.h;

    pen_round(p, b.x + in, b.y + in, b.h - 2 * in, 0, p->look->accepted);
    put_symbol(p, b, symbol_size(p, b), TEXT_BOLD, p->look->on_accepted,
               symbol);
}

static void draw_forced(const struct pen *p, struct box b, char symbol)
{
    double in = INSET * b.h, side = b.h - 2 * in, corner = 0.26 * side;

    pen_corner(p, b.x + in + side - corner * 1.15,
               b.y + in + side - corner * 1.15, corner, p->look->forced);
    pen_round(p, b.x + in, b.y + in, side, fmax(1, 0.8 * p->pt),
              p->look->forced);
    put_symbol(p, b, symbol_size(p, b), TEXT_BOLD, p->look->ink, symbol);
}

static void draw_deferred(const struct pen *p, struct box b, char symbol)
{
    double radius = fmin(0.36 * b.h, 4.2 * p->pt);

    (void)symbol;
    pen_ring(p, b.x + b.w / 2.0, b.y + b.h / 2.0, radius, 0.5 * p->pt,
             p->look->faint);
    if (b.h >= 7 * p->pt)
        put_symbol(p, b, TEXT_SMALL, TEXT_LEFT, p->look->faint, '?');
}

static void draw_masked(const struct pen *p, struct box b, char symbol)
{
    (void)symbol;
    pen_ring(p, b.x + b.w / 2.0, b.y + b.h / 2.0,
             fmin(0.09 * b.h, 0.9 * p->pt), 0, p->look->faint);
}

/* A cross in the upper right corner, with a rim that sets it off. */
static void cross_out(const struct pen *p, struct box b)
{
    double size = fmin(0.2 * b.h, 3.2 * p->pt), rim = 0.35 * p->pt;
    double in = fmax(0.06 * b.h, 0.6 * p->pt);
    double x = b.x + b.w - size - in, y = b.y + in;

    for (int i = 0; i < 2; i++) {
        double wide = i ? 0.8 * p->pt : 0.8 * p->pt + 2 * rim;
        double out = i ? 0 : rim;
        uint32_t rgb = i ? p->look->wrong : p->look->paper;

        pen_stroke(p, x - out, y - out, x + size + out, y + size + out, wide,
                   rgb);
        pen_stroke(p, x - out, y + size + out, x + size + out, y - out, wide,
                   rgb);
    }
}

typedef void draw_state(const struct pen *p, struct box b, char symbol);

static draw_state *const DRAW_STATE[CELL_STATES] = {
    [CELL_GIVEN] = draw_given,       [CELL_FILLED] = draw_filled,
    [CELL_ACCEPTED] = draw_accepted, [CELL_FORCED] = draw_forced,
    [CELL_DEFERRED] = draw_deferred, [CELL_MASKED] = draw_masked,
};

/* A cell's state by shape and symbol; also the icon of the legend. */
static void draw_cell(const struct pen *p, struct box b, int state, bool wrong,
                      char symbol)
{
    DRAW_STATE[state](p, b, symbol);
    if (wrong)
        cross_out(p, b);
}

/* The line before row or column i of `count`: none, thin, or of a band. */
static int line_width(const struct pen *p, const struct figure_layout *l,
                      int i, int count)
{
    bool band = i % count == 0 || (l->shape->band && i % l->shape->band == 0);

    return line_pixels(p->pt, band ? 0.75 : 0.25);
}

static uint32_t line_colour(const struct pen *p,
                            const struct figure_layout *l, int i, int count)
{
    bool band = i % count == 0 || (l->shape->band && i % l->shape->band == 0);

    return band ? p->look->ink : p->look->line;
}

/* All thin lines first, so that they do not cross the thick ones. */
static void draw_lines(const struct pen *p, const struct figure_layout *l)
{
    struct box b = l->board;

    for (int thick = 0; thick < 2; thick++) {
        for (int i = 0; i <= l->columns; i++) {
            uint32_t rgb = line_colour(p, l, i, l->columns);
            int w = line_width(p, l, i, l->columns);
            int at = b.x + i * b.w / l->columns - w / 2;

            if ((rgb == p->look->ink) == thick)
                pen_fill(p, (struct box){at, b.y - w / 2, w, b.h + w}, rgb);
        }
        for (int i = 0; i <= l->rows; i++) {
            uint32_t rgb = line_colour(p, l, i, l->rows);
            int w = line_width(p, l, i, l->rows);
            int at = b.y + i * b.h / l->columns - w / 2;

            if ((rgb == p->look->ink) == thick)
                pen_fill(p, (struct box){b.x - w / 2, at, b.w + w, w}, rgb);
        }
    }
}

static void draw_labels(const struct pen *p, const struct figure_layout *l,
                        const struct view *v)
{
    double half = pen_half_height(p, TEXT_SMALL);

    for (int row = 0; row < l->rows; row++) {
        struct box b = figure_board_cell(l, row * l->columns);
        char name[16];

        if (l->shape->rows)
            snprintf(name, sizeof name, "r%d", row + 1);
        else
            v->domain->position_name(name, row * l->columns);
        pen_text(p, b.x - 1.8 * p->pt, b.y + b.h / 2.0 + half, TEXT_SMALL,
                 TEXT_RIGHT, 7.5 * p->pt, p->look->ink, name);
    }
    for (int col = 0; l->shape->rows && col < l->columns; col++) {
        struct box b = figure_board_cell(l, col);
        char name[16];

        snprintf(name, sizeof name, "c%d", col + 1);
        pen_text(p, b.x + b.w / 2.0, b.y - 2.2 * p->pt, TEXT_SMALL,
                 TEXT_CENTRE, b.w, p->look->ink, name);
    }
}

void figure_draw_board(const struct pen *p, const struct figure_layout *l,
                       const struct view *v)
{
    for (int t = 0; t < v->step->T; t++)
        if (v->cell[t].state == CELL_GIVEN)
            pen_fill(p, figure_board_cell(l, t), p->look->given);
    draw_lines(p, l);
    for (int t = 0; t < v->step->T; t++) {
        struct box b = figure_board_cell(l, t);
        const struct view_cell *c = &v->cell[t];

        draw_cell(p, b, c->state, c->wrong, c->symbol);
    }
    draw_labels(p, l, v);
}

static struct box legend_icon(const struct pen *p,
                              const struct figure_layout *l, int item)
{
    int col = item % l->legend_columns, row = item / l->legend_columns;
    int side = (int)lround(ICON * p->pt);

    return (struct box){l->legend.x + col * l->legend.w / l->legend_columns,
                        l->legend.y + row * l->legend.h / l->legend_rows, side,
                        side};
}

void figure_draw_legend(const struct pen *p, const struct figure_layout *l,
                        const struct view *v)
{
    int hair = line_pixels(p->pt, 0.25);
    double room = (double)l->legend.w / l->legend_columns -
                  (ICON_STEP + 1) * p->pt;
    int16_t some = (int16_t)(v->domain->first_symbol + v->domain->values / 2);

    for (int item = 0; item < LEGEND_ITEMS; item++) {
        struct box b = legend_icon(p, l, item);
        const char *name = item < CELL_STATES    ? CELL_LOOKS[item].name
                           : item == CELL_STATES ? "wrong"
                                                 : "no value";

        if (item == CELL_GIVEN)
            pen_fill(p, b, p->look->given);
        if (item <= CELL_STATES)
            draw_cell(p, b, item < CELL_STATES ? item : CELL_FILLED,
                      item == CELL_STATES, v->domain->alphabet[some]);
        else
            pen_fill(p, b, p->look->none);
        pen_frame(p, b, hair, p->look->line);
        pen_text(p, b.x + ICON_STEP * p->pt,
                 b.y + b.h / 2.0 + pen_half_height(p, TEXT_LABEL), TEXT_LABEL,
                 TEXT_LEFT, room, p->look->ink, name);
    }
}
