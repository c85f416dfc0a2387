#include "ui/tui.h"

#include <assert.h>
#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "base/memory.h"
#include "ui/terminal.h"
#include "ui/tui_palette.h"

enum {
    ESCAPE_MS = 25,
    SILENT_READS = 8 /* readable and yet nothing there: it is gone */
};

static const double FRAME = 1.0 / 30; /* seconds between pages of a run */

struct screen {
    FILE *keyboard;
    bool owns_keyboard;
    SCREEN *curses;
    struct look look;
    struct palette palette;
    struct grid page;
    cchar_t *row; /* [row_cols] owned */
    int row_cols;
    bool no_mouse, mouse; /* may not be asked for; is on */
    int silent_reads;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Open and close ---------------------------------------------------------- */

/* Append a capability without its padding, "$<5>". */
static void add_capability(char *out, size_t size, const char *s)
{
    size_t n = strlen(out);

    while (*s && n + 1 < size) {
        const char *end = s[0] == '$' && s[1] == '<' ? strchr(s, '>') : NULL;
        if (end)
            s = end + 1;
        else
            out[n++] = *s++;
    }
    out[n] = '\0';
}

/* What curses would write at the end, for when it cannot be asked. */
static void farewell_of(char *out, size_t size, const struct look *l)
{
    out[0] = '\0';
    if (*capability("kmous"))
        add_capability(out, size,
                       "\033[?1000l\033[?1002l\033[?1003l\033[?1006l");
    add_capability(out, size, capability("sgr0"));
    if (l->colours)
        add_capability(out, size, capability("op"));
    add_capability(out, size, capability("rmkx"));
    add_capability(out, size, capability("cnorm"));
    add_capability(out, size, "\r\n");
    add_capability(out, size, capability("rmcup"));
}

static bool know_terminal(struct error *err)
{
    const char *term = getenv("TERM");
    int status;

    if (!isatty(STDOUT_FILENO))
        return fail(err, "stdout is not a terminal; without one, use "
                         "\"miscope decode\" or \"miscope export\"");
    if (!term || !*term)
        return fail(err, "TERM is not set, so the kind of terminal is "
                         "unknown; try TERM=xterm-256color miscope");
    if (setupterm(term, STDOUT_FILENO, &status) != OK || !*capability("cup"))
        return fail(err, "TERM=%s: terminfo has no such screen; install "
                         "ncurses-term, try TERM=xterm-256color, or work "
                         "without a screen: miscope decode", term);
    return true;
}

static bool open_keyboard(struct screen *s, struct error *err)
{
    s->owns_keyboard = !isatty(STDIN_FILENO);
    s->keyboard = s->owns_keyboard ? fopen("/dev/tty", "r") : stdin;
    if (!s->keyboard)
        return fail(err, "stdin is not a terminal and /dev/tty cannot be "
                         "read (%s), so there are no keys; use \"miscope "
                         "decode\"", strerror(errno));
    return true;
}

static void fit(void)
{
    int cols, rows;

    terminal_size(STDOUT_FILENO, &cols, &rows);
    resizeterm(rows, cols);
}

/* Ctrl-S would stop the terminal until Ctrl-Q, which nobody remembers. */
static void ignore_ctrl_s(int keyboard)
{
    struct termios modes;

    if (tcgetattr(keyboard, &modes) != 0)
        return;
    modes.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(keyboard, TCSANOW, &modes);
    def_prog_mode(); /* so that curses keeps it */
}

static bool open_screen(struct screen *s, const struct tui_options *o,
                        struct error *err)
{
    char farewell[256];

