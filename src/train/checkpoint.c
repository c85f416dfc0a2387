#include "train/trainer_state.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/safetensors.h"
#include "model/st_write.h"

/* The arrays of a checkpoint, each [n]. */
enum { ARRAYS = 4, MOST_STEPS = 1 << 30 };

static const char *const NAMES[ARRAYS] = {"weights", "m", "v", "average"};

static float *array_of(const struct trainer *t, int i)
{
    float *const arrays[ARRAYS] = {t->o.weights, t->o.m, t->o.v, t->o.average};

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

static char *card_of(const struct trainer *t)
{
    json_t *card = recipe_json(&t->o.recipe);
    char *text;

    json_object_set_new(card, "taken", json_integer(t->o.steps));
    text = json_dumps(card, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(card);
    return text;
}

void trainer_save(const struct trainer *t, FILE *stream)
{
    char *config = config_json(&t->config), *card = card_of(t);
    struct st_new tensor[ARRAYS];

    for (int i = 0; i < ARRAYS; i++)
        tensor[i] = (struct st_new){
            NAMES[i], "F32", 1, {t->o.n}, array_of(t, i)};
    safetensors_write(stream, config, card, tensor, ARRAYS);
    free(config);
    free(card);
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
    json_t *ours = recipe_json(&t->o.recipe);
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
    flat = memory_new(ARRAYS * t->o.n, sizeof *flat);
    ok = read_arrays(flat, file, t->o.n, err);
    for (size_t i = 0; ok && i < ARRAYS; i++)
        memcpy(array_of(t, (int)i), flat + i * t->o.n, t->o.n * sizeof *flat);
    if (ok)
        t->o.steps = taken;
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
