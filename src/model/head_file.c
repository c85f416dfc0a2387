#include "model/head_file.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/safetensors.h"
#include "model/st_write.h"

enum { WIDEST = 1 << 14, HEX = 64 };

/* ---- what it says of itself ------------------------------------------- */

struct identity {
    const struct head_kind *kind;
    int D;
    char model[HEX + 1];
};

static bool read_kind(struct identity *id, const json_t *config,
                      struct error *err)
{
    const char *name = json_string_value(json_object_get(config, "head"));
    int row = name ? head_kind_named(name) : -1;

    if (!name)
        return fail(err, "its metadata does not say which head it is: it is "
                         "not an MI head");
    if (row < 0)
        return fail(err, "its head is '%.40s', which this program does not "
                         "know", name);
    id->kind = &HEAD_KINDS[row];
    return true;
}

static bool read_identity(struct identity *id, const json_t *config,
                          struct error *err)
{
    const json_t *width = json_object_get(config, "width");
    const char *model = json_string_value(json_object_get(config, "model"));

    if (!read_kind(id, config, err))
        return false;
    if (!json_is_integer(width) || json_integer_value(width) < 1 ||
        json_integer_value(width) > WIDEST)
        return fail(err, "its width is not a number from 1 to %d", WIDEST);
    if (!model || strlen(model) != HEX ||
        strspn(model, "0123456789abcdef") != HEX)
        return fail(err, "it does not name its model by a sha256");
    id->D = (int)json_integer_value(width);
    memcpy(id->model, model, HEX + 1);
    return true;
}

static bool parse_identity(struct identity *id, const char *text,
                           struct error *err)
{
    json_t *config = text ? json_loads(text, 0, NULL) : NULL;
    bool ok = read_identity(id, config, err);

    json_decref(config);
    return ok;
}

/* ---- tensors ---------------------------------------------------------- */

static uint64_t rows_of(const int shape[2])
{
    return (uint64_t)shape[0];
}

static bool has_shape(const struct st_tensor *t, const int shape[2])
{
    int rank = shape[1] ? 2 : 1;

    return t->rank == rank && t->dim[0] == rows_of(shape) &&
           (rank == 1 || t->dim[1] == (uint64_t)shape[1]);
}

static bool read_tensor(float *out, const struct safetensors *file,
                        const char *name, const int shape[2],
                        struct error *err)
{
    const struct st_tensor *t = safetensors_find(file, name);
    char is[128];

    if (!t)
        return fail(err, "tensor %s is missing", name);
    st_tensor_shape(is, t);
    if (!has_shape(t, shape) || !st_tensor_is_float(t))
        return fail(err, "tensor %s is %s, which is not what such a head has",
                    name, is);
    st_tensor_floats(out, t);
    for (uint64_t i = 0; i < t->count; i++)
        if (!isfinite(out[i]))
            return fail(err, "tensor %s holds what is not a finite number",
                        name);
    return true;
}

static bool read_tensors(float *flat, const struct safetensors *file,
                         const struct identity *id, struct error *err)
{
    int wanted = 0;

    for (int i = 0; i < HEAD_TENSOR_COUNT; i++) {
        int shape[2];

        HEAD_TENSORS[i].shape(shape, id->kind, id->D);
        if (!shape[0])
            continue;
        if (!read_tensor(flat, file, HEAD_TENSORS[i].name, shape, err))
            return false;
        flat += (size_t)shape[0] * (size_t)(shape[1] ? shape[1] : 1);
        wanted++;
    }
    return file->count == wanted ||
           fail(err, "it has tensors that no such head has");
}

/* ---- files ------------------------------------------------------------ */

static bool read_file(struct head_file *f, struct safetensors *file,
                      struct error *err)
{
    struct identity id = {0};
    float *flat;
    bool ok;

    if (!parse_identity(&id, file->config, err))
        return false;
    flat = memory_new(head_size(id.kind, id.D), sizeof *flat);
    ok = read_tensors(flat, file, &id, err);
    if (ok) {
        *f = (struct head_file){.head = head_new(id.kind, id.D, flat),
                                .card = file->card};
        memcpy(f->model, id.model, sizeof f->model);
        safetensors_digest(file, f->digest);
        file->card = NULL;
    }
    free(flat);
    return ok;
}

bool head_load(struct head_file *f, const char *path, struct error *err)
{
    struct safetensors file;
    bool ok;

    if (!safetensors_open(&file, path, ST_MAP_FROM, err))
        return fail_in(err, "cannot load %.200s", path);
    ok = read_file(f, &file, err);
    safetensors_release(&file);
    return ok || fail_in(err, "cannot load %.200s", path);
}

void head_release(struct head_file *f)
{
    head_free(f->head);
    free(f->card);
    *f = (struct head_file){0};
}

void head_write(FILE *stream, const struct head_kind *k, int D,
                const float *flat, const char *model, const char *card)
{
    json_t *object = json_pack("{s:s, s:i, s:s}", "head", k->name, "width", D,
                               "model", model);
    char *config = json_dumps(object, JSON_COMPACT);
    struct st_new tensor[HEAD_TENSOR_COUNT];
    int count = 0;

    for (int i = 0; i < HEAD_TENSOR_COUNT; i++) {
        int shape[2];

        HEAD_TENSORS[i].shape(shape, k, D);
        if (!shape[0])
            continue;
        tensor[count++] = (struct st_new){
            HEAD_TENSORS[i].name, "F32", shape[1] ? 2 : 1,
            {rows_of(shape), (uint64_t)shape[1]}, flat};
        flat += (size_t)shape[0] * (size_t)(shape[1] ? shape[1] : 1);
    }
    safetensors_write(stream, config, card, tensor, count);
    free(config);
    json_decref(object);
}
