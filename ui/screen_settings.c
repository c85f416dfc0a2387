#include <stdio.h>

#include "ui/screen_panel.h"
#include "ui/setting.h"

enum { PANEL_COLS = 62, NAME_COLS = 13, WORDS = 3 /* lines below the rows */ };

static struct rect panel_for(const struct screen *s, int rows)
{
    int w = PANEL_COLS < s->g->cols ? PANEL_COLS : s->g->cols;
    int h = rows + WORDS + 3;

    h = h < s->g->rows - 2 ? h : s->g->rows - 2;
    return (struct rect){(s->g->cols - w) / 2, (s->g->rows - h) / 3, w, h};
}

static void draw_row(struct screen *s, struct rect r, int y,
                     struct setting row, bool chosen)
{
    const struct settings *set = &s->a->editing.settings;
    char value[64];

    setting_value(value, sizeof value, row, set);
    grid_text_in(s->g, r, 1, y, chosen ? ROLE_TITLE : ROLE_LABEL, "%s",
                 setting_name(row));
    grid_text_in(s->g, r, NAME_COLS, y, chosen ? ROLE_CURSOR : ROLE_PLAIN,
                 chosen ? "< %s >" : "  %s", value);
}

void screen_settings(struct screen *s)
{
    const struct editing *e = &s->a->editing;
    struct setting row[MOST_SETTINGS];
    int n = settings_rows(&e->settings, row);
    struct rect r = panel_for(s, n);
    struct rect in = screen_box(s, r, "settings of the next step");

    for (int i = 0; i < n; i++)
        draw_row(s, in, i, row[i], i == e->row);
    int y = n + 1;
    if (e->row < n)
        y += screen_wrap(s, in, y, ROLE_PLAIN,
                         setting_help(row[e->row], &e->settings));
    screen_wrap(s, in, y, ROLE_FAINT,
                "Applied before the end, a change starts a branch; t goes from "
                "one branch to the next.");
    screen_box_keys(s, r);
}
