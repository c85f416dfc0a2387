#ifndef MISCOPE_NPZ_ARRAY_H
#define MISCOPE_NPZ_ARRAY_H
/*
 * npz_array - the members of an archive: one table for writing and reading.
 * Only src/session/npz*.c include this.
 */

#include <jansson.h>

#include "session/npy.h"
#include "session/npz.h"

enum npz_array {
    NPZ_TOKENS,
    NPZ_MASKED,
    NPZ_PROBS,
    NPZ_ENTROPY,
    NPZ_MI,
    NPZ_MI_RAW,
    NPZ_DECISION,
    NPZ_COST,
    NPZ_DEPENDENCE,
    NPZ_BUDGET,
    NPZ_VALUE,
    NPZ_RANK,
    NPZ_BLOCKED_BY,
    NPZ_META,
    NPZ_COUNT
};

enum npz_width { ONE, VALUES, POSITIONS }; /* numbers per step and position */

struct npz_spec {
    const char *name;  /* without .npy */
    const char *type;  /* as written */
    const char *kinds; /* of struct npy that are read */
    int width;         /* enum npz_width; tokens and meta have other shapes */
};

extern const struct npz_spec NPZ_ARRAYS[NPZ_COUNT];

/* What was read, before it is a trace. */
struct npz_file {
    struct npy array[NPZ_COUNT];
    unsigned char *bytes[NPZ_COUNT]; /* owned; NULL: not in the archive */
    size_t S, T, V;
    const struct domain *domain;
    json_t *meta; /* owned */
};

/* npz_meta.c */
char *npz_meta_text(const struct trace *t, const struct problem *p,
                    const struct domain *d, const struct provenance *by);
json_t *npz_meta_parse(const unsigned char *bytes, size_t n,
                       struct error *err) MUST_USE;
void npz_meta_words(char *out, size_t size, const json_t *meta,
                    const char *key);
bool npz_meta_solution(int16_t **solution, const struct npz_file *f,
                       struct error *err) MUST_USE;
/* Settings and pass counts of step number s, 0-based. */
bool npz_meta_step(struct step *out, const struct npz_file *f, size_t s,
                   struct error *err) MUST_USE;

/* npz_step.c: step number s of the file, checked; NULL on failure. */
struct step *npz_step(const struct npz_file *f, size_t s,
                      struct error *err) MUST_USE;

/* The token of a position, before (s) or after (s + 1) step s. */
int16_t npz_token(const struct npz_file *f, size_t s, size_t t);

#endif
