#include "ui/screen.h"

#include <stddef.h>

static bool has_half_blocks(const struct look *l)
{
    return l->half && l->utf8 && l->colours > 0;
}

/* Which panel each rectangle of the layout holds. */
static const struct panel {
    size_t rect; /* offset in struct layout */
    void (*draw)(struct screen *s, struct rect r);
} PANELS[] = {
    {offsetof(struct layout, title), screen_title},
    {offsetof(struct layout, board), screen_board},
    {offsetof(struct layout, info), screen_info},
    {offsetof(struct layout, cell), screen_cell},
    {offsetof(struct layout, lists), screen_lists},
    {offsetof(struct layout, log), screen_log},
    {offsetof(struct layout, second), screen_second},
    {offsetof(struct layout, pairs), screen_pairs},
    {offsetof(struct layout, lens), screen_lens},
    {offsetof(struct layout, message), screen_message},
    {offsetof(struct layout, hints), screen_hints},
};

static void draw_panels(struct screen *s, const struct layout *l)
{
    for (size_t i = 0; i < sizeof PANELS / sizeof PANELS[0]; i++) {
        const struct rect *r =
            (const struct rect *)(const void *)((const char *)l +
                                                PANELS[i].rect);
        if (r->w > 0 && r->h > 0)
            PANELS[i].draw(s, *r);
    }
    if (l->map.w > 0 && l->map.h > 0)
        screen_map(s, l->map, l->bar);
}

void app_draw(struct app *a, struct grid *g, const struct look *look, int cols,
              int rows)
{
    struct screen s = {.g = g, .look = look, .a = a};

    grid_clear(g, cols, rows);
    a->shown = (struct shown){.layout = layout_for(cols, rows, a->pane),
                              .half = has_half_blocks(look)};
    if (!a->shown.layout.fits) {
        grid_text(g, 0, 0, ROLE_BAD, "needs %dx%d, is %dx%d  q quit",
                  LEAST_COLS, LEAST_ROWS, cols, rows);
        return;
    }
    s.v = app_view(a);
    app_map_cursor(a, &s.row, &s.col);
    draw_panels(&s, &a->shown.layout);
    if (a->mode == MODE_HELP)
        screen_help(&s);
    if (a->mode == MODE_SETTINGS)
        screen_settings(&s);
}
