#include "ui/figure_file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "base/text.h"
#include "ui/figure_draw.h"
#include "ui/png.h"

/* Draw on the surface, of which a pixel of the figure is `scale` units, and
 * let go of it. */
static bool draw_on(cairo_surface_t *surface, double scale,
                    const struct figure *f, struct error *err)
{
    cairo_status_t status;
    struct pen p;

    pen_init(&p, surface, scale, f->layout->pt, f->options->dark);
    figure_draw(&p, f->layout, f->view, f->by, f->options);
    status = cairo_status(p.cr);
    pen_release(&p);
    cairo_surface_flush(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    if (status != CAIRO_STATUS_SUCCESS)
        return fail(err, "cannot draw the figure: %s",
                    cairo_status_to_string(status));
    return true;
}

/* cairo's 32-bit pixels become bytes R, G, B in the same place. */
static uint8_t *pack_rgb(cairo_surface_t *image)
{
    int width = cairo_image_surface_get_width(image);
    int height = cairo_image_surface_get_height(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    uint8_t *first = cairo_image_surface_get_data(image), *out = first;

    for (int y = 0; y < height; y++) {
        const uint8_t *row = first + (size_t)y * stride;

        for (int x = 0; x < width; x++) {
            uint32_t pixel;

            memcpy(&pixel, row + (size_t)x * 4, sizeof pixel);
            *out++ = (uint8_t)(pixel >> 16);
            *out++ = (uint8_t)(pixel >> 8);
            *out++ = (uint8_t)pixel;
        }
    }
    return first;
}

static bool write_png(struct output *o, const struct figure *f,
                      struct error *err)
{
    const struct figure_layout *l = f->layout;
    cairo_surface_t *image = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, l->width, l->height);
    bool ok = draw_on(image, 1, f, err) &&
              png_write(o, pack_rgb(image), l->width, l->height,
                        f->options->dpi, f->facts->text, err);

    cairo_surface_destroy(image);
    return ok;
}

static cairo_status_t add_bytes(void *text, const unsigned char *bytes,
                                unsigned n)
{
    text_add_bytes(text, bytes, n);
    return CAIRO_STATUS_SUCCESS;
}

/* A vector surface into `all`, finished and released. */
static bool draw_vector(cairo_surface_t *surface, const struct figure *f,
                        struct error *err)
{
    bool ok = draw_on(surface, 72 / f->options->dpi, f, err);

    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    return ok;
}

static bool put(struct output *o, const struct text *all, struct error *err)
{
    if (fwrite(all->bytes, 1, all->length, o->stream) != all->length)
        return fail(err, "cannot write %s: the file takes no more", o->path);
    return true;
}

static void facts_as_text(struct text *t, const struct figure *f)
{
    for (const struct png_text *c = f->facts->text; c->key; c++)
        text_printf(t, "%s%s: %s", c == f->facts->text ? "" : "; ", c->key,
                    c->value);
}

/* A creation date would make every run another file. */
static bool write_pdf(struct output *o, const struct figure *f,
                      struct error *err)
{
    double unit = 72 / f->options->dpi;
    struct text all = {0}, facts = {0};
    char clean[1024];
    cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(
        add_bytes, &all, f->layout->width * unit, f->layout->height * unit);
    bool ok;

    facts_as_text(&facts, f);
    text_clean(clean, sizeof clean, facts.bytes);
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "");
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATOR,
                                   "miscope " MISCOPE_VERSION);
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_SUBJECT, clean);
    ok = draw_vector(pdf, f, err) && put(o, &all, err);
    text_release(&all);
    text_release(&facts);
    return ok;
}

static void add_escaped(struct text *t, const char *s)
{
    for (; *s; s++) {
        if (*s == '<')
            text_add(t, "&lt;");
        else if (*s == '&')
            text_add(t, "&amp;");
        else
            text_add_bytes(t, s, 1);
    }
}

/* cairo numbers its surfaces over the life of the process: <g id="surface7">
 * would make every figure another file. Nothing refers to that id. */
static void add_without_number(struct text *t, const char *svg)
{
    static const char ID[] = "id=\"surface";
    const char *at = strstr(svg, ID);

    if (!at) {
        text_add(t, svg);
        return;
    }
    at += strlen(ID);
    text_add_bytes(t, svg, (size_t)(at - svg));
    text_add(t, at + strspn(at, "0123456789"));
}

static bool write_svg(struct output *o, const struct figure *f,
                      struct error *err)
{
    double unit = 72 / f->options->dpi;
    struct text all = {0}, facts = {0}, out = {0};
    char clean[1024];
    bool ok = draw_vector(cairo_svg_surface_create_for_stream(
                              add_bytes, &all, f->layout->width * unit,
                              f->layout->height * unit),
                          f, err);

    if (ok) {
        const char *body = strstr(all.bytes, "<svg");

        body = body ? strchr(body, '>') : NULL;
        body = body ? body + 1 : all.bytes;
        facts_as_text(&facts, f);
        text_clean(clean, sizeof clean, facts.bytes);
        text_add_bytes(&out, all.bytes, (size_t)(body - all.bytes));
        text_add(&out, "\n<desc>");
        add_escaped(&out, clean);
        text_add(&out, "</desc>");
        add_without_number(&out, body);
        ok = put(o, &out, err);
    }
    text_release(&all);
    text_release(&facts);
    text_release(&out);
    return ok;
}

const struct figure_format FIGURE_FORMATS[] = {
    {".png", write_png},
    {".svg", write_svg},
    {".pdf", write_pdf},
    {NULL, NULL},
};

static bool is_stream(const char *path)
{
    struct stat st;

    return strcmp(path, "-") == 0 ||
           (stat(path, &st) == 0 && !S_ISREG(st.st_mode) &&
            !S_ISDIR(st.st_mode));
}

const struct figure_format *figure_format_for(const char *path,
                                              struct error *err)
{
    size_t n = strlen(path);

    for (const struct figure_format *f = FIGURE_FORMATS; f->ending; f++)
        if (n > strlen(f->ending) &&
            strcasecmp(path + n - strlen(f->ending), f->ending) == 0)
            return f;
    if (is_stream(path))
        return &FIGURE_FORMATS[0];
    fail(err,
         "cannot tell the format of %s: end the name in .png, .svg or .pdf",
         path);
    return NULL;
}
