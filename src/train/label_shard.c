#include "train/label_shard.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "model/safetensors.h"
#include "model/st_write.h"

/* ---- writing ---------------------------------------------------------- */

static char *config_of(const struct shard_identity *id, const char *digest)
{
    json_t *o = json_pack("{s:s, s:I, s:I, s:i, s:f, s:s}", "labels_of",
                          id->predictor->digest, "seed", (json_int_t)id->seed,
                          "first", (json_int_t)id->first, "count", id->count,
                          "least", (double)LABELS_LEAST, "sha256", digest);
    char *text = json_dumps(o, JSON_COMPACT);

    json_decref(o);
    return text;
}

bool shard_write(const struct labels *l, const char *path,
                 const struct shard_identity *id, struct error *err)
{
    const struct st_new tensor[] = {
        {"tokens", "I16", 2, {(uint64_t)l->count, (uint64_t)l->T}, l->tokens},
        {"mi", "F32", 1, {l->at[l->count]}, l->mi}};
    struct output out;
    char digest[65], *config;

    if (!output_open(&out, path, false, err))
        return false;
    st_new_digest(digest, tensor, 2);
    config = config_of(id, digest);
    safetensors_write(out.stream, config, NULL, tensor, 2);
    free(config);
    return output_commit(&out, err);
}

/* ---- reading ---------------------------------------------------------- */

static bool check_number(const json_t *config, const char *name,
                         uint64_t want, struct error *err)
{
    const json_t *is = json_object_get(config, name);

    return (json_is_integer(is) &&
            (uint64_t)json_integer_value(is) == want) ||
           fail(err, "its %s is not %llu", name, (unsigned long long)want);
}

static bool check_config(const json_t *config,
                         const struct shard_identity *id,
                         const struct safetensors *file, struct error *err)
{
    const char *model = json_string_value(json_object_get(config,
                                                          "labels_of"));
    const char *sha = json_string_value(json_object_get(config, "sha256"));
    char digest[65];

    if (!model || !sha)
        return fail(err, "it does not say what it is of: it is not a shard "
                         "of labels");
    if (strcmp(model, id->predictor->digest) != 0)
        return fail(err, "it is of another model; choose another --labels");
    if (!check_number(config, "seed", id->seed, err) ||
        !check_number(config, "first", id->first, err) ||
        !check_number(config, "count", (uint64_t)id->count, err))
        return fail_in(err, "it is of other boards");
    if (!(fabs(json_number_value(json_object_get(config, "least")) -
               (double)LABELS_LEAST) < 1e-9))
        return fail(err, "it left out values of another likelihood; choose "
                         "another --labels");
    safetensors_digest(file, digest);
    return strcmp(digest, sha) == 0 ||
           fail(err, "its data has changed since it was written; remove it "
                     "and it is made anew");
}

static bool check_identity(const struct safetensors *file,
                           const struct shard_identity *id,
                           struct error *err)
{
    json_t *config = file->config ? json_loads(file->config, 0, NULL) : NULL;
    bool ok = check_config(config, id, file, err);

    json_decref(config);
    return ok;
}

/* Pairs of all boards, as the tokens say; fills in l->at. */
static void find_places(struct labels *l, const struct predictor *p)
{
    int32_t *position = memory_new((size_t)l->T, sizeof *position);

    for (int b = 0; b < l->count; b++) {
        int N = labels_masked(l, b, p->mask_symbol, position);

        l->at[b + 1] = l->at[b] + (size_t)N * (size_t)(N > 0 ? N - 1 : 0) / 2;
    }
    free(position);
}

static bool check_values(const struct labels *l, struct error *err)
{
    for (size_t i = 0; i < l->at[l->count]; i++)
        if (!isfinite(l->mi[i]) || l->mi[i] < 0)
            return fail(err, "its MI is not all finite and >= 0");
    return true;
}

static bool read_tensors(struct labels *l, const struct safetensors *file,
                         const struct shard_identity *id, struct error *err)
{
    const struct st_tensor *tokens = safetensors_find(file, "tokens");
    const struct st_tensor *mi = safetensors_find(file, "mi");
    size_t cells = (size_t)l->count * (size_t)l->T;

    if (!tokens || strcmp(tokens->type, "I16") != 0 || tokens->count != cells)
        return fail(err, "tensor tokens is missing or has another shape");
    memcpy(l->tokens, tokens->data, cells * sizeof *l->tokens);
    find_places(l, id->predictor);
    if (!mi || strcmp(mi->type, "F32") != 0 || mi->count != l->at[l->count])
        return fail(err, "tensor mi is missing or has another shape");
    l->mi = memory_new((size_t)mi->count + 1, sizeof *l->mi);
    st_tensor_floats(l->mi, mi);
    return check_values(l, err);
}

static bool read_file(struct labels *l, const struct safetensors *file,
                      const struct shard_identity *id, struct error *err)
{
    size_t n = (size_t)id->count, T = (size_t)id->predictor->T;

    if (!check_identity(file, id, err))
        return false;
    *l = (struct labels){.T = id->predictor->T, .count = id->count,
                         .tokens = memory_new(n * T, sizeof(int16_t)),
                         .at = memory_new(n + 1, sizeof(size_t))};
    if (read_tensors(l, file, id, err))
        return true;
    labels_release(l);
    return false;
}

bool shard_read(struct labels *l, const char *path,
                const struct shard_identity *id, struct error *err)
{
    struct safetensors file;
    bool ok;

    if (!safetensors_open(&file, path, ST_MAP_FROM, err))
        return fail_in(err, "cannot use the labels %.180s", path);
    ok = read_file(l, &file, id, err);
    safetensors_release(&file);
    return ok || fail_in(err, "cannot use the labels %.180s", path);
}
