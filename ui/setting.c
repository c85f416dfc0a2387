#include "ui/setting.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mi/source.h"

static int source_count(void)
{
    int n = 0;

    while (MI_SOURCES[n].name)
        n++;
    return n;
}

static int sources_usable(const struct predictor *p)
{
    int usable = 0;

    for (int i = 0; i < source_count(); i++)
        usable += mi_source_usable(i, p);
    return usable;
}

int settings_rows(const struct settings *s, const struct predictor *p,
                  struct setting row[MOST_SETTINGS])
{
    int n = 0;

    row[n++] = (struct setting){SETTING_POLICY, 0};
    for (int i = 0; i < PARAM_COUNT; i++)
        if (policy_uses(s->policy, (enum parameter)i))
            row[n++] = (struct setting){SETTING_PARAMETER, i};
    row[n++] = (struct setting){SETTING_TEMPERATURE, 0};
    row[n++] = (struct setting){SETTING_SEED, 0};
    if (sources_usable(p) > 1)
        row[n++] = (struct setting){SETTING_SOURCE, 0};
    return n;
}

static const char *const NAMES[] = {
    [SETTING_POLICY] = "policy",
    [SETTING_TEMPERATURE] = "temperature",
    [SETTING_SEED] = "seed",
    [SETTING_SOURCE] = "mi",
};

const char *setting_name(struct setting row)
{
    return row.kind == SETTING_PARAMETER ? PARAMETERS[row.parameter].name
                                         : NAMES[row.kind];
}

const char *setting_help(struct setting row, const struct settings *s)
{
    switch (row.kind) {
    case SETTING_POLICY:
        return POLICIES[s->policy].help;
    case SETTING_PARAMETER:
        return PARAMETERS[row.parameter].help;
    case SETTING_TEMPERATURE:
        return "0 takes the likeliest value, 1 draws as the model says";
    case SETTING_SEED:
        return settings_draw(s) ? "of the random draws"
                                : "of the random draws; none is made now";
    default:
        return MI_SOURCES[s->mi_source].help;
    }
}

void setting_value(char *out, size_t size, struct setting row,
                   const struct settings *s)
{
    switch (row.kind) {
    case SETTING_POLICY:
        snprintf(out, size, "%s", POLICIES[s->policy].name);
        break;
    case SETTING_PARAMETER:
        snprintf(out, size, "%g %s", s->value[row.parameter],
                 PARAMETERS[row.parameter].unit);
        break;
    case SETTING_TEMPERATURE:
        snprintf(out, size, "%g", s->temperature);
        break;
    case SETTING_SEED:
        snprintf(out, size, "%llu", (unsigned long long)s->seed);
        break;
    default:
        snprintf(out, size, "%s", MI_SOURCES[s->mi_source].name);
    }
}

/* On the grid of the step, so that 0.3 + 0.05 - 0.05 is 0.3 again. */
static double stepped(double value, double step, bool up)
{
    double at = value / step;

    at = up ? floor(at + 1e-6) + 1 : ceil(at - 1e-6) - 1;
    return round(at * step * 1e9) / 1e9;
}

static void change_parameter(const struct parameter_spec *p, double *value,
                             bool up)
{
    double to =
        p->step > 0 ? stepped(*value, p->step, up) : *value * (up ? 2 : 0.5);

    *value = fmin(fmax(to, p->low), p->high);
}

static int around(int value, int count, bool up)
{
    return (value + (up ? 1 : count - 1)) % count;
}

static void change_source(struct settings *s, const struct predictor *p,
                          bool up)
{
    do
        s->mi_source = around(s->mi_source, source_count(), up);
    while (!mi_source_usable(s->mi_source, p));
}

void setting_change(struct setting row, struct settings *s,
                    const struct predictor *p, bool up)
{
    switch (row.kind) {
    case SETTING_POLICY:
        settings_choose(s, around(s->policy, policy_count(), up));
        break;
    case SETTING_PARAMETER:
        change_parameter(&PARAMETERS[row.parameter], &s->value[row.parameter],
                         up);
        break;
    case SETTING_TEMPERATURE:
        s->temperature = fmin(fmax(stepped(s->temperature, 0.1, up), 0), 100);
        break;
    case SETTING_SEED:
        if (up ? s->seed < UINT64_MAX : s->seed > 0)
            s->seed += up ? 1 : (uint64_t)-1;
        break;
    default:
        change_source(s, p, up);
    }
}

static bool read_seed(struct settings *s, const char *text, struct error *err)
{
    char *end;

    errno = 0;
    unsigned long long seed = strtoull(text, &end, 10);
    if (end == text || *end || errno || *text == '-')
        return fail(err, "'%s' is no seed: type a whole number from 0", text);
    s->seed = seed;
    return true;
}

static bool read_number(double *value, const char *text, struct error *err)
{
    char *end;
    double x = strtod(text, &end);

    if (end == text || *end)
        return fail(err, "'%s' is no number", text);
    *value = x;
    return true;
}

static bool read_row(const char *text, const char *what, int found, int *row,
                     struct error *err)
{
    if (found < 0)
        return fail(err, "there is no %s '%s'", what, text);
    *row = found;
    return true;
}

static bool read_source(int32_t *source, const struct predictor *p,
                        const char *text, struct error *err)
{
    int row = -1;

    if (!read_row(text, "source of MI", mi_source_named(text), &row, err))
        return false;
    if (!mi_source_usable(row, p))
        return fail(err, "the model has no head for '%s'", text);
    *source = row;
    return true;
}

bool setting_read(struct setting row, struct settings *s,
                  const struct predictor *p, const char *text,
                  struct error *err)
{
    struct settings changed = *s;
    int policy = 0;
    bool ok;

    switch (row.kind) {
    case SETTING_POLICY:
        ok = read_row(text, "policy", policy_named(text), &policy, err);
        if (ok)
            settings_choose(&changed, policy);
        break;
    case SETTING_PARAMETER:
        ok = read_number(&changed.value[row.parameter], text, err);
        break;
    case SETTING_TEMPERATURE:
        ok = read_number(&changed.temperature, text, err);
        break;
    case SETTING_SEED:
        ok = read_seed(&changed, text, err);
        break;
    default:
        ok = read_source(&changed.mi_source, p, text, err);
    }
    if (!ok || !settings_check(&changed, err))
        return false;
    *s = changed;
    return true;
}
