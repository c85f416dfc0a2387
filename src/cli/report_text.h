#ifndef MISCOPE_REPORT_TEXT_H
#define MISCOPE_REPORT_TEXT_H
/*
 * report_text - a decode for people: a paragraph for each step, at the end the
 * sequence and what is to be said about it.
 */

#include "cli/report.h"

void report_text_begin(struct text *t, const struct decode *d);
void report_text_step(struct text *t, const struct decode *d,
                      const struct step *s);
void report_text_end(struct text *t, const struct decode *d,
                     const struct step *last);

#endif
