#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "model/safetensors.h"
#include "support.h"
#include "tensorfile.h"

enum { ALWAYS_MAP = 0, LIMIT = 8 << 20 };

static bool opens(const char *path, struct error *err)
{
    struct safetensors s, mapped;
    struct error again;
    bool ok = safetensors_open(&s, path, ST_MAP_FROM, err);

    if (safetensors_open(&mapped, path, ALWAYS_MAP, &again)) {
        assert_true(ok);
        assert_int_equal(s.count, mapped.count);
        safetensors_release(&mapped);
    } else {
        assert_false(ok);
    }
    if (ok)
        safetensors_release(&s);
    return ok;
}

static void write_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    fwrite(bytes, 1, n, out);
    assert_int_equal(fclose(out), 0);
}

static const char ZEROS[64];

/* A header and this many bytes of data; `word` is NULL if it is fine. */
struct sample {
    const char *header;
    size_t data;
    const char *word;
};

static void check_sample(const struct sample *c)
{
    const char *path = scratch_path("sample.st");
    struct error err = {""};

    tensorfile_write(path, c->header, ZEROS, c->data);
    if (opens(path, &err) != !c->word ||
        (c->word && !strstr(err.text, c->word)))
        print_error("%s: %s\n", c->header, err.text);
    assert_true(opens(path, &err) == !c->word);
    if (c->word)
        assert_non_null(strstr(err.text, c->word));
}

#define ONE(type, shape, offsets)                                            \
    "{\"test\":{\"dtype\":\"" type "\",\"shape\":" shape                     \
    ",\"data_offsets\":" offsets "}}"

/* clang-format off */
static const struct sample SAMPLES[] = {
    /* the reference's own cases */
    { ONE("I32", "[2,2]", "[0,16]"),                      16, NULL },
    { ONE("I32", "[2,2]", "[0,16]"),                      17, "belong to none" },
    { ONE("I32", "[2,2]", "[0,16]"),                      14, "beyond the file" },
    { ONE("I32", "[2,2]", "[0,16]"),                      15, "beyond the file" },
    { ONE("I32", "[]", "[0,4]"),                           4, NULL },
    { ONE("I32", "[2,0]", "[0, 0]"),                       0, NULL },
    { ONE("I32", "[2,2]", "[0, 4]"),                       4, "needs 16" },
    { ONE("I32", "[2,18446744073709551614]", "[0,16]"),   16, "JSON" },
    { ONE("I32", "[2,9223372036854775807]", "[0,16]"),    16, "overflows" },
    { ONE("I32", "[3,9223372036854775807]", "[0,16]"),    16, "overflows" },
    { "{",                                                 0, "JSON" },
    { "{}\r \t\n",                                         0, NULL },
    { "\t\n{}\r ",                                         0, NULL },
    { "{}x",                                               0, "JSON" },
    { "[]",                                                0, "object" },
    { "",                                                  0, "JSON" },
    /* places */
    { ONE("U8", "[8]", "[8,16]"),                         16, "hole" },
    { ONE("U8", "[8]", "[8,0]"),                          16, "beyond" },
    { ONE("U8", "[8]", "[0,8,8]"),                         8, "two numbers" },
    { ONE("U8", "[9223372036854775807]", "[0,9223372036854775807]"), 8, "overflows" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]},\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[2,6]}}", 6, "overlaps" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]},\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]}}", 4, "overlaps" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]},\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[5,9]}}", 9, "hole" },
    { "{\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[4,8]},\"z\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[4,4]},\"a\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]}}", 8, NULL },
    /* kinds */
    { ONE("F4", "[2]", "[0,1]"),                           1, NULL },
    { ONE("F4", "[3]", "[0,1]"),                           1, "shape needs" },
    { ONE("F6_E2M3", "[4]", "[0,3]"),                      3, NULL },
    { ONE("F31", "[2]", "[0,8]"),                          8, "dtype" },
    { "{\"a\":{\"shape\":[1],\"data_offsets\":[0,1]}}",    1, "dtype" },
    { "{\"a\":{\"dtype\":\"U8\",\"data_offsets\":[0,1]}}", 1, "shape" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1]}}",          1, "data_offsets" },
    { "{\"a\":7}",                                         0, "not an object" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1],\"more\":[-3,{\"x\":1.5}]}}", 1, NULL },
    /* numbers */
    { ONE("U8", "[-1]", "[0,1]"),                          1, "whole number" },
    { ONE("U8", "[-0]", "[0,0]"),                          0, "negative" },
    { ONE("U8", "[1.0]", "[0,1]"),                         1, "whole number" },
    { ONE("U8", "[1e0]", "[0,1]"),                         1, "whole number" },
    { ONE("U8", "[1e999]", "[0,1]"),                       1, "JSON" },
    { ONE("U8", "[01]", "[0,1]"),                          1, "JSON" },
    { ONE("U8", "[\"1\"]", "[0,1]"),                       1, "whole number" },
    { ONE("U8", "[1,1,1,1,1,1,1,1]", "[0,1]"),             1, NULL },
    { ONE("U8", "[1,1,1,1,1,1,1,1,1]", "[0,1]"),           1, "at most 8" },
    /* structure */
    { "{\"a\":[[[[[[[1]]]]]]]}",                           0, "not an object" },
    { "{\"a\":[[[[[[[[1]]]]]]]]}",                         0, "deeply" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", 1, "duplicate" },
    { "{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", 1, "duplicate" },
    { "{\"__metadata__\":{\"a\":1}}",                      0, "not a text" },
    { "{\"__metadata__\":[]}",                             0, "not an object" },
    { "{\"__metadata__\":{\"a\":\"[[[[[[[[[[[ -0 \\\"[[\"}}", 0, NULL },
    { "{\"\xff\":1}",                                      0, "JSON" },
    { "{\"\\u0000\":1}",                                   0, "JSON" },
};
/* clang-format on */

