#include "ui/map_place.h"

#include "base/least.h"

enum { LARGEST = 8 /* pixels of a cell when everything fits */ };

/* Pixels across and down. */
static int across(const struct map_place *p, struct rect room)
{
    return room.w / p->wide;
}

static int down(const struct map_place *p, struct rect room)
{
    return p->half ? 2 * room.h : room.h;
}

/* Two columns make a full cell nearly square; one where that costs cells. */
static int pixel_columns(struct rect room, int n, bool half)
{
    int one = least(room.w, room.h), two = least(room.w / 2, room.h);

    return !half && two >= least(n, one) ? 2 : 1;
}

/* Pool and size at zoom 0: everything is shown. */
static void fit(struct map_place *p, int side)
{
    p->pool = p->n <= side ? 1 : (p->n + side - 1) / side;
    p->size = p->n <= side ? least(side / p->n, LARGEST) : 1;
}

static bool zoom_in(struct map_place *p, int side)
{
    if (p->pool > 1)
        p->pool = (p->pool + 1) / 2;
    else if (2 * p->size <= side / 2)
        p->size *= 2;
    else
        return false;
    return true;
}

static int first_shown(int cursor, int shown, int blocks)
{
    int first = cursor < 0 ? 0 : cursor - shown / 2;

    return first < 0 ? 0 : least(first, blocks - shown);
}

static int side_of(const struct map_place *p, struct rect room)
{
    return least(across(p, room), down(p, room));
}

static bool place_init(struct map_place *p, struct rect room, int n, bool half)
{
    *p = (struct map_place){.half = half, .n = n, .pool = 1, .size = 1};
    p->wide = pixel_columns(room, n, half);
    if (n < 1 || room.w < 1 || room.h < 1)
        return false;
    fit(p, side_of(p, room));
    return true;
}

struct map_place map_place_of(struct rect room, int n, int zoom, int row,
                              int col, bool half)
{
    struct map_place p;

    if (!place_init(&p, room, n, half))
        return p;
    for (int i = 0; i < zoom; i++)
        zoom_in(&p, side_of(&p, room));
    p.blocks = (n + p.pool - 1) / p.pool;
    p.rows = least(p.blocks, down(&p, room) / p.size);
    p.cols = least(p.blocks, across(&p, room) / p.size);
    p.first_row = first_shown(row < 0 ? row : row / p.pool, p.rows, p.blocks);
    p.first_col = first_shown(col < 0 ? col : col / p.pool, p.cols, p.blocks);
    p.cells = (struct rect){room.x, room.y, p.cols * p.size * p.wide,
                            p.rows * p.size};
    if (half)
        p.cells.h = (p.cells.h + 1) / 2;
    return p;
}

int map_place_most_zoom(struct rect room, int n, bool half)
{
    struct map_place p;
    int zoom = 0;

    if (place_init(&p, room, n, half))
        while (zoom_in(&p, side_of(&p, room)))
            zoom++;
    return zoom;
}

bool map_place_cell(const struct map_place *p, int x, int y, int *row, int *col)
{
    int dx = x - p->cells.x, dy = y - p->cells.y;

    if (dx < 0 || dx >= p->cells.w || dy < 0 || dy >= p->cells.h)
        return false;
    *row = (p->first_row + (p->half ? 2 * dy : dy) / p->size) * p->pool;
    *col = (p->first_col + dx / p->wide / p->size) * p->pool;
    return true;
}

int map_place_y(const struct map_place *p, int row, bool *lower)
{
    int block = row / p->pool - p->first_row, pixel = block * p->size;

    *lower = p->half && pixel % 2;
    if (row < 0 || block < 0 || block >= p->rows)
        return -1;
    return p->cells.y + (p->half ? pixel / 2 : pixel);
}

int map_place_x(const struct map_place *p, int col)
{
    int block = col / p->pool - p->first_col;

    if (col < 0 || block < 0 || block >= p->cols)
        return -1;
    return p->cells.x + block * p->size * p->wide;
}
