#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "picture.h"
#include "support.h"
#include "ui/png.h"

enum { W = 7, H = 5, MOST = 1 << 24 };

static const struct png_text TEXTS[] = {
    {"Title", "step 3 of 24"},
    {"Author", "Zo\xc3\xab"},
    {"Comment", "\xce\xbb = 1"},
    {NULL, NULL},
};

static void paint(uint8_t *rgb)
{
    for (int i = 0; i < W * H * 3; i++)
        rgb[i] = (uint8_t)(i * 37 + i / 11);
}

static unsigned read32(const unsigned char *b)
{
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 |
           b[3];
}

static bool save(const char *path, double dpi, struct error *err)
{
    uint8_t rgb[W * H * 3];
    struct output o;

    paint(rgb);
    if (!output_open(&o, path, true, err))
        return false;
    if (!png_write(&o, rgb, W, H, dpi, TEXTS, err)) {
        output_abandon(&o);
        return false;
    }
    return output_commit(&o, err);
}

/* The file, which the caller frees. */
static unsigned char *saved(const char *name, double dpi, size_t *size)
{
    struct error err;
    char *bytes;

    assert_true(save(scratch_path(name), dpi, &err));
    bytes = file_read(scratch_path(name), MOST, size, &err);
    assert_non_null(bytes);
    return (unsigned char *)bytes;
}

static void test_pixels_come_back(void **state)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t rgb[W * H * 3], back[W * H * 3];
    size_t size;
    unsigned char *png = saved("pixels.png", 300, &size);

    (void)state;
    paint(rgb);
    assert_true(png_image_begin_read_from_memory(&image, png, size));
    assert_int_equal(image.width, W);
    assert_int_equal(image.height, H);
    image.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&image, NULL, back, 0, NULL));
    assert_memory_equal(back, rgb, sizeof rgb);
    free(png);
}

static void test_resolution_is_rounded(void **state)
{
    static const struct {
        double dpi;
        unsigned per_metre;
    } CASES[] = {{300, 11811}, {600, 23622}, {72, 2835}, {450, 17717}};

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        size_t size;
        unsigned n;
        unsigned char *png = saved("dpi.png", CASES[i].dpi, &size);
        const unsigned char *phys = png_chunk(png, size, "pHYs", 0, &n);

        assert_non_null(phys);
        assert_int_equal(n, 9);
        assert_int_equal(read32(phys), CASES[i].per_metre);
        assert_int_equal(read32(phys + 4), CASES[i].per_metre);
        assert_int_equal(phys[8], 1);
        free(png);
    }
}

static void test_text_is_latin_1_and_utf8_only_where_needed(void **state)
{
    size_t size;
    unsigned n;
    unsigned char *png = saved("text.png", 300, &size);
    const unsigned char *c;

    (void)state;
    c = png_chunk(png, size, "tEXt", 0, &n);
    assert_non_null(c);
    assert_int_equal(n, 6 + 12);
    assert_memory_equal(c, "Title\0step 3 of 24", n);
    c = png_chunk(png, size, "tEXt", 1, &n);
    assert_non_null(c);
    assert_int_equal(n, 7 + 3);
    assert_memory_equal(c, "Author\0Zo\xeb", n);
    assert_null(png_chunk(png, size, "tEXt", 2, &n));
    c = png_chunk(png, size, "iTXt", 0, &n);
    assert_non_null(c);
    assert_memory_equal(c, "Comment\0\0\0\0\0\xce\xbb = 1", n);
    free(png);
}

static void test_colours_are_srgb_and_no_time_is_kept(void **state)
{
    size_t size;
    unsigned n;
    unsigned char *png = saved("srgb.png", 300, &size);

    (void)state;
    assert_non_null(png_chunk(png, size, "sRGB", 0, &n));
    assert_int_equal(n, 1);
    assert_null(png_chunk(png, size, "tIME", 0, &n));
    free(png);
}

static void test_the_same_picture_is_the_same_file(void **state)
{
    size_t a, b, c;
    unsigned char *one = saved("one.png", 300, &a);
    unsigned char *two = saved("two.png", 300, &b);
    unsigned char *other = saved("other.png", 301, &c);

    (void)state;
    assert_int_equal(a, b);
    assert_memory_equal(one, two, a);
    assert_memory_not_equal(one, other, a);
    free(one);
    free(two);
    free(other);
}

static void test_a_full_disk_is_reported(void **state)
{
    size_t big = 2000;
    uint8_t *rgb = memory_new(big * big, 3);
    struct output o;
    struct error err;

    (void)state;
    assert_false(save("/dev/full", 300, &err));
    assert_non_null(strstr(err.text, "No space"));
    for (size_t i = 0; i < big * big * 3; i++) /* beyond stdio's buffer */
        rgb[i] = (uint8_t)(i * i >> 7);
    assert_true(output_open(&o, "/dev/full", true, &err));
    assert_false(png_write(&o, rgb, (int)big, (int)big, 300, TEXTS, &err));
    assert_non_null(strstr(err.text, "No space"));
    output_abandon(&o);
    free(rgb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pixels_come_back),
        cmocka_unit_test(test_resolution_is_rounded),
        cmocka_unit_test(test_text_is_latin_1_and_utf8_only_where_needed),
        cmocka_unit_test(test_colours_are_srgb_and_no_time_is_kept),
        cmocka_unit_test(test_the_same_picture_is_the_same_file),
        cmocka_unit_test(test_a_full_disk_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
