#include "ui/figure_pen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 256 };

static const double PI = 3.14159265358979323846;
static const char FONT[] = "DejaVu Sans"; /* or the sans that is installed */

/* clang-format off */
const struct palette PALETTES[2] = {
    { .paper = 0xFFFFFF, .ink = 0x000000, .faint = 0x6E6E6E, .line = 0xB8B8B8,
      .given = 0xE9E9E9, .accepted = 0x0067A5, .on_accepted = 0xFFFFFF,
      .forced = 0xC55200, .wrong = 0xB0003A, .none = 0xBCD4EC },
    { .paper = 0x14171C, .ink = 0xF0F0F0, .faint = 0xA4A9B0, .line = 0x4A4F57,
      .given = 0x2D3239, .accepted = 0x56B4E9, .on_accepted = 0x101318,
      .forced = 0xF09A30, .wrong = 0xFF7088, .none = 0x2A2826 },
};
/* clang-format on */

static void set_colour(cairo_t *cr, uint32_t rgb)
{
    cairo_set_source_rgb(cr, (rgb >> 16 & 255) / 255.0,
                         (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

void pen_init(struct pen *p, cairo_surface_t *surface, double scale, double pt,
              bool dark)
{
    cairo_font_options_t *font = cairo_font_options_create();

    *p = (struct pen){cairo_create(surface), pt, &PALETTES[dark]};
    cairo_font_options_set_antialias(font, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(font, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(font, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(p->cr, font);
    cairo_font_options_destroy(font);
    cairo_scale(p->cr, scale, scale);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_BUTT);
    set_colour(p->cr, p->look->paper);
    cairo_paint(p->cr);
}

void pen_release(struct pen *p)
{
    cairo_destroy(p->cr);
    *p = (struct pen){0};
}

int line_pixels(double pt, double points)
{
    int n = (int)lround(points * pt);

    return n > 1 ? n : 1;
}

void pen_fill(const struct pen *p, struct box b, uint32_t rgb)
{
    cairo_set_antialias(p->cr, CAIRO_ANTIALIAS_NONE);
    set_colour(p->cr, rgb);
    cairo_rectangle(p->cr, b.x, b.y, b.w, b.h);
    cairo_fill(p->cr);
}

void pen_frame(const struct pen *p, struct box b, int width, uint32_t rgb)
{
    pen_fill(p, (struct box){b.x, b.y, b.w, width}, rgb);
    pen_fill(p, (struct box){b.x, b.y + b.h - width, b.w, width}, rgb);
    pen_fill(p, (struct box){b.x, b.y, width, b.h}, rgb);
    pen_fill(p, (struct box){b.x + b.w - width, b.y, width, b.h}, rgb);
}

/* Paint the path: as a line of that width, or its inside. */
static void finish(const struct pen *p, double width, uint32_t rgb)
{
    cairo_set_antialias(p->cr, CAIRO_ANTIALIAS_GRAY);
    set_colour(p->cr, rgb);
    cairo_set_line_width(p->cr, width);
    if (width > 0)
        cairo_stroke(p->cr);
    else
        cairo_fill(p->cr);
}

void pen_round(const struct pen *p, double x, double y, double size,
               double width, uint32_t rgb)
{
    double r = size * 0.2, low = width / 2, high = size - width / 2;

    cairo_new_path(p->cr);
    cairo_arc(p->cr, x + high - r, y + low + r, r, -PI / 2, 0);
    cairo_arc(p->cr, x + high - r, y + high - r, r, 0, PI / 2);
    cairo_arc(p->cr, x + low + r, y + high - r, r, PI / 2, PI);
    cairo_arc(p->cr, x + low + r, y + low + r, r, PI, PI * 3 / 2);
    cairo_close_path(p->cr);
    finish(p, width, rgb);
}

void pen_ring(const struct pen *p, double x, double y, double radius,
              double width, uint32_t rgb)
{
    cairo_new_path(p->cr);
    cairo_arc(p->cr, x, y, radius - width / 2, 0, 2 * PI);
    cairo_close_path(p->cr);
    finish(p, width, rgb);
}

void pen_stroke(const struct pen *p, double x0, double y0, double x1,
                double y1, double width, uint32_t rgb)
{
    cairo_new_path(p->cr);
    cairo_move_to(p->cr, x0, y0);
    cairo_line_to(p->cr, x1, y1);
    finish(p, width, rgb);
}

void pen_corner(const struct pen *p, double x, double y, double size,
                uint32_t rgb)
{
    cairo_new_path(p->cr);
    cairo_move_to(p->cr, x + size, y);
    cairo_line_to(p->cr, x + size, y + size);
    cairo_line_to(p->cr, x, y + size);
    cairo_close_path(p->cr);
    finish(p, 0, rgb);
}

/* Bytes of the valid UTF-8 character at s, or 0. */
static int character_at(const unsigned char *s)
{
    int n = s[0] < 0x80                     ? 1
            : s[0] >= 0xC2 && s[0] <= 0xDF  ? 2
            : (s[0] & 0xF0) == 0xE0         ? 3
            : s[0] >= 0xF0 && s[0] <= 0xF4  ? 4
                                            : 0;
    bool overlong = (s[0] == 0xE0 && s[1] < 0xA0) ||
                    (s[0] == 0xF0 && s[1] < 0x90);
    bool beyond = (s[0] == 0xED && s[1] > 0x9F) || /* surrogates */
                  (s[0] == 0xF4 && s[1] > 0x8F);

    for (int i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    return overlong || beyond ? 0 : n;
}

void text_clean(char *out, int size, const char *s)
{
    const unsigned char *in = (const unsigned char *)s;
    int at = 0;

    while (*in) {
        int n = character_at(in);
        bool control = n == 1 && (*in < 0x20 || *in == 0x7F);

        if (at + (n ? n : 1) >= size)
            break;
        if (n == 0 || control)
            out[at++] = '?';
        else
            for (int i = 0; i < n; i++)
                out[at++] = (char)in[i];
        in += n ? n : 1;
    }
    out[at] = '\0';
}

static double advance(cairo_t *cr, const char *s)
{
    cairo_text_extents_t e;

    cairo_text_extents(cr, s, &e);
    return e.x_advance;
}

static void choose_font(const struct pen *p, double size, int style)
{
    cairo_select_font_face(p->cr, FONT, CAIRO_FONT_SLANT_NORMAL,
                           style & TEXT_BOLD ? CAIRO_FONT_WEIGHT_BOLD
                                             : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(p->cr, size * p->pt);
}

/* Take characters off the end until the rest and "..." fit. */
static void cut(cairo_t *cr, char *s, double most)
{
    char whole[TEXT_BYTES + 4];
    size_t n = strlen(s);

    do {
        while (n > 0 && (s[n - 1] & 0xC0) == 0x80)
            n--;
        n -= n > 0;
        snprintf(whole, sizeof whole, "%.*s...", (int)n, s);
    } while (n > 0 && advance(cr, whole) > most);
    snprintf(s, sizeof whole, "%s", n > 0 ? whole : "");
}

/* Choose the font so that `s` fits into `most`, cutting it if need be. */
static void fit(const struct pen *p, char *s, double size, int style,
                double most)
{
    double wide;

    choose_font(p, size, style);
    if (most <= 0 || (wide = advance(p->cr, s)) <= most)
        return;
    choose_font(p, fmax(fmin(size, TEXT_SMALL), size * most / wide), style);
    if (advance(p->cr, s) > most)
        cut(p->cr, s, most);
}

void pen_text(const struct pen *p, double x, double y, double size, int style,
              double most, uint32_t rgb, const char *s)
{
    char clean[TEXT_BYTES + 4];
    double back;

    text_clean(clean, TEXT_BYTES, s);
    fit(p, clean, size, style, most);
    back = style & TEXT_CENTRE  ? advance(p->cr, clean) / 2
           : style & TEXT_RIGHT ? advance(p->cr, clean)
                                : 0;
    set_colour(p->cr, rgb);
    cairo_save(p->cr);
    cairo_translate(p->cr, x, y);
    if (style & TEXT_UPWARD)
        cairo_rotate(p->cr, -PI / 2);
    cairo_move_to(p->cr, -back, 0);
    cairo_show_text(p->cr, clean);
    cairo_restore(p->cr);
}

double pen_text_width(const struct pen *p, double size, int style,
                      const char *s)
{
    char clean[TEXT_BYTES];

    text_clean(clean, sizeof clean, s);
    choose_font(p, size, style);
    return advance(p->cr, clean);
}

double pen_half_height(const struct pen *p, double size)
{
    cairo_text_extents_t e;

    choose_font(p, size, TEXT_LEFT);
    cairo_text_extents(p->cr, "0", &e);
    return -e.y_bearing / 2;
}
