#include "ui/board_shape.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { SIDE = 9, BOX = 3, CELLS = SIDE * SIDE };

/* A board of 9 x 9 cells in boxes of 3 x 3, in three sizes. */
struct face {
    int cols, rows; /* of the whole board */
    int wide, high; /* of a cell */
};

static const struct face NARROW = {25, 13, 2, 1};
static const struct face WIDE = {37, 13, 4, 1};
static const struct face PENCIL = {37, 31, 4, 3}; /* with candidates */

static const struct face *face_for(struct rect r)
{
    if (r.w < WIDE.cols)
        return &NARROW;
    return r.h < PENCIL.rows ? &WIDE : &PENCIL;
}

/* Where the symbol of a cell stands, relative to the board. */
static int symbol_x(const struct face *f, int col)
{
    return 2 + f->wide * col + (f->wide == 2 ? 2 * (col / BOX) : 0);
}

static int symbol_y(const struct face *f, int row)
{
    return 1 + f->high * row + row / BOX + f->high / 2;
}

static int grid9_move(int position, int dx, int dy)
{
    int row = position / SIDE + dy, col = position % SIDE + dx;

    if (row < 0 || row >= SIDE || col < 0 || col >= SIDE)
        return position;
    return row * SIDE + col;
}

static int grid9_position(struct rect r, int x, int y)
{
    const struct face *f = face_for(r);

    if (r.w == 0)
        return -1;
    for (int t = 0; t < CELLS; t++) {
        int dx = x - r.x - symbol_x(f, t % SIDE);
        int dy = y - r.y - symbol_y(f, t / SIDE);
        if (dx >= -1 && dx < f->wide - 1 && dy >= -(f->high / 2) &&
            dy <= f->high / 2)
            return t;
    }
    return -1;
}

/* Light lines and where they meet, or ASCII. */
static uint32_t frame_char(bool utf8, bool across, bool down, int x, int y,
                           const struct face *f)
{
    static const uint32_t MEET[3][3] = {{0x250C, 0x252C, 0x2510},
                                        {0x251C, 0x253C, 0x2524},
                                        {0x2514, 0x2534, 0x2518}};
    int col = x == 0 ? 0 : x == f->cols - 1 ? 2 : 1;
    int row = y == 0 ? 0 : y == f->rows - 1 ? 2 : 1;

    if (across && down)
        return utf8 ? MEET[row][col] : '+';
    if (across)
        return utf8 ? 0x2500 : '-';
    return utf8 ? 0x2502 : '|';
}

static void draw_frame(struct screen *s, struct rect r, const struct face *f)
{
    int every_x = (f->cols - 1) / BOX, every_y = (f->rows - 1) / BOX;

    for (int y = 0; y < f->rows; y++)
        for (int x = 0; x < f->cols; x++) {
            bool across = y % every_y == 0, down = x % every_x == 0;
            if (across || down)
                grid_put(s->g, r.x + x, r.y + y, ROLE_FAINT,
                         frame_char(s->look->utf8, across, down, x, y, f));
        }
}

static const uint8_t STATE_ROLES[CELL_STATES] = {
    [CELL_GIVEN] = ROLE_GIVEN,       [CELL_FILLED] = ROLE_FILLED,
    [CELL_ACCEPTED] = ROLE_ACCEPTED, [CELL_FORCED] = ROLE_FORCED,
    [CELL_DEFERRED] = ROLE_DEFERRED, [CELL_MASKED] = ROLE_MASKED,
};

/* Held back by the MI part: what a look at the board should find first. The
 * others that are deferred recede. */
static bool is_blocked(const struct view *v, const struct view_cell *c)
{
    return c->index >= 0 &&
           step_candidates(v->step)[c->index].decision == DEFER_DEPENDENCE;
}

static int role_of(const struct screen *s, const struct view_cell *c)
{
    if (c->wrong)
        return ROLE_WRONG;
    if (s->a->filter != NO_FILTER &&
        c->symbol == s->v->domain->alphabet[s->a->filter])
        return ROLE_LINKED;
    if (c->state == CELL_DEFERRED && !is_blocked(s->v, c))
        return ROLE_MASKED;
    return STATE_ROLES[c->state];
}

