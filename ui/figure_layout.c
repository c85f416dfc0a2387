#include "ui/figure_layout.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Points. The lanes hold a position's name or only "r1" at 5 pt; the bar's
 * block its numbers and "MI (nats)". */
static const double MARGIN = 4.0;
static const double TITLE = 10.0;
static const double SUBTITLE = 8.0;
static const double NAME_LANE = 15.5;
static const double ROW_LANE = 8.0;
static const double NAME_LEAST = 6.2; /* of a cell that shows its name */
static const double MARK = 7.0;
static const double BOARD_LANE = 8.0;
static const double BAR_GAP = 4.0;
static const double BAR = 6.0;
static const double BAR_BLOCK = 28.0; /* bar, ticks, numbers */
static const double PANEL_GAP = 9.0;
static const double BLOCK_GAP = 6.0;
static const double LEGEND_ITEM = 41.0;
static const double LEGEND_LINE = 9.0;
static const double CAPTION = 7.5;
static const double SIDE_LEAST = 72.0; /* of board and map set abreast */

enum {
    CAPTION_LINES = 5,
    GAP_LEAST_CELL = 3, /* pixels of a cell from which gaps are drawn */
    SIDE_MOST = 32000,  /* pixels, near what cairo can address */
};

static const double AREA_MOST = 160e6;   /* pixels: 640 MB */
static const double FRAME_LEAST = 55;    /* mm */
static const double MATRIX_LEAST = 25;   /* mm */
static const double PAGE_WIDTH = 183;    /* mm: two columns of a journal ... */
static const double PAGE_HEIGHT = 170;   /* ... and the height it allows */

/* clang-format off */
static const struct figure_shape SHAPES[] = {
    /* name    columns band rows   noun */
    { "grid9", 9,      3,   true,  "cells" },
    { "strip", 0,      0,   false, "positions" },
};
/* clang-format on */

static const struct figure_shape *shape_of(const struct domain *d)
{
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
        if (strcmp(SHAPES[i].name, d->shape) == 0)
            return &SHAPES[i];
    return &SHAPES[1];
}

static int px(const struct figure_layout *l, double points)
{
    return (int)lround(points * l->pt);
}

/* Gap before cell i: nothing, a row of the board ends, or a band does. */
static int gap_before(const struct figure_layout *l, const struct view_map *m,
                      int i)
{
    int hair = line_pixels(l->pt, 0.25);
    int now, then;

    if (i == 0 || !l->shape->rows)
        return 0;
    now = m->position[i] / l->columns;
    then = m->position[i - 1] / l->columns;
    if (now == then)
        return 0;
    return now / l->shape->band == then / l->shape->band ? hair : 3 * hair;
}

static int gaps_of(const struct figure_layout *l, const struct view_map *m)
{
    int sum = 0;

    for (int i = 0; i < m->n; i++)
        sum += gap_before(l, m, i);
    return sum;
}

/* Largest whole cells within `side` pixels. Returns the side they take. */
static int fit_cells(struct figure_layout *l, const struct view_map *m,
                     int side)
{
    int gaps = gaps_of(l, m), gap = 0;

    free(l->at);
    l->n = m->n;
    l->pool = l->n > side ? (l->n + side - 1) / side : 1;
    l->cells = (l->n + l->pool - 1) / l->pool;
    l->cell = l->cells ? side / l->cells : side;
    if (l->cells && side - gaps >= l->cells * GAP_LEAST_CELL)
        l->cell = (side - gaps) / l->cells;
    else
        gaps = 0;
    l->at = memory_new((size_t)l->cells + 1, sizeof *l->at);
    for (int i = 0; i < l->cells; i++) {
        gap += gaps ? gap_before(l, m, i) : 0;
        l->at[i] = i * l->cell + gap;
    }
    l->at[l->cells] = l->cells ? l->at[l->cells - 1] + l->cell : side;
    return l->at[l->cells];
}

/* Choose between names and rows as labels, the side of the map being what is
 * left of the points beside the lane, divided by `panels`. */
