#ifndef MISCOPE_SELECT_H
#define MISCOPE_SELECT_H
/*
 * select - the selection rules behind the rows of POLICIES, and what they
 * share. Only src/sampler includes this.
 */

#include "sampler/policy.h"

/*
 * The order of a policy: indices into c by `key` [N] ascending, ties to the
 * lower index. Sets each candidate's rank, no costs and DEFER_POLICY. The
 * caller frees.
 */
int *select_order(struct candidate *c, const double *key, int N);
int *select_by_entropy(struct candidate *c, int N);

/* The largest and second largest of p [V]; the second is 0 when V is 1. */
void select_top_two(const float *p, int V, double *first, double *second);

/* By how sure the denoiser is: select_ranked.c */
void select_sequential(struct candidate *c, struct selection *s);
void select_topk(struct candidate *c, struct selection *s);
void select_margin(struct candidate *c, struct selection *s);
void select_threshold(struct candidate *c, struct selection *s);

/* By a schedule over the passes: select_scheduled.c */
void select_maskgit(struct candidate *c, struct selection *s);
void select_random(struct candidate *c, struct selection *s);

/* Within a budget of gamma nats: select_budget.c */
void select_eb(struct candidate *c, struct selection *s);
void select_mi(struct candidate *c, struct selection *s);
void select_ebmi(struct candidate *c, struct selection *s);

#endif
