#include <math.h>
#include <stdio.h>

#include "ui/screen.h"
#include "ui/board_shape.h"

/* The pair after `last` in falling order of value; false when there is none.
 * Equal values go by place. */
struct found {
    float value;
    int i, j;
};

static bool comes_before(struct found a, struct found b)
{
    if (a.value > b.value || a.value < b.value)
        return a.value > b.value;
    return a.i != b.i ? a.i < b.i : a.j < b.j;
}

static bool next_weaker(const struct view_map *m, struct found *last)
{
    struct found best = {-INFINITY, m->n, m->n};

    for (int i = 0; i < m->n; i++)
        for (int j = i + 1; j < m->n; j++) {
            struct found f = {m->value[(size_t)i * (size_t)m->n + (size_t)j],
                              i, j};
            if (!isnan(f.value) && comes_before(*last, f) &&
                comes_before(f, best))
                best = f;
        }
    *last = best;
    return best.i < m->n;
}

static void pair_line(struct screen *s, struct rect r, int y, int rank,
                      struct found f)
{
    const struct view *v = s->v;
    int i = v->map.position[f.i], j = v->map.position[f.j];
    char a[16], b[16], number[16];

    v->domain->position_name(a, i);
    v->domain->position_name(b, j);
    screen_number(number, v, (double)f.value);
    bool here = s->a->pane == PANE_MAP &&
                ((s->row == f.i && s->col == f.j) ||
                 (s->row == f.j && s->col == f.i));
    grid_text_in(s->g, r, 0, y, here ? ROLE_CURSOR : ROLE_PLAIN,
                 "%3d  %-5s %-5s %s  %c%c  %s", rank, a, b, number,
                 CELL_LOOKS[v->cell[i].state].mark,
                 CELL_LOOKS[v->cell[j].state].mark, v->domain->relation(i, j));
}

void screen_pairs(struct screen *s, struct rect r)
{
    struct found f = {INFINITY, -1, -1};

    grid_text_in(s->g, r, 0, 0, ROLE_LABEL,
                 "strongest pairs, MI in %s, state, same", s->v->unit_name);
    for (int y = 1; y < r.h && next_weaker(&s->v->map, &f); y++)
        pair_line(s, r, y, y, f);
}

enum { VALUE_COLS = 6, NAME_COLS = 6 };

/* First of `shown` lines around a cursor. */
static int window(int cursor, int shown, int n)
{
    int first = (cursor < 0 ? 0 : cursor) - shown / 2;

    if (first > n - shown)
        first = n - shown;
    return first < 0 ? 0 : first;
}

static void lens_value(struct screen *s, struct rect r, int x, int y, int i,
                       int j)
{
    const struct view_map *m = &s->v->map;
    float value = m->value[(size_t)i * (size_t)m->n + (size_t)j];
    bool here = i == s->row && j == s->col;
    char number[16];

    screen_number(number, s->v, (double)value);
    grid_text_in(s->g, r, x, y,
                 here                           ? ROLE_CURSOR
                 : i == s->row || j == s->col ? ROLE_PLAIN
                                                : ROLE_FAINT,
                 "%5s", number);
}

void screen_lens(struct screen *s, struct rect r)
{
    const struct view_map *m = &s->v->map;
    int rows = r.h - 2, cols = (r.w - NAME_COLS) / VALUE_COLS;
    char name[16];

    grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "exact values (%s)",
                 s->v->unit_name);
    if (rows > m->n)
        rows = m->n;
    if (cols > m->n)
        cols = m->n;
    int top = window(s->row, rows, m->n), left = window(s->col, cols, m->n);
    for (int c = 0; c < cols; c++) {
        s->v->domain->position_name(name, m->position[left + c]);
        grid_text_in(s->g, r, NAME_COLS + c * VALUE_COLS, 1,
                     left + c == s->col ? ROLE_CURSOR : ROLE_FAINT, "%5.5s",
                     name);
    }
    for (int y = 0; y < rows; y++) {
        s->v->domain->position_name(name, m->position[top + y]);
        grid_text_in(s->g, r, 0, 2 + y,
                     top + y == s->row ? ROLE_CURSOR : ROLE_FAINT, "%-5.5s",
                     name);
        for (int c = 0; c < cols; c++)
            lens_value(s, r, NAME_COLS + c * VALUE_COLS, 2 + y, top + y,
                       left + c);
    }
}