static bool is_open(const struct view_cell *c)
{
    return c->state == CELL_DEFERRED || c->state == CELL_MASKED;
}

/* The mark beside a symbol: what was decided now, or that it is wrong. */
static char mark_of(const struct view_cell *c)
{
    if (c->wrong)
        return '!';
    return is_open(c) ? ' ' : CELL_LOOKS[c->state].mark;
}

/* The other cell of the cursor's pair. */
static int partner(const struct screen *s)
{
    const struct view_map *m = &s->v->map;

    if (s->a->pane == PANE_BOARD)
        return app_strongest(s->a, s->a->at);
    return s->col < 0 || s->col == s->row ? -1 : m->position[s->col];
}

static int focus(const struct screen *s)
{
    if (s->a->pane == PANE_BOARD || s->row < 0)
        return s->a->at;
    return s->v->map.position[s->row];
}

/* What a cell is shaded by, 0..1; NAN: not shaded. */
static double shade_of(const struct screen *s, int position)
{
    const struct step *step = s->v->step;
    int i = s->v->cell[position].index, j = s->v->cell[focus(s)].index;

    if (i < 0)
        return NAN;
    if (s->a->filter != NO_FILTER) {
        int value = s->a->filter - step->first_symbol;
        return step->has_prob && value >= 0 && value < step->V
                   ? (double)step_probs(
                         step)[(size_t)i * (size_t)step->V + (size_t)value]
                   : (double)NAN;
    }
    if (!s->a->lens || !step->has_mi || j < 0 || i == j)
        return NAN;
    return scale_fraction(
        &s->v->scale,
        (double)step_mis(step)[(size_t)i * (size_t)step->N + (size_t)j]);
}

/* Signs left and right of a cell's columns, in its gaps or on the frame. On
 * the narrow board a mark to the right keeps its place. */
static void bracket(struct screen *s, const struct face *f, int x, int y,
                    int position, const char *pair)
{
    bool marked = f == &NARROW && mark_of(&s->v->cell[position]) != ' ';

    grid_put(s->g, x - (f == &PENCIL ? 2 : 1), y, ROLE_CURSOR,
             (uint32_t)pair[0]);
    grid_put(s->g, x + (f == &NARROW ? 1 + marked : 2), y, ROLE_CURSOR,
             (uint32_t)pair[1]);
}

/* Brackets around the cursor's cell, parentheses around its partner. */
static void draw_cursor(struct screen *s, const struct face *f, int x, int y,
                        int position)
{
    struct glyph *g = grid_at(s->g, x, y);

    if (position == focus(s)) {
        bracket(s, f, x, y, position, "[]");
        if (g)
            g->reverse = true;
    } else if (position == partner(s)) {
        bracket(s, f, x, y, position, "()");
    }
}

static void draw_candidates(struct screen *s, int x, int y, int position)
{
    const struct view_cell *c = &s->v->cell[position];
    const struct step *step = s->v->step;
    const float *p = step_probs(step) + (size_t)c->index * (size_t)step->V;
    int best = 0;

    for (int v = 1; v < step->V; v++)
        if (p[v] > p[best])
            best = v;
    for (int v = 0; v < step->V && v < SIDE; v++) {
        int at_x = x - 1 + v % BOX, at_y = y - 1 + v / BOX;
        int symbol = step->first_symbol + v;
        int role = v == best ? ROLE_GIVEN : ROLE_PLAIN;
        if (v == best && is_blocked(s->v, c))
            role = ROLE_DEFERRED;
        if (symbol == s->a->filter)
            role = ROLE_LINKED;
        if (v == best || p[v] >= 0.05F)
            grid_put(s->g, at_x, at_y, role,
                     (uint32_t)s->v->domain->alphabet[symbol]);
    }
}

