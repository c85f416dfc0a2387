#include "model/st_write.h"

#include <jansson.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The data begins at a multiple of this, so that it can be used in place. */
enum { ALIGN = 64 };

static void write_header(FILE *stream, json_t *header)
{
    char *text = json_dumps(header, JSON_COMPACT);
    size_t length = strlen(text);
    size_t padded = (length + 8 + ALIGN - 1) / ALIGN * ALIGN - 8;
    unsigned char size[8];

    for (int i = 0; i < 8; i++)
        size[i] = (unsigned char)((uint64_t)padded >> (8 * i));
    fwrite(size, 1, sizeof size, stream);
    fwrite(text, 1, length, stream);
    fprintf(stream, "%*s", (int)(padded - length), "");
    free(text);
}

static json_t *header_with(const char *config, const char *card)
{
    json_t *meta = json_pack("{s:s}", "miscope.config", config);

    if (card)
        json_object_set_new(meta, "miscope.card", json_string(card));
    return json_pack("{s:o}", "__metadata__", meta);
}

/* ---- any tensors ------------------------------------------------------ */

static size_t bytes_of(const struct st_new *t)
{
    size_t n = t->type[0] == 'I' ? sizeof(int16_t) : sizeof(float);

    for (int i = 0; i < t->rank; i++)
        n *= (size_t)t->dim[i];
    return n;
}

void safetensors_write(FILE *stream, const char *config, const char *card,
                       const struct st_new *tensor, int count)
{
    json_t *header = header_with(config, card);
    size_t from = 0;

    for (int i = 0; i < count; i++) {
        const struct st_new *t = &tensor[i];
        json_t *dims = json_array();

        for (int d = 0; d < t->rank; d++)
            json_array_append_new(dims, json_integer((json_int_t)t->dim[d]));
        json_object_set_new(
            header, t->name,
            json_pack("{s:s, s:o, s:[I,I]}", "dtype", t->type, "shape", dims,
                      "data_offsets", (json_int_t)from,
                      (json_int_t)(from + bytes_of(t))));
        from += bytes_of(t);
    }
    write_header(stream, header);
    json_decref(header);
    for (int i = 0; i < count; i++)
        fwrite(tensor[i].data, 1, bytes_of(&tensor[i]), stream);
}

void st_new_digest(char hex[65], const struct st_new *tensor, int count)
{
    SHA2_CTX sha;

    SHA256Init(&sha);
    for (int i = 0; i < count; i++)
        SHA256Update(&sha, tensor[i].data, bytes_of(&tensor[i]));
    SHA256End(&sha, hex);
}

/* ---- a model ---------------------------------------------------------- */

static void add_tensor(void *context, const char *name,
                       const struct tensor_spec *spec, size_t at,
                       const size_t shape[2])
{
    json_t *header = context, *dims = json_array();
    size_t from = at * sizeof(float);
    size_t to = from + shape[0] * shape[1] * sizeof(float);

    json_array_append_new(dims, json_integer((json_int_t)shape[0]));
    if (spec->shape[1] != DIM_NONE)
        json_array_append_new(dims, json_integer((json_int_t)shape[1]));
    json_object_set_new(
        header, name,
        json_pack("{s:s, s:o, s:[I,I]}", "dtype", "F32", "shape", dims,
                  "data_offsets", (json_int_t)from, (json_int_t)to));
}

void weights_write(FILE *stream, const struct config *c, const float *flat,
                   const char *card)
{
    char *config = config_json(c);
    json_t *header = header_with(config, card);

    weights_visit(c, add_tensor, header);
    write_header(stream, header);
    fwrite(flat, sizeof *flat, weights_size(c), stream);
    json_decref(header);
    free(config);
}
