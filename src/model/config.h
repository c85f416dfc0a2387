#ifndef MISCOPE_CONFIG_H
#define MISCOPE_CONFIG_H
/*
 * config - the sizes and switches of one transformer, as `miscope.config` in
 * the weight file states them (a JSON object). Letters as in nn/dims.h.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct config {
    char domain[32];
    int T, S, V, D, H, L, F;
    int loops;             /* times the stack of L blocks is applied, >= 1 */
    int mask_symbol;       /* 0 .. S-1 */
    int first_symbol;      /* value v is symbol first_symbol + v */
    float norm_eps;        /* of every LayerNorm */
    float residual_divisor; /* what a block adds is divided by it */
    bool ffn_bias;         /* the feed-forward layers have biases */
};

/*
 * Every value is range-checked. A key that is unknown, or asks for something
 * the forward pass does not do, is refused by name: a model that runs
 * differently from how it was trained would be worse than none.
 */
bool config_parse(struct config *c, const char *json,
                  struct error *err) MUST_USE;

/* What config_parse reads back as the same config. The caller frees. */
char *config_json(const struct config *c);

#endif
