#ifndef MISCOPE_REPORT_H
#define MISCOPE_REPORT_H
/*
 * report - how `decode` prints a decode: for people, or one JSON object a
 * line. Both are rows of REPORTS, in the order of --format.
 */

#include "base/text.h"
#include "domain/domain.h"
#include "session/step.h"

struct decode { /* what a report is about */
    const struct domain *domain;
    const struct problem *problem;
    const struct settings *settings;
    const char *model; /* its file name */
    int masked;        /* positions to fill */
};

struct report {
    void (*begin)(struct text *t, const struct decode *d);
    void (*step)(struct text *t, const struct decode *d,
                 const struct step *s);
    void (*end)(struct text *t, const struct decode *d,
                const struct step *last);
};

extern const struct report REPORTS[];

/* Indices of the step's candidates, accepted or not, by rank. [N] Returns how
 * many. */
int report_ranked(int32_t *index, const struct step *s, bool accepted);

#endif