static void test_each_sample_is_taken_or_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SAMPLES / sizeof SAMPLES[0]; i++)
        check_sample(&SAMPLES[i]);
}

static void check_bytes(const void *bytes, size_t n, const char *word)
{
    const char *path = scratch_path("bytes.st");
    struct error err = {""};

    write_bytes(path, bytes, n);
    assert_false(opens(path, &err));
    assert_non_null(strstr(err.text, word));
}

static void test_lengths_are_checked_before_use(void **state)
{
    (void)state;
    check_bytes("", 0, "too few");
    check_bytes("\x3c\0\0\0\0\0\0", 7, "too few");
    check_bytes("\x3c\0\0\0\0\0\0\0", 8, "beyond the end");
    check_bytes("\x3c\0\0\0\0\xff\xff\xff", 8, "too large");
    check_bytes("\xff\xff\xff\xff\xff\xff\xff\xff{}", 10, "too large");
    check_bytes("\x01\0\0\0\0\0\0\0\xff", 9, "JSON");
}

static void test_ten_names_for_one_region_overlap(void **state)
{
    struct text header = {0};

    (void)state;
    for (int i = 0; i < 10; i++)
        text_printf(&header,
                    "%c\"t%d\":{\"dtype\":\"I32\",\"shape\":[2,2],"
                    "\"data_offsets\":[0,16]}",
                    i ? ',' : '{', i);
    text_add(&header, "}");
    check_sample(&(struct sample){header.bytes, 16, "overlaps"});
    text_release(&header);
}

static void test_long_names_and_many_commas_are_refused(void **state)
{
    struct text header = {0};

    (void)state;
    text_add(&header, "{\"");
    for (int i = 0; i < ST_MAX_NAME + 1; i++)
        text_add(&header, "n");
    text_add(&header, "\":{\"dtype\":\"U8\",\"shape\":[0],"
                      "\"data_offsets\":[0,0]}}");
    check_sample(&(struct sample){header.bytes, 0, "longer than"});
    text_release(&header);
    text_add(&header, "{\"a\":[0");
    for (int i = 0; i < 4000001; i++)
        text_add(&header, ",0");
    text_add(&header, "]}");
    check_sample(&(struct sample){header.bytes, 0, "too many"});
    text_release(&header);
}

static void test_escaped_names_are_decoded(void **state)
{
    const char *path = scratch_path("escaped.st");
    struct safetensors s;
    struct error err;

    (void)state;
    tensorfile_write(path, "{\"\\u00e9\\ud83d\\ude00\":{\"dtype\":\"U8\","
                           "\"shape\":[2],\"data_offsets\":[0,2]}}",
                     ZEROS, 2);
    assert_true(safetensors_open(&s, path, ST_MAP_FROM, &err));
    assert_non_null(safetensors_find(&s, "\xc3\xa9\xf0\x9f\x98\x80"));
    assert_null(safetensors_find(&s, "e"));
    safetensors_release(&s);
}

/* One odd byte first, so that nothing after it is aligned. */
static const char MIXED[] =
    "{\"pad\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
    "\"f\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[1,9]},"
    "\"h\":{\"dtype\":\"F16\",\"shape\":[7],\"data_offsets\":[9,23]},"
    "\"b\":{\"dtype\":\"BF16\",\"shape\":[3],\"data_offsets\":[23,29]}}";

