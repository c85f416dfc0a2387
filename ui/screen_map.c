#include "ui/screen_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/least.h"
#include "base/memory.h"
#include "ui/board_shape.h"
#include "ui/colourmap.h"

enum {
    HALF_BLOCK = 0x2580,
    NAME_COLS = MAP_LABEL_COLS - 1,
    PAIRS_COLS = 46,
    LEAST_PAIRS = 30,
    LENS_COLS = 23, /* three values */
    LEAST_BAR_ROWS = 12
};

static bool half_blocks(const struct screen *s)
{
    return s->look->half && s->look->utf8 && s->look->colours > 0;
}

static struct rect room_of(struct rect r)
{
    return (struct rect){r.x + MAP_LABEL_COLS, r.y + MAP_LABEL_ROWS,
                         r.w - MAP_LABEL_COLS, r.h - MAP_LABEL_ROWS};
}

/* The levels of the blocks in sight; the caller frees. */
static double *fractions_of(const struct screen *s, const struct map_place *p,
                            const struct view_map *m)
{
    size_t n = (size_t)p->rows * (size_t)p->cols;
    float *value = memory_new(n, sizeof *value);
    double *fraction = memory_new(n, sizeof *fraction);

    view_pool(value, m, p->pool, p->first_row, p->first_col, p->rows, p->cols);
    for (size_t i = 0; i < n; i++)
        fraction[i] = scale_fraction(&s->v->scale, (double)value[i]);
    free(value);
    return fraction;
}

/* The level at a pixel; no value outside. */
static int level_at(const struct map_place *p, const double *fraction, int px,
                    int py)
{
    int row = py / p->size, col = px / p->size;

    return row < p->rows ? screen_level(fraction[row * p->cols + col])
                         : HEAT_NONE;
}

static void draw_cells(struct screen *s, const struct map_place *p,
                       const struct view_map *m)
{
    double *fraction = fractions_of(s, p, m);

    for (int y = 0; y < p->cells.h; y++)
        for (int x = 0; x < p->cells.w; x++) {
            int px = x / p->wide, py = p->half ? 2 * y : y;
            struct glyph *g = grid_at(s->g, p->cells.x + x, p->cells.y + y);
            if (!g)
                continue;
            if (p->half)
                *g = (struct glyph){
                    .ch = HALF_BLOCK,
                    .role = ROLE_HEAT,
                    .upper = (int8_t)level_at(p, fraction, px, py),
                    .lower = (int8_t)level_at(p, fraction, px, py + 1)};
            else
                screen_heat(s, p->cells.x + x, p->cells.y + y, ' ',
                            fraction[py / p->size * p->cols + px / p->size]);
        }
    free(fraction);
}

/* Labels stand where a new group of positions begins, such as a board row. */
static bool starts_group(const struct screen *s, const struct view_map *m,
                         int block, int pool)
{
    int stride = shape_of(s->v->domain)->stride, i = block * pool;

    return i == 0 || m->position[i] / stride != m->position[i - pool] / stride;
}

static void name_row(struct screen *s, char name[16], const struct view_map *m,
                     int row)
{
    s->v->domain->position_name(name, m->position[row]);
}

static void draw_row_labels(struct screen *s, struct rect r,
                            const struct map_place *p, const struct view_map *m)
{
    int labelled = -1, y;
    char name[16];
    bool lower;

    for (int i = 0; i < p->rows; i++) {
        int block = p->first_row + i;
        y = map_place_y(p, block * p->pool, &lower);
        if (y == labelled || (i && !starts_group(s, m, block, p->pool)))
            continue;
        name_row(s, name, m, block * p->pool);
        grid_text_in(s->g, r, 0, y - r.y, ROLE_FAINT, "%.*s", NAME_COLS, name);
        labelled = y;
    }
    y = map_place_y(p, s->row, &lower);
    if (s->row < 0 || y < 0)
        return;
    name_row(s, name, m, s->row);
    grid_text_in(s->g, r, 0, y - r.y, ROLE_CURSOR, "%*.*s>", NAME_COLS,
                 NAME_COLS, name);
}

/* The cursor's column: a sign over it and its name on the side with room.
 * Returns the columns it took. */
static struct rect draw_cursor_col(struct screen *s, struct rect r,
                                   const struct map_place *p,
                                   const struct view_map *m)
{
    int x = map_place_x(p, s->col) - r.x;
    char name[16];

    if (s->col < 0 || x < 0)
        return (struct rect){0};
    name_row(s, name, m, s->col);
    int length = (int)strlen(name);
    bool right = x + 1 + length <= r.w;
    if (!right)
        x -= length;
    grid_text_in(s->g, r, x, 0, ROLE_CURSOR, right ? "v%s" : "%sv", name);
    return (struct rect){x, 0, length + 1, 1};
}

