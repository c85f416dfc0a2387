#ifndef MISCOPE_ST_WRITE_H
#define MISCOPE_ST_WRITE_H
/*
 * st_write - safetensors files of our own: models, and whatever else is kept.
 *
 * miscope.config and, unless it is NULL, `card` (both JSON) go into the
 * metadata. Whether it could be written is the stream's to say
 * (output_commit).
 */

#include <stdio.h>

#include "model/tensors.h"

/* The weights of a model in `flat`, as weights_place lays them, as F32. */
void weights_write(FILE *stream, const struct config *c, const float *flat,
                   const char *card);

struct st_new { /* a tensor to be written */
    const char *name, *type; /* "F32" or "I16" */
    int rank;                /* at most 2 */
    uint64_t dim[2];
    const void *data;
};

void safetensors_write(FILE *stream, const char *config, const char *card,
                       const struct st_new *tensor, int count);

/* sha256 of the tensor data such a file has: what safetensors_digest says. */
void st_new_digest(char hex[65], const struct st_new *tensor, int count);

#endif
