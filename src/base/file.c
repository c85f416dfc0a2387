#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

static bool is_dash(const char *path)
{
    return strcmp(path, "-") == 0;
}

static char *read_stream(FILE *in, const char *name, size_t limit,
                         size_t *size, struct error *err)
{
    struct text all = {0};
    char block[16384];
    size_t n;

    while ((n = fread(block, 1, sizeof block, in)) > 0) {
        text_add_bytes(&all, block, n);
        if (all.length > limit) {
            text_release(&all);
            fail(err, "%s: larger than the %zu bytes that are read", name,
                 limit);
            return NULL;
        }
    }
    if (ferror(in)) {
        text_release(&all);
        fail(err, "%s: %s", name, strerror(errno));
        return NULL;
    }
    text_add(&all, "");
    *size = all.length;
    return all.bytes;
}

char *file_read(const char *path, size_t limit, size_t *size,
                struct error *err)
{
    FILE *in;
    char *bytes;

    if (is_dash(path))
        return read_stream(stdin, "standard input", limit, size, err);
    in = fopen(path, "rb");
    if (!in) {
        fail(err, "%s: %s", path, strerror(errno));
        return NULL;
    }
    bytes = read_stream(in, path, limit, size, err);
    fclose(in);
    return bytes;
}

static bool open_direct(struct output *o, const char *path, struct error *err)
{
    o->stream = is_dash(path) ? fdopen(dup(STDOUT_FILENO), "wb")
                              : fopen(path, "wb");
    if (!o->stream)
        return fail(err, "cannot write %s: %s", path, strerror(errno));
    o->path = memory_text(path);
    return true;
}

static mode_t file_mode(void)
{
    mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

static bool open_temporary(struct output *o, const char *path,
                           struct error *err)
{
    struct text temp = {0};
    int fd;

    text_printf(&temp, "%s.XXXXXX", path);
    fd = mkstemp(temp.bytes);
    if (fd < 0) {
        text_release(&temp);
        return fail(err, "cannot write %s: %s", path, strerror(errno));
    }
    (void)!fchmod(fd, file_mode());
    o->stream = fdopen(fd, "wb");
    o->temp = temp.bytes;
    o->path = memory_text(path);
    return true;
}

bool output_open(struct output *o, const char *path, bool replace,
                 struct error *err)
{
    struct stat st;
    bool exists = !is_dash(path) && stat(path, &st) == 0;

    *o = (struct output){.replace = replace};
    if (is_dash(path) ||
        (exists && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
        return open_direct(o, path, err);
    if (exists && S_ISDIR(st.st_mode))
        return fail(err, "cannot write %s: it is a folder", path);
    if (exists && !replace)
        return fail(err,
                    "%s exists: choose another name or add --force to "
                    "replace it",
                    path);
    return open_temporary(o, path, err);
}

/* link() fails where the name was taken meanwhile; rename() would replace. */
static bool put_in_place(const struct output *o, struct error *err)
{
    if (!o->replace && link(o->temp, o->path) == 0) {
        unlink(o->temp);
        return true;
    }
    if (!o->replace && errno == EEXIST)
        return fail(err, "%s exists: choose another name", o->path);
    if (rename(o->temp, o->path) != 0)
        return fail(err, "cannot write %s: %s", o->path, strerror(errno));
    return true;
}

static void forget(struct output *o)
{
    free(o->path);
    free(o->temp);
    *o = (struct output){0};
}

bool output_commit(struct output *o, struct error *err)
{
    bool ok = fflush(o->stream) == 0 && !ferror(o->stream) &&
              (!o->temp || fsync(fileno(o->stream)) == 0);
    int why = errno;

    if (fclose(o->stream) != 0 && ok) {
        ok = false;
        why = errno;
    }
    if (!ok)
        fail(err, "cannot write %s: %s", o->path, strerror(why));
    else if (o->temp)
        ok = put_in_place(o, err);
    if (!ok && o->temp)
        unlink(o->temp);
    forget(o);
    return ok;
}

void output_abandon(struct output *o)
{
    fclose(o->stream);
    if (o->temp)
        unlink(o->temp);
    forget(o);
}
