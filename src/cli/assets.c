#include "cli/assets.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct bundle BUNDLES[] = {
    {"sudoku", "assets/sudoku.safetensors", "puzzles/hard.txt"},
};

const struct bundle *bundle_for(const char *domain)
{
    for (size_t i = 0; i < sizeof BUNDLES / sizeof BUNDLES[0]; i++)
        if (strcmp(BUNDLES[i].domain, domain) == 0)
            return &BUNDLES[i];
    return NULL;
}

static bool try_folder(struct text *path, const char *folder,
                       const char *below, const char *name)
{
    struct text full = {0};
    bool found;

    text_printf(&full, "%s%s/%s", folder, below, name);
    found = access(full.bytes, R_OK) == 0;
    if (found)
        text_add(path, full.bytes);
    text_release(&full);
    return found;
}

/* The folder above the one the running program lies in. */
static bool above_program(char folder[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", folder, PATH_MAX - 1);

    if (n <= 0)
        return false;
    folder[n] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(folder, '/');

        if (!slash)
            return false;
        *slash = '\0';
    }
    return true;
}

bool asset_find(struct text *path, const char *name, struct error *err)
{
    const char *set = getenv("MISCOPE_ASSETS");
    char above[PATH_MAX];

    if (set && *set)
        return try_folder(path, set, "", name) ||
               fail(err,
                    "MISCOPE_ASSETS is %s, where there is no %s: it names the "
                    "folder that holds assets/ and puzzles/",
                    set, name);
    if (above_program(above) &&
        (try_folder(path, above, "", name) ||
         try_folder(path, above, "/share/miscope", name)))
        return true;
    return try_folder(path, MISCOPE_DATADIR, "", name) ||
           fail(err,
                "cannot find %s, which comes with miscope: set MISCOPE_ASSETS "
                "to the folder that holds assets/ and puzzles/",
                name);
}
