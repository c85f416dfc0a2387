#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mi/source.h"
#include "session/npz_array.h"

static json_t *seed_json(uint64_t seed)
{
    char digits[24];

    if (seed <= INT64_MAX)
        return json_integer((json_int_t)seed);
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)seed);
    return json_string(digits);
}

static json_t *step_json(const struct step *s)
{
    const struct settings *set = &s->settings;
    json_t *o = json_object(), *parameters = json_object();

    if (set->policy != POLICY_UNKNOWN)
        json_object_set_new(o, "policy",
                            json_string(POLICIES[set->policy].name));
    for (int i = 0; i < PARAM_COUNT; i++)
        if (policy_uses(set->policy, i))
            json_object_set_new(parameters, PARAMETERS[i].name,
                                json_real(set->value[i]));
    json_object_set_new(o, "parameters", parameters);
    json_object_set_new(o, "temperature", json_real(set->temperature));
    json_object_set_new(o, "seed", seed_json(set->seed));
    json_object_set_new(o, "mi_source",
                        json_string(MI_SOURCES[set->mi_source].name));
    json_object_set_new(o, "passes", json_integer(s->passes));
    json_object_set_new(o, "probe_passes", json_integer(s->probe_passes));
    return o;
}

static json_t *steps_json(const struct trace *t)
{
    json_t *list = json_array();

    for (const struct step *s = trace_now(t); s->parent >= 0;
         s = trace_at(t, s->parent))
        json_array_insert_new(list, 0, step_json(s));
    return list;
}

static json_t *solution_json(const struct problem *p, const struct domain *d)
{
    struct text s = {0};
    json_t *o;

    if (!p->solution)
        return json_null();
    for (int t = 0; t < p->T; t++)
        text_add_bytes(&s, &d->alphabet[p->solution[t]], 1);
    o = json_string(s.bytes);
    text_release(&s);
    return o;
}

char *npz_meta_text(const struct trace *t, const struct problem *p,
                    const struct domain *d, const struct provenance *by)
{
    json_t *o = json_object();
    char *text;

    json_object_set_new(o, "format", json_string("miscope trace"));
    json_object_set_new(o, "version", json_integer(1));
    json_object_set_new(o, "domain", json_string(d->name));
    json_object_set_new(o, "title", json_string(p->title));
    json_object_set_new(o, "note", json_string(p->note));
    json_object_set_new(o, "solution", solution_json(p, d));
    json_object_set_new(o, "model", json_string(by->model));
    json_object_set_new(o, "digest", json_string(by->digest));
    json_object_set_new(o, "steps", steps_json(t));
    text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    return text;
}

json_t *npz_meta_parse(const unsigned char *bytes, size_t n,
                       struct error *err)
{
    json_error_t why;
    json_t *meta = json_loadb((const char *)bytes, n, JSON_REJECT_DUPLICATES,
                              &why);

    if (!meta)
        fail(err, "it is not JSON: %s at character %d", why.text,
             why.position);
    if (meta && !json_is_object(meta)) {
        json_decref(meta);
        fail(err, "it is not a JSON object");
        return NULL;
    }
    return meta;
}

/* Control characters, C0 and C1 (in UTF-8 0xC2 0x80..0x9F), never reach a
 * terminal. */
static bool is_control(const unsigned char *c)
{
    return c[0] < 0x20 || c[0] == 0x7f || (c[0] == 0xc2 && c[1] < 0xa0);
}

void npz_meta_words(char *out, size_t size, const json_t *meta,
                    const char *key)
{
    const char *text = json_string_value(json_object_get(meta, key));
    const unsigned char *c = (const unsigned char *)(text ? text : "");
    size_t used = 0;

    while (*c) {
        size_t n = *c < 0x80 ? 1 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : 4;

        if (used + n >= size)
            break;
        if (is_control(c))
            out[used++] = '?';
        else
            for (size_t i = 0; i < n; i++)
                out[used++] = (char)c[i];
        c += n;
    }
    out[used] = '\0';
}

bool npz_meta_solution(int16_t **solution, const struct npz_file *f,
                       struct error *err)
{
    const json_t *o = json_object_get(f->meta, "solution");
    const char *text = json_string_value(o);
    const char *alphabet = f->domain->alphabet;

    *solution = NULL;
    if (!o || json_is_null(o))
        return true;
    if (!text || json_string_length(o) != f->T || strlen(text) != f->T)
        return fail(err, "solution: it is not a text of %zu symbols", f->T);
    *solution = memory_new(f->T, sizeof **solution);
    for (size_t t = 0; t < f->T; t++) {
        const char *symbol = strchr(alphabet, text[t]);
        int value = symbol ? (int)(symbol - alphabet) -
                                 f->domain->first_symbol
                           : -1;

        if (value < 0 || value >= f->domain->values) {
            free(*solution);
            *solution = NULL;
            return fail(err, "solution: character %zu is no symbol", t + 1);
        }
        (*solution)[t] = (int16_t)(f->domain->first_symbol + value);
    }
    return true;
}

static uint64_t seed_of(const json_t *o)
{
    const char *digits = json_string_value(o);

    if (digits)
        return strtoull(digits, NULL, 10);
    return json_is_integer(o) ? (uint64_t)json_integer_value(o) : 1;
}

/* Settings from an object; what it lacks stays as it is. */
static void read_settings(struct settings *s, const json_t *o)
{
    const char *policy = json_string_value(json_object_get(o, "policy"));
    const char *source = json_string_value(json_object_get(o, "mi_source"));
    const json_t *parameters = json_object_get(o, "parameters"), *number;

    if (policy && policy_named(policy) >= 0)
        settings_choose(s, policy_named(policy));
    else if (policy)
        s->policy = POLICY_UNKNOWN;
    for (int i = 0; i < PARAM_COUNT; i++) {
        number = json_object_get(parameters, PARAMETERS[i].name);
        if (json_is_number(number) && policy_uses(s->policy, i))
            s->value[i] = json_number_value(number);
    }
    number = json_object_get(o, "temperature");
    if (json_is_number(number))
        s->temperature = json_number_value(number);
    if (json_object_get(o, "seed"))
        s->seed = seed_of(json_object_get(o, "seed"));
    if (source && mi_source_named(source) >= 0)
        s->mi_source = mi_source_named(source);
}

static bool read_count(int32_t *count, const json_t *o, const char *key,
                       struct error *err)
{
    const json_t *number = json_object_get(o, key);
    json_int_t value = json_integer_value(number);

    if (!number)
        return true;
    if (!json_is_integer(number) || value < 0 || value > INT32_MAX)
        return fail(err, "%s: it is not a count", key);
    *count = (int32_t)value;
    return true;
}

bool npz_meta_step(struct step *out, const struct npz_file *f, size_t s,
                   struct error *err)
{
    const json_t *steps = json_object_get(f->meta, "steps"), *own;

    if (steps && json_array_size(steps) != f->S)
        return fail(err, "steps: it is not a list of %zu", f->S);
    own = json_array_get(steps, s);
    out->settings = (struct settings){.policy = POLICY_UNKNOWN, .seed = 1};
    out->passes = (int32_t)s + 1;
    read_settings(&out->settings, f->meta);
    read_settings(&out->settings, own);
    return read_count(&out->passes, own, "passes", err) &&
           read_count(&out->probe_passes, own, "probe_passes", err) &&
           settings_check(&out->settings, err);
}
