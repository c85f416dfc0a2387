#include <stdio.h>
#include <string.h>

#include "ui/command_table.h"
#include "ui/screen_panel.h"

enum { MOST_LINES = 96, KEY_COLS = 13, COLUMN = 56 };

/* One line of the help: a heading, a command or how a cell looks. */
struct help_line {
    const char *heading;
    const struct command *command;
    int state; /* enum cell_state where there is neither */
};

static int add_group(struct help_line *line, int n, const char *group)
{
    const struct command *row[64];
    int count = command_in_group(MODE_MAIN, group, row, 64);

    line[n++] = (struct help_line){.heading = group};
    for (int i = 0; i < count && n < MOST_LINES - 1; i++)
        line[n++] = (struct help_line){.command = row[i]};
    return n;
}

static int help_lines(struct help_line line[MOST_LINES])
{
    int n = 0;

    for (int g = 0; COMMAND_GROUPS[g]; g++)
        n = add_group(line, n, COMMAND_GROUPS[g]);
    line[n++] = (struct help_line){.heading = "Cells of the board"};
    for (int i = 0; i < CELL_STATES && n < MOST_LINES; i++)
        line[n++] = (struct help_line){.state = i};
    return n;
}

static const char *const STATE_HELP[CELL_STATES] = {
    [CELL_GIVEN] = "given by the problem",
    [CELL_FILLED] = "revealed by an earlier step",
    [CELL_ACCEPTED] = "revealed by this step",
    [CELL_FORCED] = "revealed because nothing fitted",
    [CELL_DEFERRED] = "looked at and left masked: ?",
    [CELL_MASKED] = "masked, not yet looked at: .",
};

static void draw_state(struct screen *s, struct rect r, int y, int state)
{
    grid_text_in(s->g, r, 1, y, ROLE_LABEL, "%s", CELL_LOOKS[state].name);
    grid_text_in(s->g, r, KEY_COLS, y, ROLE_PLAIN, "%s", STATE_HELP[state]);
}

static void draw_line(struct screen *s, struct rect r, int y,
                      const struct help_line *l)
{
    char keys[40];

    if (l->heading) {
        grid_text_in(s->g, r, 0, y, ROLE_TITLE, "%s", l->heading);
        return;
    }
    if (!l->command) {
        draw_state(s, r, y, l->state);
        return;
    }
    command_keys(keys, sizeof keys, l->command, 4);
    grid_text_in(s->g, r, 1, y, ROLE_KEY, "%.*s", KEY_COLS - 2, keys);
    grid_text_in(s->g, r, KEY_COLS, y, ROLE_PLAIN, "%s", l->command->help);
}

static struct rect box_for(const struct screen *s, int columns, int lines)
{
    int cols = s->g->cols, rows = s->g->rows;
    int w = columns * COLUMN + 4, h = lines + 2;

    w = w < cols ? w : cols;
    h = h < rows - 1 ? h : rows - 1;
    return (struct rect){(cols - w) / 2, 1, w, h};
}

void screen_help(struct screen *s)
{
    struct help_line line[MOST_LINES];
    int n = help_lines(line), columns = s->g->cols >= 2 * COLUMN + 4 ? 2 : 1;
    int lines = (n + columns - 1) / columns;
    struct rect r = box_for(s, columns, lines);
    struct rect in = screen_box(s, r, "keys");
    struct app *a = s->a;

    a->shown.help_rows = in.h;
    a->shown.help_last = lines > in.h ? lines - in.h : 0;
    if (a->help_top > a->shown.help_last)
        a->help_top = a->shown.help_last;
    for (int c = 0; c < columns; c++) {
        struct rect part = {in.x + c * COLUMN, in.y,
                            columns > 1 ? COLUMN - 1 : in.w, in.h};
        for (int y = 0; y < in.h; y++) {
            int i = c * lines + a->help_top + y;
            if (i < n && a->help_top + y < lines)
                draw_line(s, part, y, &line[i]);
        }
    }
    screen_box_keys(s, r);
    if (a->shown.help_last > 0)
        grid_text_in(s->g, r, r.w - 16, 0, ROLE_FAINT, " %d-%d of %d ",
                     a->help_top + 1, a->help_top + in.h, lines);
}
