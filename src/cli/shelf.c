#include "cli/shelf.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

enum { TEXT_LIMIT = 64 << 20 }; /* bytes of a file that are read */

static bool exists(const char *path)
{
    return strcmp(path, "-") == 0 || access(path, F_OK) == 0;
}

/* Splits FILE:N; a file that has the whole name comes first. False: INPUT
 * names no file. */
static bool find_file(struct shelf *s, const char *input)
{
    const char *colon = strrchr(input, ':');
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;

    s->source = memory_text(input);
    s->which = 1;
    if (exists(s->source))
        return true;
    if (digits > 0 && digits < 10 && !colon[1 + digits]) {
        s->source[colon - input] = '\0';
        s->which = (int)strtol(colon + 1, NULL, 10);
        if (s->which > 0 && exists(s->source))
            return true;
    }
    free(s->source);
    s->source = NULL;
    return false;
}

static bool open_which(void *self, int which, struct problem *out, int *count,
                       struct error *err)
{
    const struct shelf *s = self;
    const char *name =
        strcmp(s->source, "-") == 0 ? "standard input" : s->source;

    return s->domain->read(out, count, s->text, s->size, name, which,
                           s->lenient, err);
}

bool shelf_open(struct shelf *s, struct problem *first,
                const struct domain *d, const char *input, bool lenient,
                struct error *err)
{
    bool ok;

    *s = (struct shelf){.domain = d, .lenient = lenient};
    if (!find_file(s, input))
        return problem_open(first, NULL, d, input, lenient, err);
    s->text = file_read(s->source, TEXT_LIMIT, &s->size, err);
    ok = s->text && open_which(s, s->which, first, NULL, err);
    if (!ok)
        shelf_release(s);
    return ok;
}

void shelf_release(struct shelf *s)
{
    free(s->text);
    free(s->source);
    *s = (struct shelf){0};
}

struct app_source shelf_source(struct shelf *s)
{
    if (!s->text)
        return (struct app_source){0};
    return (struct app_source){.self = s, .open = open_which};
}
