#include "cli/sweep.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/options.h"
#include "mi/source.h"

enum { MOST_SETTINGS = 1000, WORD = 64 };

/* A copy of text up to `end`, without blanks around it; false if too long. */
static bool copy_word(char out[WORD], const char *text, const char *end)
{
    while (text < end && isspace((unsigned char)*text))
        text++;
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    if (end - text >= WORD)
        return false;
    memcpy(out, text, (size_t)(end - text));
    out[end - text] = '\0';
    return true;
}

/* ---- one value -------------------------------------------------------- */

static int parameter_named(const char *name)
{
    for (int i = 0; i < PARAM_COUNT; i++)
        if (strcmp(PARAMETERS[i].name, name) == 0)
            return i;
    return -1;
}

static bool set_source(struct settings *s, const char *value,
                       const struct predictor *p, struct error *err)
{
    int row = mi_source_named(value);

    if (row < 0)
        return fail(err, "mi=%s: there is no such source of MI", value);
    if (!mi_source_usable(row, p))
        return fail(err, "mi=%s: %s has no MI head; name one with --mi-model",
                    value, p->name);
    s->mi_source = row;
    return true;
}

static bool set_parameter(struct settings *s, const char *name, double value,
                          struct error *err)
{
    int parameter = parameter_named(name);

    if (parameter < 0 || !policy_uses(s->policy, (enum parameter)parameter))
        return fail(err, "%s has no parameter '%s'",
                    POLICIES[s->policy].name, name);
    s->value[parameter] = value;
    return settings_check(s, err);
}

static bool set_value(struct settings *s, const char *name, const char *value,
                      const struct predictor *p, struct error *err)
{
    double number;

    if (strcmp(name, "mi") == 0)
        return set_source(s, value, p, err);
    if (!number_parse(&number, value))
        return fail(err, "%s=%s: write a number after the =", name, value);
    if (strcmp(name, "temperature") == 0) {
        s->temperature = number;
        return settings_check(s, err);
    }
    if (strcmp(name, "seed") != 0)
        return set_parameter(s, name, number, err);
    s->seed = (uint64_t)number;
    return (number >= 0 && number < 9e15) ||
           fail(err, "seed=%s: write a whole number from 0", value);
}

/* ---- one policy ------------------------------------------------------- */

/* Each of the settings with each of the values, which end at `end`. */
static bool multiply(struct sweep *s, int from, const char *name,
                     const char *values, const char *end,
                     const struct predictor *p, struct error *err)
{
    int count = s->count - from, made = 0;
    struct settings *before = memory_new((size_t)count + 1, sizeof *before);
    bool ok = true;

    memcpy(before, s->settings + from, (size_t)count * sizeof *before);
    for (const char *comma; ok && values <= end; values = comma + 1) {
        char value[WORD];

        comma = memchr(values, ',', (size_t)(end - values));
        comma = comma ? comma : end;
        if (!copy_word(value, values, comma) || made >= MOST_SETTINGS) {
            ok = fail(err, "%s: too many values", name);
            break;
        }
        s->settings = memory_resize(s->settings,
                                    (size_t)(from + made + count),
                                    sizeof *before);
        for (int i = 0; ok && i < count; i++, made++) {
            s->settings[from + made] = before[i];
            ok = set_value(&s->settings[from + made], name, value, p, err);
        }
    }
    s->count = from + made;
    free(before);
    return ok;
}

static bool add_word(struct sweep *s, int from, const char *word,
                     const char *end, const struct predictor *p,
                     struct error *err)
{
    const char *equals = memchr(word, '=', (size_t)(end - word));
    char name[WORD];

    if (!equals || !copy_word(name, word, equals))
        return fail(err, "'%.*s': write NAME=VALUE", (int)(end - word), word);
    return multiply(s, from, name, equals + 1, end, p, err);
}

/* "eb gamma=0.1,0.2", which ends at `end` */
static bool add_policy(struct sweep *s, const char *text, const char *end,
                       const struct predictor *p, struct error *err)
{
    size_t length = strcspn(text, " \t\n;");
    int from = s->count, policy;
    char name[WORD];

    if (!copy_word(name, text, text + length) || policy_named(name) < 0)
        return fail(err, "there is no policy '%.*s'; policies are listed by "
                         "miscope decode --help", (int)length, text);
    policy = policy_named(name);
    s->settings = memory_resize(s->settings, (size_t)from + 1,
                                sizeof *s->settings);
    s->settings[s->count] = settings_for(policy);
    s->settings[s->count++].mi_source = mi_source_usual(p);
    text += length;
    while (text < end) {
        const char *word = text + strspn(text, " \t\n");

        text = word + strcspn(word, " \t\n;");
        if (word < end && text > word &&
            !add_word(s, from, word, text, p, err))
            return fail_in(err, "policy %s", name);
        if (text == word)
            break;
    }
    return true;
}

bool sweep_parse(struct sweep *s, const char *text, const struct predictor *p,
                 struct error *err)
{
    bool ok = true;

    *s = (struct sweep){0};
    while (ok && *text) {
        const char *start = text + strspn(text, " \t\n;");
        const char *end = start + strcspn(start, ";");

        if (start < end)
            ok = add_policy(s, start, end, p, err);
        text = end;
    }
    if (ok && s->count == 0)
        ok = fail(err, "no policy is named");
    if (ok && s->count > MOST_SETTINGS)
        ok = fail(err, "these are %d settings; at most %d go together",
                  s->count, MOST_SETTINGS);
    if (!ok)
        sweep_release(s);
    return ok;
}

void sweep_release(struct sweep *s)
{
    free(s->settings);
    *s = (struct sweep){0};
}

void sweep_label(char out[SWEEP_LABEL], const struct settings *s)
{
    size_t n;

    settings_describe(out, SWEEP_LABEL, s);
    n = strlen(out);
    if (POLICIES[s->policy].needs_mi)
        snprintf(out + n, SWEEP_LABEL - n, " mi=%s",
                 MI_SOURCES[s->mi_source].name);
}
