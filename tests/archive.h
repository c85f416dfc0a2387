#ifndef MISCOPE_ARCHIVE_H
#define MISCOPE_ARCHIVE_H
/*
 * archive - recorded traces for tests: made by the fake predictor, loaded,
 * taken apart and put together again with faults.
 */

#include <stdbool.h>
#include <stddef.h>

#include "session/npz_array.h"

extern const struct provenance ARCHIVE_MAKER;

/* At most `steps` steps of a warm decode of FAKE_PUZZLE. */
void archive_fake(struct trace *t, const char *policy, int steps);

/* The line to the cursor, into archive_path. */
void archive_save(const struct trace *t);
const char *archive_path(void);

/* What was loaded, released by archive_unload. */
struct loaded {
    struct trace trace;
    struct problem problem;
    const struct domain *domain;
    struct provenance by;
};

/* Ends the test, with the message, when it cannot be loaded. */
void archive_load(struct loaded *l, const char *path);
void archive_unload(struct loaded *l);
const struct step *archive_tip(const struct loaded *l);

/* Does it load? Released again at once. */
bool archive_loads(const char *path, struct error *err);

/* The members of an archive, to be spoiled and written again. */
struct parts {
    struct text member[NPZ_COUNT]; /* empty: not there */
};

void parts_take(struct parts *x, const char *path);
void parts_write(const struct parts *x, const char *path);
void parts_release(struct parts *x);

void parts_drop(struct parts *x, int array);

/* Element i of an array becomes `value`. */
void parts_poke(struct parts *x, int array, size_t i, double value);

/* Replace words of the header by others of the same length. */
void parts_reword(struct parts *x, int array, const char *from,
                  const char *to);
void parts_set_meta(struct parts *x, const char *json);

#endif
