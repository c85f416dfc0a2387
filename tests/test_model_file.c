#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "model/model.h"
#include "support.h"
#include "tensorfile.h"

enum { LIMIT = 8 << 20 };

/* ---- what is refused ------------------------------------------------- */

static void refuses(const char *path, const char *word)
{
    struct pool *pool = pool_new(1);
    struct model m;
    struct error err = {""};

    assert_false(model_load(&m, path, pool, &err));
    if (!strstr(err.text, word))
        print_error("wanted '%s' in: %s\n", word, err.text);
    assert_non_null(strstr(err.text, word));
    assert_non_null(strstr(err.text, path));
    pool_free(pool);
}

static void test_a_missing_tensor_is_named(void **state)
{
    const char *path = scratch_path("missing.st");

    (void)state;
    odd_write(path, true, "transformer.blocks.1.ffn.3.bias");
    refuses(path, "transformer.blocks.1.ffn.3.bias: is missing");
}

/* The odd model with one more, or one other, tensor. */
static void write_odd_and(const char *path, const char *name,
                          const char *shape, const float *x, size_t n)
{
    struct tensorfile f;
    struct config c;
    char json[ODD_BYTES];

    odd_config(json, &c, true);
    tensorfile_begin(&f, json);
    tensorfile_model(&f, &c, name);
    tensorfile_add(&f, name, shape, x, n);
    tensorfile_end(&f, path);
}

static void test_other_tensors_are_named(void **state)
{
    const char *path = scratch_path("other.st");
    float x[20] = {0};

    (void)state;
    write_odd_and(path, "extra.weight", "[4]", x, 4);
    refuses(path, "extra.weight");
    write_odd_and(path, "head.bias", "[6]", x, 6);
    refuses(path, "head.bias: is [6] F32");
    write_odd_and(path, "head.bias", "[5,1]", x, 5);
    refuses(path, "head.bias: is [5,1] F32");
    x[3] = NAN;
    write_odd_and(path, "head.bias", "[5]", x, 5);
    refuses(path, "head.bias: value 3 is not a finite");
    x[3] = -INFINITY;
    write_odd_and(path, "head.bias", "[5]", x, 5);
    refuses(path, "head.bias: value 3 is not a finite");
}

static void test_wrong_files_are_refused(void **state)
{
    (void)state;
    refuses("/nonexistent/model", "No such file");
    refuses("/tmp", "not a file");
    tensorfile_write(scratch_path("bare.st"), "{}", "", 0);
    refuses(scratch_path("bare.st"), "no miscope.config");
}

/* Each replaces one piece of a good config. */
static void test_wrong_configs_name_the_key(void **state)
{
    static const struct {
        const char *from, *to, *word;
    } wrong[] = {
        {"\"positions\":7", "\"positions\":0", "positions"},
        {"\"positions\":7", "\"positions\":7.5", "positions"},
        {"\"positions\":7", "\"positions\":99999999999", "positions"},
        {"\"positions\":7", "\"position_count\":7", "positions"},
        {"\"heads\":3", "\"heads\":4", "width"},
        {"\"outputs\":5", "\"outputs\":8", "outputs"},
        {"\"mask_symbol\":8", "\"mask_symbol\":9", "mask_symbol"},
        {"\"mask_symbol\":8", "\"mask_symbol\":3", "mask_symbol"},
        {"\"gelu_tanh\"", "\"swiglu\"", "activation"},
        {"\"learned\"", "\"rotary\"", "position"},
        {"\"qk_norm\":false", "\"qk_norm\":true", "qk_norm"},
        {"0.001", "0", "norm_eps"},
        {"0.001", "\"small\"", "norm_eps"},
        {"1.25", "-1", "residual_divisor"},
        {"true", "1", "ffn_bias"},
        {"\"odd\"", "\"\"", "domain"},
        {"\"odd\"", "\"odd\",\"tie\":true", "tie"},
        {"\"odd\"", "\"odd\",\"heads\":3", "duplicate"},
        {"{", "[", "miscope.config"},
    };
    char good[ODD_BYTES];
    struct config c;
    struct error err;

    (void)state;
    odd_config(good, &c, true);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *at = strstr(good, wrong[i].from);
        char bad[700];

        assert_non_null(at);
        snprintf(bad, sizeof bad, "%.*s%s%s", (int)(at - good), good,
                 wrong[i].to, at + strlen(wrong[i].from));
        err.text[0] = '\0';
        assert_false(config_parse(&c, bad, &err));
        assert_non_null(strstr(err.text, wrong[i].word));
    }
}

/* ---- the shipped file, damaged --------------------------------------- */

static void write_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    fwrite(bytes, 1, n, out);
    assert_int_equal(fclose(out), 0);
}

static const char *shipped(size_t *size, char **bytes)
{
    struct error err;

    *bytes = file_read(source_path("assets/sudoku.safetensors"), LIMIT, size,
                       &err);
    assert_non_null(*bytes);
    return scratch_path("damaged.st");
}

/* Any answer is right as long as there is one. */
static bool load_if_it_loads(const char *path, struct pool *pool)
{
    struct model m;
    struct error err = {""};

    if (model_load(&m, path, pool, &err)) {
        model_release(&m);
        return true;
    }
    assert_true(strlen(err.text) > 10);
    return false;
}

static void test_random_damage_never_crashes(void **state)
{
    size_t size, header;
    char *bytes, *copy;
    const char *path = shipped(&size, &bytes);
    struct pool *pool = pool_new(1);
    struct rng r = rng_seeded(3, 3);
    int refused = 0;

    (void)state;
    header = (size_t)(unsigned char)bytes[0] +
             256 * (size_t)(unsigned char)bytes[1] + 8;
    copy = memory_new(size, 1);
    for (int round = 0; round < 200; round++) {
        memcpy(copy, bytes, size);
        for (int k = rng_below(&r, 3); k >= 0; k--)
            copy[rng_below(&r, (int)header)] = (char)rng_below(&r, 256);
        write_bytes(path, copy, size);
        refused += !load_if_it_loads(path, pool);
    }
    assert_true(refused > 100);
    free(bytes);
    free(copy);
    pool_free(pool);
}

/* Digits are where a header can lie while staying valid JSON. */
static void test_changed_digits_never_crash(void **state)
{
    size_t size;
    char *bytes;
    const char *path = shipped(&size, &bytes);
    struct pool *pool = pool_new(1);
    struct rng r = rng_seeded(4, 4);
    char *end = bytes + 8 + 3312;

    (void)state;
    for (int round = 0; round < 100; round++) {
        char *at, old;

        do
            at = bytes + 8 + rng_below(&r, (int)(end - bytes - 8));
        while (*at < '0' || *at > '9');
        old = *at;
        *at = (char)('0' + rng_below(&r, 10));
        write_bytes(path, bytes, size);
        load_if_it_loads(path, pool);
        *at = old;
    }
    free(bytes);
    pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_missing_tensor_is_named),
        cmocka_unit_test(test_other_tensors_are_named),
        cmocka_unit_test(test_wrong_files_are_refused),
        cmocka_unit_test(test_wrong_configs_name_the_key),
        cmocka_unit_test(test_random_damage_never_crashes),
        cmocka_unit_test(test_changed_digits_never_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
