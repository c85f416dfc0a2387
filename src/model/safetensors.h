#ifndef MISCOPE_SAFETENSORS_H
#define MISCOPE_SAFETENSORS_H
/*
 * safetensors - named tensors in one file, without executing anything.
 *
 *   u64 N, little-endian | N bytes of JSON | data
 *
 * Nothing in the file is believed: sizes, offsets and names are checked
 * against the file's length before anything is allocated or read, and the
 * tensors must cover the data exactly, without hole or overlap.
 *
 * A small file is read whole. A large one is mapped; whoever shortens it
 * meanwhile ends the program (SIGBUS), which is why small ones are not.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { ST_MAX_RANK = 8, ST_MAX_NAME = 512, ST_MAX_TENSORS = 100000 };

enum { ST_MAP_FROM = 64 << 20 }; /* bytes: larger files are mapped */

struct st_tensor {
    char *name;       /* owned */
    const char *type; /* "F32", as in the file; static */
    int rank;         /* 0 is a scalar */
    uint64_t dim[ST_MAX_RANK];
    uint64_t count; /* elements */
    const unsigned char *data; /* not aligned */
    size_t size;               /* bytes */
};

struct safetensors {
    struct st_tensor *tensor; /* [count] owned, in the order of the data */
    int count;
    char *config, *card; /* miscope.config, miscope.card; owned or NULL */
    unsigned char *bytes; /* the file; owned, see `mapped` */
    size_t size;
    const unsigned char *data; /* where tensor data begins, in `bytes` */
    size_t data_size;
    bool mapped;
};

/* Files of `map_from` bytes or more are mapped (usually ST_MAP_FROM). */
bool safetensors_open(struct safetensors *s, const char *path,
                      size_t map_from, struct error *err) MUST_USE;
void safetensors_release(struct safetensors *s);

/* The tensor of that name, or NULL. */
const struct st_tensor *safetensors_find(const struct safetensors *s,
                                         const char *name);

/* "[3,128] F32" into out; for messages. */
void st_tensor_shape(char out[128], const struct st_tensor *t);

/* Can st_tensor_floats read it: F32, F16 or BF16? */
bool st_tensor_is_float(const struct st_tensor *t);

/* The tensor where it lies, if that is possible: F32 and aligned. Or NULL. */
const float *st_tensor_in_place(const struct st_tensor *t);

/* All t->count elements, widened. */
void st_tensor_floats(float *out, const struct st_tensor *t);

/* sha256 of the tensor data, lower-case hex. */
void safetensors_digest(const struct safetensors *s, char hex[65]);

#endif
