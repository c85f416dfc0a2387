#ifndef MISCOPE_ST_HEADER_H
#define MISCOPE_ST_HEADER_H
/*
 * st_header - the JSON header of a safetensors file, checked. Fills tensors,
 * config and card of *s, which must already know its data and data_size.
 */

#include "model/safetensors.h"

bool st_header_read(struct safetensors *s, const char *json, size_t size,
                    struct error *err) MUST_USE;

#endif
