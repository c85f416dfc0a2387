#include "ui/figure_words.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mi/source.h"
#include "ui/colourmap.h"

static const char *source_name(const struct step *s)
{
    int row = s->settings.mi_source;

    for (int i = 0; MI_SOURCES[i].name; i++)
        if (i == row)
            return MI_SOURCES[i].name;
    return "unknown";
}

static bool policy_known(const struct step *s)
{
    return s->depth > 0 && s->settings.policy >= 0 &&
           s->settings.policy < policy_count();
}

void figure_title(char out[FIGURE_WORDS], const struct view *v)
{
    snprintf(out, FIGURE_WORDS, "%s%sstep %d of %d", v->problem->title,
             v->problem->title[0] ? ", " : "", v->depth, v->last);
}

static void say_policy(char *out, const struct view *v)
{
    if (v->depth == 0)
        snprintf(out, FIGURE_WORDS, "the problem as given");
    else if (policy_known(v->step))
        settings_describe(out, FIGURE_WORDS, &v->step->settings);
    else
        snprintf(out, FIGURE_WORDS, "policy not recorded");
}

static void say_budget(char *out, const struct view *v)
{
    double whole = v->step->budget * v->unit;
    double left = v->step->budget_left * v->unit;

    if (v->depth == 0)
        snprintf(out, FIGURE_WORDS, "nothing decided yet");
    else if (isnan(whole))
        snprintf(out, FIGURE_WORDS, "no budget");
    else
        snprintf(out, FIGURE_WORDS, "budget %.3g %s: %.3f used, %.3f left",
                 whole, v->unit_name, whole - left, left);
}

static void say_decisions(char *out, const struct view *v)
{
    bool forced = false;

    for (int t = 0; t < v->step->T; t++)
        forced |= v->cell[t].state == CELL_FORCED;
    snprintf(out, FIGURE_WORDS, "%s %d, deferred %d, still masked %d",
             forced ? "forced" : "accepted", v->accepted, v->deferred,
             v->masked);
}

static bool any_above(const struct view *v)
{
    size_t n = (size_t)v->map.n;

    for (size_t i = 0; v->map.known && i < n * n; i++)
        if ((double)v->map.value[i] > v->scale.high * (1 + 1e-6))
            return true;
    return false;
}

/* The most important thing to know before reading colours off the map. */
static void say_scale(char *out, const struct view *v, int pool)
{
    int n = snprintf(out, FIGURE_WORDS, "MI %s, ", source_name(v->step));
    char *rest = out + n;
    size_t room = FIGURE_WORDS - (size_t)n;

    if (!v->map.known)
        snprintf(out, FIGURE_WORDS, "MI not computed");
    else if (pool > 1)
        snprintf(rest, room, "a block is the maximum of %d x %d", pool, pool);
    else if (any_above(v))
        snprintf(rest, room, "top colour: %.3g %s or more",
                 v->scale.high * v->unit, v->unit_name);
    else
        snprintf(rest, room, "%s scale for %s",
                 v->scale.log ? "log" : "linear",
                 v->scale.fixed ? "all steps" : "this step");
}

static void say_model(char *out, const struct provenance *by)
{
    if (by->model[0])
        snprintf(out, FIGURE_WORDS, "%s %.8s", by->model, by->digest);
    else
        snprintf(out, FIGURE_WORDS, "model not recorded");
}

void figure_caption(char out[FIGURE_LINES][FIGURE_WORDS],
                    const struct view *v, const struct provenance *by,
                    int pool)
{
    say_policy(out[0], v);
    say_decisions(out[1], v);
    say_budget(out[2], v);
    say_scale(out[3], v, pool);
    say_model(out[4], by);
}

static void add_fact(struct figure_facts *f, const char *key, const char *fmt,
                     ...) PRINTF(3, 4);

static void add_fact(struct figure_facts *f, const char *key, const char *fmt,
                     ...)
{
    va_list ap;

    assert(f->count < FIGURE_FACTS);
    va_start(ap, fmt);
    vsnprintf(f->value[f->count], FIGURE_WORDS, fmt, ap);
    va_end(ap);
    f->text[f->count] = (struct png_text){key, f->value[f->count]};
    f->text[++f->count] = (struct png_text){NULL, NULL};
}

static void add_settings(struct figure_facts *f, const struct settings *s)
{
    char all[FIGURE_WORDS];
    int n = 0;

    for (int i = 0; i < PARAM_COUNT; i++)
        if (policy_uses(s->policy, i) && n < FIGURE_WORDS)
            n += snprintf(all + n, (size_t)(FIGURE_WORDS - n), "%s%s=%.9g",
                          n ? " " : "", PARAMETERS[i].name, s->value[i]);
    add_fact(f, "Policy", "%s", POLICIES[s->policy].name);
    add_fact(f, "Parameters", "%s", n ? all : "none");
    add_fact(f, "Seed", "%" PRIu64, s->seed);
    add_fact(f, "Temperature", "%.9g", s->temperature);
}

void figure_facts_of(struct figure_facts *f, const struct view *v,
                     const struct provenance *by,
                     const struct figure_options *o)
{
    *f = (struct figure_facts){0};
    add_fact(f, "Title", "%.90s", v->problem->title);
    add_fact(f, "Software", "miscope %s", MISCOPE_VERSION);
    add_fact(f, "Step", "%d of %d", v->depth, v->last);
    if (policy_known(v->step))
        add_settings(f, &v->step->settings);
    add_fact(f, "MI source", "%s",
             v->map.known ? source_name(v->step) : "not computed");
    add_fact(f, "Scale", "%.9g to %.9g %s, %s, %s",
             v->scale.low * v->unit, v->scale.high * v->unit, v->unit_name,
             v->scale.log ? "log" : "linear",
             v->scale.fixed ? "same in all steps" : "of this step");
    add_fact(f, "Unit", "%s", v->unit_name);
    add_fact(f, "Colour map", "%s", COLOURMAPS[o->view.colourmap].name);
    add_fact(f, "Model", "%s", by->model[0] ? by->model : "not recorded");
    add_fact(f, "Model digest", "%s",
             by->digest[0] ? by->digest : "not recorded");
}