    setlocale(LC_CTYPE, ""); /* not LC_NUMERIC: numbers keep their point */
    if (!know_terminal(err) || !open_keyboard(s, err))
        return false;
    s->look = look_of(o);
    s->no_mouse = o->no_mouse;
    farewell_of(farewell, sizeof farewell, &s->look);
    del_curterm(cur_term);
    if (!terminal_open(STDOUT_FILENO, farewell, err))
        return false;
    s->curses = newterm(NULL, stdout, s->keyboard);
    if (!s->curses) {
        terminal_close();
        return fail(err, "TERM=%s: curses cannot use it", getenv("TERM"));
    }
    cbreak(); /* not raw: Ctrl-C and Ctrl-Z keep their meaning */
    noecho();
    ignore_ctrl_s(fileno(s->keyboard));
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    leaveok(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    mouseinterval(0);
    curs_set(0);
    palette_init(&s->palette, s->look.colours);
    fit();
    grid_init(&s->page);
    return true;
}

static void set_mouse(struct screen *s, bool on)
{
    if (on != s->mouse)
        mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0,
                  NULL);
    s->mouse = on;
}

static void close_screen(struct screen *s)
{
    set_mouse(s, false);
    if (!isendwin())
        endwin();
    terminal_close();
    delscreen(s->curses);
    if (s->owns_keyboard)
        fclose(s->keyboard);
    grid_release(&s->page);
    free(s->row);
}

/* Page to curses ---------------------------------------------------------- */

/* One column always, whatever a file name or a puzzle brings along. */
static wchar_t printable(const struct screen *s, uint32_t ch)
{
    if (ch >= 0x20 && ch < 0x7F)
        return (wchar_t)ch;
    if (s->look.utf8 && ch >= 0x2500 && ch < 0x25A0) /* boxes and blocks */
        return (wchar_t)ch;
    if (ch == 0)
        return L' ';
    return wcwidth((wchar_t)ch) == 1 ? (wchar_t)ch : L'?';
}

static void present_row(struct screen *s, int y)
{
    for (int x = 0; x < s->page.cols; x++) {
        const struct glyph *c = &s->page.cell[y * s->page.cols + x];
        wchar_t text[2] = { printable(s, c->ch), L'\0' };
        struct paint p = palette_paint(&s->palette, c);

        setcchar(&s->row[x], text, p.attributes, 0, &p.pair);
    }
    mvadd_wchnstr(y, 0, s->row, s->page.cols);
}

static void present(struct screen *s, struct app *a)
{
    int cols = getmaxx(stdscr), rows = getmaxy(stdscr);

    app_draw(a, &s->page, &s->look, cols, rows);
    assert(s->page.cols == cols && s->page.rows == rows);
    s->palette.colourmap = app_colourmap(a);
    if (s->row_cols < cols) {
        s->row = memory_resize(s->row, (size_t)cols, sizeof *s->row);
        s->row_cols = cols;
    }
    if (app_wants_repaint(a))
        clearok(curscr, TRUE);
    erase();
    for (int y = 0; y < rows; y++)
        present_row(s, y);
    wnoutrefresh(stdscr);
    doupdate();
}

/* Keys and time ----------------------------------------------------------- */

/* clang-format off */
static const struct {
    int curses, ours;
} KEYS[] = {
    { KEY_LEFT,      APP_KEY_LEFT },
    { KEY_RIGHT,     APP_KEY_RIGHT },
    { KEY_UP,        APP_KEY_UP },
    { KEY_DOWN,      APP_KEY_DOWN },
    { KEY_PPAGE,     APP_KEY_PAGE_UP },
    { KEY_NPAGE,     APP_KEY_PAGE_DOWN },
    { KEY_HOME,      APP_KEY_HOME },
    { KEY_END,       APP_KEY_END },
    { KEY_BACKSPACE, APP_KEY_BACKSPACE },
    { KEY_ENTER,     APP_KEY_ENTER },
    { KEY_F(1),      APP_KEY_F1 },
};
/* clang-format on */

static void take_mouse(struct app *a)
{
    MEVENT e;

    if (getmouse(&e) == OK)
        app_mouse(a, e.x, e.y, (e.bstate & BUTTON4_PRESSED) != 0,
                  (e.bstate & BUTTON5_PRESSED) != 0);
}

static void take_function_key(struct app *a, int code)
{
    if (code == KEY_MOUSE)
        take_mouse(a);
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++)
        if (KEYS[i].curses == code)
            app_key(a, KEYS[i].ours);
}

static void take_character(struct app *a, wint_t ch)
{
    if (ch == '\r')
        app_key(a, APP_KEY_ENTER);
    else if (ch == 0x7F || ch == '\b')
        app_key(a, APP_KEY_BACKSPACE);
    else
        app_key(a, (int)ch);
}

/* Everything typed so far; returns how much. */
static int take_keys(struct app *a)
{
    int taken = 0, kind;
    wint_t ch;

    while (!app_quits(a) && (kind = get_wch(&ch)) != ERR) {
        if (kind == KEY_CODE_YES)
            take_function_key(a, (int)ch);
        else
            take_character(a, ch);
        taken++;
    }
    return taken;
}

/* Ctrl-Z: the shell gets its screen; what comes after is a new terminal. */
static void stop_and_continue(void)
{
    endwin();
    terminal_stop();
}

static bool take_signals(void)
{
    int events = terminal_events();

    if (events & TERMINAL_STOPS) {
        stop_and_continue();
        events |= terminal_events() | TERMINAL_CONTINUES;
    }
    if (events & TERMINAL_ENDS)
        return false;
    if (events & TERMINAL_CONTINUES) {
        if (!isendwin())
            endwin(); /* somebody else had the terminal: enter it again */
        clearok(curscr, TRUE);
    }
    if (events & (TERMINAL_RESIZED | TERMINAL_CONTINUES))
        fit();
    return true;
}

/* False when nothing will ever be typed again. */
static bool keyboard_lives(struct screen *s, short seen, int taken)
{
    if (seen & (POLLHUP | POLLERR | POLLNVAL))
        return false;
    s->silent_reads = (seen & POLLIN) && !taken ? s->silent_reads + 1 : 0;
    return s->silent_reads < SILENT_READS;
}

/* Sleeps until something happens and takes it. False: leave. `*typed` tells
 * that the user waits for an answer. */
static bool wait_event(struct screen *s, struct app *a, int ms, bool *typed)
{
    struct pollfd fds[] = { { fileno(s->keyboard), POLLIN, 0 },
                            { terminal_fd(), POLLIN, 0 },
                            { app_wakeup_fd(a), POLLIN, 0 } };

    if (poll(fds, 3, ms) < 0 && errno != EINTR)
        return false;
    if (!take_signals())
        return false;
    int taken = take_keys(a);
    *typed = taken > 0 || fds[1].revents;
    return keyboard_lives(s, fds[0].revents, taken);
}

/* Pages follow keys at once and time at FRAME. False: the terminal is gone. */
static bool run(struct screen *s, struct app *a)
{
    double shown = 0;
    bool urgent = true;

    for (;;) {
        double t = now();
        int ms;

        app_tick(a, t);
        if (app_quits(a))
            return true;
        if (urgent || t >= shown + FRAME) {
            present(s, a);
            set_mouse(s, app_wants_mouse(a) && !s->no_mouse);
            shown = t;
            ms = app_timeout(a, now());
        } else {
            ms = (int)((shown + FRAME - t) * 1000) + 1;
        }
        if (!wait_event(s, a, ms, &urgent))
            return false;
    }
}

bool tui_run(struct app *app, const struct tui_options *o, struct error *err)
{
    struct screen s = { 0 };

    if (!open_screen(&s, o, err))
        return false;
    bool quit = run(&s, app);
    close_screen(&s);
    if (!quit)
        terminal_obey();
    return quit || fail(err, "the terminal is gone");
}
