#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "ui/screen.h"
#include "ui/board_shape.h"

enum { HALF_BLOCK = 0x2580, MARK_COL = MAP_LABEL_COLS - 1 };

static struct rect cells_room(struct rect map)
{
    return (struct rect){map.x + MAP_LABEL_COLS, map.y + MAP_LABEL_ROWS,
                         map.w - MAP_LABEL_COLS, map.h - MAP_LABEL_ROWS};
}

/* Blocks of the map as they are placed, reduced by their maximum. */
struct blocks {
    const struct map_place *place;
    const struct scale *scale;
    float *value; /* [rows,cols] nats */
};

static int level_at(const struct blocks *b, int x, int pixel_y)
{
    const struct map_place *p = b->place;
    int row = pixel_y / p->size, col = x / p->wide / p->size;

    if (row >= p->rows)
        return HEAT_NONE;
    return screen_level(scale_fraction(
        b->scale, b->value[(size_t)row * (size_t)p->cols + (size_t)col]));
}

static void put_pixel(struct screen *s, const struct blocks *b, int x, int y)
{
    const struct map_place *p = b->place;
    int upper = level_at(b, x, p->half ? 2 * y : y);
    int lower = p->half ? level_at(b, x, 2 * y + 1) : upper;
    struct glyph *c = grid_at(s->g, p->cells.x + x, p->cells.y + y);

    if (!c)
        return;
    *c = (struct glyph){.ch = p->half ? HALF_BLOCK : ' ',
                        .role = ROLE_HEAT,
                        .upper = (int8_t)upper,
                        .lower = (int8_t)lower};
    if (s->look->colours == 0)
        c->ch = upper == HEAT_NONE ? '/' : (uint32_t)theme_ramp(upper);
}

static void draw_cells(struct screen *s, const struct view_map *m,
                       const struct map_place *p)
{
    size_t n = (size_t)p->rows * (size_t)p->cols;
    struct blocks b = {p, &s->v->scale, memory_new(n, sizeof(float))};

    view_pool(b.value, m, p->pool, p->first_row, p->first_col, p->rows,
              p->cols);
    for (int y = 0; y < p->cells.h; y++)
        for (int x = 0; x < p->cells.w; x++)
            put_pixel(s, &b, x, y);
    free(b.value);
}

/* The map's row that a character row begins with. */
static int row_of_line(const struct map_place *p, int y)
{
    return (p->first_row + (p->half ? 2 * y : y) / p->size) * p->pool;
}

static int col_of_column(const struct map_place *p, int x)
{
    return (p->first_col + x / p->wide / p->size) * p->pool;
}

/* Is a label due: the first one, or the first of a group (a row of the
 * board), or, where every row has a line of its own, each? */
static bool starts_group(const struct screen *s, const struct view_map *m,
                         int before, int now)
{
    int stride = shape_of(s->v->domain)->stride;

    return before < 0 ||
           m->position[before] / stride != m->position[now] / stride;
}

static bool every_row_named(const struct map_place *p)
{
    return p->pool == 1 && p->size >= (p->half ? 2 : 1);
}

static bool is_new(const struct view *v, int position)
{
    uint8_t state = v->cell[position].state;

    return state == CELL_ACCEPTED || state == CELL_FORCED;
}

/* 'A' beside lines that hold a row accepted by this step. */
static void mark_line(struct screen *s, const struct view_map *m,
                      const struct map_place *p, int x, int y)
{
    int first = row_of_line(p, y), last = row_of_line(p, y + 1);

    if (last == first)
        last++;
    for (int row = first; row < last && row < m->n; row++)
        if (is_new(s->v, m->position[row]))
            grid_put(s->g, x, p->cells.y + y, ROLE_LABEL,
                     (uint32_t)CELL_LOOKS[CELL_ACCEPTED].mark);
}

static void label_rows(struct screen *s, const struct view_map *m,
                       const struct map_place *p, struct rect r)
{
    int before = -1;
    char name[16];

    for (int y = 0; y < p->cells.h; y++) {
        int row = row_of_line(p, y);
        if (row >= m->n)
            break;
        s->v->domain->position_name(name, m->position[row]);
        if (row != before &&
            (every_row_named(p) || starts_group(s, m, before, row)))
            grid_text_in(s->g, r, 0, p->cells.y - r.y + y, ROLE_FAINT,
                         "%.4s", name);
        mark_line(s, m, p, r.x + MARK_COL, y);
        before = row;
    }
}

