#include "cli/results.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool results_put(struct text *t, struct error *err)
{
    bool ok = fwrite(t->bytes, 1, t->length, stdout) == t->length &&
              fflush(stdout) == 0;
    int why = errno;

    text_release(t);
    return ok || fail(err, "cannot write to standard output: %s",
                      strerror(why));
}
