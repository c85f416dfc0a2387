#include "tensorfile.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "support.h"

void tensorfile_write(const char *path, const char *header, const void *data,
                      size_t size)
{
    FILE *out = fopen(path, "wb");
    uint64_t n = strlen(header);

    assert_non_null(out);
    for (int i = 0; i < 8; i++)
        fputc((int)(n >> (8 * i) & 255), out);
    fputs(header, out);
    fwrite(data, 1, size, out);
    assert_int_equal(fclose(out), 0);
}

void tensorfile_begin(struct tensorfile *f, const char *config_json)
{
    *f = (struct tensorfile){{0}, {0}};
    text_add(&f->header, "{\"__metadata__\":{\"miscope.config\":\"");
    for (const char *c = config_json; *c; c++) {
        if (*c == '"')
            text_add(&f->header, "\\");
        text_add_bytes(&f->header, c, 1);
    }
    text_add(&f->header, "\"}");
    text_add_bytes(&f->data, "", 0);
}

void tensorfile_add(struct tensorfile *f, const char *name, const char *shape,
                    const float *x, size_t n)
{
    size_t begin = f->data.length;

    text_add_bytes(&f->data, x, n * sizeof *x);
    text_printf(&f->header,
                ",\"%s\":{\"dtype\":\"F32\",\"shape\":%s,"
                "\"data_offsets\":[%zu,%zu]}",
                name, shape, begin, f->data.length);
}

void tensorfile_end(struct tensorfile *f, const char *path)
{
    text_add(&f->header, "}");
    tensorfile_write(path, f->header.bytes, f->data.bytes, f->data.length);
    text_release(&f->header);
    text_release(&f->data);
}

static void add_random(struct tensorfile *f, const char *name, int rows,
                       int columns, struct rng *rng, const char *skip)
{
    size_t n = (size_t)rows * (size_t)(columns ? columns : 1);
    float *x = memory_new(n, sizeof *x);
    char shape[64];

    snprintf(shape, sizeof shape, columns ? "[%d,%d]" : "[%d]", rows,
             columns);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(rng_uniform(rng) - 0.4);
    if (!skip || strcmp(name, skip) != 0)
        tensorfile_add(f, name, shape, x, n);
    free(x);
}

/* Written out, not taken from TENSORS: the table is what is being tested. */
static void add_block(struct tensorfile *f, const struct config *c, int i,
                      struct rng *rng, const char *skip)
{
    const struct {
        const char *name;
        int rows, columns;
    } part[] = {
        {"ffn.3.weight", c->D, c->F},
        {"ffn.3.bias", c->ffn_bias ? c->D : 0, 0},
        {"ffn.1.bias", c->ffn_bias ? c->F : 0, 0},
        {"ffn.1.weight", c->F, c->D},
        {"ffn.0.weight", c->D, 0},
        {"ffn.0.bias", c->D, 0},
        {"attn.out_proj.weight", c->D, c->D},
        {"attn.layernorm_qkv.1.weight", 3 * c->D, c->D},
        {"attn.layernorm_qkv.0.weight", c->D, 0},
        {"attn.layernorm_qkv.0.bias", c->D, 0},
    };

    for (size_t k = 0; k < sizeof part / sizeof part[0]; k++) {
        char name[128];

        snprintf(name, sizeof name, "transformer.blocks.%d.%s", i,
                 part[k].name);
        if (part[k].rows > 0)
            add_random(f, name, part[k].rows, part[k].columns, rng, skip);
    }
}

void tensorfile_model(struct tensorfile *f, const struct config *c,
                      const char *skip)
{
    struct rng rng = rng_seeded(11, 3);

    add_random(f, "head.weight", c->V, c->D, &rng, skip);
    add_random(f, "head.bias", c->V, 0, &rng, skip);
    add_random(f, "embed.weight", c->S, c->D, &rng, skip);
    add_random(f, "positions.weight", c->T, c->D, &rng, skip);
    add_random(f, "transformer.norm.weight", c->D, 0, &rng, skip);
    add_random(f, "transformer.norm.bias", c->D, 0, &rng, skip);
    for (int i = 0; i < c->L; i++)
        add_block(f, c, i, &rng, skip);
}

static const char ODD_JSON[] =
    "{\"domain\":\"odd\",\"positions\":7,\"symbols\":9,\"outputs\":5,"
    "\"mask_symbol\":8,\"first_symbol\":2,\"width\":15,\"heads\":3,"
    "\"blocks\":2,\"loops\":3,\"ffn\":37,\"activation\":\"gelu_tanh\","
    "\"position\":\"learned\",\"qk_norm\":false,\"norm_eps\":0.001,"
    "\"residual_divisor\":1.25,\"ffn_bias\":%s}";

void odd_config(char json[ODD_BYTES], struct config *c, bool bias)
{
    struct error err;

    snprintf(json, ODD_BYTES, ODD_JSON, bias ? "true" : "false");
    assert_true(config_parse(c, json, &err));
}

void odd_write(const char *path, bool bias, const char *skip)
{
    struct tensorfile f;
    struct config c;
    char json[ODD_BYTES];

    odd_config(json, &c, bias);
    tensorfile_begin(&f, json);
    tensorfile_model(&f, &c, skip);
    tensorfile_end(&f, path);
}
