#ifndef MISCOPE_LABELS_H
#define MISCOPE_LABELS_H
/*
 * labels - what an MI head learns from: partly masked boards with their truth
 * MI, in nats, symmetrised, pairs of masked positions only.
 *
 * They cost hundreds of forward passes each, so they are made once and kept in
 * a folder of shards: safetensors files that say which model, seed and boards
 * they are of and carry the sha256 of their data. A run that was stopped goes
 * on with the first shard that is missing; one that was changed is refused.
 */

#include <stdint.h>

#include "base/error.h"
#include "base/progress.h"
#include "mi/predictor.h"

enum { SHARD_BOARDS = 32 };

/* truth_mi's `least`: on 64 boards of a model of 1,800 steps labels differed
 * from those of all values by 0.0007 nats rms, and took a third of the time. */
extern const float LABELS_LEAST;

/* Board b has N_b masked positions; its pairs (0,1) (0,2) .. (1,2) .. begin at
 * mi + at[b], at[b+1] - at[b] = N_b (N_b - 1) / 2 of them. */
struct labels {
    int T, count;
    int16_t *tokens; /* [count,T] owned, as all below */
    size_t *at;      /* [count+1] */
    float *mi;       /* [at[count]] nats */
};

void labels_release(struct labels *l);

/* Masked positions of a board, ascending; returns N. */
int labels_masked(const struct labels *l, int board, int16_t mask_symbol,
                  int32_t *position);

/* What boards are made of: writes board number k, with two masked positions or
 * more, to tokens [T]. Depends on k alone. */
struct label_boards {
    void *context;
    void (*board)(void *context, uint64_t k, int16_t *tokens);
    uint64_t seed; /* recorded, so that others are refused */
};

/* Boards first .. first+count-1. False when cancelled. */
bool labels_make(struct labels *l, const struct predictor *p,
                 const struct label_boards *boards, uint64_t first, int count,
                 struct progress *progress);

/*
 * All boards 0 .. count-1 from the folder, which is made if need be; shards
 * that are missing are made and added to it. progress counts boards. False
 * when cancelled too, with *err saying so.
 */
bool labels_gather(struct labels *l, const char *folder,
                   const struct predictor *p,
                   const struct label_boards *boards, int count,
                   struct progress *progress, struct error *err) MUST_USE;

#endif
