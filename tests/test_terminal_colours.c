/*
 * What kinds of terminals show, and what none of them is ever asked for.
 */
#define _XOPEN_SOURCE 700
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "watch.h"

/* An SGR sequence with a colour in it: 30..49, 90..107, 38;5;n. */
static bool wrote_colour(const struct pty *p)
{
    for (size_t i = 0; i + 2 < p->count; i++) {
        const char *s = p->bytes + i, *end = p->bytes + p->count;
        if (s[0] != '\033' || s[1] != '[')
            continue;
        for (s += 2; s < end && (*s == ';' || (*s >= '0' && *s <= '9'));) {
            char *after;
            long n = strtol(s, &after, 10);
            const char *m = after;
            while (m < end && (*m == ';' || (*m >= '0' && *m <= '9')))
                m++;
            if (m < end && *m == 'm' && n >= 30 && n <= 107)
                return true;
            s = after == s ? s + 1 : after + (*after == ';');
        }
    }
    return false;
}

static void test_no_color_means_none_and_the_cursor_is_still_seen(void **state)
{
    (void)state;
    struct pty p;

    watch_in(&p, "NO_COLOR=1");
    char *before = strdup(pty_look(&p));
    pty_type(&p, "\033[C"); /* right; also as an application key */
    pty_type(&p, "\033OC");
    pty_settle(&p);
    assert_true(strcmp(before, pty_look(&p)) != 0);
    free(before);
    watch_step_to(&p, 1);
    watch_leave(&p);
    assert_false(wrote_colour(&p));
    pty_stop(&p);
}

static void test_an_empty_no_color_does_not_count(void **state)
{
    (void)state;
    struct pty p;

    watch_in(&p, "NO_COLOR=");
    assert_true(wrote_colour(&p)); /* so the test above can fail */
    assert_true(pty_colours(&p) > 8);
    watch_quit(&p);
}

static void test_eight_colours_are_enough(void **state)
{
    (void)state;
    static const char *const TERMS[] = { "TERM=xterm", "TERM=linux",
                                         "TERM=screen", "TERM=ansi" };

    for (size_t i = 0; i < sizeof TERMS / sizeof TERMS[0]; i++) {
        struct pty p;
        watch_in(&p, TERMS[i]);
        int colours = pty_colours(&p);
        assert_in_range(colours, 3, 8);
        assert_false(pty_wrote(&p, 0, "38;5;"));
        watch_quit(&p);
    }
}

static void test_a_terminal_without_colours_gets_characters(void **state)
{
    (void)state;
    static const char *const TERMS[] = { "TERM=vt100", "TERM=vt220",
                                         "TERM=xterm-mono" };

    for (size_t i = 0; i < sizeof TERMS / sizeof TERMS[0]; i++) {
        struct pty p;
        watch_in(&p, TERMS[i]);
        watch_leave(&p);
        assert_false(wrote_colour(&p));
        pty_stop(&p);
    }
}

static void test_256_colours_everywhere_else(void **state)
{
    (void)state;
    static const char *const TERMS[] = { "TERM=xterm-256color",
                                         "TERM=tmux-256color",
                                         "TERM=screen-256color" };

    for (size_t i = 0; i < sizeof TERMS / sizeof TERMS[0]; i++) {
        struct pty p;
        watch_in(&p, TERMS[i]);
        assert_true(pty_colours(&p) > 8);
        assert_false(pty_wrote(&p, 0, "38;2;"));
        watch_quit(&p);
    }
}

/* A terminal of our own with the RGB flag, as xterm-direct has it. */
static void compile_direct_terminal(char *variable, size_t size)
{
    static const char ENTRY[] =
        "miscope-direct|direct colours for a test,use=xterm-256color,"
        "RGB,colors#0x1000000,pairs#0x10000,initc@,ccc@,"
        "setaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/"
        "%{255}%&%d;%p1%{255}%&%d%;m,"
        "setab=\\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/"
        "%{255}%&%d;%p1%{255}%&%d%;m,\n";
    const char *source = scratch_path("direct.ti");
    const char *folder = scratch_path("terminfo");
    FILE *f = fopen(source, "w");

    assert_non_null(f);
    fputs(ENTRY, f);
    fclose(f);
    pid_t pid = fork();
    if (pid == 0) {
        execlp("tic", "tic", "-x", "-o", folder, source, (char *)NULL);
        _exit(127);
    }
    int status;
    waitpid(pid, &status, 0);
    assert_int_equal(status, 0);
    snprintf(variable, size, "TERMINFO=%s", folder);
}

static void test_rgb_where_terminfo_says_so(void **state)
{
    (void)state;
    char terminfo[256];
    struct pty p;

    compile_direct_terminal(terminfo, sizeof terminfo);
    const char *const env[] = { "TERM=miscope-direct", terminfo, NULL };
    watch(&p, 80, 24, env);
    assert_true(pty_wrote(&p, 0, "38;2;"));
    assert_true(pty_colours(&p) > 8);
    watch_quit(&p);
}

static void test_the_palette_is_never_redefined(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 120, 40, NULL);
    pty_type(&p, "c");
    pty_settle(&p);
    assert_false(pty_wrote(&p, 0, "\033]4;"));
    assert_false(pty_wrote(&p, 0, "\033]P"));
    watch_quit(&p);
}

static bool is_ascii(const struct pty *p)
{
    for (size_t i = 0; i < p->count; i++)
        if ((unsigned char)p->bytes[i] >= 0x80)
            return false;
    return true;
}

static void test_a_plain_locale_gets_plain_characters(void **state)
{
    (void)state;
    struct pty p;

    watch_in(&p, "LC_ALL=C");
    watch_step_to(&p, 1);
    assert_true(is_ascii(&p));
    watch_quit(&p);
}

static void test_the_linux_console_gets_no_half_blocks(void **state)
{
    (void)state;
    struct pty p;

    watch_in(&p, "TERM=linux");
    assert_false(pty_wrote(&p, 0, "\xE2\x96\x80"));
    watch_quit(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_color_means_none_and_the_cursor_is_still_seen),
        cmocka_unit_test(test_an_empty_no_color_does_not_count),
        cmocka_unit_test(test_eight_colours_are_enough),
        cmocka_unit_test(test_a_terminal_without_colours_gets_characters),
        cmocka_unit_test(test_256_colours_everywhere_else),
        cmocka_unit_test(test_rgb_where_terminfo_says_so),
        cmocka_unit_test(test_the_palette_is_never_redefined),
        cmocka_unit_test(test_a_plain_locale_gets_plain_characters),
        cmocka_unit_test(test_the_linux_console_gets_no_half_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
