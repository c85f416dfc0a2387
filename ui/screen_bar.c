#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/least.h"
#include "ui/colourmap.h"
#include "ui/screen_map.h"

enum {
    HALF_BLOCK = 0x2580,
    COLOURS = 2, /* columns of the upright bar */
    MOST_NOTES = 10,
    MOST_TICKS = 6,
    FLAT_COLS = 20 /* of the bar that lies */
};

struct notes {
    char text[MOST_NOTES][32];
    int count;
};

static void note(struct notes *n, const char *text)
{
    snprintf(n->text[n->count], sizeof n->text[0], "%s", text);
    n->count++;
}

/* What the colours and the cells mean, each at most seven columns. */
static void notes_of(struct notes *n, const struct screen *s,
                     const struct map_place *p)
{
    const struct view_options *o = &s->a->options;
    char text[32];

    n->count = 0;
    if (p->pool > 1) {
        note(n, "1 px =");
        snprintf(text, sizeof text, "%dx%d max", p->pool, p->pool);
        note(n, text);
    }
    note(n, o->high > 0 ? "by hand" : s->v->scale.fixed ? "fixed" : "by step");
    note(n, o->log ? "log" : "linear");
    if (s->look->colours > 8)
        note(n, COLOURMAPS[o->colourmap].name);
    snprintf(text, sizeof text, "N %d", p->n);
    note(n, text);
    if (p->rows == p->blocks && p->cols == p->blocks)
        return;
    snprintf(text, sizeof text, "r %d-%d", p->first_row * p->pool + 1,
             least((p->first_row + p->rows) * p->pool, p->n));
    note(n, text);
    snprintf(text, sizeof text, "c %d-%d", p->first_col * p->pool + 1,
             least((p->first_col + p->cols) * p->pool, p->n));
    note(n, text);
}

/* At most four columns: 0, 0.25, 12, 1e-3 */
static void tick_text(char out[16], double x)
{
    char digits[16];

    snprintf(digits, sizeof digits, "%.2g", x);
    if (x > 0 && (x < 0.01 || strlen(digits) > 4))
        snprintf(out, 16, "%de%d",
                 (int)lround(x / pow(10, floor(log10(x) + 1e-9))),
                 (int)floor(log10(x) + 1e-9));
    else
        snprintf(out, 16, "%s", digits);
}

static void bar_cell(struct screen *s, int x, int y, double upper, double lower)
{
    struct glyph *g = grid_at(s->g, x, y);

    if (s->look->half && s->look->colours > 0 && g)
        *g = (struct glyph){.ch = HALF_BLOCK,
                            .role = ROLE_HEAT,
                            .upper = (int8_t)screen_level(upper),
                            .lower = (int8_t)screen_level(lower)};
    else
        screen_heat(s, x, y, ' ', (upper + lower) / 2);
}

static int ticks_of(const struct screen *s, double tick[MOST_TICKS], int most)
{
    return scale_ticks(&s->v->scale, s->v->unit, tick,
                       most < MOST_TICKS ? most : MOST_TICKS);
}

static void draw_tick(struct screen *s, struct rect r, int y, double x)
{
    char text[16];

    tick_text(text, x);
    grid_text_in(s->g, r, COLOURS + 1, y, ROLE_PLAIN, "%s", text);
}

/* Both limits have their number, between them the round ones that fit. */
static void draw_ticks(struct screen *s, struct rect r, int rows)
{
    double tick[MOST_TICKS], unit = s->v->unit;
    int n = ticks_of(s, tick, rows / 2), free_above = rows - 2;

    for (int i = 0; i < n; i++) {
        double f = scale_fraction(&s->v->scale, tick[i] / unit);
        int y = (int)((1 - f) * rows);
        if (y < 2 || y > free_above)
            continue;
        draw_tick(s, r, y, tick[i]);
        free_above = y - 1;
    }
    draw_tick(s, r, 0, s->v->scale.high * unit);
    draw_tick(s, r, rows - 1, s->v->scale.low * unit);
}

static void upright(struct screen *s, struct rect r, int rows)
{
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < COLOURS; x++)
            bar_cell(s, r.x + x, r.y + y, 1 - (4 * y + 1) / (4.0 * rows),
                     1 - (4 * y + 3) / (4.0 * rows));
    draw_ticks(s, r, rows);
}

static void flat(struct screen *s, struct rect r, const struct notes *notes)
{
    char low[16], high[16];
    int x = grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "MI %s ", s->v->unit_name);

    tick_text(low, s->v->scale.low * s->v->unit);
    tick_text(high, s->v->scale.high * s->v->unit);
    x += grid_text_in(s->g, r, x, 0, ROLE_PLAIN, "%s ", low);
    int width = r.w - x > FLAT_COLS + 10 ? FLAT_COLS : (r.w - x) / 2;
    for (int i = 0; i < width; i++) {
        double f = (i + 0.5) / width;
        bar_cell(s, r.x + x + i, r.y, f, f);
    }
    x += width;
    x += grid_text_in(s->g, r, x, 0, ROLE_PLAIN, " %s ", high);
    for (int i = 0; i < notes->count; i++)
        x += grid_text_in(s->g, r, x, 0, ROLE_FAINT, " %s", notes->text[i]);
}

void screen_bar(struct screen *s, struct rect r, const struct map_place *p)
{
    struct notes notes;
    int rows = p->cells.h;

    notes_of(&notes, s, p);
    if (r.h == 1) {
        flat(s, r, &notes);
        return;
    }
    grid_text_in(s->g, r, 0, 0, ROLE_LABEL, "MI %s", s->v->unit_name);
    struct rect below = {r.x, r.y + 1, r.w, r.h - 1};
    if (rows > below.h - notes.count - 1)
        rows = below.h - notes.count - 1;
    if (rows < 3)
        rows = below.h < 3 ? below.h : 3;
    upright(s, below, rows);
    for (int i = 0; i < notes.count; i++)
        grid_text_in(s->g, below, 0, rows + 1 + i, ROLE_FAINT, "%s",
                     notes.text[i]);
}
