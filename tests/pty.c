#define _GNU_SOURCE /* openpty, memmem */
#include "pty.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>
#include <vterm.h>

#include "base/memory.h"
#include "base/text.h"

enum { PATIENCE_MS = 20000, SLICE_MS = 20, QUIET_MS = 160 };

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void pty_sleep(int ms)
{
    struct timespec t = { ms / 1000, ms % 1000 * 1000000L };

    nanosleep(&t, NULL);
}

static void set_environment(const char *const *env)
{
    static const char *const USUAL[] = {
        "TERM=xterm-256color", "LC_ALL=C.UTF-8", "NO_COLOR", "COLORTERM",
        "LINES", "COLUMNS", /* and a crash stays one under a sanitizer: */
        "ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
        "handle_abort=0", NULL
    };
    const char *const *lists[] = { USUAL, env };

    for (int k = 0; k < 2; k++)
        for (int i = 0; lists[k] && lists[k][i]; i++)
            if (strchr(lists[k][i], '='))
                putenv((char *)(uintptr_t)lists[k][i]);
            else
                unsetenv(lists[k][i]);
}

static void be_the_child(const struct pty_setup *s, int terminal)
{
    login_tty(terminal);
    set_environment(s->env);
    if (s->shell)
        execl("/bin/sh", "sh", "-c", s->shell, (char *)NULL);
    else
        execv(s->argv[0], (char *const *)(uintptr_t)s->argv);
    perror("exec");
    _exit(127);
}

static void open_screen(struct pty *p)
{
    p->vterm = vterm_new(p->rows, p->cols);
    vterm_set_utf8(p->vterm, 1);
    p->screen = vterm_obtain_screen(p->vterm);
    vterm_screen_enable_altscreen(p->screen, 1);
    vterm_screen_reset(p->screen, 1);
}

void pty_start(struct pty *p, const struct pty_setup *s)
{
    struct winsize size = { .ws_col = (unsigned short)s->cols,
                            .ws_row = (unsigned short)s->rows };
    int terminal;

    *p = (struct pty){ .status = -1, .cols = s->cols ? s->cols : 80,
                       .rows = s->rows ? s->rows : 24 };
    if (openpty(&p->master, &terminal, NULL, NULL, &size) != 0)
        abort();
    fcntl(p->master, F_SETFD, FD_CLOEXEC);
    tcgetattr(p->master, &p->before);
    p->pid = fork();
    if (p->pid == 0)
        be_the_child(s, terminal);
    close(terminal);
    open_screen(p);
}

static void keep(struct pty *p, const char *bytes, size_t n)
{
    if (p->count + n > p->capacity) {
        p->capacity = 2 * (p->count + n);
        p->bytes = memory_resize(p->bytes, p->capacity, 1);
    }
    memcpy(p->bytes + p->count, bytes, n);
    p->count += n;
    vterm_input_write(p->vterm, bytes, n);
}

static void collect(struct pty *p)
{
    int status;

    if (p->status < 0 && waitpid(p->pid, &status, WNOHANG) == p->pid)
        p->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                        : WEXITSTATUS(status);
}

/* One slice of waiting; true when something came. */
static bool read_some(struct pty *p, int ms)
{
    struct pollfd fd = { p->master, POLLIN, 0 };
    char bytes[4096];

    if (p->master < 0 || poll(&fd, 1, ms) <= 0)
        return false;
    ssize_t n = read(p->master, bytes, sizeof bytes);
    if (n > 0)
        keep(p, bytes, (size_t)n);
    else
        pty_sleep(SLICE_MS); /* nobody has the other end open now */
    return n > 0;
}

void pty_read(struct pty *p, int ms)
{
    int64_t end = now_ms() + ms, quiet = now_ms() + ms / 3;

    while (now_ms() < end && now_ms() < quiet)
        if (read_some(p, SLICE_MS))
            quiet = now_ms() + ms / 3;
}

/* 'S' of "12 (some name) S ...", 0 where the thread is gone. */
static char state_of(const char *folder, const char *thread)
{
    char path[300], line[512] = "";
    FILE *f;

    snprintf(path, sizeof path, "%s/%s/stat", folder, thread);
    f = fopen(path, "r");
    if (!f)
        return 0;
    bool got = fgets(line, sizeof line, f) != NULL;
    fclose(f);
    const char *name_end = got ? strrchr(line, ')') : NULL;
    return name_end && name_end[1] ? name_end[2] : 0;
}

/* Whether no thread of what is in front on the terminal has work to do. */
static bool is_asleep(const struct pty *p)
{
    char folder[32];
    bool asleep = true;
    DIR *threads;

    snprintf(folder, sizeof folder, "/proc/%d/task", (int)tcgetpgrp(p->master));
    threads = opendir(folder);
    for (struct dirent *e; threads && (e = readdir(threads));) {
        char state = e->d_name[0] == '.' ? 0 : state_of(folder, e->d_name);
        if (state == 'R' || state == 'D')
            asleep = false;
    }
    if (threads)
        closedir(threads);
    return asleep;
}

void pty_settle(struct pty *p)
{
    int64_t end = now_ms() + PATIENCE_MS, quiet = now_ms() + QUIET_MS;

    while (now_ms() < end && now_ms() < quiet)
        if (read_some(p, SLICE_MS) || !is_asleep(p))
            quiet = now_ms() + QUIET_MS;
}

void pty_type(struct pty *p, const char *keys)
{
    size_t left = strlen(keys);

    while (left > 0) {
        ssize_t n = write(p->master, keys, left);
        if (n <= 0)
            return;
        keys += n;
        left -= (size_t)n;
    }
}

