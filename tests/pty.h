#ifndef MISCOPE_PTY_H
#define MISCOPE_PTY_H
/*
 * pty - a program on a terminal of its own, and what a person would see there.
 * The child gets a pseudo terminal; its output goes through libvterm, which
 * knows what a screen would show, and is kept, byte for byte.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

struct pty_setup {
    int cols, rows;          /* may be 0, which a terminal may say */
    const char *const *argv; /* ends with NULL; a path first */
    const char *const *env;  /* "K=V" sets, "K" unsets; ends with NULL; NULL:
                                as is. TERM is xterm-256color in C.UTF-8 */
    const char *shell;       /* if set: this command line for sh, instead */
};

struct pty {
    pid_t pid;
    int master;
    int cols, rows;
    struct termios before;   /* when the child started */
    struct VTerm *vterm;
    struct VTermScreen *screen;
    char *bytes;             /* all output, owned */
    size_t count, capacity;
    char *text;              /* last answer of pty_text or pty_look, owned */
    int status;              /* as a shell tells it, once it ended; else -1 */
};

void pty_start(struct pty *p, const struct pty_setup *s);
void pty_stop(struct pty *p); /* kills what still runs */

void pty_type(struct pty *p, const char *keys);
void pty_resize(struct pty *p, int cols, int rows);
void pty_close(struct pty *p); /* the terminal goes away under the child */

/* Read output for that long, at most until nothing came for a third of it. */
void pty_read(struct pty *p, int ms);

/* Read until nothing comes and every thread waits: what was asked for is done.
 * Not while a decode runs by itself. */
void pty_settle(struct pty *p);

void pty_sleep(int ms); /* without reading */

/* Read until the screen shows the text; false after 20 seconds without. */
bool pty_sees(struct pty *p, const char *text);
bool pty_shows(struct pty *p, const char *text); /* now */

/* Read until the child has ended, for at most `ms`: its status as a shell
 * tells it (128 + signal), or -1. */
int pty_ends(struct pty *p, int ms);

/* The screen as lines of UTF-8, and the same with the looks of every cell. */
const char *pty_text(struct pty *p);
const char *pty_look(struct pty *p);

/* Whether bytes of the output from `from` on hold that sequence. */
bool pty_wrote(const struct pty *p, size_t from, const char *sequence);

/* The modes are those from before the child started. */
bool pty_modes_restored(const struct pty *p);

/* Colours other than the terminal's own on the screen, distinct ones. */
int pty_colours(const struct pty *p);

double pty_cpu_seconds(const struct pty *p); /* that the child has used */

#endif
