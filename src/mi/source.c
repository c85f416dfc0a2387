#include "mi/source.h"

#include <string.h>

#include "mi/head.h"
#include "mi/truth.h"

static bool ask_truth(float *raw, float *mi, const struct predictor *p,
                      const struct mi_question *q, struct progress *progress)
{
    return truth_mi(raw, mi, p, q->tokens, q->position, q->N, q->probs,
                    q->entropy, 0, progress);
}

static int no_passes(const struct predictor *p, int N)
{
    (void)p, (void)N;
    return 0;
}

static bool ask_head(float *raw, float *mi, const struct predictor *p,
                     const struct mi_question *q, struct progress *progress)
{
    struct head_scratch *s = head_scratch_new(p->head, q->N);
    size_t pairs = (size_t)q->N * (size_t)q->N;

    (void)progress; /* it takes less than a pass */
    head_estimate(p->head, s, mi, q->hidden, q->position, q->N);
    memcpy(raw, mi, pairs * sizeof *mi);
    head_scratch_free(s);
    return true;
}

/* clang-format off */
const struct mi_source MI_SOURCES[] = {
    [MI_TRUTH]    = { "truth", "ask the model what changes when each masked position is revealed", false, truth_passes, ask_truth },
    [MI_ESTIMATE] = { "estimate", "the MI head reads it from the hidden states of the same pass",  true,  no_passes,    ask_head },
    { NULL, NULL, false, NULL, NULL },
};
/* clang-format on */

int mi_source_named(const char *name)
{
    for (int i = 0; MI_SOURCES[i].name; i++)
        if (strcmp(MI_SOURCES[i].name, name) == 0)
            return i;
    return -1;
}

bool mi_source_usable(int row, const struct predictor *p)
{
    return !MI_SOURCES[row].needs_hidden || p->head != NULL;
}

int mi_source_usual(const struct predictor *p)
{
    return p->head ? MI_ESTIMATE : MI_TRUTH;
}
