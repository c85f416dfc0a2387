#include "cli/setup.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/assets.h"
#include "cli/subcommand.h"
#include "mi/source.h"
#include "nn/gemm.h"

const struct domain *setup_domain(const char *name, struct error *err)
{
    const struct domain *d = domain_named(name);
    struct text names = {0};

    if (d)
        return d;
    for (d = DOMAINS; d->name; d++)
        text_printf(&names, "%s%s", d == DOMAINS ? "" : ", ", d->name);
    fail(err, "'%.100s' is not a domain: write one of %s before the input",
         name, names.bytes);
    text_release(&names);
    return NULL;
}

static bool model_path(struct text *path, const struct domain *d,
                       const struct options *o, struct error *err)
{
    const struct bundle *b = bundle_for(d->name);

    if (o->value[OPT_MODEL].given) {
        text_add(path, o->value[OPT_MODEL].text);
        return true;
    }
    if (!b)
        return fail(err, "no model comes with miscope for %s: name one with "
                         "--model", d->name);
    return asset_find(path, b->model, err);
}

static bool check_fit(const struct setup *s, const char *path,
                      struct error *err)
{
    const struct predictor *p = &s->predictor;
    const struct domain *d = s->domain;

    if (strcmp(s->model.config.domain, d->name) != 0)
        return fail(err, "%s: this model is for %s, not for %s", path,
                    s->model.config.domain, d->name);
    if (d->positions && p->T != d->positions)
        return fail(err, "%s: this model is not for %s: it has %d positions, "
                         "%s has %d", path, d->name, p->T, d->name,
                    d->positions);
    if (p->V == d->values && p->mask_symbol == d->mask_symbol &&
        p->first_symbol == d->first_symbol)
        return true;
    return fail(err, "%s: this model is not for %s: it knows %d values, %s "
                     "has %d", path, d->name, p->V, d->name, d->values);
}

bool setup_open_model(struct setup *s, const struct domain *d,
                      const struct options *o, struct error *err)
{
    const struct value *threads = &o->value[OPT_THREADS];
    struct text path = {0};
    bool ok;

    *s = (struct setup){.domain = d};
    if (!model_path(&path, d, o, err)) {
        text_release(&path);
        return false;
    }
    gemm_threads(1); /* one for each of the pool's */
    s->pool = pool_new(threads->given ? (int)threads->number : 0);
    ok = model_load(&s->model, path.bytes, s->pool, err);
    if (ok) {
        s->predictor = model_predictor(&s->model);
        ok = check_fit(s, path.bytes, err);
        if (!ok)
            model_release(&s->model);
    }
    if (!ok)
        pool_free(s->pool);
    text_release(&path);
    return ok;
}

/* ---- its MI head ------------------------------------------------------ */

/* assets/sudoku.safetensors -> assets/sudoku.mi.safetensors */
static bool head_beside(struct text *path, const char *model)
{
    static const char ENDING[] = ".safetensors";
    size_t length = strlen(model), stem = sizeof ENDING - 1;

    if (length <= stem || strcmp(model + length - stem, ENDING) != 0)
        return false;
    text_printf(path, "%.*s.mi%s", (int)(length - stem), model, ENDING);
    return access(path->bytes, F_OK) == 0;
}

static bool check_head(const struct setup *s, const char *path, bool force,
                       struct error *err)
{
    if (head_width(s->head.head) != s->predictor.D)
        return fail(err, "%s: this head reads %d numbers a position, %s has "
                         "%d", path, head_width(s->head.head), s->model.name,
                    s->predictor.D);
    return force || strcmp(s->head.model, s->model.digest) == 0 ||
           fail(err, "%s: this head was trained on another model than %s; "
                     "name its own with --mi-model, or add --force",
                path, s->model.name);
}

static bool open_head(struct setup *s, const char *path, bool force,
                      struct error *err)
{
    if (!head_load(&s->head, path, err))
        return false;
    if (!check_head(s, path, force, err)) {
        head_release(&s->head);
        return false;
    }
    s->predictor.head = s->head.head;
    return true;
}

bool setup_open(struct setup *s, const struct domain *d,
                const struct options *o, struct error *err)
{
    const char *given = o->value[OPT_MI_MODEL].text;
    struct text model = {0}, beside = {0};
    bool ok = setup_open_model(s, d, o, err);

    if (ok && !given && model_path(&model, d, o, err) &&
        head_beside(&beside, model.bytes))
        given = beside.bytes;
    if (ok && given && !open_head(s, given, options_force(o), err)) {
        setup_release(s);
        ok = false;
    }
    text_release(&model);
    text_release(&beside);
    return ok;
}

void setup_release(struct setup *s)
{
    head_release(&s->head);
    model_release(&s->model);
    pool_free(s->pool);
}

struct provenance setup_provenance(const struct setup *s)
{
    struct provenance by;

    snprintf(by.model, sizeof by.model, "%s", s->model.name);
    snprintf(by.digest, sizeof by.digest, "%s", s->model.digest);
    return by;
}

bool setup_source(int32_t *row, const struct setup *s,
                  const struct options *o, int id, struct error *err)
{
    const struct value *v = &o->value[id];

    *row = mi_source_usual(&s->predictor);
    if (!v->given)
        return true;
    *row = (int32_t)v->number;
    return mi_source_usable(*row, &s->predictor) ||
           fail(err, "%s has no MI head to estimate with: name one with "
                     "--mi-model, or train one with miscope train mi",
                s->model.name);
}

static void note_unused(int policy, enum parameter p)
{
    fprintf(stderr, "miscope: note: --%s has no effect with policy %s\n",
            PARAMETERS[p].name, POLICIES[policy].name);
}

bool setup_settings(struct settings *s, const struct options *o,
                    struct error *err)
{
    int policy = (int)o->value[OPT_POLICY].number;

    *s = settings_for(policy);
    for (int p = 0; p < PARAM_COUNT; p++) {
        const struct value *v = &o->value[OPT_PARAMETER + p];

        if (v->given && policy_uses(policy, (enum parameter)p))
            s->value[p] = v->number;
        else if (v->given)
            note_unused(policy, (enum parameter)p);
    }
    s->temperature = o->value[OPT_TEMPERATURE].number;
    s->seed = (uint64_t)o->value[OPT_SEED].number;
    return settings_check(s, err);
}
