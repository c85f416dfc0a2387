#ifndef MISCOPE_NPZ_META_H
#define MISCOPE_NPZ_META_H
/*
 * npz_meta - the member `meta` of a saved trace: JSON text with what is not an
 * array. All keys may be missing in a file written elsewhere:
 *
 *   domain, title, note, solution [T] or null, model, digest,
 *   steps: [{passes, probe_passes, policy, parameters {}, temperature, seed,
 *            mi_source}]
 */

#include <jansson.h>

#include "session/npz.h"

/* The text, to be freed. `line` [S+1] are the steps from the root on. */
char *npz_meta_write(const struct step *const *line, int S,
                     const struct problem *p, const struct domain *d,
                     const struct provenance *by);

/* What is there of title, note, solution and provenance. p->T is set. The
 * message says which key is wrong. */
bool npz_meta_read(struct problem *p, struct provenance *by,
                   const json_t *meta, const struct domain *d,
                   struct error *err) MUST_USE;

/* Passes and settings of step k of the file (the first is 0). False where
 * they are not recorded; *s is untouched then. */
bool npz_meta_step(struct step *s, const json_t *meta, int k);

#endif
