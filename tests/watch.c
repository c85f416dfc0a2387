#include "watch.h"

#include <stdio.h>
#include <stdlib.h>

#include "support.h"

const char WATCH_PUZZLE[] =
    "53467.91.6721.5348.9834256.85.76142342685379171.924.56961.3.28428.4196.53"
    "45.8.1.9";

const char *watch_binary(void)
{
    const char *path = getenv("MISCOPE_BINARY");

    assert_non_null(path);
    return path;
}

void watch_begin(struct pty *p, int cols, int rows, const char *const *env)
{
    const char *argv[] = { watch_binary(), "sudoku", WATCH_PUZZLE,
                           "--policy", "sequential", NULL };
    struct pty_setup setup = { cols, rows, argv, env, NULL };

    pty_start(p, &setup);
}

void watch(struct pty *p, int cols, int rows, const char *const *env)
{
    watch_begin(p, cols, rows, env);
    assert_true(pty_sees(p, "? help"));
    pty_settle(p);
}

void watch_in(struct pty *p, const char *variable)
{
    const char *const env[] = { variable, NULL };

    watch(p, 80, 24, env);
}

void watch_line(struct pty *p, const char *before, const char *after)
{
    static char line[1024];
    struct pty_setup setup = { 80, 24, NULL, NULL, line };

    snprintf(line, sizeof line, "%s exec %s sudoku %s %s", before,
             watch_binary(), WATCH_PUZZLE, after);
    pty_start(p, &setup);
}

void watch_step_to(struct pty *p, int n)
{
    char text[32];

    snprintf(text, sizeof text, "step %d", n);
    if (!pty_shows(p, text)) /* the first step is taken without a key */
        pty_type(p, ".");
    assert_true(pty_sees(p, text));
    pty_settle(p);
}

void watch_leave(struct pty *p)
{
    pty_type(p, "q");
    assert_int_equal(pty_ends(p, 20000), 0);
    assert_true(pty_modes_restored(p));
}

void watch_quit(struct pty *p)
{
    watch_leave(p);
    pty_stop(p);
}
