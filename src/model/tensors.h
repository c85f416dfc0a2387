#ifndef MISCOPE_TENSORS_H
#define MISCOPE_TENSORS_H
/*
 * tensors - the weights of a transformer: one table says what each is called
 * in a file, where it belongs, its shape, and when a model has it.
 */

#include <stdbool.h>
#include <stddef.h>

#include "model/config.h"
#include "model/safetensors.h"

struct block_weights {
    const float *attn_norm_g, *attn_norm_b; /* [D] */
    const float *qkv;                       /* [3D,D] */
    const float *out;                       /* [D,D] */
    const float *ffn_norm_g, *ffn_norm_b;   /* [D] */
    const float *up, *up_b;                 /* [F,D] [F]; biases may be NULL */
    const float *down, *down_b;             /* [D,F] [D] */
};

struct weights {
    const float *embed, *positions; /* [S,D] [T,D] */
    const float *norm_g, *norm_b;   /* [D] */
    const float *head, *head_b;     /* [V,D] [V] */
    struct block_weights *block;    /* [L] owned */
    float *widened; /* owned: what could not be used where it lies */
};

enum dim { DIM_NONE, DIM_T, DIM_S, DIM_V, DIM_D, DIM_3D, DIM_F };

struct tensor_spec {
    const char *name; /* with %d for the block, if it belongs to one */
    bool in_block;    /* `field` is of struct block_weights */
    size_t field;
    enum dim shape[2];
    bool (*present)(const struct config *c); /* NULL: always */
};

extern const struct tensor_spec TENSORS[];
extern const int TENSOR_COUNT;

/* Elements of the tensor. */
size_t tensor_size(const struct tensor_spec *spec, const struct config *c);

/* Values in all tensors of such a model. */
size_t weights_size(const struct config *c);

/* Points *w into flat [weights_size], tensor after tensor in the order of the
 * table: how weights lie that are trained, and their gradients. Released with
 * weights_release; flat stays the caller's. */
void weights_place(struct weights *w, const float *flat,
                   const struct config *c);

/* Calls visit for each tensor in that order: its place in flat, its sizes. */
typedef void tensor_visit(void *context, const char *name,
                          const struct tensor_spec *spec, size_t at,
                          const size_t shape[2]);
void weights_visit(const struct config *c, tensor_visit *visit,
                   void *context);

/*
 * Points *w into the file, which must stay open, or into memory of its own
 * where a tensor must be widened or moved. A tensor that is missing, of the
 * wrong shape, not finite, or that no such model has is refused by name.
 */
bool weights_bind(struct weights *w, const struct safetensors *file,
                  const struct config *c, struct error *err) MUST_USE;
void weights_release(struct weights *w);

#endif
