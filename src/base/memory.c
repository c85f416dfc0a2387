#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *check(void *block, size_t count, size_t size)
{
    if (!block) {
        fprintf(stderr, "miscope: out of memory (%zu x %zu bytes)\n", count,
                size);
        abort();
    }
    return block;
}

static size_t bytes_of(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        check(NULL, count, size);
    return bytes ? bytes : 1;
}

void *memory_new(size_t count, size_t size)
{
    return check(calloc(1, bytes_of(count, size)), count, size);
}

void *memory_aligned(size_t count, size_t size)
{
    size_t bytes = bytes_of(count, size);

    bytes = (bytes + MEMORY_ALIGN - 1) & ~(size_t)(MEMORY_ALIGN - 1);
    return check(aligned_alloc(MEMORY_ALIGN, bytes), count, size);
}

void *memory_resize(void *block, size_t count, size_t size)
{
    return check(realloc(block, bytes_of(count, size)), count, size);
}

char *memory_text(const char *s)
{
    return check(strdup(s), strlen(s) + 1, 1);
}
