#include "ui/layout.h"

#include "base/least.h"

enum {
    GAP = 1,           /* columns or rows between panels */
    BOARD_NARROW = 25, /* columns of a board of two columns a cell */
    BOARD_WIDE = 37,   /* of four */
    BOARD_ROWS = 13,
    PENCIL_ROWS = 31, /* a board with candidates in every cell */
    BAR_COLS = 7,
    BOTH_COLS = 60,     /* board and map side by side */
    ENOUGH_PIXELS = 64, /* shows every proper Sudoku unpooled */
    ALL_PIXELS = 81,    /* and the whole board */
    THIRD_COLS = 66,
    LIST_COLS = 30,
    INFO_ROWS = 8, /* cell, lists or log in short */
    MAP_ROWS = 16  /* a map below the board is worth it from here */
};

/* Cells of the map (half blocks) in a room of w x h with bar and labels. */
static int pixels_in(int w, int h)
{
    return least(w - MAP_LABEL_COLS - GAP - BAR_COLS, 2 * (h - MAP_LABEL_ROWS));
}

static struct rect cut_top(struct rect *from, int h, int gap)
{
    struct rect top = *from;

    top.h = least(h, from->h);
    from->y += least(h + gap, from->h);
    from->h -= least(h + gap, from->h);
    return top;
}

static struct rect cut_left(struct rect *from, int w, int gap)
{
    struct rect left = *from;

    left.w = least(w, from->w);
    from->x += least(w + gap, from->w);
    from->w -= least(w + gap, from->w);
    return left;
}

/* A panel that would be too small to read is not shown. */
static struct rect at_least(struct rect r, int w, int h)
{
    return r.w < w || r.h < h ? (struct rect){0} : r;
}

/* The bar lies flat below the map where there is no column to spare. */
static void map_and_flat_bar(struct layout *l, struct rect r)
{
    l->map = cut_top(&r, r.h - 1, 0);
    l->bar = r;
}

static void small(struct layout *l, struct rect body, int pane)
{
    bool wide = body.w >= BOARD_WIDE;
    int board_cols = wide ? BOARD_WIDE : BOARD_NARROW;

    if (pane == PANE_MAP) {
        map_and_flat_bar(l, body);
        return;
    }
    if (body.h == BOARD_ROWS && body.w - BOARD_NARROW > LIST_COLS)
        board_cols = BOARD_NARROW;
    struct rect top = cut_top(&body, least(BOARD_ROWS + 1, body.h), 0);
    l->board = cut_left(&top, board_cols, GAP);
    l->info = at_least(top, BOARD_NARROW - 1, 3);
    if (!l->info.w)
        l->info = at_least(body, BOARD_NARROW - 1, 1);
}

/* Rows that words need below the board because none is room beside it. */
static int info_rows(struct rect body)
{
    return body.w - BOARD_NARROW - GAP < BOARD_NARROW - 1 ? INFO_ROWS : 0;
}

/* Board and words above, the map below with all the width. */
static void tall(struct layout *l, struct rect body)
{
    struct rect top = cut_top(&body, BOARD_ROWS + 1, 0);
    bool wide = body.w >= BOARD_WIDE + LIST_COLS;
    struct rect below = cut_top(&body, info_rows(body), 0);

    l->board = cut_left(&top, wide ? BOARD_WIDE : BOARD_NARROW, GAP);
    l->info = below.h ? below : top;
    if (body.w < BOTH_COLS) {
        map_and_flat_bar(l, body);
        return;
    }
    int pixels = pixels_in(body.w, body.h);
    l->map = cut_left(&body, MAP_LABEL_COLS + pixels, GAP);
    l->bar = cut_left(&body, BAR_COLS, GAP);
}

