#include "cli/report.h"

#include <stdlib.h>

#include "cli/report_json.h"
#include "cli/report_text.h"

const struct report REPORTS[] = {
    {report_text_begin, report_text_step, report_text_end},
    {report_json_begin, report_json_step, report_json_end},
};

/* Ranks are distinct: each goes to its own place, then the gaps close. */
int report_ranked(int32_t *index, const struct step *s, bool accepted)
{
    const struct candidate *c = step_candidates(s);
    int n = 0;

    for (int r = 0; r < s->N; r++)
        index[r] = -1;
    for (int i = 0; i < s->N; i++)
        if (decision_accepts(c[i].decision) == accepted)
            index[c[i].rank] = i;
    for (int r = 0; r < s->N; r++)
        if (index[r] >= 0)
            index[n++] = index[r];
    return n;
}