static void draw_col_labels(struct screen *s, struct rect r,
                            const struct map_place *p, const struct view_map *m)
{
    struct rect cursor = draw_cursor_col(s, r, p, m);
    int free_from = 0;
    char name[16];

    for (int i = 0; i < p->cols; i++) {
        int block = p->first_col + i;
        int x = map_place_x(p, block * p->pool) - r.x;
        name_row(s, name, m, block * p->pool);
        int end = x + (int)strlen(name);
        bool hidden = x <= cursor.x + cursor.w && end >= cursor.x && cursor.w;
        if (x < free_from || end > r.w || hidden ||
            (i && !starts_group(s, m, block, p->pool)))
            continue;
        grid_text_in(s->g, r, x, 0, ROLE_FAINT, "%s", name);
        free_from = end + 1;
    }
}

/* The cursor's cell keeps its colour; a sign says where it is. In a half block
 * the sign points at the half. */
static void draw_map_cursor(struct screen *s, const struct map_place *p,
                            const struct view_map *m)
{
    bool lower;
    int x = map_place_x(p, s->col), y = map_place_y(p, s->row, &lower);
    float value;

    if (s->a->pane != PANE_MAP || s->row < 0 || s->col < 0 || x < 0 || y < 0)
        return;
    view_pool(&value, m, p->pool, s->row / p->pool, s->col / p->pool, 1, 1);
    double fraction = scale_fraction(&s->v->scale, (double)value);
    bool whole = !p->half || p->size > 1;
    x += p->size * p->wide / 2 - (p->size * p->wide > 1);
    if (p->half && p->size > 2)
        y += p->size / 4;
    screen_heat(s, x, y, whole ? '+' : lower ? 'v' : '^', fraction);
    struct glyph *g = grid_at(s->g, x, y);
    if (g)
        g->reverse = s->look->colours == 0;
}

static void draw_missing(struct screen *s, struct rect r)
{
    const struct session *session = s->a->session;
    bool at_start = s->v->depth == 0;
    const char *text = !at_start ? "this step has no MI"
                       : session_waits(session)
                           ? "computing the map of step 1"
                           : "no map at step 0: press . for step 1";
    int length = (int)strlen(text), done, total;

    grid_text_in(s->g, r, r.w > length ? (r.w - length) / 2 : 0, r.h / 2,
                 ROLE_FAINT, "%s", text);
    session_progress(session, &done, &total);
    if (at_start && session_waits(session) && total > 0)
        screen_gauge(s, r, (r.w - 20) / 2, r.h / 2 + 1, 20,
                     (double)done / total, ROLE_GOOD);
}

static bool map_matrix(struct screen *s, struct rect r,
                       const struct view_map *m, int zoom, struct map_place *p)
{
    struct rect room = room_of(r);

    *p = map_place_of(room, m->n, zoom, s->row, s->col, half_blocks(s));
    if (!m->known || p->cells.w == 0)
        return false;
    draw_cells(s, p, m);
    draw_row_labels(s, r, p, m);
    return true;
}

/* Rows that the map leaves over show numbers. */
static void numbers_below(struct screen *s, struct rect r, int top)
{
    struct rect left = {r.x, top, r.w, r.y + r.h - top};
    struct rect right = {r.x + PAIRS_COLS, top, r.w - PAIRS_COLS, left.h};

    if (left.h < 3 || left.w < LEAST_PAIRS)
        return;
    if (right.w < LENS_COLS || right.h < 4) {
        screen_pairs(s, left);
        return;
    }
    left.w = PAIRS_COLS;
    screen_pairs(s, left);
    screen_lens(s, right);
}

void screen_map(struct screen *s, struct rect r, struct rect bar)
{
    struct map_place p;

    s->a->shown.map_room = room_of(r);
    s->a->shown.half = half_blocks(s);
    if (!map_matrix(s, r, &s->v->map, s->a->zoom, &p)) {
        draw_missing(s, r);
        return;
    }
    s->a->shown.map = p;
    draw_map_cursor(s, &p, &s->v->map);
    struct rect labels = r;
    int bottom = p.cells.y + p.cells.h;
    if (bar.h > 1) { /* beside what it explains */
        bar.x = least(bar.x, p.cells.x + p.cells.w + 1);
        bar.h = least(bar.h, most(p.cells.h + 1, LEAST_BAR_ROWS));
        bottom = most(bottom, bar.y + bar.h);
        labels.w = bar.x - 1 - r.x;
    }
    draw_col_labels(s, labels, &p, &s->v->map);
    screen_bar(s, bar, &p);
    if (!s->a->shown.layout.pairs.w)
        numbers_below(s, r, bottom + 1);
}

void screen_second(struct screen *s, struct rect r)
{
    const struct view_map *change = app_change(s->a);
    struct map_place p;

    if (!map_matrix(s, r, change, 0, &p)) {
        grid_text_in(s->g, r, MAP_LABEL_COLS, 0, ROLE_FAINT,
                     "change of MI: from step 2 on");
        return;
    }
    grid_text_in(s->g, r, MAP_LABEL_COLS, 0, ROLE_LABEL,
                 "change since step %d: above rose, below fell",
                 s->v->depth - 1);
}