/* What was revealed now keeps the look of its symbol. */
static bool keeps_symbol(const struct view_cell *c)
{
    return c->state == CELL_ACCEPTED || c->state == CELL_FORCED || c->wrong;
}

/* The background of a cell, under what is already drawn there. The lowest level
 * is left out, so that a board without dependence stays calm. */
static void draw_shade(struct screen *s, const struct face *f, int x, int y,
                       const struct view_cell *c, double shade)
{
    int left = f == &NARROW ? x : x - 1, right = x + 1;
    bool ramp = s->look->colours == 0; /* one character beside the symbol */

    for (int dy = -(f->high / 2); dy <= f->high / 2; dy++)
        for (int at = left; at <= right; at++) {
            struct glyph *g = grid_at(s->g, at, y + dy);
            bool symbol = at == x && dy == 0 && keeps_symbol(c);
            bool here =
                !ramp || (f->high == 1 && at == x + 1 && g && g->ch == ' ');
            if (g && here && !symbol)
                screen_heat(s, at, y + dy, g->ch, shade);
        }
}

static void draw_cell(struct screen *s, struct rect r, const struct face *f,
                      int position)
{
    const struct view_cell *c = &s->v->cell[position];
    int x = r.x + symbol_x(f, position % SIDE);
    int y = r.y + symbol_y(f, position / SIDE);
    double shade = shade_of(s, position);
    uint32_t ch = (uint32_t)c->symbol;

    if (c->state == CELL_DEFERRED)
        ch = (uint32_t)CELL_LOOKS[CELL_DEFERRED].mark;
    if (f == &PENCIL && is_open(c) && c->index >= 0 && s->v->step->has_prob) {
        draw_candidates(s, x, y, position);
    } else {
        grid_put(s->g, x, y, role_of(s, c), ch);
        grid_put(s->g, x + 1, y,
                 role_of(s, c) == ROLE_WRONG ? ROLE_WRONG : ROLE_LABEL,
                 (uint32_t)mark_of(c));
    }
    if (!isnan(shade) && screen_level(shade) > 0)
        draw_shade(s, f, x, y, c, shade);
}

static void draw_caption(struct screen *s, struct rect r,
                         const struct face *f)
{
    char name[16];

    if (s->a->filter != NO_FILTER) {
        grid_text_in(s->g, r, 0, r.h - 1, ROLE_FAINT, "shaded: p of %c, 0 to 1",
                     s->v->domain->alphabet[s->a->filter]);
    } else if (s->a->lens && s->v->step->has_mi && s->look->colours &&
               s->v->cell[focus(s)].index >= 0) {
        s->v->domain->position_name(name, focus(s));
        grid_text_in(s->g, r, 0, r.h - 1, ROLE_FAINT, "shaded: MI with %s",
                     name);
    } else {
        grid_text_in(s->g, r, 0, r.h - 1, ROLE_FAINT, "A accepted %s",
                     f == &PENCIL ? "small: candidates of deferred"
                                  : "? deferred");
    }
}

static void grid9_draw(struct screen *s, struct rect r)
{
    const struct face *f = face_for(r);

    draw_frame(s, r, f);
    for (int t = 0; t < CELLS && t < s->v->step->T; t++)
        draw_cell(s, r, f, t);
    for (int t = 0; t < CELLS && t < s->v->step->T; t++)
        draw_cursor(s, f, r.x + symbol_x(f, t % SIDE),
                    r.y + symbol_y(f, t / SIDE), t);
    if (r.h > f->rows)
        draw_caption(s, r, f);
}

static const struct shape SHAPES[] = {
    {"grid9", SIDE, grid9_move, grid9_position, grid9_draw},
};

const struct shape *shape_of(const struct domain *d)
{
    int row = 0;

    while (strcmp(SHAPES[row].name, d->shape) != 0) {
        row++;
        assert(row < (int)(sizeof SHAPES / sizeof SHAPES[0]));
    }
    return &SHAPES[row];
}

void screen_board(struct screen *s, struct rect r)
{
    shape_of(s->v->domain)->draw(s, r);
}
