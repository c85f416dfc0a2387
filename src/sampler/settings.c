#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "sampler/policy.h"

static const double HOTTEST = 100; /* largest temperature that makes sense */

struct settings settings_for(int policy)
{
    struct settings s = {.seed = 1};

    settings_choose(&s, policy);
    return s;
}

void settings_choose(struct settings *s, int policy)
{
    s->policy = policy;
    for (int i = 0; i < PARAM_COUNT; i++)
        s->value[i] = policy_uses(policy, i) ? POLICIES[policy].value[i] : 0;
}

bool settings_draw(const struct settings *s)
{
    bool still = policy_uses(s->policy, PARAM_NOISE) &&
                 s->value[PARAM_NOISE] == 0;

    if (s->policy == POLICY_UNKNOWN)
        return false;
    return s->temperature > 0 || (POLICIES[s->policy].draws && !still);
}

bool settings_equal(const struct settings *a, const struct settings *b)
{
    if (a->policy != b->policy || a->temperature != b->temperature)
        return false;
    for (int i = 0; i < PARAM_COUNT; i++)
        if (policy_uses(a->policy, i) && a->value[i] != b->value[i])
            return false;
    if (a->policy == POLICY_UNKNOWN)
        return true;
    if (POLICIES[a->policy].needs_mi && a->mi_source != b->mi_source)
        return false;
    return a->seed == b->seed || !settings_draw(a);
}

static bool check_value(const struct parameter_spec *p, double value,
                        struct error *err)
{
    if (!(value >= p->low && value <= p->high))
        return fail(err, "--%s %g: choose a value from %g to %g", p->name,
                    value, p->low, p->high);
    if (p->whole && value != floor(value))
        return fail(err, "--%s %g: choose a whole number", p->name, value);
    return true;
}

bool settings_check(const struct settings *s, struct error *err)
{
    if (!(s->temperature >= 0 && s->temperature <= HOTTEST))
        return fail(err, "--temperature %g: choose a value from 0 to %g",
                    s->temperature, HOTTEST);
    for (int i = 0; i < PARAM_COUNT; i++)
        if (policy_uses(s->policy, i) &&
            !check_value(&PARAMETERS[i], s->value[i], err))
            return false;
    return true;
}

void settings_describe(char *out, size_t size, const struct settings *s)
{
    struct text t = {0};

    text_add(&t, policy_name(s->policy));
    for (int i = 0; i < PARAM_COUNT; i++)
        if (policy_uses(s->policy, i))
            text_printf(&t, " %s=%g", PARAMETERS[i].name, s->value[i]);
    if (s->temperature > 0)
        text_printf(&t, " temperature=%g", s->temperature);
    if (settings_draw(s))
        text_printf(&t, " seed=%llu", (unsigned long long)s->seed);
    snprintf(out, size, "%s", t.bytes);
    text_release(&t);
}
