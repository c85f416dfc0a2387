#include "model/tensors.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool has_ffn_bias(const struct config *c)
{
    return c->ffn_bias;
}

#define FIELD(f)       false, offsetof(struct weights, f)
#define BLOCK_FIELD(f) true, offsetof(struct block_weights, f)

/* clang-format off */
const struct tensor_spec TENSORS[] = {
    { "embed.weight",                                    FIELD(embed),             { DIM_S,  DIM_D }, NULL },
    { "positions.weight",                                FIELD(positions),         { DIM_T,  DIM_D }, NULL },
    { "transformer.blocks.%d.attn.layernorm_qkv.0.weight", BLOCK_FIELD(attn_norm_g), { DIM_D },       NULL },
    { "transformer.blocks.%d.attn.layernorm_qkv.0.bias", BLOCK_FIELD(attn_norm_b), { DIM_D },         NULL },
    { "transformer.blocks.%d.attn.layernorm_qkv.1.weight", BLOCK_FIELD(qkv),       { DIM_3D, DIM_D }, NULL },
    { "transformer.blocks.%d.attn.out_proj.weight",      BLOCK_FIELD(out),         { DIM_D,  DIM_D }, NULL },
    { "transformer.blocks.%d.ffn.0.weight",              BLOCK_FIELD(ffn_norm_g),  { DIM_D },         NULL },
    { "transformer.blocks.%d.ffn.0.bias",                BLOCK_FIELD(ffn_norm_b),  { DIM_D },         NULL },
    { "transformer.blocks.%d.ffn.1.weight",              BLOCK_FIELD(up),          { DIM_F,  DIM_D }, NULL },
    { "transformer.blocks.%d.ffn.1.bias",                BLOCK_FIELD(up_b),        { DIM_F },         has_ffn_bias },
    { "transformer.blocks.%d.ffn.3.weight",              BLOCK_FIELD(down),        { DIM_D,  DIM_F }, NULL },
    { "transformer.blocks.%d.ffn.3.bias",                BLOCK_FIELD(down_b),      { DIM_D },         has_ffn_bias },
    { "transformer.norm.weight",                         FIELD(norm_g),            { DIM_D },         NULL },
    { "transformer.norm.bias",                           FIELD(norm_b),            { DIM_D },         NULL },
    { "head.weight",                                     FIELD(head),              { DIM_V,  DIM_D }, NULL },
    { "head.bias",                                       FIELD(head_b),            { DIM_V },         NULL },
};
/* clang-format on */

const int TENSOR_COUNT = sizeof TENSORS / sizeof TENSORS[0];

static_assert(sizeof TENSORS / sizeof TENSORS[0] ==
                  offsetof(struct weights, block) / sizeof(float *) +
                      sizeof(struct block_weights) / sizeof(float *),
              "every weight needs a line in TENSORS");

static size_t dim_size(enum dim d, const struct config *c)
{
    switch (d) {
    case DIM_NONE:
        return 1;
    case DIM_T:
        return (size_t)c->T;
    case DIM_S:
        return (size_t)c->S;
    case DIM_V:
        return (size_t)c->V;
    case DIM_D:
        return (size_t)c->D;
    case DIM_3D:
        return 3 * (size_t)c->D;
    case DIM_F:
        break;
    }
    return (size_t)c->F;
}

size_t tensor_size(const struct tensor_spec *spec, const struct config *c)
{
    return dim_size(spec->shape[0], c) * dim_size(spec->shape[1], c);
}

static bool is_present(const struct tensor_spec *spec, const struct config *c)
{
    return !spec->present || spec->present(c);
}

static int times(const struct tensor_spec *spec, const struct config *c)
{
    return spec->in_block ? c->L : 1;
}

size_t weights_size(const struct config *c)
{
    size_t size = 0;

    for (int i = 0; i < TENSOR_COUNT; i++)
        if (is_present(&TENSORS[i], c))
            size += tensor_size(&TENSORS[i], c) *
                    (size_t)times(&TENSORS[i], c);
    return size;
}

/* ---- placing --------------------------------------------------------- */

static void tensor_name(char out[128], const struct tensor_spec *spec,
                        int block)
{
    const char *number = strstr(spec->name, "%d");

    if (!number)
        snprintf(out, 128, "%s", spec->name);
    else
        snprintf(out, 128, "%.*s%d%s", (int)(number - spec->name), spec->name,
                 block, number + 2);
}

static void set_field(struct weights *w, const struct tensor_spec *spec,
                      int block, const float *floats)
{
    char *fields = spec->in_block ? (char *)&w->block[block] : (char *)w;

    memcpy(fields + spec->field, &floats, sizeof floats);
}