void pty_resize(struct pty *p, int cols, int rows)
{
    struct winsize size = { .ws_col = (unsigned short)cols,
                            .ws_row = (unsigned short)rows };

    p->cols = cols;
    p->rows = rows;
    vterm_set_size(p->vterm, rows, cols);
    ioctl(p->master, TIOCSWINSZ, &size);
}

void pty_close(struct pty *p)
{
    close(p->master);
    p->master = -1;
}

bool pty_shows(struct pty *p, const char *text)
{
    return strstr(pty_text(p), text) != NULL;
}

bool pty_sees(struct pty *p, const char *text)
{
    int64_t end = now_ms() + PATIENCE_MS;

    while (!pty_shows(p, text)) {
        if (now_ms() > end)
            return false;
        read_some(p, SLICE_MS);
    }
    return true;
}

int pty_ends(struct pty *p, int ms)
{
    int64_t end = now_ms() + ms;

    for (collect(p); p->status < 0 && now_ms() < end; collect(p))
        if (!read_some(p, SLICE_MS) && p->master < 0)
            pty_sleep(SLICE_MS);
    while (read_some(p, 0)) /* what it wrote last */
        ;
    return p->status;
}

void pty_stop(struct pty *p)
{
    if (pty_ends(p, 0) < 0) {
        kill(p->pid, SIGKILL);
        waitpid(p->pid, NULL, 0);
    }
    if (p->master >= 0)
        close(p->master);
    vterm_free(p->vterm);
    free(p->bytes);
    free(p->text);
}

static void add_utf8(struct text *t, uint32_t ch)
{
    char bytes[4];
    size_t n = 0;

    if (ch < 0x80) {
        bytes[n++] = (char)(ch ? ch : ' ');
    } else if (ch < 0x800) {
        bytes[n++] = (char)(0xC0 | ch >> 6);
    } else {
        bytes[n++] = (char)(0xE0 | (ch >> 12 & 15));
        bytes[n++] = (char)(0x80 | (ch >> 6 & 63));
    }
    if (ch >= 0x80)
        bytes[n++] = (char)(0x80 | (ch & 63));
    text_add_bytes(t, bytes, n);
}

static VTermScreenCell cell_at(const struct pty *p, int x, int y)
{
    VTermScreenCell c;

    vterm_screen_get_cell(p->screen, (VTermPos){ y, x }, &c);
    return c;
}

/* 0: the terminal's own. */
static uint32_t colour_of(VTermColor c)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(&c) || VTERM_COLOR_IS_DEFAULT_BG(&c))
        return 0;
    if (VTERM_COLOR_IS_INDEXED(&c))
        return 1u << 24 | c.indexed.idx;
    return 2u << 24 | (uint32_t)(c.rgb.red << 16 | c.rgb.green << 8 |
                                 c.rgb.blue);
}

static const char *describe(struct pty *p, bool looks)
{
    struct text t = { 0 };

    for (int y = 0; y < p->rows; y++) {
        for (int x = 0; x < p->cols; x++) {
            VTermScreenCell c = cell_at(p, x, y);
            add_utf8(&t, c.chars[0] == UINT32_MAX ? ' ' : c.chars[0]);
            if (looks)
                text_printf(&t, "{%x,%x%s%s%s}", colour_of(c.fg),
                            colour_of(c.bg), c.attrs.bold ? "b" : "",
                            c.attrs.underline ? "u" : "",
                            c.attrs.reverse ? "r" : "");
        }
        text_add(&t, "\n");
    }
    free(p->text);
    p->text = t.bytes;
    return p->text;
}

const char *pty_text(struct pty *p)
{
    return describe(p, false);
}

const char *pty_look(struct pty *p)
{
    return describe(p, true);
}

bool pty_wrote(const struct pty *p, size_t from, const char *sequence)
{
    return p->count > from && memmem(p->bytes + from, p->count - from,
                                     sequence, strlen(sequence)) != NULL;
}

/* Except PENDIN, with which the kernel asks itself to read again. */
bool pty_modes_restored(const struct pty *p)
{
    struct termios after, before = p->before;

    if (tcgetattr(p->master, &after) != 0)
        return false;
    return after.c_iflag == before.c_iflag && after.c_oflag == before.c_oflag &&
           after.c_cflag == before.c_cflag &&
           ((after.c_lflag ^ before.c_lflag) & ~(tcflag_t)PENDIN) == 0 &&
           memcmp(after.c_cc, before.c_cc, sizeof after.c_cc) == 0;
}

static bool has_colour(const uint32_t *seen, int count, uint32_t colour)
{
    for (int i = 0; i < count; i++)
        if (seen[i] == colour)
            return true;
    return false;
}

int pty_colours(const struct pty *p)
{
    uint32_t seen[4096];
    int count = 0;

    for (int y = 0; y < p->rows; y++)
        for (int x = 0; x < p->cols; x++) {
            VTermScreenCell c = cell_at(p, x, y);
            uint32_t both[] = { colour_of(c.fg), colour_of(c.bg) };
            for (int k = 0; k < 2; k++)
                if (both[k] && !has_colour(seen, count, both[k]) &&
                    count < 4096)
                    seen[count++] = both[k];
        }
    return count;
}

double pty_cpu_seconds(const struct pty *p)
{
    char path[64];
    unsigned long user = 0, system = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)p->pid);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    int found = fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u "
                          "%*u %*u %lu %lu", &user, &system);
    fclose(f);
    return found == 2 ? (double)(user + system) / (double)sysconf(_SC_CLK_TCK)
                      : 0;
}
