#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "ui/screen.h"

enum { NAME_COLS = 5, VALUE_COLS = 6 };

struct ranked {
    float value;
    int i, j;
};

/* The largest pairs, at most `most`, by falling value; returns how many. */
static int largest(struct ranked *top, int most, const struct view_map *m)
{
    int n = 0;

    for (int i = 0; i < m->n; i++)
        for (int j = i + 1; j < m->n; j++) {
            float value = m->value[(size_t)i * (size_t)m->n + (size_t)j];
            if (isnan(value) || (n == most && value <= top[n - 1].value))
                continue;
            int at = n < most ? n++ : n - 1;
            for (; at > 0 && top[at - 1].value < value; at--)
                top[at] = top[at - 1];
            top[at] = (struct ranked){value, i, j};
        }
    return n;
}

static char state_mark(const struct screen *s, int row)
{
    int position = s->v->map.position[row];

    return CELL_LOOKS[s->v->cell[position].state].mark;
}

static void draw_pair(struct screen *s, struct rect r, int y,
                      const struct ranked *p)
{
    const struct view_map *m = &s->v->map;
    bool here = (p->i == s->row && p->j == s->col) ||
                (p->j == s->row && p->i == s->col);
    char a[16], b[16], value[16];

    s->v->domain->position_name(a, m->position[p->i]);
    s->v->domain->position_name(b, m->position[p->j]);
    screen_number(value, s->v, (double)p->value);
    grid_text_in(s->g, r, 0, y, here ? ROLE_CURSOR : ROLE_PLAIN,
                 "%3d %5s %c x %5s %c  %6s  %s", y, a, state_mark(s, p->i), b,
                 state_mark(s, p->j), value,
                 screen_tie(s->v, m->position[p->i], m->position[p->j]));
}

void screen_pairs(struct screen *s, struct rect r)
{
    int most = r.h - 1;
    struct ranked *top = memory_new((size_t)most, sizeof *top);
    int n = s->v->map.known ? largest(top, most, &s->v->map) : 0;

    if (n > 0)
        grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "largest MI, %s   (w W walk)",
                     s->v->unit_name);
    for (int i = 0; i < n; i++)
        draw_pair(s, r, 1 + i, &top[i]);
    free(top);
}

/* The first of `shown` rows of n around the cursor. */
static int window(int cursor, int shown, int n)
{
    int first = (cursor < 0 ? 0 : cursor) - shown / 2;

    if (first > n - shown)
        first = n - shown;
    return first < 0 ? 0 : first;
}

static void lens_row(struct screen *s, struct rect r, int y, int i, int first,
                     int cols)
{
    const struct view_map *m = &s->v->map;
    char text[16];

    s->v->domain->position_name(text, m->position[i]);
    grid_text_in(s->g, r, 0, y, i == s->row ? ROLE_CURSOR : ROLE_FAINT, "%s",
                 text);
    for (int c = 0; c < cols && first + c < m->n; c++) {
        int j = first + c;
        screen_number(text, s->v,
                      (double)m->value[(size_t)i * (size_t)m->n + (size_t)j]);
        grid_text_in(s->g, r, NAME_COLS + c * VALUE_COLS, y,
                     i == s->row && j == s->col ? ROLE_CURSOR : ROLE_PLAIN,
                     "%5s", text);
    }
}

void screen_lens(struct screen *s, struct rect r)
{
    const struct view_map *m = &s->v->map;
    int cols = (r.w - NAME_COLS) / VALUE_COLS, rows = r.h - 2;
    char name[16];

    if (!m->known || m->n == 0)
        return;
    grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "around the cursor, MI %s",
                 s->v->unit_name);
    int left = window(s->col, cols, m->n), top = window(s->row, rows, m->n);
    for (int c = 0; c < cols && left + c < m->n; c++) {
        s->v->domain->position_name(name, m->position[left + c]);
        grid_text_in(s->g, r, NAME_COLS + c * VALUE_COLS, 1,
                     left + c == s->col ? ROLE_CURSOR : ROLE_FAINT, "%5s",
                     name);
    }
    for (int i = 0; i < rows && top + i < m->n; i++)
        lens_row(s, r, 2 + i, top + i, left, cols);
}