static int fit_labels(struct figure_layout *l, const struct view_map *m,
                      double free_points, int panels)
{
    int side = fit_cells(l, m, px(l, (free_points - NAME_LANE) / panels));

    l->lane = px(l, NAME_LANE);
    l->names = !l->shape->rows || l->cell >= NAME_LEAST * l->pt;
    if (l->names)
        return side;
    l->lane = px(l, ROW_LANE);
    return fit_cells(l, m, px(l, (free_points - ROW_LANE) / panels));
}

static void arrange_legend(struct figure_layout *l)
{
    int fit = (int)fmax(1, l->legend.w / (LEGEND_ITEM * l->pt));

    l->legend_rows = (LEGEND_ITEMS + fit - 1) / fit;
    l->legend_columns = (LEGEND_ITEMS + l->legend_rows - 1) / l->legend_rows;
    l->legend.h = px(l, l->legend_rows * LEGEND_LINE);
}

static struct box bar_beside(const struct figure_layout *l)
{
    return (struct box){l->map.x + l->map.w + px(l, BAR_GAP), l->map.y,
                        px(l, BAR), l->map.h};
}

/* Board left, map right, both `side` high. */
static void place_abreast(struct figure_layout *l, int side)
{
    int margin = px(l, MARGIN);
    int top = margin + px(l, TITLE) + l->subtitle + l->lane + l->mark;
    int right = l->width - margin - px(l, BAR_GAP + BAR_BLOCK);
    int below = top + side + px(l, BLOCK_GAP);

    l->board = (struct box){margin + px(l, BOARD_LANE), top, side, side};
    l->map = (struct box){right - side, top, side, side};
    l->legend = (struct box){l->board.x, below,
                             l->map.x - px(l, PANEL_GAP) - l->board.x, 0};
    if (l->legend.w > px(l, LEGEND_ITEMS / 2 * LEGEND_ITEM * 1.4))
        l->legend.w = px(l, LEGEND_ITEMS / 2 * LEGEND_ITEM * 1.4);
    arrange_legend(l);
    l->caption = (struct box){l->map.x, below, l->width - margin - l->map.x,
                              px(l, CAPTION_LINES * CAPTION)};
    l->height = margin + below +
                (l->legend.h > l->caption.h ? l->legend.h : l->caption.h);
}

/* Board above the map. */
static void place_stacked(struct figure_layout *l, int side)
{
    int margin = px(l, MARGIN), gap = px(l, BLOCK_GAP);
    int x = margin + l->lane + l->mark, wide = l->width - margin - x;
    int y = margin + px(l, TITLE) + l->subtitle + px(l, BOARD_LANE);

    l->board = (struct box){x, y, side, side};
    l->legend = (struct box){x, y + side + gap, wide, 0};
    arrange_legend(l);
    y = l->legend.y + l->legend.h + gap + l->subtitle + l->lane + l->mark;
    l->map = (struct box){x, y, side, side};
    l->caption = (struct box){x, y + side + gap, wide,
                              px(l, CAPTION_LINES * CAPTION)};
    l->height = l->caption.y + l->caption.h + margin;
}

static void place_frame(struct figure_layout *l, const struct view_map *m)
{
    double page = l->width / l->pt;
    double whole = page - 2 * MARGIN - MARK - BAR_GAP - BAR_BLOCK;
    double both = whole - BOARD_LANE - PANEL_GAP;
    bool abreast = (both - NAME_LANE) / 2 >= SIDE_LEAST;
    int side = abreast ? fit_labels(l, m, both, 2) : fit_labels(l, m, whole, 1);

    l->subtitle = px(l, SUBTITLE);
    l->mark = px(l, MARK);
    (abreast ? place_abreast : place_stacked)(l, side);
    l->bar = bar_beside(l);
    l->title = (struct box){l->board.x, px(l, MARGIN),
                            l->width - px(l, MARGIN) - l->board.x,
                            px(l, TITLE)};
}

