#define _XOPEN_SOURCE 700
#include "support.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SLOTS = 4, PATH_BYTES = 1024 };

static const char *join(const char *folder, const char *name)
{
    static char slot[SLOTS][PATH_BYTES];
    static int next;
    char *path = slot[next++ % SLOTS];

    snprintf(path, PATH_BYTES, "%s/%s", folder, name);
    return path;
}

static const char *source_root(void)
{
    const char *root = getenv("MISCOPE_SOURCE");

    return root ? root : ".";
}

const char *source_path(const char *name)
{
    return join(source_root(), name);
}

const char *shared_path(const char *name)
{
    char below[PATH_BYTES / 2];

    snprintf(below, sizeof below, "../shared/%s", name);
    return join(source_root(), below);
}

void need_shared(const char *name)
{
    if (access(shared_path(name), R_OK) == 0)
        return;
    print_message("skipped: ../shared/%s is not here\n", name);
    skip();
}

static char scratch[64];

static int remove_one(const char *path, const struct stat *st, int flag,
                      struct FTW *walk)
{
    (void)st, (void)flag, (void)walk;
    return remove(path);
}

static void remove_scratch(void)
{
    nftw(scratch, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_path(const char *name)
{
    if (!scratch[0]) {
        snprintf(scratch, sizeof scratch, "%s", "/tmp/miscope-test.XXXXXX");
        if (!mkdtemp(scratch))
            abort();
        atexit(remove_scratch);
    }
    return join(scratch, name);
}
