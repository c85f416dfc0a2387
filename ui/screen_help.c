#include <stdio.h>
#include <string.h>

#include "ui/command_table.h"
#include "ui/screen.h"
#include "ui/setting.h"

enum {
    COLUMN = 56, /* of help */
    KEY_COLS = 13,
    MOST_LINES = 80
};

struct line {
    const char *heading;           /* or */
    const struct command *command; /* or */
    const char *text;
};

/* How the page is to be read; what is not a key. */
static const char *const LEGEND[] = {
    "A  accepted by this step    F  forced",
    "?  deferred by this step    .  masked",
    "   (large boards show the candidates instead)",
    "!  differs from the known solution",
    "[] the cursor's cell   () the other of the pair",
    "passes 3+900: to decode, and to measure MI",
    "v > on the map: the cursor's column and row",
    "N  cells masked before the step: those of the map",
    "colours: mutual information (MI); see the bar",
    NULL,
};

static int lines_of(struct line line[MOST_LINES])
{
    int n = 0;

    for (int g = 0; COMMAND_GROUPS[g]; g++) {
        const struct command *row[MOST_LINES];
        int rows =
            command_in_group(MODE_MAIN, COMMAND_GROUPS[g], row, MOST_LINES);
        if (n > 0)
            line[n++] = (struct line){.text = ""};
        line[n++] = (struct line){.heading = COMMAND_GROUPS[g]};
        for (int i = 0; i < rows; i++)
            line[n++] = (struct line){.command = row[i]};
    }
    line[n++] = (struct line){.text = ""};
    line[n++] = (struct line){.heading = "Reading the page"};
    for (int i = 0; LEGEND[i]; i++)
        line[n++] = (struct line){.text = LEGEND[i]};
    return n;
}

static void blank(struct screen *s, struct rect r)
{
    for (int y = 0; y < r.h; y++)
        for (int x = 0; x < r.w; x++)
            grid_put(s->g, r.x + x, r.y + y, ROLE_PLAIN, ' ');
}

static void draw_line(struct screen *s, struct rect r, int y,
                      const struct line *line)
{
    char keys[64];

    if (line->heading) {
        grid_text_in(s->g, r, 0, y, ROLE_TITLE, "%s", line->heading);
        return;
    }
    if (line->text) {
        grid_text_in(s->g, r, 1, y, ROLE_PLAIN, "%s", line->text);
        return;
    }
    command_keys(keys, sizeof keys, line->command, COMMAND_KEYS);
    grid_text_in(s->g, r, 1, y, ROLE_KEY, "%s", keys);
    grid_text_in(s->g, r, 1 + KEY_COLS, y, ROLE_PLAIN, "%s",
                 line->command->help);
}

/* Lines flow down one column, or two side by side, from help_top on. */
void screen_help(struct screen *s)
{
    struct layout *l = &s->a->shown.layout;
    struct rect r = {1, 1, l->title.w - 2, l->message.y - 1};
    struct line line[MOST_LINES];
    int n = lines_of(line), columns = r.w >= 2 * COLUMN ? 2 : 1;
    int top = s->a->help_top;

    s->a->shown.help_rows = columns * r.h;
    s->a->shown.help_last = n > columns * r.h ? n - columns * r.h : 0;
    if (top > s->a->shown.help_last)
        top = s->a->shown.help_last;
    blank(s, (struct rect){0, r.y, l->title.w, r.h});
    for (int i = 0; i < columns * r.h && top + i < n; i++) {
        struct rect column = {r.x + i / r.h * COLUMN, r.y,
                              columns == 1 ? r.w : COLUMN, r.h};
        draw_line(s, column, i % r.h, &line[top + i]);
    }
    blank(s, l->message);
    if (s->a->shown.help_last > 0)
        grid_text_in(s->g, l->message, 0, 0, ROLE_FAINT, "lines %d-%d of %d",
                     top + 1, top + columns * r.h < n ? top + columns * r.h : n,
                     n);
}

static void draw_box(struct screen *s, struct rect r)
{
    static const uint32_t CORNER[4] = {0x250C, 0x2510, 0x2514, 0x2518};
    bool utf8 = s->look->utf8;

    blank(s, r);
    for (int x = 1; x < r.w - 1; x++) {
        grid_put(s->g, r.x + x, r.y, ROLE_FAINT, utf8 ? 0x2500 : '-');
        grid_put(s->g, r.x + x, r.y + r.h - 1, ROLE_FAINT, utf8 ? 0x2500 : '-');
    }
    for (int y = 1; y < r.h - 1; y++) {
        grid_put(s->g, r.x, r.y + y, ROLE_FAINT, utf8 ? 0x2502 : '|');
        grid_put(s->g, r.x + r.w - 1, r.y + y, ROLE_FAINT, utf8 ? 0x2502 : '|');
    }
    for (int i = 0; i < 4; i++)
        grid_put(s->g, r.x + (i % 2 ? r.w - 1 : 0), r.y + (i / 2 ? r.h - 1 : 0),
                 ROLE_FAINT, utf8 ? CORNER[i] : '+');
}

static void draw_setting(struct screen *s, struct rect r, int y,
                         struct setting row, bool here)
{
    char value[32];

    setting_value(value, sizeof value, row, &s->a->editing.settings);
    grid_text_in(s->g, r, 0, y, here ? ROLE_CURSOR : ROLE_PLAIN, "%c %-12s %s",
                 here ? '>' : ' ', setting_name(row), value);
}

void screen_settings(struct screen *s)
{
    enum { WIDTH = 62, ABOVE = 2, BELOW = 4 };
    struct layout *l = &s->a->shown.layout;
    const struct editing *e = &s->a->editing;
    struct setting row[MOST_SETTINGS];
    int n = settings_rows(&e->settings, s->a->predictor, row);
    int w = l->title.w < WIDTH ? l->title.w : WIDTH, h = n + ABOVE + BELOW;
    struct rect box = {(l->title.w - w) / 2, 1 + (l->message.y - 1 - h) / 2, w,
                       h};
    struct rect in = {box.x + 2, box.y + 1, box.w - 4, box.h - 2};

    draw_box(s, box);
    grid_text_in(s->g, in, 0, 0, ROLE_TITLE, "from the next step on");
    for (int i = 0; i < n; i++)
        draw_setting(s, in, ABOVE - 1 + i, row[i], i == e->row);
    in.y += ABOVE + n;
    in.h = BELOW - 2;
    screen_wrap(s, in, 0, ROLE_FAINT, setting_help(row[e->row], &e->settings));
}
