#include "model/safetensors.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "model/st_header.h"

enum { LENGTH_BYTES = 8, MAX_HEADER = 100 * 1000 * 1000 };

/* ---- the bytes ------------------------------------------------------- */

static bool read_whole(struct safetensors *s, int fd, struct error *err)
{
    size_t done = 0;

    s->bytes = memory_aligned(s->size, 1);
    while (done < s->size) {
        ssize_t n = read(fd, s->bytes + done, s->size - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(err, "%s", strerror(errno));
        if (n == 0)
            return fail(err, "the file became shorter while it was read");
        done += (size_t)n;
    }
    return true;
}

static bool map_whole(struct safetensors *s, int fd, struct error *err)
{
    void *at = mmap(NULL, s->size, PROT_READ, MAP_PRIVATE, fd, 0);

    if (at == MAP_FAILED)
        return fail(err, "cannot map it: %s", strerror(errno));
    s->bytes = at;
    s->mapped = true;
    return true;
}

static bool load_bytes(struct safetensors *s, int fd, size_t map_from,
                       struct error *err)
{
    struct stat st;

    if (fstat(fd, &st) != 0)
        return fail(err, "%s", strerror(errno));
    if (!S_ISREG(st.st_mode))
        return fail(err, "it is not a file");
    if (st.st_size < LENGTH_BYTES)
        return fail(err, "%lld bytes are too few for a safetensors file",
                    (long long)st.st_size);
    s->size = (size_t)st.st_size;
    return s->size >= map_from ? map_whole(s, fd, err)
                               : read_whole(s, fd, err);
}

static bool open_bytes(struct safetensors *s, const char *path,
                       size_t map_from, struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool ok;

    if (fd < 0)
        return fail(err, "%s", strerror(errno));
    ok = load_bytes(s, fd, map_from, err);
    close(fd);
    return ok;
}

/* ---- the file -------------------------------------------------------- */

static uint64_t little_endian(const unsigned char *b, int bytes)
{
    uint64_t n = 0;

    for (int i = bytes - 1; i >= 0; i--)
        n = n << 8 | b[i];
    return n;
}

static bool parse(struct safetensors *s, struct error *err)
{
    uint64_t header = little_endian(s->bytes, LENGTH_BYTES);

    if (header > MAX_HEADER)
        return fail(err, "it is not a safetensors file (a header of %llu "
                         "bytes is too large)",
                    (unsigned long long)header);
    if (header > s->size - LENGTH_BYTES)
        return fail(err, "the header reaches beyond the end of the file: it "
                         "is cut short or not a safetensors file");
    s->data = s->bytes + LENGTH_BYTES + header;
    s->data_size = s->size - LENGTH_BYTES - (size_t)header;
    return st_header_read(s, (const char *)s->bytes + LENGTH_BYTES,
                          (size_t)header, err);
}

bool safetensors_open(struct safetensors *s, const char *path,
                      size_t map_from, struct error *err)
{
    struct safetensors in = {0};

    if (!open_bytes(&in, path, map_from, err) || !parse(&in, err)) {
        safetensors_release(&in);
        return false;
    }
    *s = in;
    return true;
}

void safetensors_release(struct safetensors *s)
{
    for (int i = 0; i < s->count; i++)
        free(s->tensor[i].name);
    free(s->tensor);
    free(s->config);
    free(s->card);
    if (s->mapped)
        munmap(s->bytes, s->size);
    else
        free(s->bytes);
    *s = (struct safetensors){0};
}

const struct st_tensor *safetensors_find(const struct safetensors *s,
                                         const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->tensor[i].name, name) == 0)
            return &s->tensor[i];
    return NULL;
}

void safetensors_digest(const struct safetensors *s, char hex[65])
{
    SHA256Data(s->data, s->data_size, hex);
}

/* ---- a tensor -------------------------------------------------------- */

void st_tensor_shape(char out[128], const struct st_tensor *t)
{
    size_t n = 1;

    snprintf(out, 128, "[");
    for (int i = 0; i < t->rank && n < 100; i++)
        n += (size_t)snprintf(out + n, 128 - n, "%s%llu", i ? "," : "",
                              (unsigned long long)t->dim[i]);
    snprintf(out + n, 128 - n, "] %s", t->type);
}

bool st_tensor_is_float(const struct st_tensor *t)
{
    return strcmp(t->type, "F32") == 0 || strcmp(t->type, "F16") == 0 ||
           strcmp(t->type, "BF16") == 0;
}

static bool is_little_endian(void)
{
    const uint16_t one = 1;

    return *(const unsigned char *)&one == 1;
}

const float *st_tensor_in_place(const struct st_tensor *t)
{
    if (strcmp(t->type, "F32") != 0 || !is_little_endian() ||
        (uintptr_t)t->data % sizeof(float) != 0)
        return NULL;
    return (const float *)(const void *)t->data;
}

static float float_of_bits(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* IEEE half: 1 sign, 5 exponent (bias 15), 10 mantissa bits. */
static float float_of_half(uint32_t half)
{
    uint32_t sign = (half & 0x8000) << 16, exponent = half >> 10 & 31;
    uint32_t mantissa = half & 0x3ff;

    if (exponent == 31)
        return float_of_bits(sign | 0x7f800000 | mantissa << 13);
    if (exponent == 0) {
        float small = (float)mantissa * 0x1p-24f;

        return sign ? -small : small;
    }
    return float_of_bits(sign | (exponent + 112) << 23 | mantissa << 13);
}

void st_tensor_floats(float *out, const struct st_tensor *t)
{
    int bytes = t->type[0] == 'F' && t->type[1] == '3' ? 4 : 2;

    for (size_t i = 0; i < t->count; i++) {
        uint32_t raw =
            (uint32_t)little_endian(t->data + i * (size_t)bytes, bytes);

        if (bytes == 4)
            out[i] = float_of_bits(raw);
        else if (t->type[0] == 'B')
            out[i] = float_of_bits(raw << 16);
        else
            out[i] = float_of_half(raw);
    }
}
