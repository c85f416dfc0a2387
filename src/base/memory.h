#ifndef MISCOPE_MEMORY_H
#define MISCOPE_MEMORY_H
/*
 * memory - allocation that cannot fail.
 *
 * Running out of memory ends the program with a sentence: nothing sensible
 * could follow. Sizes that come from a file are checked by the caller first.
 * Whatever these return is released with free().
 */

#include <stddef.h>

enum { MEMORY_ALIGN = 64 }; /* bytes: one cache line, one AVX-512 register */

/* `count` objects of `size` bytes, zeroed. A count of 0 gives a valid block. */
void *memory_new(size_t count, size_t size);

/* The same, not zeroed and aligned to MEMORY_ALIGN. For tensors. */
void *memory_aligned(size_t count, size_t size);

/* Resize to `count` objects of `size` bytes; new bytes are not zeroed. */
void *memory_resize(void *block, size_t count, size_t size);

char *memory_text(const char *s); /* a copy of a string */

#endif
