#include "model/config.h"

#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(f) offsetof(struct config, f)

enum kind { KIND_INT, KIND_REAL, KIND_BOOL, KIND_NAME, KIND_FIXED };

/* One line for each key. `only` is the one value a KIND_FIXED key may have. */
struct key {
    const char *name;
    enum kind kind;
    size_t field;
    double low, high;
    bool required;
    const char *only;
};

/* clang-format off */
static const struct key KEYS[] = {
    { "domain",           KIND_NAME,  FIELD(domain),           0, 0,      true,  NULL },
    { "positions",        KIND_INT,   FIELD(T),                1, 4096,   true,  NULL },
    { "symbols",          KIND_INT,   FIELD(S),                2, 4096,   true,  NULL },
    { "outputs",          KIND_INT,   FIELD(V),                2, 4096,   true,  NULL },
    { "mask_symbol",      KIND_INT,   FIELD(mask_symbol),      0, 4095,   true,  NULL },
    { "first_symbol",     KIND_INT,   FIELD(first_symbol),     0, 4095,   false, NULL },
    { "width",            KIND_INT,   FIELD(D),                1, 16384,  true,  NULL },
    { "heads",            KIND_INT,   FIELD(H),                1, 256,    true,  NULL },
    { "blocks",           KIND_INT,   FIELD(L),                1, 256,    true,  NULL },
    { "loops",            KIND_INT,   FIELD(loops),            1, 256,    false, NULL },
    { "ffn",              KIND_INT,   FIELD(F),                1, 65536,  true,  NULL },
    { "norm_eps",         KIND_REAL,  FIELD(norm_eps),         1e-12, 1,  false, NULL },
    { "residual_divisor", KIND_REAL,  FIELD(residual_divisor), 1e-3, 1e3, false, NULL },
    { "ffn_bias",         KIND_BOOL,  FIELD(ffn_bias),         0, 0,      false, NULL },
    { "activation",       KIND_FIXED, 0,                       0, 0,      true,  "\"gelu_tanh\"" },
    { "position",         KIND_FIXED, 0,                       0, 0,      true,  "\"learned\"" },
    { "qk_norm",          KIND_FIXED, 0,                       0, 0,      false, "false" },
};
/* clang-format on */

enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };

static bool read_int(int *out, const struct key *k, const json_t *v,
                     struct error *err)
{
    json_int_t n = json_integer_value(v);

    if (!json_is_integer(v) || (double)n < k->low || (double)n > k->high)
        return fail(err, "%s must be a whole number from %.0f to %.0f",
                    k->name, k->low, k->high);
    *out = (int)n;
    return true;
}

static bool read_real(float *out, const struct key *k, const json_t *v,
                      struct error *err)
{
    double x = json_number_value(v);

    if (!json_is_number(v) || !(x >= k->low && x <= k->high))
        return fail(err, "%s must be a number from %g to %g", k->name, k->low,
                    k->high);
    *out = (float)x;
    return true;
}

static bool read_bool(bool *out, const struct key *k, const json_t *v,
                      struct error *err)
{
    if (!json_is_boolean(v))
        return fail(err, "%s must be true or false", k->name);
    *out = json_is_true(v);
    return true;
}

static bool read_name(char out[32], const struct key *k, const json_t *v,
                      struct error *err)
{
    size_t n = json_string_length(v);

    if (n == 0 || n >= 32)
        return fail(err, "%s must be a name of 1 to 31 characters", k->name);
    memcpy(out, json_string_value(v), n + 1);
    return true;
}

static bool check_fixed(const struct key *k, const json_t *v,
                        struct error *err)
{
    char *text = json_dumps(v, JSON_ENCODE_ANY);
    bool same = text && strcmp(text, k->only) == 0;

    if (!same)
        fail(err, "%s is %.40s, but only %s is supported", k->name,
             text ? text : "?", k->only);
    free(text);
    return same;
}

static bool read_key(struct config *c, const struct key *k, const json_t *v,
                     struct error *err)
{
    void *field = (char *)c + k->field;

    switch (k->kind) {
    case KIND_INT:
        return read_int(field, k, v, err);
    case KIND_REAL:
        return read_real(field, k, v, err);
    case KIND_BOOL:
        return read_bool(field, k, v, err);
    case KIND_NAME:
        return read_name(field, k, v, err);
    case KIND_FIXED:
        break;
    }
    return check_fixed(k, v, err);
}

static bool no_unknown_keys(json_t *object, struct error *err)
{
    const char *name;
    json_t *value;

    json_object_foreach (object, name, value) {
        int i = 0;

        while (i < KEY_COUNT && strcmp(KEYS[i].name, name) != 0)
            i++;
        if (i == KEY_COUNT)
            return fail(err, "%.40s is not a setting this version knows",
                        name);
    }
    return true;
}

/* What no single key can say. */
static bool check_together(const struct config *c, struct error *err)
{
    int last = c->first_symbol + c->V - 1;

    if (c->D % c->H != 0)
        return fail(err, "width %d is not divisible by %d heads", c->D, c->H);
    if (c->mask_symbol >= c->S)
        return fail(err, "mask_symbol %d is not below symbols %d",
                    c->mask_symbol, c->S);
    if (last >= c->S)
        return fail(err, "outputs %d from symbol %d on exceed symbols %d",
                    c->V, c->first_symbol, c->S);
    if (c->mask_symbol >= c->first_symbol && c->mask_symbol <= last)
        return fail(err, "mask_symbol %d is also the symbol of an output",
                    c->mask_symbol);
    return true;
}

static bool read_object(struct config *c, json_t *object, struct error *err)
{
    if (!json_is_object(object))
        return fail(err, "it is not a JSON object");
    for (int i = 0; i < KEY_COUNT; i++) {
        const json_t *v = json_object_get(object, KEYS[i].name);

        if (!v && KEYS[i].required)
            return fail(err, "%s is missing", KEYS[i].name);
        if (v && !read_key(c, &KEYS[i], v, err))
            return false;
    }
    if (!json_object_get(object, "first_symbol"))
        c->first_symbol = c->mask_symbol == 0 ? 1 : 0;
    return no_unknown_keys(object, err) && check_together(c, err);
}

bool config_parse(struct config *c, const char *json, struct error *err)
{
    struct config in = {.loops = 1, .norm_eps = 1e-5f,
                        .residual_divisor = 1, .ffn_bias = true};
    json_error_t where;
    json_t *object = json_loads(json, JSON_REJECT_DUPLICATES, &where);
    bool ok = object ? read_object(&in, object, err)
                     : fail(err, "%.160s", where.text);

    json_decref(object);
    if (!ok)
        return fail_in(err, "miscope.config");
    *c = in;
    return true;
}

static json_t *value_of(const struct config *c, const struct key *k)
{
    const void *field = (const char *)c + k->field;

    switch (k->kind) {
    case KIND_INT:
        return json_integer(*(const int *)field);
    case KIND_REAL:
        return json_real((double)*(const float *)field);
    case KIND_BOOL:
        return json_boolean(*(const bool *)field);
    case KIND_NAME:
        return json_string(field);
    case KIND_FIXED:
        break;
    }
    return json_loads(k->only, JSON_DECODE_ANY, NULL);
}

char *config_json(const struct config *c)
{
    json_t *object = json_object();
    char *text;

    for (int i = 0; i < KEY_COUNT; i++)
        json_object_set_new(object, KEYS[i].name, value_of(c, &KEYS[i]));
    text = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return text;
}
