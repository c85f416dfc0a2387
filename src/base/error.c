#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool fail(struct error *err, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    return false;
}

bool fail_in(struct error *err, const char *fmt, ...)
{
    struct error inner = *err;
    size_t used;
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    used = strlen(err->text);
    for (const char *c = ": "; *c && used + 1 < sizeof err->text; c++)
        err->text[used++] = *c;
    for (const char *c = inner.text; *c && used + 1 < sizeof err->text; c++)
        err->text[used++] = *c;
    err->text[used] = '\0';
    return false;
}
