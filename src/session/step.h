#ifndef MISCOPE_STEP_H
#define MISCOPE_STEP_H
/*
 * step - everything there is to know about one pass of a decode, frozen.
 *
 * Step 0 of a trace is the problem as given: no belief, nothing decided.
 * Every other step starts from its parent's tokens, holds what the denoiser
 * believed there, what the policy decided and the tokens after the accepted
 * ones were revealed.
 *
 *   +--------+--------+----------+------+---------+-----------+----------+
 *   | header | token  | position | prob | entropy | mi_raw,mi | decision |
 *   |        | [T]    | [N]      | [N,V]| [N]     | [N,N] x 2 | [N]      |
 *   +--------+--------+----------+------+---------+-----------+----------+
 *
 * One block, offsets instead of pointers: a step can be compared, hashed and
 * written out. Whoever makes a step may write to it until it is pushed on a
 * trace; from then on everybody has a const pointer.
 */

#include <stdbool.h>
#include <stdint.h>

#include "sampler/policy.h"

struct step {
    int32_t id, parent;   /* place in its trace; parent -1 for step 0 */
    int32_t depth;        /* steps from the root, 0 for step 0 */
    int32_t T, V, N;      /* positions, values, masked before the step */
    int32_t accepted;     /* positions revealed by this step */
    int32_t passes;       /* forward passes from the root to here */
    int32_t probe_passes; /* passes spent on MI from the root to here */
    int16_t mask_symbol, first_symbol;
    bool has_mi;          /* mi_raw and mi are filled in */
    bool has_prob;        /* an imported trace may lack them */
    double budget;        /* gamma, or NAN for a policy without */
    double budget_left;   /* after the last accepted, >= 0; NAN likewise */
    struct settings settings; /* that made it */
    uint64_t bytes;       /* of the whole block */
    uint64_t at_token, at_position, at_prob, at_entropy, at_mi_raw, at_mi,
        at_candidate;     /* offsets of the arrays */
};

/* A zeroed step with room for its arrays. Released with free(). */
struct step *step_new(int T, int V, int N);
uint64_t step_bytes(int T, int V, int N); /* of such a step */

/* The arrays. The const forms are what readers use. */
int16_t *step_token(struct step *s);               /* [T] after the step */
int32_t *step_position(struct step *s);            /* [N] masked before */
float *step_prob(struct step *s);                  /* [N,V] */
float *step_entropy(struct step *s);               /* [N] */
float *step_mi_raw(struct step *s);                /* [N,N] */
float *step_mi(struct step *s);                    /* [N,N] */
struct candidate *step_candidate(struct step *s);  /* [N] by position */

const int16_t *step_tokens(const struct step *s);
const int32_t *step_positions(const struct step *s);
const float *step_probs(const struct step *s);
const float *step_entropies(const struct step *s);
const float *step_mi_raws(const struct step *s);
const float *step_mis(const struct step *s);
const struct candidate *step_candidates(const struct step *s);

/* Index 0..N-1 of a position among those masked before the step, or -1. */
int step_index(const struct step *s, int position);

/* Positions still masked after the step. */
int step_masked_after(const struct step *s);

struct belief step_belief(const struct step *s);

/* The tokens after the step, from those before it [T] and the decisions in the
 * candidates; also counts the accepted and fills in the budget. */
void step_reveal(struct step *s, const int16_t *before);

#endif
