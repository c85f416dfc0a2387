#include "ui/screen_panel.h"

#include <string.h>

#include "ui/command_table.h"

static uint32_t edge(const struct screen *s, struct rect r, int x, int y)
{
    bool left = x == 0, right = x == r.w - 1, top = y == 0,
         bottom = y == r.h - 1;

    if ((left || right) && (top || bottom)) {
        if (!s->look->utf8)
            return '+';
        return top ? (left ? 0x250C : 0x2510) : left ? 0x2514 : 0x2518;
    }
    if (top || bottom)
        return s->look->utf8 ? 0x2500 : '-';
    if (left || right)
        return s->look->utf8 ? 0x2502 : '|';
    return ' ';
}

struct rect screen_box(struct screen *s, struct rect r, const char *title)
{
    for (int y = 0; y < r.h; y++)
        for (int x = 0; x < r.w; x++)
            grid_put(s->g, r.x + x, r.y + y, ROLE_FAINT, edge(s, r, x, y));
    grid_text_in(s->g, r, 2, 0, ROLE_TITLE, " %s ", title);
    return (struct rect){r.x + 2, r.y + 1, r.w - 4, r.h - 2};
}

void screen_box_keys(struct screen *s, struct rect r)
{
    char keys[40];
    int x = 2;

    for (const struct command *c = COMMANDS[s->a->mode]; c->name; c++) {
        if (!c->hint)
            continue;
        command_keys(keys, sizeof keys, c, 2);
        int width = (int)(strlen(keys) + strlen(c->hint)) + 3;
        if (x + width > r.w - 1)
            continue;
        x += grid_text_in(s->g, r, x, r.h - 1, ROLE_KEY, " %s ", keys);
        x += grid_text_in(s->g, r, x, r.h - 1, ROLE_FAINT, "%s", c->hint);
    }
}
