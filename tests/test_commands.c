/* The tables of commands, and those that ask for more than a key. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "page.h"
#include "ui/app_state.h"
#include "ui/command_table.h"

static void test_no_key_means_two_things_in_one_mode(void **state)
{
    (void)state;
    for (int mode = 0; mode < MODE_COUNT; mode++)
        for (const struct command *c = COMMANDS[mode]; c->name; c++)
            for (int i = 0; i < COMMAND_KEYS && c->keys[i]; i++) {
                assert_ptr_equal(command_of_key(mode, c->keys[i]), c);
                for (int k = 0; k < i; k++)
                    assert_int_not_equal(c->keys[i], c->keys[k]);
            }
}

static void test_help_fits_its_column(void **state)
{
    char keys[64];

    (void)state;
    for (int mode = 0; mode < MODE_COUNT; mode++)
        for (const struct command *c = COMMANDS[mode]; c->name; c++) {
            assert_in_range(strlen(c->help), 1, 40);
            assert_true(c->help[strlen(c->help) - 1] != '.');
            assert_true(c->keys[0] != 0 && c->run != NULL);
            command_keys(keys, sizeof keys, c, COMMAND_KEYS);
            assert_true(mode != MODE_MAIN || strlen(keys) <= 12);
        }
}

static void test_every_command_is_in_the_help_once(void **state)
{
    const struct command *row[64];
    int listed = 0, all = 0;

    (void)state;
    for (int g = 0; COMMAND_GROUPS[g]; g++)
        listed += command_in_group(MODE_MAIN, COMMAND_GROUPS[g], row, 64);
    for (const struct command *c = COMMANDS[MODE_MAIN]; c->name; c++)
        all++;
    assert_int_equal(listed, all);
}

static void test_help_is_the_first_hint_at_every_width(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    for (p.cols = LEAST_COLS; p.cols < 130; p.cols++) {
        page_draw(&p);
        assert_int_equal(page_find(&p, p.rows - 1, "? help"), 0);
    }
    page_close(&p);
}

/* Between <!-- keys --> and <!-- end of keys --> the README has what the table
 * says. */
static void test_the_readme_lists_the_keys(void **state)
{
    struct text should = {0};
    struct error err;
    size_t size;
    char *readme = file_read(source_path("README.md"), 1 << 20, &size, &err);

    (void)state;
    const char *begin = readme ? strstr(readme, "<!-- keys -->\n") : NULL;
    if (!begin) {
        print_message("skipped: README.md has no <!-- keys -->\n");
        free(readme);
        skip();
    }
    begin += strlen("<!-- keys -->\n");
    const char *end = strstr(begin, "<!-- end of keys -->");
    assert_non_null(end);
    command_markdown(&should);
    bool same = strlen(should.bytes) == (size_t)(end - begin) &&
                memcmp(should.bytes, begin, should.length) == 0;
    if (!same)
        print_message("the README should say:\n%s", should.bytes);
    text_release(&should);
    free(readme);
    assert_true(same);
}

static void test_goto_reaches_steps_cells_and_pairs(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "goto \"3\" done");
    assert_int_equal(session_now(p.app->session)->depth, 3);
    page_play(&p, "goto \"1\" done goto \"R3c4\" done");
    assert_int_equal(p.app->at, 2 * 9 + 3);
    page_play(&p, "goto \"r1c3 x r9c2\" done");
    assert_int_equal(p.app->pane, PANE_MAP);
    assert_true(p.app->pair[0] == 2 && p.app->pair[1] == 8 * 9 + 1);
    page_play(&p, "goto \"nowhere\" done");
    assert_true(page_has(&p, "'nowhere' is neither"));
    page_close(&p);
}

static void test_changed_settings_start_a_branch(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 120, 40, LOOK_USUAL);
    page_play(&p, "end goto \"1\" done options 'l 'l 'l apply");
    assert_true(page_has(&p, "mi gamma=0.45 lambda=1 and starts a branch"));
    page_play(&p, "forward");
    const struct trace *t = session_trace(p.app->session);
    assert_int_equal(trace_children(t, 1), 2);
    assert_true(page_has(&p, "branch 2/2"));
    page_play(&p, "branch");
    assert_true(page_has(&p, "branch 1 of 2: mi gamma=0.3"));
    assert_int_equal(trace_now(t)->depth, 2);
    page_play(&p, "forward");
    assert_int_equal(trace_now(t)->id, 3);
    page_close(&p);
}

static void test_escape_leaves_the_settings_alone(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "policy 'l 'l close");
    assert_string_equal(POLICIES[session_settings(p.app->session)->policy].name,
                        "mi");
    page_play(&p, "policy change apply");
    assert_string_equal(POLICIES[session_settings(p.app->session)->policy].name,
                        "random");
    page_close(&p);
}

static void test_a_typed_setting_is_checked(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "options type \"-3\" done");
    assert_true(page_has(&p, "--gamma -3"));
    page_play(&p, "type \"0.123\" done apply");
    assert_true(session_settings(p.app->session)->value[PARAM_GAMMA] == 0.123);
    page_close(&p);
}

static void test_a_prompt_survives_a_resize(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 120, 40, LOOK_USUAL);
    page_play(&p, "goto 'r '2");
    p.cols = 30, p.rows = 8;
    page_draw(&p);
    p.cols = 120, p.rows = 40;
    page_play(&p, "'c '2 done");
    assert_int_equal(p.app->at, 9 + 1);
    page_close(&p);
}

static bool open_fake(void *self, int which, struct problem *out, int *count,
                      struct error *err)
{
    (void)self;
    if (which == 2)
        return fail(err, "file:2 contradicts itself");
    *out = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    snprintf(out->title, sizeof out->title, "file:%d", which);
    *count = 3;
    return true;
}

static void test_other_problems_of_the_file_can_be_opened(void **state)
{
    struct page p;

    (void)state;
    page_open(&p, 80, 24, LOOK_USUAL);
    page_play(&p, "next");
    assert_true(page_has(&p, "no other problem"));
    p.app->source.open = open_fake;
    page_play(&p, "previous");
    assert_true(page_has(&p, "the first problem"));
    page_play(&p, "next");
    assert_true(page_has(&p, "file:2 contradicts itself"));
    p.app->which = 2;
    page_play(&p, "next");
    assert_true(page_has(&p, "file:3"));
    assert_int_equal(session_now(p.app->session)->depth, 1);
    page_play(&p, "next");
    assert_true(page_has(&p, "the last problem"));
    page_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_key_means_two_things_in_one_mode),
        cmocka_unit_test(test_help_fits_its_column),
        cmocka_unit_test(test_every_command_is_in_the_help_once),
        cmocka_unit_test(test_help_is_the_first_hint_at_every_width),
        cmocka_unit_test(test_the_readme_lists_the_keys),
        cmocka_unit_test(test_goto_reaches_steps_cells_and_pairs),
        cmocka_unit_test(test_changed_settings_start_a_branch),
        cmocka_unit_test(test_escape_leaves_the_settings_alone),
        cmocka_unit_test(test_a_typed_setting_is_checked),
        cmocka_unit_test(test_a_prompt_survives_a_resize),
        cmocka_unit_test(test_other_problems_of_the_file_can_be_opened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
