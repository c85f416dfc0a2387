#ifndef MISCOPE_CONTEST_H
#define MISCOPE_CONTEST_H
/*
 * contest - settings compared on the same problems: what became of each
 * problem under each, and what that says.
 */

#include "eval/lot.h"
#include "eval/stats.h"

struct entrant { /* settings, and the problems done so far */
    struct settings settings;
    struct outcome *outcome; /* [problems] owned */
    int done;                /* problems, from the first */
    double seconds;          /* spent on them */
};

struct contest {
    const struct problem *problem; /* not owned */
    int problems;
    long blanks;                   /* of all problems */
    struct entrant *entrant;       /* [entrants] owned */
    int entrants;
};

void contest_init(struct contest *c, const struct problem *problem,
                  int problems, int16_t mask_symbol,
                  const struct settings *settings, int entrants);
void contest_release(struct contest *c);

struct standing { /* of one entrant, over the problems it has done */
    int n;
    double passes_mean, probes_mean;
    int passes_min, passes_max;
    long solved, valid;
    struct interval solved95, valid95; /* Wilson */
    double tokens_per_pass;
    double seconds;     /* for all n */
    long better, worse; /* solved by it and not by the baseline; the reverse */
    double p;           /* McNemar, two-sided; 1 for the baseline itself */
};

struct standing contest_standing(const struct contest *c, int entrant,
                                 int baseline);

#endif
