#include "sampler/policy.h"

#include <math.h>
#include <string.h>

#include "sampler/select.h"

/* clang-format off */
const struct parameter_spec PARAMETERS[PARAM_COUNT] = {
    /*                   name         unit    help                                        low   high   step  whole */
    [PARAM_GAMMA]     = {"gamma",     "nats", "budget of one pass",                       0,    1000,  0.05, false},
    [PARAM_LAMBDA]    = {"lambda",    "",     "weight of mutual information in the cost", 0,    100,   0.25, false},
    [PARAM_K]         = {"k",         "",     "positions revealed in one pass",           1,    4096,  1,    true},
    [PARAM_THRESHOLD] = {"threshold", "",     "least probability that is revealed",       0,    1,     0.01, false},
    [PARAM_STEPS]     = {"steps",     "",     "passes the schedule is spread over",       1,    4096,  1,    true},
    [PARAM_NOISE]     = {"noise",     "",     "Gumbel noise in the order of maskgit",     0,    100,   0.25, false},
};

const char *const DECISION_NAMES[DECISION_COUNT] = {
    [ACCEPTED]         = "accepted",
    [FORCED]           = "forced",
    [DEFER_ENTROPY]    = "entropy",
    [DEFER_DEPENDENCE] = "dependence",
    [DEFER_STOPPED]    = "stopped",
    [DEFER_POLICY]     = "policy",
};

const struct policy POLICIES[] = {
    /* name         help                                                     mi     budget draws    gamma lambda k    threshold steps noise     select */
    {"sequential", "the position of lowest entropy, one in a pass",         false, false, false, {NAN,  NAN,   NAN, NAN,      NAN,  NAN}, select_sequential},
    {"topk",       "the k positions of lowest entropy",                     false, false, false, {NAN,  NAN,   4,   NAN,      NAN,  NAN}, select_topk},
    {"margin",     "the k largest gaps between the two likeliest values",   false, false, false, {NAN,  NAN,   4,   NAN,      NAN,  NAN}, select_margin},
    {"threshold",  "every position at least that sure, and the surest",     false, false, false, {NAN,  NAN,   NAN, 0.95,     NAN,  NAN}, select_threshold},
    {"eb",         "entropy bound: all but the largest sum to gamma",       false, true,  false, {0.1,  NAN,   NAN, NAN,      NAN,  NAN}, select_eb},
    {"maskgit",    "cosine schedule, likeliest first with Gumbel noise",    false, false, true,  {NAN,  NAN,   NAN, NAN,      12,   1},   select_maskgit},
    {"random",     "each with probability 1 / (passes left)",               false, false, true,  {NAN,  NAN,   NAN, NAN,      12,   NAN}, select_random},
    {"mi",         "entropy plus lambda MI within gamma, skipping misfits", true,  true,  false, {0.3,  1,     NAN, NAN,      NAN,  NAN}, select_mi},
    {"ebmi",       "entropy bound tightened by MI, stops at a misfit",      true,  true,  false, {0.1,  1,     NAN, NAN,      NAN,  NAN}, select_ebmi},
    {0},
};
/* clang-format on */

int policy_count(void)
{
    int n = 0;

    while (POLICIES[n].name)
        n++;
    return n;
}

int policy_named(const char *name)
{
    for (int i = 0; POLICIES[i].name; i++)
        if (strcmp(POLICIES[i].name, name) == 0)
            return i;
    return -1;
}

const char *policy_name(int policy)
{
    return policy == POLICY_UNKNOWN ? "an unknown policy"
                                    : POLICIES[policy].name;
}

bool policy_has_budget(int policy)
{
    return policy != POLICY_UNKNOWN && POLICIES[policy].has_budget;
}

bool policy_uses(int policy, enum parameter parameter)
{
    return policy != POLICY_UNKNOWN &&
           !isnan(POLICIES[policy].value[parameter]);
}