void weights_place(struct weights *w, const float *flat,
                   const struct config *c)
{
    *w = (struct weights){
        .block = memory_new((size_t)c->L, sizeof *w->block)};
    for (int i = 0; i < TENSOR_COUNT; i++)
        for (int block = 0; block < times(&TENSORS[i], c); block++) {
            if (!is_present(&TENSORS[i], c))
                continue;
            set_field(w, &TENSORS[i], block, flat);
            flat += tensor_size(&TENSORS[i], c);
        }
}

void weights_visit(const struct config *c, tensor_visit *visit, void *context)
{
    char name[128];
    size_t at = 0;

    for (int i = 0; i < TENSOR_COUNT; i++)
        for (int block = 0; block < times(&TENSORS[i], c); block++) {
            const struct tensor_spec *spec = &TENSORS[i];
            size_t shape[2] = {dim_size(spec->shape[0], c),
                               dim_size(spec->shape[1], c)};

            if (!is_present(spec, c))
                continue;
            tensor_name(name, spec, block);
            visit(context, name, spec, at, shape);
            at += tensor_size(spec, c);
        }
}

/* ---- binding --------------------------------------------------------- */

struct binding {
    struct weights *weights;
    const struct safetensors *file;
    const struct config *config;
    size_t used;  /* of weights->widened */
    bool *wanted; /* [file->count] */
};

static bool check_shape(const struct st_tensor *t,
                        const struct tensor_spec *spec,
                        const struct config *c, struct error *err)
{
    bool matrix = spec->shape[1] != DIM_NONE;
    size_t rows = dim_size(spec->shape[0], c);
    size_t columns = dim_size(spec->shape[1], c);
    char shape[128];

    if (st_tensor_is_float(t) && t->rank == 1 + matrix &&
        t->dim[0] == rows && (!matrix || t->dim[1] == columns))
        return true;
    st_tensor_shape(shape, t);
    if (matrix)
        return fail(err, "is %s, but the config asks for [%zu,%zu] F32, F16 "
                         "or BF16", shape, rows, columns);
    return fail(err, "is %s, but the config asks for [%zu] F32, F16 or BF16",
                shape, rows);
}

static bool check_finite(const float *x, size_t n, struct error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return fail(err, "value %zu is not a finite number", i);
    return true;
}

static const float *floats_of(struct binding *b, const struct st_tensor *t)
{
    const float *in_place = st_tensor_in_place(t);
    float *copy;

    if (in_place)
        return in_place;
    if (!b->weights->widened)
        b->weights->widened =
            memory_aligned(weights_size(b->config), sizeof(float));
    copy = b->weights->widened + b->used;
    st_tensor_floats(copy, t);
    b->used += t->count;
    return copy;
}

static bool bind_one(struct binding *b, const struct tensor_spec *spec,
                     int block, const char *name, struct error *err)
{
    const struct st_tensor *t = safetensors_find(b->file, name);
    const float *floats;

    if (!t)
        return fail(err, "is missing");
    if (!check_shape(t, spec, b->config, err))
        return false;
    floats = floats_of(b, t);
    if (!check_finite(floats, t->count, err))
        return false;
    b->wanted[t - b->file->tensor] = true;
    set_field(b->weights, spec, block, floats);
    return true;
}

static bool bind_spec(struct binding *b, const struct tensor_spec *spec,
                      struct error *err)
{
    char name[128];

    if (!is_present(spec, b->config))
        return true;
    for (int block = 0; block < times(spec, b->config); block++) {
        tensor_name(name, spec, block);
        if (!bind_one(b, spec, block, name, err))
            return fail_in(err, "tensor %s", name);
    }
    return true;
}

/* Before anything is allocated by the config's numbers. */
static bool check_total(const struct binding *b, struct error *err)
{
    if (weights_size(b->config) <= b->file->data_size / 2)
        return true;
    return fail(err, "the config describes more weights than the file holds");
}

static bool bind_all(struct binding *b, struct error *err)
{
    if (!check_total(b, err))
        return false;
    for (int i = 0; i < TENSOR_COUNT; i++)
        if (!bind_spec(b, &TENSORS[i], err))
            return false;
    for (int i = 0; i < b->file->count; i++)
        if (!b->wanted[i])
            return fail(err, "tensor %.120s: no such model has one",
                        b->file->tensor[i].name);
    return true;
}

bool weights_bind(struct weights *w, const struct safetensors *file,
                  const struct config *c, struct error *err)
{
    struct weights in = {
        .block = memory_new((size_t)c->L, sizeof *in.block)};
    struct binding b = {
        .weights = &in, .file = file, .config = c,
        .wanted = memory_new((size_t)file->count, sizeof *b.wanted)};
    bool ok = bind_all(&b, err);

    free(b.wanted);
    if (!ok) {
        weights_release(&in);
        return false;
    }
    *w = in;
    return true;
}

void weights_release(struct weights *w)
{
    free(w->block);
    free(w->widened);
    *w = (struct weights){0};
}
