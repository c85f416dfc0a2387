#include "ui/board_shape.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "ui/app_state.h"

/*
 * grid9: nine rows of nine, boxes of three. Three sizes of a cell:
 *
 *   narrow  2 x 1   a swatch and the symbol
 *   wide    4 x 1   a swatch, the symbol, its mark and a gap
 *   pencil  4 x 3   the nine values that are still possible
 */
enum { SIDE = 9, BOX = 3, NARROW = 2, WIDE = 4, PENCIL_ROWS = 31 };

struct board {
    struct screen *s;
    struct rect r;
    int step_x, step_y; /* characters from one cell to the next */
};

static struct board board_in(struct screen *s, struct rect r)
{
    struct board b = {s, r, NARROW, 1};

    if (r.w >= SIDE * WIDE + 1)
        b.step_x = WIDE;
    if (b.step_x == WIDE && r.h >= PENCIL_ROWS)
        b.step_y = BOX;
    return b;
}

/* The symbol's place; frames stand before every third row and column. */
static int cell_x(const struct board *b, int col)
{
    if (b->step_x == WIDE)
        return b->r.x + 2 + WIDE * col;
    return b->r.x + 2 + NARROW * col + col / BOX * 2;
}

static int cell_y(const struct board *b, int row)
{
    return b->r.y + 1 + b->step_y / 2 + b->step_y * row + row / BOX;
}

/* ---- frame ------------------------------------------------------------- */

static int frame_rows(const struct board *b)
{
    return SIDE * b->step_y + BOX + 1;
}

static int frame_cols(const struct board *b)
{
    return b->step_x == WIDE ? SIDE * WIDE + 1 : SIDE * NARROW + 2 * BOX + 1;
}

static uint32_t corner(const struct board *b, int i, int j)
{
    static const uint32_t LINES[3][3] = {{0x250C, 0x252C, 0x2510},
                                         {0x251C, 0x253C, 0x2524},
                                         {0x2514, 0x2534, 0x2518}};
    int y = i == 0 ? 0 : i == BOX ? 2 : 1, x = j == 0 ? 0 : j == BOX ? 2 : 1;

    return b->s->look->utf8 ? LINES[y][x] : '+';
}

static void draw_frame(const struct board *b)
{
    int high = BOX * b->step_y + 1, wide = (frame_cols(b) - 1) / BOX;
    uint32_t across = b->s->look->utf8 ? 0x2500 : '-';
    uint32_t down = b->s->look->utf8 ? 0x2502 : '|';

    for (int y = 0; y < frame_rows(b); y++)
        for (int x = 0; x < frame_cols(b); x++) {
            bool on_row = y % high == 0, on_col = x % wide == 0;
            if (!on_row && !on_col)
                continue;
            grid_put(b->s->g, b->r.x + x, b->r.y + y, ROLE_FAINT,
                     on_row && on_col ? corner(b, y / high, x / wide)
                     : on_row         ? across
                                      : down);
        }
}

/* ---- cells ------------------------------------------------------------- */

static const uint8_t STATE_ROLE[CELL_STATES] = {
    [CELL_GIVEN] = ROLE_GIVEN,       [CELL_FILLED] = ROLE_FILLED,
    [CELL_ACCEPTED] = ROLE_ACCEPTED, [CELL_FORCED] = ROLE_FORCED,
    [CELL_DEFERRED] = ROLE_DEFERRED, [CELL_MASKED] = ROLE_MASKED,
};

static int role_of(const struct screen *s, const struct view_cell *c)
{
    char picked = s->a->filter == NO_FILTER
                      ? '\0'
                      : s->v->domain->alphabet[s->a->filter];

    if (c->wrong)
        return ROLE_WRONG;
    return c->symbol == picked &&
                   (c->state == CELL_GIVEN || c->state == CELL_FILLED)
               ? ROLE_CURSOR
               : STATE_ROLE[c->state];
}

static char symbol_of(const struct view_cell *c)
{
    return c->state == CELL_DEFERRED ? '?'
           : c->state == CELL_MASKED ? '.'
                                     : c->symbol;
}

static char mark_of(const struct view_cell *c)
{
    if (c->wrong)
        return '!';
    return c->state == CELL_ACCEPTED || c->state == CELL_FORCED
               ? CELL_LOOKS[c->state].mark
               : ' ';
}

/* What shades a cell, 0..1: the probability of the digit picked out, or the MI
 * it shares with the cursor's cell. NAN: nothing. */
static double shade_of(const struct screen *s, int position)
{
    const struct view *v = s->v;
    int index = v->cell[position].index;
    int i, j;

    if (s->a->filter != NO_FILTER)
        return index < 0 || !v->step->has_prob
                   ? NAN
                   : step_probs(v->step)[index * v->step->V + s->a->filter -
                                         v->step->first_symbol];
    if (!s->a->lens)
        return NAN;
    i = view_row(&v->map, s->a->pane == PANE_MAP ? s->a->pair[0] : s->a->at);
    j = view_row(&v->map, position);
    if (i < 0 || j < 0)
        return NAN;
    return scale_fraction(&v->scale,
                          v->map.value[(size_t)i * (size_t)v->map.n +
                                       (size_t)j]);
}

/* The lowest level is left out: a board without dependence stays calm. */
static bool is_shaded(double shade)
{
    return !isnan(shade) && screen_level(shade) > 0;
}

static void put_swatch(struct screen *s, int x, int y, double shade)
{
    if (is_shaded(shade))
        screen_heat(s, x, y, ' ', shade);
}

