#include <stdio.h>

#include "ui/figure_draw.h"
#include "ui/figure_words.h"

static void draw_title(const struct pen *p, const struct figure_layout *l,
                       const struct view *v)
{
    char title[FIGURE_WORDS];

    figure_title(title, v);
    pen_text(p, l->title.x, l->title.y + TEXT_LARGE * p->pt, TEXT_LARGE,
             TEXT_BOLD, l->title.w, p->look->ink, title);
}

/* The line above a panel's lanes, as wide as what it belongs to. */
static void draw_subtitle(const struct pen *p, const struct figure_layout *l,
                          int x, int top, int most, const char *text)
{
    pen_text(p, x, top - l->subtitle + 6 * p->pt, 6, TEXT_LEFT, most,
             p->look->ink, text);
}

static void draw_subtitles(const struct pen *p, const struct figure_layout *l,
                           const struct view *v)
{
    bool stacked = l->map.y > l->board.y;
    int lanes = l->lane + l->mark;
    int above = stacked ? (int)(8 * p->pt) : lanes;
    int most = stacked ? l->board.w : l->map.x - lanes - l->board.x;
    char text[FIGURE_WORDS];

    if (v->wrong)
        snprintf(text, sizeof text, "After the step, %d wrong", v->wrong);
    else
        snprintf(text, sizeof text, "%s",
                 v->depth ? "Board after the step" : "Board as given");
    draw_subtitle(p, l, l->board.x, l->board.y - above, most, text);
    snprintf(text, sizeof text, "MI between %s %s",
             v->map.all ? "all" : "masked", l->shape->noun);
    draw_subtitle(p, l, l->map.x, l->map.y - lanes, l->map.w, text);
}

static void draw_caption(const struct pen *p, const struct figure_layout *l,
                         const struct view *v, const struct provenance *by)
{
    char line[FIGURE_LINES][FIGURE_WORDS];

    figure_caption(line, v, by, l->pool);
    for (int i = 0; i < FIGURE_LINES; i++)
        pen_text(p, l->caption.x,
                 l->caption.y + i * l->caption.h / FIGURE_LINES +
                     TEXT_LABEL * p->pt,
                 TEXT_LABEL, TEXT_LEFT, l->caption.w, p->look->ink, line[i]);
}

/* The matrix alone says under it what it is, and what the blank cells are. */
static void draw_note(const struct pen *p, const struct figure_layout *l,
                      const struct view *v)
{
    int side = l->caption.h * 3 / 4;
    struct box swatch = {l->caption.x, l->caption.y, side, side};
    double base = l->caption.y + side / 2.0 + pen_half_height(p, TEXT_LABEL);
    double x = l->caption.x + side + 3 * p->pt;
    double name = pen_text_width(p, TEXT_LABEL, 0, "no value") + 8 * p->pt;
    char text[FIGURE_WORDS], title[FIGURE_WORDS];

    figure_title(title, v);
    if (l->pool > 1)
        snprintf(text, sizeof text, "%.100s; a block is the maximum of %d x %d",
                 title, l->pool, l->pool);
    else
        snprintf(text, sizeof text, "%s", title);
    pen_fill(p, swatch, p->look->none);
    pen_text(p, x, base, TEXT_LABEL, TEXT_LEFT, 0, p->look->ink, "no value");
    pen_text(p, x + name, base, TEXT_LABEL, TEXT_LEFT,
             l->caption.x + l->caption.w - x - name, p->look->ink, text);
}

void figure_draw(const struct pen *p, const struct figure_layout *l,
                 const struct view *v, const struct provenance *by,
                 const struct figure_options *o)
{
    figure_draw_map(p, l, v, o->view.colourmap);
    figure_draw_bar(p, l, v, o->view.colourmap);
    if (o->kind == FIGURE_MATRIX) {
        draw_note(p, l, v);
        return;
    }
    draw_title(p, l, v);
    draw_subtitles(p, l, v);
    figure_draw_board(p, l, v);
    figure_draw_legend(p, l, v);
    draw_caption(p, l, v, by);
}
