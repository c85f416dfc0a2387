/*
 * Terminals that cannot be used, and the terminal after the program ended.
 */
#define _XOPEN_SOURCE 700
#include "support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watch.h"

static void refuses(const char *variable, const char *why)
{
    const char *const env[] = { variable, NULL };
    struct pty p;

    watch_begin(&p, 80, 24, env);
    assert_int_equal(pty_ends(&p, 5000), 2);
    assert_true(pty_shows(&p, why));
    assert_false(pty_wrote(&p, 0, "\033"));
    assert_true(pty_modes_restored(&p));
    pty_stop(&p);
}

static void test_an_unknown_terminal_is_named(void **state)
{
    (void)state;
    refuses("TERM=bogus", "TERM=bogus");
    refuses("TERM=dumb", "TERM=dumb");
    refuses("TERM=", "TERM");
    refuses("TERM", "TERM");
}

static void test_without_a_screen_decode_is_named(void **state)
{
    (void)state;
    struct pty p;

    watch_line(&p, "", "> /dev/null");
    assert_int_equal(pty_ends(&p, 5000), 2);
    assert_true(pty_shows(&p, "miscope decode"));
    pty_stop(&p);
}

static void test_keys_come_from_the_terminal_when_stdin_does_not(void **state)
{
    (void)state;
    struct pty p;

    watch_line(&p, "", "< /dev/null");
    assert_true(pty_sees(&p, "? help"));
    watch_step_to(&p, 1);
    watch_quit(&p);
}

static void ends_clean_by(int number)
{
    struct pty p;

    watch(&p, 80, 24, NULL);
    pty_type(&p, "M"); /* with the mouse on, which must go off again */
    pty_settle(&p);
    assert_true(pty_wrote(&p, 0, "1000h"));
    size_t from = p.count;
    kill(p.pid, number);
    assert_int_equal(pty_ends(&p, 5000), 128 + number);
    assert_true(pty_modes_restored(&p));
    assert_true(pty_wrote(&p, from, "\033[?1049l"));
    assert_true(pty_wrote(&p, from, "\033[?25h"));
    assert_true(pty_wrote(&p, from, "1000l"));
    pty_stop(&p);
}

static void test_signals_leave_a_clean_terminal(void **state)
{
    (void)state;
    ends_clean_by(SIGTERM);
    ends_clean_by(SIGINT);
    ends_clean_by(SIGHUP);
    ends_clean_by(SIGQUIT);
    ends_clean_by(SIGUSR1);
}

static void test_crashes_leave_a_clean_terminal(void **state)
{
    (void)state;
    ends_clean_by(SIGSEGV);
    ends_clean_by(SIGABRT);
    ends_clean_by(SIGFPE);
    ends_clean_by(SIGBUS);
}

static void test_ctrl_s_does_not_freeze_it(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 80, 24, NULL);
    pty_type(&p, "\023");
    pty_settle(&p);
    watch_step_to(&p, 2);
    watch_quit(&p);
}

static void test_ctrl_c_ends_it(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 80, 24, NULL);
    pty_type(&p, "\003");
    assert_int_equal(pty_ends(&p, 5000), 128 + SIGINT);
    assert_true(pty_modes_restored(&p));
    pty_stop(&p);
}

static void test_a_terminal_that_closes_ends_it_within_a_second(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 80, 24, NULL);
    pty_close(&p);
    assert_int_equal(pty_ends(&p, 1000), 128 + SIGHUP);
    pty_stop(&p);
}

static void test_the_same_under_nohup(void **state)
{
    (void)state;
    struct pty p;

    watch_line(&p, "trap '' HUP;", "");
    assert_true(pty_sees(&p, "? help"));
    pty_settle(&p);
    pty_close(&p);
    assert_int_equal(pty_ends(&p, 1000), 2);
    pty_stop(&p);
}

/* An interactive shell on the terminal, with the program in its foreground. */
static void test_ctrl_z_and_fg_bring_the_page_back(void **state)
{
    (void)state;
    static const char *const SHELL[] = { "/bin/sh", "-i", NULL };
    static const char *const ENV[] = { "PS1=prompt> ", "ENV", NULL };
    struct pty_setup setup = { 80, 24, SHELL, ENV, NULL };
    struct pty p;
    char line[1024];

    pty_start(&p, &setup);
    assert_true(pty_sees(&p, "prompt>"));
    snprintf(line, sizeof line, "%s sudoku %s\n", watch_binary(), WATCH_PUZZLE);
    pty_type(&p, line);
    assert_true(pty_sees(&p, "? help"));
    pty_settle(&p);
    char *before = strdup(pty_look(&p));
    size_t from = p.count;
    pty_type(&p, "\032");
    assert_true(pty_sees(&p, "Stopped"));
    assert_true(pty_wrote(&p, from, "\033[?1049l"));
    assert_false(pty_shows(&p, "? help"));
    pty_resize(&p, 100, 30);
    pty_resize(&p, 80, 24);
    pty_type(&p, "fg\n");
    assert_true(pty_sees(&p, "? help"));
    pty_settle(&p);
    assert_true(strcmp(before, pty_look(&p)) == 0);
    pty_type(&p, "q");
    pty_settle(&p);
    pty_type(&p, "echo back $?\n");
    assert_true(pty_sees(&p, "back 0"));
    pty_type(&p, "exit\n");
    pty_ends(&p, 5000);
    free(before);
    pty_stop(&p);
}

static void test_stop_and_continue_from_outside_repaint(void **state)
{
    (void)state;
    struct pty p;

    watch(&p, 80, 24, NULL);
    char *before = strdup(pty_look(&p));
    kill(p.pid, SIGSTOP);
    pty_sleep(100);
    size_t from = p.count;
    kill(p.pid, SIGCONT);
    pty_settle(&p);
    assert_true(pty_wrote(&p, from, "? "));
    assert_true(strcmp(before, pty_look(&p)) == 0);
    free(before);
    watch_quit(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_unknown_terminal_is_named),
        cmocka_unit_test(test_without_a_screen_decode_is_named),
        cmocka_unit_test(test_keys_come_from_the_terminal_when_stdin_does_not),
        cmocka_unit_test(test_signals_leave_a_clean_terminal),
        cmocka_unit_test(test_crashes_leave_a_clean_terminal),
        cmocka_unit_test(test_ctrl_s_does_not_freeze_it),
        cmocka_unit_test(test_ctrl_c_ends_it),
        cmocka_unit_test(test_a_terminal_that_closes_ends_it_within_a_second),
        cmocka_unit_test(test_the_same_under_nohup),
        cmocka_unit_test(test_ctrl_z_and_fg_bring_the_page_back),
        cmocka_unit_test(test_stop_and_continue_from_outside_repaint),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
