#ifndef MISCOPE_NPZ_H
#define MISCOPE_NPZ_H
/*
 * npz - a line of a trace as one archive that numpy.load opens.
 *
 * Arrays, S steps, T positions, V values (design.md 6):
 *   tokens int16 [S+1,T]   masked bool [S,T]      probs f32 [S,T,V]
 *   entropy f32 [S,T]      mi f32 [S,T,T]         mi_raw f32 [S,T,T]
 *   decision int8 [S,T]    cost f32 [S,T]         dependence f32 [S,T]
 *   budget f32 [S,T]       value int16 [S,T]      rank int16 [S,T]
 *   blocked_by int16 [S,T] meta uint8 [n], JSON text
 * NaN or -1 where a position was not masked. What an archive lacks is marked
 * as missing in the steps; tokens and one of probs, mi, mi_raw are required.
 * Other number types are read too: any int, any float.
 *
 * meta is an object; every key may be missing:
 *   domain    "sudoku"; without it the first that fits the shapes
 *   title, note, model, digest   text
 *   solution  text of T symbols, or null
 *   settings of a step: policy, parameters {name: number}, temperature, seed,
 *             mi_source; for all steps, or in
 *   steps     list of S objects: settings, passes and probe_passes from the
 *             start to there
 *
 * Files are not believed: sizes are bounded (T 4096, S 10000, 2 GiB) and
 * checked against each other, every number against its range, and a refusal
 * names the member, the step and the position.
 */

#include "domain/domain.h"
#include "session/trace.h"

/* Who made it: goes into meta and from there into figures. */
struct provenance {
    char model[64], digest[65];
};

/* The line from the root to the cursor. `replace` as in base/file.h. */
bool npz_save(const struct trace *t, const struct problem *p,
              const struct domain *d, const struct provenance *by,
              const char *path, bool replace, struct error *err) MUST_USE;

/* Fills in an uninitialised trace, problem and provenance; the caller
 * releases the first two. The cursor is at the root. The domain is the row
 * the file names. */
bool npz_load(struct trace *t, struct problem *p, const struct domain **d,
              struct provenance *by, const char *path,
              struct error *err) MUST_USE;

#endif
