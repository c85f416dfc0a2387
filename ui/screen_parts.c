#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/screen.h"

int screen_level(double fraction)
{
    if (isnan(fraction))
        return HEAT_NONE;
    int level = (int)(fraction * HEAT_LEVELS);
    return level < 0 ? 0 : level >= HEAT_LEVELS ? HEAT_LEVELS - 1 : level;
}

void screen_heat(struct screen *s, int x, int y, uint32_t ch, double fraction)
{
    int level = screen_level(fraction);
    struct glyph *c = grid_at(s->g, x, y);

    if (!c)
        return;
    if (ch == ' ' && s->look->colours == 0)
        ch = level == HEAT_NONE ? '/' : (uint32_t)theme_ramp(level);
    *c = (struct glyph){.ch = ch,
                        .role = ROLE_HEAT,
                        .upper = (int8_t)level,
                        .lower = (int8_t)level};
}

void screen_gauge(struct screen *s, struct rect r, int x, int y, int width,
                  double filled, int role)
{
    int full = (int)lround(fmin(fmax(filled, 0), 1) * width);
    uint32_t on = s->look->utf8 ? 0x2588 : '#';
    uint32_t off = s->look->utf8 ? 0x2500 : '-';

    for (int i = 0; i < width && x + i < r.w && y < r.h; i++)
        grid_put(s->g, r.x + x + i, r.y + y, i < full ? role : ROLE_FAINT,
                 i < full ? on : off);
}

void screen_number(char out[16], const struct view *v, double nats)
{
    if (isnan(nats))
        snprintf(out, 16, "-");
    else
        snprintf(out, 16, "%.3f", nats * v->unit);
}

/* Characters of `text` that fit a line of `width`, broken at a space. */
static int line_length(const char *text, int width)
{
    int length = (int)strlen(text);

    if (length <= width)
        return length;
    for (int i = width; i > 0; i--)
        if (text[i] == ' ')
            return i;
    return width;
}

int screen_wrap(struct screen *s, struct rect r, int y, int role,
                const char *text)
{
    int lines = 0;

    while (*text && r.w > 0) {
        int n = line_length(text, r.w);
        grid_text_in(s->g, r, 0, y + lines, role, "%.*s", n, text);
        lines++;
        text += n;
        while (*text == ' ')
            text++;
    }
    return lines;
}
