#include "golden_npy.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "support.h"

enum { NPY_LIMIT = 16 << 20, PREAMBLE = 10 };

struct npy npy_read(const char *path)
{
    struct error err;
    size_t size, at, bytes;
    char *file = file_read(path, NPY_LIMIT, &size, &err);
    struct npy a = {0};

    assert_non_null(file);
    assert_true(size > PREAMBLE && memcmp(file, "\x93NUMPY\x01", 7) == 0);
    at = PREAMBLE + (size_t)((unsigned char)file[8] |
                             (unsigned char)file[9] << 8);
    assert_non_null(strstr(file + PREAMBLE, "'fortran_order': False"));
    bytes = strstr(file + PREAMBLE, "'|i1'") ? 1 : 4;
    assert_true(bytes == 1 || strstr(file + PREAMBLE, "'<f4'"));
    a.count = (size - at) / bytes;
    a.value = memory_new(a.count, sizeof *a.value);
    for (size_t i = 0; i < a.count; i++)
        if (bytes == 1)
            a.value[i] = (float)(signed char)file[at + i];
        else
            memcpy(&a.value[i], file + at + i * 4, 4);
    free(file);
    return a;
}

void npy_free(struct npy *a)
{
    free(a->value);
    *a = (struct npy){0};
}
