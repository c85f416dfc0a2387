#ifndef MISCOPE_TENSORFILE_H
#define MISCOPE_TENSORFILE_H
/*
 * tensorfile - writes small safetensors files for tests, right or wrong.
 */

#include <stddef.h>

#include "base/rng.h"
#include "base/text.h"
#include "model/config.h"

/* Length, header, data, whatever they hold. */
void tensorfile_write(const char *path, const char *header, const void *data,
                      size_t size);

/* A model under construction: header entries and data so far. */
struct tensorfile {
    struct text header, data;
};

void tensorfile_begin(struct tensorfile *f, const char *config_json);
void tensorfile_add(struct tensorfile *f, const char *name, const char *shape,
                    const float *x, size_t n);
void tensorfile_end(struct tensorfile *f, const char *path);

/* Every tensor of such a model with seeded random values, except `skip`
 * (NULL: none is left out). */
void tensorfile_model(struct tensorfile *f, const struct config *c,
                      const char *skip);

/* A model whose sizes divide nothing: T 7, S 9, V 5, D 15, H 3, L 2, F 37. */
enum { ODD_BYTES = 600 };

void odd_config(char json[ODD_BYTES], struct config *c, bool bias);
void odd_write(const char *path, bool bias, const char *skip);

#endif
