#include "ui/grid.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

enum { TEXT_BYTES = 1024 }; /* a page is at most a few hundred columns */

void grid_init(struct grid *g)
{
    *g = (struct grid){0};
}

void grid_release(struct grid *g)
{
    free(g->cell);
    grid_init(g);
}

void grid_clear(struct grid *g, int cols, int rows)
{
    size_t n = (size_t)cols * (size_t)rows;

    if (cols != g->cols || rows != g->rows)
        g->cell = memory_resize(g->cell, n, sizeof *g->cell);
    g->cols = cols;
    g->rows = rows;
    for (size_t i = 0; i < n; i++)
        g->cell[i] = (struct glyph){.ch = ' ', .role = ROLE_PLAIN};
}

struct glyph *grid_at(struct grid *g, int x, int y)
{
    if (x < 0 || x >= g->cols || y < 0 || y >= g->rows)
        return NULL;
    return &g->cell[(size_t)y * (size_t)g->cols + (size_t)x];
}

void grid_put(struct grid *g, int x, int y, int role, uint32_t ch)
{
    struct glyph *c = grid_at(g, x, y);

    if (c)
        *c = (struct glyph){.ch = ch, .role = (uint8_t)role};
}

/* The next code point of UTF-8 text and the bytes it took; 0xFFFD for bytes
 * that are not UTF-8, one at a time. */
static uint32_t decode(const unsigned char *s, int *bytes)
{
    static const uint32_t LEAST[] = {0, 0x80, 0x800, 0x10000};
    int more = s[0] < 0xC0   ? 0
               : s[0] < 0xE0 ? 1
               : s[0] < 0xF0 ? 2
               : s[0] < 0xF8 ? 3
                             : 0;
    uint32_t ch = s[0];

    *bytes = 1;
    if (s[0] < 0x80)
        return ch;
    if (!more)
        return 0xFFFD;
    ch &= 0x3Fu >> more;
    for (int i = 1; i <= more; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0xFFFD;
        ch = ch << 6 | (s[i] & 0x3F);
    }
    if (ch < LEAST[more])
        return 0xFFFD;
    *bytes = more + 1;
    return ch;
}

/* Letters of Latin, Greek and Cyrillic, our frames and blocks; not controls,
 * not marks that combine, not scripts of double width. */
static uint32_t one_column(uint32_t ch)
{
    bool narrow = (ch >= 0x20 && ch < 0x7F) ||
                  (ch >= 0xA0 && ch < 0x300 && ch != 0xAD) ||
                  (ch >= 0x370 && ch < 0x483) || (ch >= 0x2500 && ch < 0x25A0);

    return narrow ? ch : '?';
}

static int put_text(struct grid *g, struct rect clip, int x, int y, int role,
                    const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    int at = x, bytes;

    for (; *s; s += bytes, at++) {
        uint32_t ch = one_column(decode(s, &bytes));
        if (at >= 0 && at < clip.w && y >= 0 && y < clip.h)
            grid_put(g, clip.x + at, clip.y + y, role, ch);
    }
    return at - x;
}

int grid_text(struct grid *g, int x, int y, int role, const char *fmt, ...)
{
    struct rect page = {0, 0, g->cols, g->rows};
    char text[TEXT_BYTES];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return put_text(g, page, x, y, role, text);
}

int grid_text_in(struct grid *g, struct rect r, int x, int y, int role,
                 const char *fmt, ...)
{
    char text[TEXT_BYTES];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return put_text(g, r, x, y, role, text);
}