static void label_columns(struct screen *s, const struct view_map *m,
                          const struct map_place *p, struct rect r)
{
    int before = -1, free_from = 0;
    char name[16];

    for (int x = 0; x < p->cells.w; x++) {
        int col = col_of_column(p, x);
        if (col >= m->n)
            break;
        if (starts_group(s, m, before, col) && x >= free_from) {
            s->v->domain->position_name(name, m->position[col]);
            grid_text_in(s->g, r, MAP_LABEL_COLS + x, 0, ROLE_FAINT, "%.2s",
                         name);
            free_from = x + 3;
        }
        before = col;
    }
}

/* The cursor: its row and column are lit in the labels, its cell in the map. */
static void draw_cursor(struct screen *s, const struct view_map *m,
                        const struct map_place *p, struct rect r)
{
    bool lower, ignored;
    int y = map_place_y(p, s->row, &lower), x = map_place_x(p, s->col);
    char name[16];

    if (y >= 0) {
        s->v->domain->position_name(name, m->position[s->row]);
        grid_text(s->g, r.x, y, ROLE_CURSOR, "%-4.4s>", name);
        grid_put(s->g, p->cells.x + p->cells.w, y, ROLE_CURSOR, '<');
    }
    if (x >= 0) {
        s->v->domain->position_name(name, m->position[s->col]);
        int left = x - snprintf(NULL, 0, "%s", name);
        if (left > r.x)
            grid_put(s->g, left - 1, r.y, ROLE_PLAIN, ' ');
        if (x + 1 < r.x + r.w)
            grid_text(s->g, x + 1, r.y, ROLE_PLAIN, "  ");
        grid_text(s->g, left > r.x ? left : r.x, r.y, ROLE_CURSOR, "%sv",
                  name);
    }
    if (x < 0 || y < 0)
        return;
    struct glyph *c = grid_at(s->g, x, y);
    if (!c || map_place_y(p, s->row, &ignored) < 0)
        return;
    if (lower)
        c->upper = c->lower;
    else
        c->lower = c->upper;
    c->ch = '+';
    c->reverse = s->look->colours == 0;
}

/* Why there is nothing to see, and what would show something. */
static void draw_nothing(struct screen *s, struct rect r)
{
    const struct view *v = s->v;
    const char *why = "no MI at this step";

    if (v->depth == 0)
        why = session_waits(s->a->session)
                  ? "The MI map appears with the first step, which is being "
                    "computed."
                  : "Nothing is decided yet: press . for the first step, SPC "
                    "to run.";
    else if (v->map.known && v->map.n == 0)
        why = "Nothing was masked: there are no pairs.";
    screen_wrap(s, r, 1, ROLE_FAINT, why);
}

static void scale_words(char *out, size_t size, const struct screen *s)
{
    const struct view *v = s->v;

    snprintf(out, size, "%s, %s", v->scale.log ? "log" : "linear",
             s->a->options.high > 0 ? "by hand"
             : v->scale.fixed       ? "fixed"
                                    : "per step");
}

static int notice_words(char *out, size_t size, const struct screen *s)
{
    const struct map_place *p = &s->a->shown.map;

    out[0] = '\0';
    if (p->pool > 1)
        return snprintf(out, size, "1 px = %dx%d max", p->pool, p->pool);
    if (p->rows < p->blocks)
        return snprintf(out, size, "%d-%d of %d", p->first_row + 1,
                        p->first_row + p->rows, p->blocks);
    return 0;
}

static void flat_bar(struct screen *s, struct rect r)
{
    const struct view *v = s->v;
    char scale[40], notice[40];
    int width = r.w >= 60 ? 24 : 10;
    int x = grid_text_in(s->g, r, 0, 0, ROLE_FAINT, "MI %s %.3g ",
                         v->unit_name, v->scale.low * v->unit);

    for (int i = 0; i < width && x < r.w; i++, x++)
        screen_heat(s, r.x + x, r.y, ' ', i / (width - 1.0));
    x += grid_text_in(s->g, r, x, 0, ROLE_FAINT, " %.3g ",
                      v->scale.high * v->unit);
    scale_words(scale, sizeof scale, s);
    if (notice_words(notice, sizeof notice, s))
        x += grid_text_in(s->g, r, x, 0, ROLE_LABEL, "%s  ", notice);
    grid_text_in(s->g, r, x, 0, ROLE_FAINT, "%s", scale);
}

