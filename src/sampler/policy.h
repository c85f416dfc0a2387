#ifndef MISCOPE_POLICY_H
#define MISCOPE_POLICY_H
/*
 * policy - which masked positions to reveal now, and why not the others.
 *
 * Rows of one table: the menus, the command line, the help and the README read
 * it. A policy orders the masked positions, accepts some and gives every other
 * a reason. papers.md 1.4 and 3 give each algorithm, design.md 4 the costs.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/rng.h"
#include "sampler/belief.h"

enum parameter {
    PARAM_GAMMA,     /* budget, nats */
    PARAM_LAMBDA,    /* weight of MI in the cost */
    PARAM_K,         /* positions per pass */
    PARAM_THRESHOLD, /* least probability */
    PARAM_STEPS,     /* passes a schedule is spread over */
    PARAM_NOISE,     /* Gumbel noise of maskgit's choice */
    PARAM_COUNT
};

struct parameter_spec {
    const char *name; /* "gamma": of --gamma and menus */
    const char *unit; /* "nats" or "" */
    const char *help;
    double low, high;  /* allowed range, inclusive */
    double step;       /* what one key press changes; 0: doubles and halves */
    bool whole;        /* only integers */
};

extern const struct parameter_spec PARAMETERS[PARAM_COUNT];

enum { POLICY_UNKNOWN = -1 }; /* who made an imported step */

/* Everything that decides a decode besides model and problem. Plain data. */
struct settings {
    int32_t policy;             /* row of POLICIES, or POLICY_UNKNOWN */
    int32_t mi_source;          /* row of MI_SOURCES */
    double value[PARAM_COUNT];  /* those the policy does not use are ignored */
    double temperature;         /* 0: argmax; else draw from p^(1/T) */
    uint64_t seed;
};

enum decision {
    ACCEPTED,         /* within the budget, or chosen */
    FORCED,           /* nothing fitted: the first is revealed all the same */
    DEFER_ENTROPY,    /* its entropy alone exceeds what is left */
    DEFER_DEPENDENCE, /* only with the MI part does it exceed what is left */
    DEFER_STOPPED,    /* would fit, but the policy stopped at an earlier one */
    DEFER_POLICY,     /* not chosen by a policy without costs */
    DECISION_COUNT
};

extern const char *const DECISION_NAMES[DECISION_COUNT]; /* "accepted", ... */

static inline bool decision_accepts(int decision)
{
    return decision == ACCEPTED || decision == FORCED;
}

/* One masked position as the policy saw it. Costs are NAN where the policy
 * has none. Plain data. */
struct candidate {
    int32_t position;   /* 0..T-1 */
    int32_t value;      /* 0..V-1: what would be (or was) revealed; -1 where
                           an imported trace does not say */
    float p;            /* marginal probability of `value`, or NAN */
    float entropy;      /* h, nats */
    float dependence;   /* sum of MI with those accepted before it, nats;
                           not multiplied by lambda */
    float cost;         /* what accepting it takes from the budget, nats; a
                           forced one exceeds it and takes nothing */
    float budget;       /* what was left when it was looked at, nats */
    int32_t rank;       /* place in the policy's order, 0 first */
    int32_t decision;   /* enum decision */
    int32_t blocked_by; /* accepted position that adds most to dependence
                           (DEFER_DEPENDENCE only), else -1 */
};

/* What select is given beyond the belief. */
struct selection {
    const struct belief *belief;
    const double *value;  /* [PARAM_COUNT] */
    int pass;             /* 0-based number of this pass in the decode */
    int masked_at_start;  /* N of the problem */
    struct rng *rng;      /* for policies that draw */
};

struct policy {
    const char *name;
    const char *help;             /* one line, no full stop */
    bool needs_mi;
    bool has_budget;              /* gamma is a budget: show a gauge */
    bool draws;                   /* random even at temperature 0 */
    double value[PARAM_COUNT];    /* defaults; NAN: does not use it */
    /* c [N] in order of belief->position, with position, value, p and entropy
     * filled in: fills in the rest. At least one is accepted. */
    void (*select)(struct candidate *c, struct selection *s);
};

extern const struct policy POLICIES[]; /* ends with a NULL name */

int policy_count(void);
int policy_named(const char *name); /* row, or -1 */
const char *policy_name(int policy); /* "an unknown policy" without a row */
bool policy_has_budget(int policy);
bool policy_uses(int policy, enum parameter parameter);

/* Defaults of a policy; temperature 0, seed 1, MI source 0. */
struct settings settings_for(int policy);

/* Does the seed matter? */
bool settings_draw(const struct settings *s);

/* Would both make the same decisions? Unused parameters do not count. */
bool settings_equal(const struct settings *a, const struct settings *b);

/* Change the policy and take its defaults; temperature, seed, source stay. */
void settings_choose(struct settings *s, int policy);

/* Every used parameter within its range? Names the option in the message. */
bool settings_check(const struct settings *s, struct error *err) MUST_USE;

/* "mi gamma=0.3 lambda=1": policy and the parameters it uses; the seed and
 * temperature too where they matter. At most `size` bytes with the NUL. */
void settings_describe(char *out, size_t size, const struct settings *s);

/*
 * One decision: draws a value for every masked position (argmax, ties to the
 * lower value, when temperature is 0), then lets the policy select. c [N].
 * The generator is rng_seeded(seed, pass); draws go by ascending position.
 */
void sampler_decide(struct candidate *c, const struct belief *b,
                    const struct settings *s, int pass, int masked_at_start);

#endif
