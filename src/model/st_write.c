#include "model/st_write.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The data begins at a multiple of this, so that it can be used in place. */
enum { ALIGN = 64 };

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

static char *header_of(const struct config *c, const char *card)
{
    char *config = config_json(c), *text;
    json_t *header = json_object();
    json_t *meta = json_pack("{s:s}", "miscope.config", config);

    if (card)
        json_object_set_new(meta, "miscope.card", json_string(card));
    json_object_set_new(header, "__metadata__", meta);
    weights_visit(c, add_tensor, header);
    text = json_dumps(header, JSON_COMPACT);
    json_decref(header);
    free(config);
    return text;
}

void weights_write(FILE *stream, const struct config *c, const float *flat,
                   const char *card)
{
    char *header = header_of(c, card);
    size_t length = strlen(header);
    size_t padded = (length + 8 + ALIGN - 1) / ALIGN * ALIGN - 8;
    unsigned char size[8];

    for (int i = 0; i < 8; i++)
        size[i] = (unsigned char)((uint64_t)padded >> (8 * i));
    fwrite(size, 1, sizeof size, stream);
    fwrite(header, 1, length, stream);
    fprintf(stream, "%*s", (int)(padded - length), "");
    fwrite(flat, sizeof *flat, weights_size(c), stream);
    free(header);
}