static void check_floats(const struct safetensors *s, const char *name,
                         const float *want, size_t n)
{
    const struct st_tensor *t = safetensors_find(s, name);
    float have[8];

    assert_non_null(t);
    assert_true(st_tensor_is_float(t));
    assert_int_equal(t->count, n);
    st_tensor_floats(have, t);
    for (size_t i = 0; i < n; i++)
        assert_true(have[i] == want[i] ||
                    (isnan(have[i]) && isnan(want[i])));
}

static void test_every_width_reads_at_odd_addresses(void **state)
{
    static const unsigned char DATA[29] = {
        9,    0x00, 0x00, 0xc0, 0x3f, 0x01, 0x00, 0x00, 0x80, /* 1.5, tiny */
        0x00, 0x3c, 0x01, 0x00, 0xff, 0x83, 0x00, 0x7c, 0x01, 0x7e,
        0xff, 0x7b, 0x00, 0x80, /* halves */
        0x80, 0x3f, 0x49, 0xc0, 0x80, 0xff};
    const float f[] = {1.5f, -0x1p-149f};
    const float h[] = {1, 0x1p-24f, -1023 * 0x1p-24f, INFINITY, NAN, 65504,
                       -0.0f};
    const float b[] = {1, -3.140625f, -INFINITY};
    const char *path = scratch_path("mixed.st");
    struct safetensors s;
    struct error err;
    char shape[128];

    (void)state;
    tensorfile_write(path, MIXED, DATA, sizeof DATA);
    assert_true(safetensors_open(&s, path, ST_MAP_FROM, &err));
    check_floats(&s, "f", f, 2);
    check_floats(&s, "h", h, 7);
    check_floats(&s, "b", b, 3);
    assert_false(st_tensor_is_float(safetensors_find(&s, "pad")));
    st_tensor_shape(shape, safetensors_find(&s, "h"));
    assert_string_equal(shape, "[7] F16");
    safetensors_release(&s);
}

static void test_the_digest_is_sha256_of_the_data(void **state)
{
    const char *path = scratch_path("digest.st");
    struct safetensors s;
    struct error err;
    char hex[65];

    (void)state;
    tensorfile_write(path, ONE("U8", "[3]", "[0,3]"), "abc", 3);
    assert_true(safetensors_open(&s, path, ST_MAP_FROM, &err));
    safetensors_digest(&s, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223"
                             "b00361a396177a9cb410ff61f20015ad");
    safetensors_release(&s);
}

/* ---- the shipped file, damaged --------------------------------------- */

static const char *shipped(size_t *size, char **bytes)
{
    struct error err;

    *bytes = file_read(source_path("assets/sudoku.safetensors"), LIMIT, size,
                       &err);
    assert_non_null(*bytes);
    return scratch_path("damaged.st");
}

static void test_mapped_or_read_the_model_is_the_same(void **state)
{
    struct safetensors read, mapped;
    struct error err;
    const char *path = source_path("assets/sudoku.safetensors");

    (void)state;
    assert_true(safetensors_open(&read, path, ST_MAP_FROM, &err));
    assert_true(safetensors_open(&mapped, path, ALWAYS_MAP, &err));
    assert_false(read.mapped);
    assert_true(mapped.mapped);
    assert_int_equal(read.data_size, mapped.data_size);
    assert_memory_equal(read.data, mapped.data, read.data_size);
    assert_non_null(st_tensor_in_place(&mapped.tensor[0]));
    safetensors_release(&read);
    safetensors_release(&mapped);
}

static void test_a_truncated_model_is_refused_at_every_length(void **state)
{
    size_t size;
    char *bytes;
    const char *path = shipped(&size, &bytes);
    struct error err;

    (void)state;
    write_bytes(path, bytes, size);
    assert_true(opens(path, &err));
    for (size_t n = size - 1; n > 0; n = n > 5000 ? n - n / 23 : n * 9 / 10) {
        assert_int_equal(truncate(path, (off_t)n), 0);
        err.text[0] = '\0';
        assert_false(opens(path, &err));
        assert_true(strlen(err.text) > 10);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_sample_is_taken_or_refused),
        cmocka_unit_test(test_lengths_are_checked_before_use),
        cmocka_unit_test(test_ten_names_for_one_region_overlap),
        cmocka_unit_test(test_long_names_and_many_commas_are_refused),
        cmocka_unit_test(test_escaped_names_are_decoded),
        cmocka_unit_test(test_every_width_reads_at_odd_addresses),
        cmocka_unit_test(test_the_digest_is_sha256_of_the_data),
        cmocka_unit_test(test_mapped_or_read_the_model_is_the_same),
        cmocka_unit_test(test_a_truncated_model_is_refused_at_every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
