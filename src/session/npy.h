#ifndef MISCOPE_NPY_H
#define MISCOPE_NPY_H
/*
 * npy - one numpy array as bytes: the format of .npy files and of the members
 * of an .npz (numpy.lib.format, versions 1 to 3).
 *
 * Read are little-endian bool, int8..int64, uint8..uint64, float32 and
 * float64 in C order. Bytes come from the outside world: nothing is believed
 * before it was checked, and the array is exactly as long as its shape says.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

enum { NPY_DIMS = 4 };

struct npy {
    char kind;             /* 'b' bool, 'i' signed, 'u' unsigned, 'f' float */
    int size;              /* bytes of an element: 1, 2, 4, 8 */
    int dims;              /* 0..NPY_DIMS */
    size_t shape[NPY_DIMS];
    size_t count;          /* product of the shape */
    const unsigned char *data; /* [count * size] into the bytes parsed */
};

/* The message names what is wrong; the caller says in which file. */
bool npy_parse(struct npy *a, const void *bytes, size_t size,
               struct error *err) MUST_USE;

/* Element i, 0 <= i < count. Integers beyond the range of int64 come out at
 * its limit; npy_int needs an array that is not float. */
int64_t npy_int(const struct npy *a, size_t i);
double npy_real(const struct npy *a, size_t i);

/* "f4 (3, 81)" for messages. */
void npy_describe(char *out, size_t size, const struct npy *a);

/* Append the header of an array: `type` as numpy spells it, "<f4". */
void npy_header(struct text *out, const char *type, int dims,
                const size_t *shape);

/* Append one little-endian element. */
void npy_put_int(struct text *out, int64_t value, int size);
void npy_put_float(struct text *out, float value);

#endif