static void draw_cell(const struct board *b, int position, int x, int y)
{
    struct screen *s = b->s;
    const struct view_cell *c = &s->v->cell[position];
    int role = role_of(s, c);
    char mark = mark_of(c);

    put_swatch(s, x - 1, y, shade_of(s, position));
    grid_put(s->g, x, y, role, (uint32_t)symbol_of(c));
    if (mark != ' ' && (b->step_x == WIDE || c->wrong ||
                        s->look->colours == 0))
        grid_put(s->g, b->step_x == WIDE ? x + 1 : x - 1, y, role,
                 (uint32_t)mark);
}

/* The values of a masked cell in their places, the likeliest strong. */
static void draw_candidates(const struct board *b, int position, int x, int y)
{
    struct screen *s = b->s;
    const struct step *step = s->v->step;
    const float *p = step_probs(step) +
                     (size_t)s->v->cell[position].index * (size_t)step->V;
    double shade = shade_of(s, position);
    int best = 0;

    for (int v = 1; v < step->V; v++)
        best = p[v] > p[best] ? v : best;
    for (int v = 0; v < step->V; v++) {
        int at_x = x - 1 + v % BOX, at_y = y - 1 + v / BOX;
        char digit = s->v->domain->alphabet[step->first_symbol + v];
        char shown = p[v] >= 0.05F || v == best ? digit : ' ';
        if (!is_shaded(shade))
            grid_put(s->g, at_x, at_y, v == best ? ROLE_GIVEN : ROLE_FAINT,
                     (uint32_t)shown);
        else
            screen_heat(s, at_x, at_y, (uint32_t)shown, shade);
    }
}

static bool has_candidates(const struct board *b, const struct view_cell *c)
{
    return b->step_y == BOX && c->index >= 0 && b->s->v->step->has_prob &&
           c->state == CELL_DEFERRED;
}

/* Brackets around a cell: visible without colours. */
static void bracket(const struct board *b, int position, const char *pair)
{
    int x = cell_x(b, position % SIDE), y = cell_y(b, position / SIDE);
    int out = b->step_y == BOX ? 2 : 1;

    grid_put(b->s->g, x - out, y, ROLE_CURSOR, (uint32_t)pair[0]);
    grid_put(b->s->g, x + out, y, ROLE_CURSOR, (uint32_t)pair[1]);
}

static void draw_cursor(const struct board *b)
{
    const struct app *a = b->s->a;

    if (a->pane == PANE_BOARD) {
        bracket(b, a->at, "[]");
        return;
    }
    if (b->s->row < 0)
        return;
    bracket(b, b->s->v->map.position[b->s->col], "()");
    bracket(b, b->s->v->map.position[b->s->row], "[]");
}

static void draw_caption(const struct board *b)
{
    const struct view *v = b->s->v;
    struct rect line = {b->r.x, b->r.y + frame_rows(b), b->r.w, 1};
    int x = 0;

    if (line.y >= b->r.y + b->r.h)
        return;
    x += grid_text_in(b->s->g, line, x, 0, ROLE_ACCEPTED, "A%d", v->accepted);
    x += grid_text_in(b->s->g, line, x, 0, ROLE_FAINT, " new ");
    x += grid_text_in(b->s->g, line, x, 0, ROLE_DEFERRED, "?%d", v->deferred);
    x += grid_text_in(b->s->g, line, x, 0, ROLE_FAINT, " deferred");
    if (v->wrong)
        grid_text_in(b->s->g, line, x, 0, ROLE_WRONG, " !%d%s", v->wrong,
                     b->step_x == WIDE ? " wrong" : "");
}

static void grid9_draw(struct screen *s, struct rect r)
{
    struct board b = board_in(s, r);

    draw_frame(&b);
    for (int t = 0; t < SIDE * SIDE && t < s->v->step->T; t++) {
        int x = cell_x(&b, t % SIDE), y = cell_y(&b, t / SIDE);
        if (has_candidates(&b, &s->v->cell[t]))
            draw_candidates(&b, t, x, y);
        else
            draw_cell(&b, t, x, y);
    }
    draw_cursor(&b);
    draw_caption(&b);
}

static int grid9_move(int position, int dx, int dy)
{
    int col = position % SIDE + dx, row = position / SIDE + dy;

    if (col < 0 || col >= SIDE || row < 0 || row >= SIDE)
        return position;
    return row * SIDE + col;
}

static int grid9_position(struct rect r, int x, int y)
{
    struct board b = board_in(NULL, r);

    if (x < r.x || x >= r.x + r.w || y < r.y || y >= r.y + r.h)
        return -1;
    for (int t = 0; t < SIDE * SIDE; t++) {
        int dx = x - cell_x(&b, t % SIDE), dy = y - cell_y(&b, t / SIDE);
        if (dx >= -1 && dx <= (b.step_x == WIDE ? 1 : 0) &&
            dy >= -(b.step_y / 2) && dy <= b.step_y / 2)
            return t;
    }
    return -1;
}

static const struct shape SHAPES[] = {
    {"grid9", SIDE, grid9_move, grid9_position, grid9_draw},
    {0},
};

const struct shape *shape_of(const struct domain *d)
{
    const struct shape *s = SHAPES;

    while (s->name && strcmp(s->name, d->shape) != 0)
        s++;
    assert(s->name);
    return s;
}

void screen_board(struct screen *s, struct rect r)
{
    shape_of(s->v->domain)->draw(s, r);
}
