#include "ui/png.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "base/memory.h"

enum { PNG_TEXTS = 32, PNG_LEVEL = 6 };

struct writer {
    FILE *stream;
    struct error *err;
    png_structp png;
    png_infop info;
};

static void on_error(png_structp png, png_const_charp message)
{
    struct writer *w = png_get_error_ptr(png);

    fail(w->err, "cannot write the PNG: %s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

static void write_bytes(png_structp png, png_bytep bytes, png_size_t n)
{
    struct writer *w = png_get_io_ptr(png);

    errno = 0;
    if (fwrite(bytes, 1, n, w->stream) != n)
        png_error(png, errno ? strerror(errno) : "the file takes no more");
}

static void flush_nothing(png_structp png)
{
    (void)png; /* output_commit flushes */
}

/* Length of the UTF-8 sequence at s if it stands for a character of Latin-1,
 * which is put in *latin; 0 where it does not. */
static int latin1_at(const unsigned char *s, char *latin)
{
    *latin = (char)s[0];
    if (s[0] < 0x80)
        return 1;
    if ((s[0] == 0xC2 || s[0] == 0xC3) && (s[1] & 0xC0) == 0x80) {
        *latin = (char)((s[0] << 6 & 0xC0) | (s[1] & 0x3F));
        return 2;
    }
    return 0;
}

/* tEXt holds Latin-1. A value beyond it stays UTF-8 in an iTXt chunk. Fills
 * `chunk`, whose text the caller frees. */
static void fill_chunk(png_text *chunk, const struct png_text *t)
{
    const unsigned char *s = (const unsigned char *)t->value;
    char *latin = memory_text(t->value), *out = latin;
    int n = 1;

    assert(strlen(t->key) <= 79);
    for (; *s && n; s += n)
        if ((n = latin1_at(s, out)) > 0)
            out++;
    *out = '\0';
    if (!n)
        memcpy(latin, t->value, strlen(t->value) + 1);
    *chunk = (png_text){
        .compression = n ? PNG_TEXT_COMPRESSION_NONE
                         : PNG_ITXT_COMPRESSION_NONE,
        .key = (png_charp)(uintptr_t)t->key,
        .text = latin,
        .text_length = n ? strlen(latin) : 0,
        .itxt_length = n ? 0 : strlen(latin),
    };
}

static void write_header(struct writer *w, int width, int height, double dpi,
                         png_text *chunk, int chunks)
{
    png_uint_32 per_metre = (png_uint_32)lround(dpi / 0.0254);

    png_set_write_fn(w->png, w, write_bytes, flush_nothing);
    png_set_compression_level(w->png, PNG_LEVEL);
    png_set_filter(w->png, 0, PNG_FILTER_NONE);
    png_set_user_limits(w->png, 0x7fffffff, 0x7fffffff);
    png_set_IHDR(w->png, w->info, (png_uint_32)width, (png_uint_32)height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(w->png, w->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_pHYs(w->png, w->info, per_metre, per_metre,
                 PNG_RESOLUTION_METER);
    png_set_text(w->png, w->info, chunk, chunks);
    png_write_info(w->png, w->info);
}

/* libpng leaves through longjmp: nothing that lives here may change after
 * setjmp. */
static bool write_all(struct writer *w, const uint8_t *rgb, int width,
                      int height, double dpi, png_text *chunk, int chunks)
{
    if (setjmp(png_jmpbuf(w->png)))
        return false;
    write_header(w, width, height, dpi, chunk, chunks);
    for (int y = 0; y < height; y++)
        png_write_row(w->png, rgb + (size_t)y * (size_t)width * 3);
    png_write_end(w->png, NULL);
    return true;
}

bool png_write(struct output *o, const uint8_t *rgb, int width, int height,
               double dpi, const struct png_text *texts, struct error *err)
{
    struct writer w = {.stream = o->stream, .err = err};
    png_text chunk[PNG_TEXTS];
    int chunks = 0;
    bool ok;

    for (; texts && texts[chunks].key; chunks++) {
        assert(chunks < PNG_TEXTS);
        fill_chunk(&chunk[chunks], &texts[chunks]);
    }
    w.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &w, on_error,
                                    on_warning);
    w.info = w.png ? png_create_info_struct(w.png) : NULL;
    if (w.info)
        ok = write_all(&w, rgb, width, height, dpi, chunk, chunks);
    else
        ok = fail(err, "cannot write the PNG: libpng does not start");
    png_destroy_write_struct(&w.png, &w.info);
    for (int i = 0; i < chunks; i++)
        free(chunk[i].text);
    return ok;
}
