#ifndef MISCOPE_MODEL_H
#define MISCOPE_MODEL_H
/*
 * model - a transformer with its weights, read from a file.
 *
 * One architecture described by a config and a tensor table (design.md 3);
 * Sudoku's looped model, ESM-C and ESM-2 are settings of it. A loaded model
 * stays where it is: parts of it point at each other.
 */

#include "base/error.h"
#include "base/pool.h"
#include "mi/predictor.h"
#include "model/config.h"
#include "model/tensors.h"

struct model {
    struct config config;
    struct safetensors file; /* what the weights point into */
    struct weights weights;
    const char *card;         /* JSON text of miscope.card, or NULL; of file */
    char digest[65];          /* sha256 of the tensor data, hex */
    char name[64];            /* file name without folder */
    struct pool *pool;        /* not owned */
    struct workspace *workspace; /* packed weights, activations; owned */
};

/* Reads a safetensors file. Everything is checked before use; the message
 * names the file and the tensor. The pool must outlive the model. */
bool model_load(struct model *m, const char *path, struct pool *pool,
                struct error *err) MUST_USE;
void model_release(struct model *m);

/* Forward pass of B sequences over the pool. The result does not depend on
 * the number of threads or on which sequences share a call, bit for bit.
 *   tokens [B,T]   logits [B,T,V]   hidden [B,T,D] or NULL: after the final
 *   norm, what an MI head reads */
void model_forward(struct model *m, float *logits, float *hidden,
                   const int16_t *tokens, int B);

struct predictor model_predictor(struct model *m); /* refers to m */

double model_flops(const struct config *c); /* of one pass, multiply-add = 2 */

#endif
