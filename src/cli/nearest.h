#ifndef MISCOPE_NEAREST_H
#define MISCOPE_NEAREST_H
/*
 * nearest - "did you mean ...": the name closest to a mistyped one.
 *
 * Start from { .wanted = "thet" }, try every name, read `best`: NULL unless a
 * name was near enough to be worth suggesting.
 */

struct nearest {
    const char *wanted;
    const char *best; /* one of the names tried; not owned */
    int distance;     /* edits to it */
};

void nearest_try(struct nearest *n, const char *name);

/* Insertions, deletions, replacements and swaps of neighbours. */
int edit_distance(const char *a, const char *b);

#endif
