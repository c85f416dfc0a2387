#define _GNU_SOURCE /* O_TMPFILE */
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

/* A file of the folder without a name, -1 where there is no such thing. */
static int open_nameless(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct text folder = {0};
    int fd;

    if (!slash)
        text_add(&folder, ".");
    else
        text_add_bytes(&folder, path, (size_t)(slash - path) + 1);
    fd = open(folder.bytes, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    text_release(&folder);
    return fd;
}

static bool open_temporary(struct output *o, const char *path,
                           struct error *err)
{
    struct text temp = {0};
    int fd = open_nameless(path);

    o->nameless = fd >= 0;
    if (!o->nameless) {
        text_printf(&temp, "%s.XXXXXX", path);
        fd = mkstemp(temp.bytes);
    }
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

/* Gives the complete file a name beside its target's. */
static bool give_name(struct output *o)
{
    struct text name = {0};
    char file[40];
    int tries = 0, failed;

    snprintf(file, sizeof file, "/proc/self/fd/%d", fileno(o->stream));
    do {
        name.length = 0;
        text_printf(&name, "%s.%06d", o->path, (int)getpid() % 999999 + tries);
        failed = linkat(AT_FDCWD, file, AT_FDCWD, name.bytes,
                        AT_SYMLINK_FOLLOW);
    } while (failed && errno == EEXIST && tries++ < 100);
    if (failed) {
        text_release(&name);
        return false;
    }
    o->temp = name.bytes;
    return true;
}

static bool open_target(struct output *o, const char *path, bool replace,
                        struct error *err)
{
    struct stat st;
    bool exists = !is_dash(path) && stat(path, &st) == 0;

    *o = (struct output){.replace = replace};
    if (!exists && !is_dash(path) && lstat(path, &st) == 0)
        return fail(err, "%s is a link to nothing: remove it or choose "
                         "another name", path);
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

bool output_open(struct output *o, const char *path, bool replace,
                 struct error *err)
{
    struct stat st;
    bool is_link = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    char *target = is_link && replace ? realpath(path, NULL) : NULL;
    bool ok = open_target(o, target ? target : path, replace, err);

    free(target);
    return ok;
}

bool output_try(const char *path, bool replace, struct error *err)
{
    struct output out;
    struct stat st;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return true;
    if (!output_open(&out, path, replace, err))
        return false;
    output_abandon(&out);
    return true;
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
              ((!o->temp && !o->nameless) ||
               fsync(fileno(o->stream)) == 0) &&
              (!o->nameless || give_name(o));
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
