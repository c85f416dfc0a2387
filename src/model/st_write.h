#ifndef MISCOPE_ST_WRITE_H
#define MISCOPE_ST_WRITE_H
/* st_write - a model as a safetensors file of F32. */

#include <stdio.h>

#include "model/tensors.h"

/*
 * Writes the weights in `flat` (as weights_place lays them) to the stream,
 * with miscope.config and, unless it is NULL, `card` (JSON) in the metadata.
 * Whether it could be written is the stream's to say (output_commit).
 */
void weights_write(FILE *stream, const struct config *c, const float *flat,
                   const char *card);

#endif
