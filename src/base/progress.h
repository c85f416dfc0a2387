#ifndef MISCOPE_PROGRESS_H
#define MISCOPE_PROGRESS_H
/*
 * progress - how far a long computation is, and a way to stop it.
 *
 * The one thing two threads share while work runs: the worker counts `done`
 * up to `total`, anybody may read them and anybody may set `cancel`, which the
 * worker looks at between batches. Where a function takes a progress, NULL
 * means nobody is watching.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct progress {
    atomic_int done, total; /* units of the computation, e.g. passes */
    atomic_bool cancel;
};

static inline void progress_begin(struct progress *p, int total)
{
    if (!p)
        return;
    atomic_store(&p->done, 0);
    atomic_store(&p->total, total);
}

static inline void progress_add(struct progress *p, int units)
{
    if (p)
        atomic_fetch_add(&p->done, units);
}

static inline bool progress_cancelled(struct progress *p)
{
    return p && atomic_load(&p->cancel);
}

#endif
