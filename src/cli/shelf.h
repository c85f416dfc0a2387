#ifndef MISCOPE_SHELF_H
#define MISCOPE_SHELF_H
/*
 * shelf - the problems the interface can turn to: those of one file, or of
 * standard input, read once. A problem given as an argument has no shelf.
 */

#include "domain/domain.h"
#include "ui/app.h"

struct shelf {
    const struct domain *domain;
    char *text, *source; /* owned; NULL without a shelf */
    size_t size;
    int which;           /* the problem the input asks for, 1-based */
    bool lenient;
};

/* Opens INPUT as problem_open does, and keeps the rest at hand. On failure
 * nothing is owned. */
bool shelf_open(struct shelf *s, struct problem *first,
                const struct domain *d, const char *input, bool lenient,
                struct error *err) MUST_USE;
void shelf_release(struct shelf *s);

/* What an app turns pages with; refers to s. All NULL without a shelf. */
struct app_source shelf_source(struct shelf *s);

#endif
