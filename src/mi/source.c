#include "mi/source.h"

#include <string.h>

#include "mi/truth.h"

/* clang-format off */
const struct mi_source MI_SOURCES[] = {
    { "truth", "ask the model what changes when each masked position is revealed", truth_passes, truth_mi },
    { NULL,    NULL,                                                               NULL,         NULL },
};
/* clang-format on */

int mi_source_named(const char *name)
{
    for (int i = 0; MI_SOURCES[i].name; i++)
        if (strcmp(MI_SOURCES[i].name, name) == 0)
            return i;
    return -1;
}
