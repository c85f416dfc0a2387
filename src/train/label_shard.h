#ifndef MISCOPE_LABEL_SHARD_H
#define MISCOPE_LABEL_SHARD_H
/* label_shard - labels as a file; private to labels.c and its tests. */

#include "train/labels.h"

struct shard_identity { /* what a shard must be of */
    const struct predictor *predictor;
    uint64_t seed, first;
    int count;
};

bool shard_write(const struct labels *l, const char *path,
                 const struct shard_identity *id, struct error *err) MUST_USE;

/* Refused unless it is of that identity and its data has its sha256. */
bool shard_read(struct labels *l, const char *path,
                const struct shard_identity *id, struct error *err) MUST_USE;

#endif
