#ifndef MISCOPE_EVAL_JOURNAL_H
#define MISCOPE_EVAL_JOURNAL_H
/*
 * eval_journal - the outcomes of a contest as a file, so that a run that was
 * stopped goes on, and settings or problems can be added later.
 *
 * One JSON object: what the outcomes depend on beside the settings (model,
 * head, problems, by sha256) and, under the label of each setting, its
 * outcomes. Settings that the present run does not name stay in the file.
 */

#include <jansson.h>

#include "eval/contest.h"
#include "mi/predictor.h"

struct journal {
    const char *path; /* not owned; NULL: nothing is kept */
    json_t *root;     /* owned */
};

/* Reads the file if there is one and fills in what the contest's entrants have
 * done. A file of another model, head or problems is refused. head is the
 * digest of its tensor data, "" without one. */
bool journal_open(struct journal *j, const char *path, struct contest *c,
                  const struct predictor *p, const char *head,
                  struct error *err) MUST_USE;
bool journal_keep(struct journal *j, const struct contest *c,
                  struct error *err) MUST_USE;
void journal_release(struct journal *j);

#endif
