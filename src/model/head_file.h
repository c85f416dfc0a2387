#ifndef MISCOPE_HEAD_FILE_H
#define MISCOPE_HEAD_FILE_H
/*
 * head_file - an MI head as a safetensors file.
 *
 * miscope.config says {"head": kind, "width": D, "model": digest}: a head reads
 * the hidden states of the one model it was trained on, whose tensor data has
 * that sha256.
 */

#include <stdio.h>

#include "base/error.h"
#include "mi/head.h"

struct head_file {
    struct head *head; /* owned */
    char model[65];    /* digest of its model, lower-case hex */
    char digest[65];   /* of its own tensor data; "" without a head */
    char *card;        /* JSON, or NULL; owned */
};

/* Everything is checked before use; the message names the file. */
bool head_load(struct head_file *f, const char *path,
               struct error *err) MUST_USE;
void head_release(struct head_file *f);

/* flat [head_size] as head_place lays it. See st_write.h. */
void head_write(FILE *stream, const struct head_kind *k, int D,
                const float *flat, const char *model, const char *card);

#endif
