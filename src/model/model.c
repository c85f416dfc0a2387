#include "model/model.h"

#include <stdio.h>
#include <string.h>

#include "model/forward.h"
#include "model/workspace.h"

static bool read_file(struct model *m, const char *path, struct error *err)
{
    if (!safetensors_open(&m->file, path, ST_MAP_FROM, err))
        return false;
    if (!m->file.config)
        return fail(err, "its metadata has no miscope.config: it is not a "
                         "model of this program");
    return config_parse(&m->config, m->file.config, err) &&
           weights_bind(&m->weights, &m->file, &m->config, err);
}

static const char *without_folder(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool model_load(struct model *m, const char *path, struct pool *pool,
                struct error *err)
{
    *m = (struct model){.pool = pool};
    if (!read_file(m, path, err)) {
        model_release(m);
        return fail_in(err, "cannot load %.200s", path);
    }
    m->card = m->file.card;
    snprintf(m->name, sizeof m->name, "%s", without_folder(path));
    safetensors_digest(&m->file, m->digest);
    m->workspace = workspace_new(&m->config, &m->weights, pool_threads(pool));
    return true;
}

void model_release(struct model *m)
{
    workspace_free(m->workspace);
    weights_release(&m->weights);
    safetensors_release(&m->file);
    *m = (struct model){0};
}

void model_forward(struct model *m, float *logits, float *hidden,
                   const int16_t *tokens, int B)
{
    forward_run(m->workspace, m->pool, logits, hidden, tokens, B);
}

static void marginals(void *self, const int16_t *tokens, int B, float *probs,
                      float *hidden)
{
    struct model *m = self;

    model_forward(m, probs, hidden, tokens, B);
    forward_softmax(m->workspace, probs, B * m->config.T);
}

struct predictor model_predictor(struct model *m)
{
    struct predictor p = {
        .self = m, .T = m->config.T, .V = m->config.V,
        .mask_symbol = (int16_t)m->config.mask_symbol,
        .first_symbol = (int16_t)m->config.first_symbol,
        .marginals = marginals, .D = m->config.D,
        .batch = forward_batch(m->workspace, pool_threads(m->pool))};

    memcpy(p.digest, m->digest, sizeof p.digest);
    memcpy(p.name, m->name, sizeof p.name);
    return p;
}

double model_flops(const struct config *c)
{
    double T = c->T, D = c->D, F = c->F;
    double block = 2 * T * (4 * D * D + 2 * D * F) + 4 * T * T * D;

    return block * c->L * c->loops + 2 * T * D * c->V;
}
