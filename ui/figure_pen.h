#ifndef MISCOPE_FIGURE_PEN_H
#define MISCOPE_FIGURE_PEN_H
/*
 * figure_pen - cairo with the few strokes a figure needs. Lengths are pixels
 * of the stated resolution, also in SVG and PDF, so all formats share one
 * geometry; text sizes are points.
 *
 * Text never leaves the room it is given: it shrinks to 5 pt and is then cut.
 * Hinting is off and whole pixels are filled without smoothing, so the same
 * figure is the same file.
 */

#include <stdbool.h>
#include <stdint.h>

#include <cairo.h>

/* pt, within what journals allow */
static const double TEXT_SMALL = 5.0, TEXT_LABEL = 5.5, TEXT_LARGE = 7.0;

struct palette { /* 0xRRGGBB */
    uint32_t paper, ink, faint, line;
    uint32_t given;                 /* ground of a given cell */
    uint32_t accepted, on_accepted; /* ground, and a symbol on it */
    uint32_t forced, wrong;
    uint32_t none; /* a map cell without a value; on no colour map */
};

extern const struct palette PALETTES[2]; /* [dark] */

struct pen {
    cairo_t *cr;
    double pt; /* pixels of one point */
    const struct palette *look;
};

struct box { /* whole pixels */
    int x, y, w, h;
};

enum text_style { /* of a text at (x, y) on its baseline; or-ed */
    TEXT_LEFT = 0,
    TEXT_CENTRE = 1,
    TEXT_RIGHT = 2,
    TEXT_BOLD = 4,
    TEXT_UPWARD = 8 /* turned by 90 degrees, reads upward */
};

/* A pen on a surface of which a pixel is `scale` units; paints the paper. */
void pen_init(struct pen *p, cairo_surface_t *surface, double scale, double pt,
              bool dark);
void pen_release(struct pen *p);

/* Pixels of a line that wide: whole ones, at least one. */
int line_pixels(double pt, double points);

/* Exactly these pixels. */
void pen_fill(const struct pen *p, struct box b, uint32_t rgb);

/* A box without its inside, the line `width` pixels within the edge. */
void pen_frame(const struct pen *p, struct box b, int width, uint32_t rgb);

/* Smoothed shapes of the marks; line widths in pixels. */
void pen_round(const struct pen *p, double x, double y, double size,
               double width, uint32_t rgb); /* rounded square; width 0: full */
void pen_ring(const struct pen *p, double x, double y, double radius,
              double width, uint32_t rgb); /* width 0: disc */
void pen_stroke(const struct pen *p, double x0, double y0, double x1,
                double y1, double width, uint32_t rgb);

/* UTF-8 text of `size` pt within `most` pixels (0: no limit). Bytes that are
 * not text are shown as '?'. */
void pen_text(const struct pen *p, double x, double y, double size, int style,
              double most, uint32_t rgb, const char *s);

/* A right-angled triangle filling the lower right half of a square. */
void pen_corner(const struct pen *p, double x, double y, double size,
                uint32_t rgb);

double pen_text_width(const struct pen *p, double size, int style,
                      const char *s);

/* Half the height of digits and capitals: what centres them on a line. */
double pen_half_height(const struct pen *p, double size);

/* A printable copy of `s`: invalid UTF-8 and control characters become '?'. */
void text_clean(char *out, int size, const char *s);

#endif