/* Board, then what is known about the cursor's cell and the step. */
static void left_column(struct layout *l, struct rect r, bool lists_here)
{
    bool pencil = r.w >= BOARD_WIDE && r.h >= PENCIL_ROWS + 16;

    l->board = cut_top(&r, (pencil ? PENCIL_ROWS : BOARD_ROWS) + 1, 0);
    if (r.h < 16) {
        l->info = at_least(r, BOARD_NARROW - 1, 1);
        return;
    }
    l->cell = cut_top(&r, r.h >= 24 ? 15 : 9, GAP);
    if (lists_here)
        l->lists = cut_top(&r, most(r.h - most(r.h / 3, 5) - GAP, 7), GAP);
    l->log = at_least(r, BOARD_NARROW - 1, 3);
}

/* The map with its bar and, where rows are left, numbers below. */
static void map_column(struct layout *l, struct rect r, int pixels)
{
    struct rect top = cut_top(&r, MAP_LABEL_ROWS + (pixels + 1) / 2, GAP);

    if (r.h < 3) { /* not enough for a panel: the map takes it */
        top.h += r.y + r.h - (top.y + top.h);
        r.h = 0;
    }
    l->map = cut_left(&top, MAP_LABEL_COLS + pixels, GAP);
    l->bar = cut_left(&top, 2 * BAR_COLS, GAP);
    l->pairs = at_least(cut_left(&r, 46, 2 * GAP), 40, 3);
    l->lens = at_least(r, 20, 4);
}

static void third_column(struct layout *l, struct rect r)
{
    int pixels = least(r.w - MAP_LABEL_COLS, 2 * (r.h - 12));

    l->second = cut_top(&r, MAP_LABEL_ROWS + (pixels + 1) / 2, GAP);
    l->second.w = MAP_LABEL_COLS + pixels;
    l->lists = at_least(r, LIST_COLS, 8);
}

static void side_by_side(struct layout *l, struct rect body)
{
    int with_wide = pixels_in(body.w - BOARD_WIDE - GAP, body.h);
    int with_narrow = pixels_in(body.w - BOARD_NARROW - GAP, body.h);
    bool wide = with_wide >= least(ENOUGH_PIXELS, 2 * (body.h - 1)) &&
                (with_wide >= ALL_PIXELS || with_narrow < ALL_PIXELS);
    struct rect left = cut_left(&body, wide ? BOARD_WIDE : BOARD_NARROW, GAP);
    int pixels = pixels_in(body.w, body.h);
    int beside_third = pixels_in(body.w - THIRD_COLS - GAP, body.h);
    bool third = wide && body.h >= 40 && beside_third >= ENOUGH_PIXELS;

    left_column(l, left, !third);
    if (third) {
        pixels = most(least(beside_third, pixels), ENOUGH_PIXELS);
        if (2 * (body.h - 14) >= ALL_PIXELS) /* leave rows for numbers */
            pixels = least(pixels, 2 * (body.h - 14));
        struct rect middle =
            cut_left(&body, MAP_LABEL_COLS + pixels + GAP + BAR_COLS, GAP);
        map_column(l, middle, pixels);
        third_column(l, body);
        return;
    }
    map_column(l, body, pixels);
}

static void arrange(struct layout *l, struct rect body, int pane)
{
    int beside =
        body.w < BOTH_COLS ? 0 : pixels_in(body.w - BOARD_NARROW - GAP, body.h);
    int rows = body.h - BOARD_ROWS - 1 - info_rows(body);
    int below = rows < MAP_ROWS ? 0 : pixels_in(body.w, rows);

    if (beside <= 0 && below <= 0)
        small(l, body, pane);
    else if (beside <= 0 || (beside < ENOUGH_PIXELS && 3 * below > 4 * beside))
        tall(l, body);
    else
        side_by_side(l, body);
}

struct layout layout_for(int cols, int rows, int pane)
{
    struct layout l = {.fits = cols >= LEAST_COLS && rows >= LEAST_ROWS};

    if (!l.fits)
        return l;
    l.title = (struct rect){0, 0, cols, 1};
    l.message = (struct rect){0, rows - 2, cols, 1};
    l.hints = (struct rect){0, rows - 1, cols, 1};
    arrange(&l, (struct rect){0, 1, cols, rows - 3}, pane);
    return l;
}
