#ifndef MISCOPE_EVAL_REPORT_H
#define MISCOPE_EVAL_REPORT_H
/* eval_report - how `eval` prints a contest. */

#include "base/text.h"
#include "eval/contest.h"

enum eval_format { EVAL_TEXT, EVAL_CSV, EVAL_JSON };

struct eval_report {
    const struct contest *contest;
    const char *model;  /* its file name */
    const char *source; /* name of the file of problems */
    int baseline;       /* entrant the others are compared with */
};

void eval_print(struct text *t, const struct eval_report *r,
                enum eval_format format);

#endif
