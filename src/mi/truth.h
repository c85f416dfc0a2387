#ifndef MISCOPE_TRUTH_H
#define MISCOPE_TRUTH_H
/*
 * truth - pairwise mutual information by perturbation: ask the denoiser what
 * every masked position becomes once another is revealed.
 *
 *   I_ij = h_j - sum_v p_i(v) H(X_j | X_i = v)      nats    (papers.md 1.4)
 *
 * 1 + N*V forward passes, batched. A denoiser's conditionals need not come
 * from one joint law, so raw I_ij differs from I_ji and small negatives are
 * normal: `raw` keeps them, `mi` is clamped at 0 and symmetrised.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "mi/predictor.h"

/* Passes truth_mi makes at most beyond the one that gave the marginals: N*V. */
int truth_passes(const struct predictor *p, int N);

/*
 * raw, mi [N,N] over the masked positions in ascending order; row i is the
 * revealed position, column j the one whose entropy falls; the diagonal is 0.
 * `tokens` [T] has N masked positions, listed in `position` [N]; `probs`
 * [N,V] and `entropy` [N] are its marginals there. Values less likely than
 * `least` (0 to 1/V) are not asked for, and the others stand for them; 0 asks
 * for all. False when cancelled, raw and mi then undefined.
 */
bool truth_mi(float *raw, float *mi, const struct predictor *p,
              const int16_t *tokens, const int32_t *position, int N,
              const float *probs, const float *entropy, float least,
              struct progress *progress);

/* mi [N,N] = max(raw, 0), averaged with its transpose, zero diagonal. */
void mi_symmetrise(float *mi, const float *raw, int N);

#endif
