#include "ui/terminal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { STACK_BYTES = 32768, FAREWELL_BYTES = 256, GRACE_SECONDS = 1 };

enum conduct {
    NOTE,  /* write the number into the pipe */
    LEAVE, /* the same, and see that the program ends */
    CRASH, /* restore the terminal here and now */
    IGNORE
};

/* clang-format off */
static const struct {
    int number;
    int conduct;
    int event; /* what terminal_events makes of it */
} SIGNALS[] = {
    { SIGWINCH, NOTE,   TERMINAL_RESIZED },
    { SIGTSTP,  NOTE,   TERMINAL_STOPS },
    { SIGCONT,  NOTE,   TERMINAL_CONTINUES },
    { SIGINT,   LEAVE,  TERMINAL_ENDS },
    { SIGTERM,  LEAVE,  TERMINAL_ENDS },
    { SIGHUP,   LEAVE,  TERMINAL_ENDS },
    { SIGQUIT,  LEAVE,  TERMINAL_ENDS },
    { SIGUSR1,  LEAVE,  TERMINAL_ENDS },
    { SIGUSR2,  LEAVE,  TERMINAL_ENDS },
    { SIGXCPU,  LEAVE,  TERMINAL_ENDS },
    { SIGVTALRM, LEAVE, TERMINAL_ENDS },
    { SIGALRM,  CRASH,  0 }, /* the grace of the four above is over */
    { SIGSEGV,  CRASH,  0 },
    { SIGBUS,   CRASH,  0 },
    { SIGFPE,   CRASH,  0 },
    { SIGILL,   CRASH,  0 },
    { SIGABRT,  CRASH,  0 },
    { SIGPIPE,  IGNORE, 0 },
};
/* clang-format on */

enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

/* The only mutable state at file scope: a signal handler gets no argument. */
static struct {
    int fd;
    struct termios modes;
    char farewell[FAREWELL_BYTES];
    size_t farewell_bytes;
    int pipe[2];                 /* signals on their way to the loop */
    volatile sig_atomic_t ending; /* the signal that ends the loop, or 0 */
    struct sigaction before[SIGNAL_COUNT];
    int stderr_before;           /* -1: stderr is not held back */
    FILE *held;
    stack_t stack_before;
    _Alignas(16) char stack[STACK_BYTES]; /* a handler may find no other */
} terminal;

static int row_of(int number)
{
    int i = 0;

    while (SIGNALS[i].number != number)
        i++;
    return i;
}

static void write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return;
        bytes += done;
        n -= (size_t)done;
    }
}

/* A job in the background must leave the terminal to the shell. */
static bool in_foreground(void)
{
    pid_t group = tcgetpgrp(terminal.fd);

    return group == -1 || group == getpgrp();
}

/* This and everything below it down to the handlers is async-signal-safe. */
static void release_stderr(void)
{
    char bytes[512];
    ssize_t n;

    if (terminal.stderr_before < 0)
        return;
    dup2(terminal.stderr_before, STDERR_FILENO);
    close(terminal.stderr_before);
    terminal.stderr_before = -1;
    lseek(fileno(terminal.held), 0, SEEK_SET);
    while ((n = read(fileno(terminal.held), bytes, sizeof bytes)) > 0)
        write_all(STDERR_FILENO, bytes, (size_t)n);
}

static void let_through(int number)
{
    sigaction(number, &terminal.before[row_of(number)], NULL);
    raise(number);
}

static void end_now(int number)
{
    if (in_foreground()) {
        write_all(terminal.fd, terminal.farewell, terminal.farewell_bytes);
        tcsetattr(terminal.fd, TCSANOW, &terminal.modes);
    }
    release_stderr();
    let_through(number);
}

static void note(int number)
{
    char byte = (char)number;

    write_all(terminal.pipe[1], &byte, 1); /* full: the loop has enough to do */
}

static void on_note(int number)
{
    int before = errno;

    note(number);
    errno = before;
}

static void on_leave(int number)
{
    int before = errno;

    if (terminal.ending)
        end_now(number);
    terminal.ending = number;
    note(number);
    alarm(GRACE_SECONDS);
    errno = before;
}

static void on_crash(int number)
{
    end_now(number == SIGALRM && terminal.ending ? terminal.ending : number);
}

static void catch_signals(void)
{
    static void (*const HANDLER[])(int) = {
        [NOTE] = on_note, [LEAVE] = on_leave, [CRASH] = on_crash,
        [IGNORE] = SIG_IGN
    };

    for (int i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction act = { 0 };

        act.sa_handler = HANDLER[SIGNALS[i].conduct];
        act.sa_flags = SA_ONSTACK | SA_RESTART;
        sigemptyset(&act.sa_mask);
        sigaction(SIGNALS[i].number, NULL, &terminal.before[i]);
        if (SIGNALS[i].conduct == LEAVE &&
            terminal.before[i].sa_handler == SIG_IGN)
            continue; /* nohup */
        sigaction(SIGNALS[i].number, &act, NULL);
    }
}

static void hold_stderr(void)
{
    terminal.stderr_before = -1;
    terminal.held = isatty(STDERR_FILENO) ? tmpfile() : NULL;
    if (!terminal.held)
        return;
    terminal.stderr_before = dup(STDERR_FILENO);
    if (terminal.stderr_before >= 0)
        dup2(fileno(terminal.held), STDERR_FILENO);
}

static bool open_pipe(struct error *err)
{
    if (pipe(terminal.pipe) != 0)
        return fail(err, "cannot make a pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++) {
        fcntl(terminal.pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(terminal.pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

bool terminal_open(int fd, const char *farewell, struct error *err)
{
    stack_t stack = { .ss_sp = terminal.stack, .ss_size = STACK_BYTES };

    assert(strlen(farewell) < FAREWELL_BYTES);
    terminal.fd = fd;
    terminal.ending = 0;
    terminal.farewell_bytes = strlen(farewell);
    memcpy(terminal.farewell, farewell, terminal.farewell_bytes);
    if (tcgetattr(fd, &terminal.modes) != 0)
        return fail(err, "cannot read the terminal's modes: %s",
                    strerror(errno));
    if (!open_pipe(err))
        return false;
    hold_stderr();
    sigaltstack(&stack, &terminal.stack_before);
    catch_signals();
    return true;
}

void terminal_close(void)
{
    alarm(0);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(SIGNALS[i].number, &terminal.before[i], NULL);
    if (in_foreground())
        tcsetattr(terminal.fd, TCSANOW, &terminal.modes);
    release_stderr();
    if (terminal.held)
        fclose(terminal.held);
    sigaltstack(&terminal.stack_before, NULL);
    close(terminal.pipe[0]);
    close(terminal.pipe[1]);
}

int terminal_fd(void)
{
    return terminal.pipe[0];
}

int terminal_events(void)
{
    char number;
    int events = 0;

    while (read(terminal.pipe[0], &number, 1) == 1)
        events |= SIGNALS[row_of(number)].event;
    if (terminal.ending) /* also when the pipe was full */
        events |= TERMINAL_ENDS;
    return events;
}

void terminal_size(int fd, int *cols, int *rows)
{
    struct winsize size = { 0 };

    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || !size.ws_col || !size.ws_row) {
        size.ws_col = 80;
        size.ws_row = 24;
    }
    *cols = size.ws_col;
    *rows = size.ws_row;
}

void terminal_stop(void)
{
    struct sigaction ours;
    int row = row_of(SIGTSTP);

    sigaction(SIGTSTP, &terminal.before[row], &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}

void terminal_obey(void)
{
    if (terminal.ending)
        raise(terminal.ending);
}