/* Words below an upright bar, one a line. */
static int bar_words(char line[6][24], const struct screen *s)
{
    const struct view *v = s->v;
    const struct map_place *p = &s->a->shown.map;
    int n = 0;

    snprintf(line[n++], 24, "%s", v->scale.log ? "log" : "linear");
    snprintf(line[n++], 24, "%s",
             s->a->options.high > 0 ? "by hand"
             : v->scale.fixed       ? "fixed"
                                    : "step");
    snprintf(line[n++], 24, "%s", v->map.all ? "all" : "masked");
    snprintf(line[n++], 24, "N=%d", v->map.n);
    if (p->pool > 1) {
        snprintf(line[n++], 24, "1 px =");
        snprintf(line[n++], 24, "%dx%d max", p->pool, p->pool);
    } else if (p->rows < p->blocks) {
        snprintf(line[n++], 24, "%d-%d", p->first_row + 1,
                 p->first_row + p->rows);
        snprintf(line[n++], 24, "of %d", p->blocks);
    }
    return n;
}

enum { MOST_TICKS = 12 };

static void bar_ticks(struct screen *s, struct rect r, int height)
{
    double tick[MOST_TICKS];
    int most = height / 2 < MOST_TICKS ? height / 2 : MOST_TICKS;
    int n = scale_ticks(&s->v->scale, s->v->unit, tick, most);

    for (int i = 0; i < n; i++) {
        double f = scale_fraction(&s->v->scale, tick[i] / s->v->unit);
        int y = (int)lround((1 - f) * (height - 1));
        grid_text_in(s->g, r, 3, 1 + y, ROLE_FAINT, "%.3g", tick[i] + 0.0);
    }
}

static void upright_bar(struct screen *s, struct rect r)
{
    char line[6][24];
    int words = bar_words(line, s), height = r.h - 1 - words;

    grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "MI %s", s->v->unit_name);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < 2; x++)
            screen_heat(s, r.x + x, r.y + 1 + y, ' ',
                        height > 1 ? 1 - y / (height - 1.0) : 1);
    if (height > 2)
        bar_ticks(s, r, height);
    for (int i = 0; i < words; i++)
        grid_text_in(s->g, r, 0, r.h - words + i, ROLE_FAINT, "%s", line[i]);
}

static void draw_bar(struct screen *s, struct rect r)
{
    if (r.w < 1 || r.h < 1)
        return;
    if (r.h == 1)
        flat_bar(s, r);
    else
        upright_bar(s, r);
}

void screen_map(struct screen *s, struct rect map, struct rect bar)
{
    const struct view_map *m = &s->v->map;
    struct rect room = cells_room(map);

    s->a->shown.map_room = room;
    s->a->shown.map = map_place_of(room, m->n, s->a->zoom, s->row, s->col,
                                   s->a->shown.half);
    const struct map_place *p = &s->a->shown.map;
    if (!m->known || p->cells.w < 1) {
        draw_nothing(s, room);
        return;
    }
    draw_cells(s, m, p);
    label_rows(s, m, p, map);
    label_columns(s, m, p, map);
    draw_bar(s, bar);
    draw_cursor(s, m, p, map);
}

/* What the step before changed: rose above the diagonal, fell below. */
void screen_second(struct screen *s, struct rect r)
{
    const struct view_map *m = app_change(s->a);
    struct rect room = cells_room(r);
    struct map_place p =
        map_place_of(room, m->n, 0, s->row, s->col, s->a->shown.half);

    if (!m->known || p.cells.w < 1) {
        screen_wrap(s, room, 1, ROLE_FAINT,
                    "Here stands what a step changed in the MI, from the "
                    "second step on.");
        return;
    }
    draw_cells(s, m, &p);
    label_rows(s, m, &p, r);
    grid_text_in(s->g, r, MAP_LABEL_COLS, 0, ROLE_LABEL,
                 "change of MI: rose above, fell below the diagonal");
}