/* The map alone, in the middle; no higher than a page while no wider. */
static void place_matrix(struct figure_layout *l, const struct view_map *m,
                         double width_mm)
{
    double page = l->width / l->pt, high = 72 / 25.4 * PAGE_HEIGHT;
    double around = 2 * MARGIN + BAR_GAP + BAR_BLOCK;
    double above = 2 * MARGIN + BLOCK_GAP + CAPTION;
    double most = width_mm <= PAGE_WIDTH ? fmin(page - around, high - above)
                                         : page - around;
    int side = fit_labels(l, m, most, 1);
    int spare = l->width - px(l, around) - l->lane - side;

    l->map = (struct box){px(l, MARGIN) + l->lane + spare / 2,
                          px(l, MARGIN) + l->lane, side, side};
    l->bar = bar_beside(l);
    l->caption = (struct box){l->map.x, l->map.y + side + px(l, BLOCK_GAP),
                              l->width - px(l, MARGIN) - l->map.x,
                              px(l, CAPTION)};
    l->height = l->caption.y + l->caption.h + px(l, MARGIN);
}

static bool check_options(const struct figure_options *o, struct error *err)
{
    double least = o->kind == FIGURE_FRAME ? FRAME_LEAST : MATRIX_LEAST;

    if (!(o->width_mm >= least && o->width_mm <= 1000))
        return fail(err,
                    "a width of %g mm does not work: %s takes %g to 1000 mm "
                    "(--width-mm)",
                    o->width_mm,
                    o->kind == FIGURE_FRAME ? "a frame" : "a matrix", least);
    if (!(o->dpi >= 36 && o->dpi <= 2400))
        return fail(err,
                    "%g dpi do not work: use 36 to 2400 (--dpi); papers ask "
                    "for 300 or more",
                    o->dpi);
    return true;
}

static bool check_size(const struct figure_layout *l, struct error *err)
{
    if (l->width <= SIDE_MOST && l->height <= SIDE_MOST &&
        (double)l->width * l->height <= AREA_MOST)
        return true;
    return fail(err,
                "a figure of %d x %d pixels is too large: at most %d on a "
                "side and %.0f million in all; lower --dpi or --width-mm",
                l->width, l->height, (int)SIDE_MOST, AREA_MOST / 1e6);
}

static void place(struct figure_layout *l, const struct view *v,
                  const struct figure_options *o)
{
    int T = v->step->T, tens = (int)ceil(sqrt(T) / 10);

    *l = (struct figure_layout){.shape = shape_of(v->domain)};
    l->columns = l->shape->columns ? l->shape->columns : tens * 10;
    l->rows = (T + l->columns - 1) / l->columns;
    l->pt = o->dpi / 72;
    l->width = (int)lround(o->width_mm / 25.4 * o->dpi);
    if (o->kind == FIGURE_FRAME)
        place_frame(l, &v->map);
    else
        place_matrix(l, &v->map, o->width_mm);
}

bool figure_layout_of(struct figure_layout *l, const struct view *v,
                      const struct figure_options *o, struct error *err)
{
    if (!check_options(o, err))
        return false;
    place(l, v, o);
    if (check_size(l, err))
        return true;
    figure_layout_release(l);
    return false;
}

void figure_layout_release(struct figure_layout *l)
{
    free(l->at);
    *l = (struct figure_layout){0};
}

struct box figure_map_cell(const struct figure_layout *l, int row, int col)
{
    assert(row >= 0 && row < l->cells && col >= 0 && col < l->cells);
    return (struct box){l->map.x + l->at[col], l->map.y + l->at[row], l->cell,
                        l->cell};
}

/* The board is as large as the map, so its cells may differ by a pixel. */
struct box figure_board_cell(const struct figure_layout *l, int position)
{
    int col = position % l->columns, row = position / l->columns;
    int side = l->board.w, k = l->columns;
    int left = col * side / k, top = row * side / k;

    return (struct box){l->board.x + left, l->board.y + top,
                        (col + 1) * side / k - left,
                        (row + 1) * side / k - top};
}

int figure_width_without_pooling(const struct view *v,
                                 const struct figure_options *o)
{
    struct figure_options wider = *o;

    for (int mm = (int)ceil(o->width_mm); mm <= 1000; mm++) {
        struct figure_layout l;
        bool pooled;

        wider.width_mm = mm;
        place(&l, v, &wider);
        pooled = l.pool > 1;
        figure_layout_release(&l);
        if (!pooled)
            return mm;
    }
    return 0;
}
