#include "session/npz_meta.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mi/source.h"

/* writing ----------------------------------------------------------------- */

static json_t *parameters_of(const struct settings *s)
{
    json_t *o = json_object();

    for (int p = 0; p < PARAM_COUNT; p++)
        if (policy_uses(s->policy, (enum parameter)p))
            json_object_set_new(o, PARAMETERS[p].name,
                                json_real(s->value[p]));
    return o;
}

static json_t *step_of(const struct step *s)
{
    const struct settings *set = &s->settings;
    json_t *o = json_object();

    json_object_set_new(o, "passes", json_integer(s->passes));
    json_object_set_new(o, "probe_passes", json_integer(s->probe_passes));
    json_object_set_new(o, "policy", json_string(POLICIES[set->policy].name));
    json_object_set_new(o, "parameters", parameters_of(set));
    json_object_set_new(o, "temperature", json_real(set->temperature));
    json_object_set_new(o, "seed", json_integer((json_int_t)set->seed));
    json_object_set_new(o, "mi_source",
                        json_string(MI_SOURCES[set->mi_source].name));
    return o;
}

static json_t *solution_of(const struct problem *p)
{
    json_t *list = p->solution ? json_array() : json_null();

    for (int t = 0; p->solution && t < p->T; t++)
        json_array_append_new(list, json_integer(p->solution[t]));
    return list;
}

/* A title may hold bytes of a file name that are not UTF-8. */
static json_t *string_of(const char *s)
{
    json_t *string = json_string(s);

    return string ? string : json_string("");
}

char *npz_meta_write(const struct step *const *line, int S,
                     const struct problem *p, const struct domain *d,
                     const struct provenance *by)
{
    json_t *o = json_object(), *steps = json_array();
    char *text;

    for (int k = 1; k <= S; k++)
        json_array_append_new(steps, step_of(line[k]));
    json_object_set_new(o, "domain", json_string(d->name));
    json_object_set_new(o, "title", string_of(p->title));
    json_object_set_new(o, "note", string_of(p->note));
    json_object_set_new(o, "solution", solution_of(p));
    json_object_set_new(o, "model", string_of(by->model));
    json_object_set_new(o, "digest", string_of(by->digest));
    json_object_set_new(o, "steps", steps);
    text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    return text;
}

/* reading ----------------------------------------------------------------- */

/* The string at a key, cut to size, without control characters. */
static void take_string(char *out, size_t size, const json_t *meta,
                        const char *key)
{
    const char *s = json_string_value(json_object_get(meta, key));

    snprintf(out, size, "%s", s ? s : "");
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

static bool take_solution(struct problem *p, const json_t *list,
                          const struct domain *d, struct error *err)
{
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list) || json_array_size(list) != (size_t)p->T)
        return fail(err, "meta: solution is not a list of %d symbols", p->T);
    p->solution = memory_new((size_t)p->T, sizeof *p->solution);
    for (int t = 0; t < p->T; t++) {
        json_int_t x =
            json_integer_value(json_array_get(list, (size_t)t));

        if (x < d->first_symbol || x >= d->first_symbol + d->values)
            return fail(err, "meta: solution has the symbol %lld",
                        (long long)x);
        p->solution[t] = (int16_t)x;
    }
    return true;
}

bool npz_meta_read(struct problem *p, struct provenance *by,
                   const json_t *meta, const struct domain *d,
                   struct error *err)
{
    take_string(p->title, sizeof p->title, meta, "title");
    take_string(p->note, sizeof p->note, meta, "note");
    take_string(by->model, sizeof by->model, meta, "model");
    take_string(by->digest, sizeof by->digest, meta, "digest");
    return take_solution(p, json_object_get(meta, "solution"), d, err);
}

static double number_at(const json_t *o, const char *key, double otherwise)
{
    const json_t *v = json_object_get(o, key);

    return json_is_number(v) ? json_number_value(v) : otherwise;
}

static int row_at(const json_t *o, const char *key, int (*named)(const char *))
{
    const char *name = json_string_value(json_object_get(o, key));

    return name ? named(name) : -1;
}

static bool take_settings(struct settings *out, const json_t *o)
{
    int policy = row_at(o, "policy", policy_named);
    int source = row_at(o, "mi_source", mi_source_named);
    const json_t *values = json_object_get(o, "parameters");
    struct settings s;
    struct error ignored;

    if (policy < 0)
        return false;
    s = settings_for(policy);
    for (int p = 0; p < PARAM_COUNT; p++)
        s.value[p] = number_at(values, PARAMETERS[p].name, s.value[p]);
    s.temperature = number_at(o, "temperature", 0);
    s.seed = (uint64_t)json_integer_value(json_object_get(o, "seed"));
    s.mi_source = source < 0 ? 0 : source;
    if (!settings_check(&s, &ignored))
        return false;
    *out = s;
    return true;
}

static int count_at(const json_t *o, const char *key)
{
    double x = number_at(o, key, 0);

    return x >= 0 && x <= 1e9 ? (int)x : 0;
}

bool npz_meta_step(struct step *s, const json_t *meta, int k)
{
    const json_t *o = json_array_get(json_object_get(meta, "steps"),
                                     (size_t)k);

    if (!json_is_object(o) || !take_settings(&s->settings, o))
        return false;
    s->passes = count_at(o, "passes");
    s->probe_passes = count_at(o, "probe_passes");
    return true;
}
