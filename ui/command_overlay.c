#include <stdio.h>

#include "ui/app_state.h"
#include "ui/command_run.h"
#include "ui/setting.h"

void run_help(struct app *a, int key)
{
    (void)key;
    a->help_top = 0;
    a->mode = MODE_HELP;
}

void run_quit(struct app *a, int key)
{
    (void)key;
    a->quits = true;
}

void run_mouse(struct app *a, int key)
{
    (void)key;
    a->mouse = !a->mouse;
    app_say(a, "%s",
            a->mouse ? "mouse on: click a cell, the wheel zooms the map"
                     : "mouse off: the terminal selects text again");
}

void run_repaint(struct app *a, int key)
{
    (void)key;
    a->repaint = true;
}

void run_close(struct app *a, int key)
{
    (void)key;
    a->mode = a->mode == MODE_PROMPT ? a->prompt_back : MODE_MAIN;
}

/* The page keeps help_top within what there is; see screen_help. */
void run_scroll(struct app *a, int key)
{
    int page = a->shown.help_rows > 1 ? a->shown.help_rows - 1 : 1;

    switch (key) {
    case APP_KEY_PAGE_DOWN:
        a->help_top += page;
        break;
    case APP_KEY_PAGE_UP:
        a->help_top -= page;
        break;
    case APP_KEY_HOME:
        a->help_top = 0;
        break;
    case APP_KEY_END:
        a->help_top = a->shown.help_last;
        break;
    default:
        a->help_top += key == 'j' || key == APP_KEY_DOWN ? 1 : -1;
    }
    if (a->help_top > a->shown.help_last)
        a->help_top = a->shown.help_last;
    if (a->help_top < 0)
        a->help_top = 0;
}

static int rows_of(const struct app *a, struct setting row[MOST_SETTINGS])
{
    return settings_rows(&a->editing.settings, a->predictor, row);
}

void run_setting_row(struct app *a, int key)
{
    struct setting row[MOST_SETTINGS];
    int count = rows_of(a, row);
    bool down = key == 'j' || key == APP_KEY_DOWN;

    a->editing.row = (a->editing.row + (down ? 1 : count - 1)) % count;
}

void run_setting_change(struct app *a, int key)
{
    struct setting row[MOST_SETTINGS];
    bool up = key == 'l' || key == APP_KEY_RIGHT || key == '+';

    rows_of(a, row);
    setting_change(row[a->editing.row], &a->editing.settings, a->predictor, up);
}

static void read_setting(struct app *a, const char *text)
{
    struct setting row[MOST_SETTINGS];
    struct error err;

    rows_of(a, row);
    if (*text &&
        !setting_read(row[a->editing.row], &a->editing.settings, a->predictor,
                      text, &err))
        app_complain(a, "%s", err.text);
}

void run_setting_type(struct app *a, int key)
{
    struct setting row[MOST_SETTINGS];
    char label[64];

    (void)key;
    rows_of(a, row);
    snprintf(label, sizeof label, "%s: ", setting_name(row[a->editing.row]));
    app_ask(a, label, "", read_setting);
}

void run_setting_apply(struct app *a, int key)
{
    const struct settings *to = &a->editing.settings;
    const struct settings *from = session_settings(a->session);
    bool in_the_middle = session_now(a->session)->depth > 0;
    char words[120];

    (void)key;
    a->mode = MODE_MAIN;
    if (settings_equal(from, to)) {
        session_set(a->session, to);
        return;
    }
    session_set(a->session, to);
    settings_describe(words, sizeof words, to);
    app_say(a, "the next step (.) uses %s%s", words,
            in_the_middle ? " and starts a branch" : "");
}

void run_prompt_done(struct app *a, int key)
{
    char text[PROMPT_BYTES];

    (void)key;
    snprintf(text, sizeof text, "%s", a->prompt.text);
    a->mode = a->prompt_back;
    a->prompt_done(a, text);
}

void run_prompt_rub_out(struct app *a, int key)
{
    (void)key;
    prompt_rub_out(&a->prompt);
}

void run_prompt_clear(struct app *a, int key)
{
    (void)key;
    prompt_clear(&a->prompt);
}
