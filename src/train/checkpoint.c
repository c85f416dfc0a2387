#include "train/trainer_state.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/safetensors.h"

/* The arrays of a checkpoint, each [n]. */
enum { ARRAYS = 4, MOST_STEPS = 1 << 30 };

static const char *const NAMES[ARRAYS] = {"weights", "m", "v", "average"};

static float *array_of(const struct trainer *t, int i)
{
    float *const arrays[ARRAYS] = {t->weights, t->m, t->v, t->average};

    return arrays[i];
}

/* ---- what must be the same ------------------------------------------- */

/* The recipe, one number after the other; names as in struct recipe. */
static json_t *recipe_json(const struct recipe *r)
{
    return json_pack(
        "{s:i, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:I}",
        "batch", r->batch, "steps", (json_int_t)r->steps, "warm_up",
        (json_int_t)r->warm_up, "rate", r->rate, "cooling", r->cooling,
        "shallow", r->shallow, "b1", r->b1, "b2", r->b2, "decay", r->decay,
        "clip", r->clip, "average", r->average, "seed",
        (json_int_t)r->seed);
}

static bool same_number(const json_t *a, const json_t *b)
{
    double x = json_number_value(a), y = json_number_value(b);

    return json_is_number(b) && fabs(x - y) <= 1e-12 * fabs(x);
}

/* Every number of `ours` must be in `theirs`. */
static bool check_same(json_t *ours, const json_t *theirs, struct error *err)
{
    const char *name;
    json_t *value;

    json_object_foreach (ours, name, value) {
        const json_t *other = json_object_get(theirs, name);

        if (!other)
            return fail(err, "it does not say its %s: it is not a checkpoint",
                        name);
        if (json_is_number(value) ? !same_number(value, other)
                                  : !json_equal(value, other))
            return fail(err, "its %s is not the one of this run; start anew "
                             "or give the same options", name);
    }
    return true;
}

/* ---- writing --------------------------------------------------------- */

static char *header_of(const struct trainer *t)
{
    json_t *header = json_object(), *card = recipe_json(&t->recipe);
    size_t size = t->n * sizeof(float);
    char *config = config_json(&t->config), *text;

    json_object_set_new(card, "taken", json_integer(t->steps));
    text = json_dumps(card, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_object_set_new(header, "__metadata__",
                        json_pack("{s:s, s:s}", "miscope.config", config,
                                  "miscope.card", text));
    free(text);
    free(config);
    json_decref(card);
    for (int i = 0; i < ARRAYS; i++)
        json_object_set_new(
            header, NAMES[i],
            json_pack("{s:s, s:[I], s:[I,I]}", "dtype", "F32", "shape",
                      (json_int_t)t->n, "data_offsets",
                      (json_int_t)(size * (size_t)i),
                      (json_int_t)(size * (size_t)(i + 1))));
    text = json_dumps(header, JSON_COMPACT);
    json_decref(header);
    return text;
}

void trainer_save(const struct trainer *t, FILE *stream)
{
    char *header = header_of(t);
    size_t length = strlen(header);
    unsigned char size[8];

    for (int i = 0; i < 8; i++)
        size[i] = (unsigned char)((uint64_t)length >> (8 * i));
    fwrite(size, 1, sizeof size, stream);
    fwrite(header, 1, length, stream);
    for (int i = 0; i < ARRAYS; i++)
        fwrite(array_of(t, i), sizeof(float), t->n, stream);
    free(header);
}

/* ---- reading --------------------------------------------------------- */

static bool check_finite(const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* All four into `flat` [4,n]. */
static bool read_arrays(float *flat, const struct safetensors *file, size_t n,
                        struct error *err)
{
    for (size_t i = 0; i < ARRAYS; i++) {
        const struct st_tensor *t = safetensors_find(file, NAMES[i]);

        if (!t || !st_tensor_is_float(t) || t->count != n)
            return fail(err, "tensor %s is missing or has another size",
                        NAMES[i]);
        st_tensor_floats(flat + i * n, t);
        if (!check_finite(flat + i * n, n))
            return fail(err, "tensor %s holds what is not a finite number",
                        NAMES[i]);
    }
    return true;
}

static bool check_text(json_t *ours, const char *text, struct error *err)
{
    json_t *theirs = text ? json_loads(text, 0, NULL) : NULL;
    bool same = check_same(ours, theirs, err);

    json_decref(theirs);
    return same;
}

static bool check_config(const struct trainer *t, const char *text,
                         struct error *err)
{
    char *ours = config_json(&t->config);
    json_t *object = json_loads(ours, 0, NULL);
    bool same = check_text(object, text, err);

    json_decref(object);
    free(ours);
    return same;
}

static bool check_recipe(const struct trainer *t, const char *text,
                         struct error *err)
{
    json_t *ours = recipe_json(&t->recipe);
    bool same = check_text(ours, text, err);

    json_decref(ours);
    return same;
}

static bool read_taken(long *taken, const char *text, struct error *err)
{
    json_t *card = json_loads(text, 0, NULL);
    const json_t *value = json_object_get(card, "taken");
    bool ok = json_is_integer(value) && json_integer_value(value) >= 0 &&
              json_integer_value(value) <= MOST_STEPS;

    *taken = ok ? (long)json_integer_value(value) : 0;
    json_decref(card);
    return ok || fail(err, "it does not say how many steps were taken");
}

static bool read_file(struct trainer *t, const struct safetensors *file,
                      struct error *err)
{
    float *flat;
    long taken;
    bool ok;

    if (!check_config(t, file->config, err) ||
        !check_recipe(t, file->card, err) ||
        !read_taken(&taken, file->card, err))
        return false;
    flat = memory_new(ARRAYS * t->n, sizeof *flat);
    ok = read_arrays(flat, file, t->n, err);
    for (size_t i = 0; ok && i < ARRAYS; i++)
        memcpy(array_of(t, (int)i), flat + i * t->n, t->n * sizeof *flat);
    if (ok)
        t->steps = taken;
    free(flat);
    return ok;
}

bool trainer_resume(struct trainer *t, const char *path, struct error *err)
{
    struct safetensors file;
    bool ok;

    if (!safetensors_open(&file, path, ST_MAP_FROM, err))
        return fail_in(err, "cannot go on from %.200s", path);
    ok = read_file(t, &file, err);
    safetensors_release(&file);
    return ok || fail_in(err, "cannot go on from %.200s", path);
}
