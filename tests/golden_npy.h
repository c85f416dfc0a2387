#ifndef MISCOPE_GOLDEN_NPY_H
#define MISCOPE_GOLDEN_NPY_H
/*
 * golden_npy - reads the reference arrays: little-endian int8 or float32, in
 * C order.
 */

#include <stddef.h>

struct npy {
    float *value; /* [count] owned */
    size_t count;
};

/* Ends the test where the file is not what it should be. */
struct npy npy_read(const char *path);
void npy_free(struct npy *a);

#endif
