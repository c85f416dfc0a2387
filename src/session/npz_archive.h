#ifndef MISCOPE_NPZ_ARCHIVE_H
#define MISCOPE_NPZ_ARCHIVE_H
/*
 * npz_archive - the arrays of a saved trace, read and checked: each that is
 * there has the type and the shape it should have. What the numbers mean is
 * npz_load's business.
 */

#include <jansson.h>

#include "domain/domain.h"
#include "session/npy.h"

enum member {
    TOKENS, PROBS, ENTROPY, MI, MI_RAW, DECISION, COST, DEPENDENCE, BUDGET,
    VALUE, RANK, BLOCKED_BY, META,
    MEMBER_COUNT
};

struct recording {
    struct npy member[MEMBER_COUNT]; /* dims 0: not in the file */
    void *bytes[MEMBER_COUNT];       /* owned */
    json_t *meta;                    /* an object; owned */
    const struct domain *domain;
    int S, T, V;
};

/* Either way the recording must be released. The message does not name the
 * file. */
bool recording_read(struct recording *r, const char *path,
                    struct error *err) MUST_USE;
void recording_release(struct recording *r);

static inline bool recording_has(const struct recording *r, enum member m)
{
    return r->member[m].dims > 0;
}

#endif
