#ifndef MISCOPE_MI_QUALITY_H
#define MISCOPE_MI_QUALITY_H
/*
 * mi_quality - how well estimated MI agrees with the truth, board by board.
 *
 * Pairs of masked positions only, each once. Boards are grouped by how much of
 * them is masked, because both the MI and how hard it is to estimate depend on
 * that.
 */

#include <stddef.h>
#include <stdint.h>

#include "domain/domain.h"
#include "eval/stats.h"

struct mi_sample; /* the pairs of some boards */

struct mi_sample *mi_sample_new(const struct domain *d);
void mi_sample_free(struct mi_sample *s);

/* A board with N masked positions of T. estimate, truth [N(N-1)/2] nats, in
 * the order (0,1) (0,2) .. (1,2) .. of `position`. */
void mi_sample_add(struct mi_sample *s, const float *estimate,
                   const float *truth, const int32_t *position, int N, int T);

struct mi_quality {
    int boards;
    size_t pairs;
    double truth_mean;       /* nats a pair */
    double mse;              /* nats^2 */
    double pearson;          /* over all pairs of the group */
    struct interval pearson95; /* from resampling its boards 400 times */
    double spearman;
    double recall;           /* of a board's N strongest pairs by truth, the
                                share among its N strongest by estimate */
    double peers_truth;      /* share of the MI between positions that a rule */
    double peers_estimate;   /* of the domain ties; NAN without such rules */
};

/* Boards of which more than `low` and at most `high` is masked, shares. */
struct mi_quality mi_quality_of(const struct mi_sample *s, double low,
                                double high);

#endif
