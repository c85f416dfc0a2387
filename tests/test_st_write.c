/*
 * What is written is read again: the config, the card, every weight.
 */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "model/model.h"
#include "model/st_write.h"
#include "support.h"

static struct config odd_model(bool bias)
{
    return (struct config){
        .domain = "sudoku", .T = 7, .S = 6, .V = 4, .D = 10, .H = 2, .L = 3,
        .F = 14, .loops = 2, .mask_symbol = 5, .first_symbol = 0,
        .norm_eps = 3e-6F, .residual_divisor = 1.7F, .ffn_bias = bias};
}

static void save(const struct config *c, const float *flat, const char *card)
{
    struct output out;
    struct error err;

    assert_true(output_open(&out, scratch_path("w.safetensors"), true, &err));
    weights_write(out.stream, c, flat, card);
    assert_true(output_commit(&out, &err));
}

static float *counted(size_t n)
{
    float *flat = memory_new(n, sizeof *flat);

    for (size_t i = 0; i < n; i++)
        flat[i] = (float)i * 0.37F - 5;
    return flat;
}

static void check(bool bias)
{
    struct config c = odd_model(bias);
    size_t n = weights_size(&c);
    float *flat = counted(n);
    struct pool *pool = pool_new(1);
    struct model m;
    struct error err;
    struct weights w;

    save(&c, flat, "{\"name\":\"odd\"}");
    assert_true(model_load(&m, scratch_path("w.safetensors"), pool, &err));
    char *asked = config_json(&c), *got = config_json(&m.config);
    assert_string_equal(asked, got);
    free(asked);
    free(got);
    assert_string_equal(m.card, "{\"name\":\"odd\"}");
    weights_place(&w, flat, &c);
    for (int i = 0; i < c.L; i++) {
        assert_memory_equal(m.weights.block[i].up, w.block[i].up,
                            sizeof(float) * 14 * 10);
        assert_int_equal(m.weights.block[i].up_b != NULL, bias);
    }
    assert_memory_equal(m.weights.embed, w.embed, sizeof(float) * 6 * 10);
    assert_memory_equal(m.weights.head_b, w.head_b, sizeof(float) * 4);
    assert_null(m.weights.widened); /* used where it lies */
    weights_release(&w);
    model_release(&m);
    pool_free(pool);
    free(flat);
}

static void test_a_written_model_is_read_again(void **state)
{
    (void)state;
    check(true);
    check(false);
}

static void test_the_same_weights_are_the_same_bytes(void **state)
{
    (void)state;
    struct config c = odd_model(true);
    float *flat = counted(weights_size(&c));
    struct error err;
    size_t size[2];

    save(&c, flat, NULL);
    char *a = file_read(scratch_path("w.safetensors"), 1 << 20, &size[0], &err);
    save(&c, flat, NULL);
    char *b = file_read(scratch_path("w.safetensors"), 1 << 20, &size[1], &err);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(a, b, size[0]);
    flat[3] = 9;
    save(&c, flat, NULL);
    free(b);
    b = file_read(scratch_path("w.safetensors"), 1 << 20, &size[1], &err);
    assert_memory_not_equal(a, b, size[0]);
    free(a);
    free(b);
    free(flat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_written_model_is_read_again),
        cmocka_unit_test(test_the_same_weights_are_the_same_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
