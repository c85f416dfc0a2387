#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void make_room(struct text *t, size_t more)
{
    size_t need = t->length + more + 1;

    if (need <= t->capacity)
        return;
    t->capacity = need < 128 ? 128 : need + need / 2;
    t->bytes = memory_resize(t->bytes, t->capacity, 1);
}

void text_add_bytes(struct text *t, const void *bytes, size_t n)
{
    make_room(t, n);
    if (n)
        memcpy(t->bytes + t->length, bytes, n);
    t->length += n;
    t->bytes[t->length] = '\0';
}

void text_add(struct text *t, const char *s)
{
    text_add_bytes(t, s, strlen(s));
}

void text_printf(struct text *t, const char *fmt, ...)
{
    va_list ap, again;
    int n;

    va_start(ap, fmt);
    va_copy(again, ap);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n > 0) {
        make_room(t, (size_t)n);
        vsnprintf(t->bytes + t->length, (size_t)n + 1, fmt, again);
        t->length += (size_t)n;
    }
    va_end(again);
}

void text_release(struct text *t)
{
    free(t->bytes);
    *t = (struct text){0};
}
