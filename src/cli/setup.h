#ifndef MISCOPE_SETUP_H
#define MISCOPE_SETUP_H
/*
 * setup - what most commands need before they start: the domain, the model on
 * its threads, the settings of the decode; all from the command line.
 */

#include "cli/options.h"
#include "domain/domain.h"
#include "model/head_file.h"
#include "model/model.h"
#include "session/npz.h"

struct setup {
    const struct domain *domain;
    struct pool *pool;
    struct model model;
    struct head_file head; /* .head NULL: the model has none */
    struct predictor predictor;
};

/* The domain an operand names. NULL is a usage error. */
const struct domain *setup_domain(const char *name, struct error *err);

/* --model, else the bundled one, on --threads. Checks that it decodes the
 * domain. What fails here is the environment's fault, not the task's. */
bool setup_open_model(struct setup *s, const struct domain *d,
                      const struct options *o, struct error *err) MUST_USE;

/* The same with the MI head: --mi-model, else X.mi.safetensors beside the
 * model X.safetensors, else none. Refused when it was trained on another
 * model, unless --force. */
bool setup_open(struct setup *s, const struct domain *d,
                const struct options *o, struct error *err) MUST_USE;
void setup_release(struct setup *s);

/* The model, as figures and traces name it. */
struct provenance setup_provenance(const struct setup *s);

/* Where MI comes from: what --mi or --source (`id`) says, else the best the
 * model has. */
bool setup_source(int32_t *row, const struct setup *s,
                  const struct options *o, int id,
                  struct error *err) MUST_USE;

/* --policy and its parameters, --temperature, --seed. Parameters the policy
 * does not use are named in a note on standard error. */
bool setup_settings(struct settings *s, const struct options *o,
                    struct error *err) MUST_USE;

#endif
