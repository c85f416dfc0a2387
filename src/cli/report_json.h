#ifndef MISCOPE_REPORT_JSON_H
#define MISCOPE_REPORT_JSON_H
/*
 * report_json - a decode as JSON, one object a line (design.md 7). Positions
 * count from 0, amounts are nats; what does not exist is null.
 */

#include "cli/report.h"

void report_json_begin(struct text *t, const struct decode *d);
void report_json_step(struct text *t, const struct decode *d,
                      const struct step *s);
void report_json_end(struct text *t, const struct decode *d,
                     const struct step *last);

#endif
