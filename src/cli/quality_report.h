#ifndef MISCOPE_QUALITY_REPORT_H
#define MISCOPE_QUALITY_REPORT_H
/* quality_report - the quality of an MI head: measured, and printed. */

#include "base/text.h"
#include "eval/mi_quality.h"
#include "mi/predictor.h"
#include "train/labels.h"

struct head;

/* Adds the estimates for boards first.. of the labels to the sample. */
void quality_collect(struct mi_sample *sample, const struct head *head,
                     const struct predictor *p, const struct labels *l,
                     int first);

enum quality_format { QUALITY_TEXT, QUALITY_CSV, QUALITY_JSON };

/* A row for each fifth of what may be masked, and one for all boards. */
void quality_print(struct text *t, const struct mi_sample *sample,
                   enum quality_format format);

#endif
