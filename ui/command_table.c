#include "ui/command_table.h"

#include <stdio.h>
#include <string.h>

#include "ui/app_state.h"
#include "ui/command_run.h"

enum { CTRL_L = 12, CTRL_U = 21, DELETE = 127 };

#define LEFT  APP_KEY_LEFT
#define RIGHT APP_KEY_RIGHT
#define UP    APP_KEY_UP
#define DOWN  APP_KEY_DOWN
#define ESC   APP_KEY_ESCAPE

/* clang-format off */
static const struct command MAIN[] = {
    /* name         keys                              shown           help                                        group                      hint      run */
    {"help",       {'?', APP_KEY_F1},                 NULL,           "this list",                                "Program",                 "help",   run_help},
    {"run",        {' '},                             NULL,           "run or pause",                             "Steps",                   "run",    run_run},
    {"forward",    {'.'},                             NULL,           "one step forward",                         NULL,                      "fwd",    run_forward},
    {"back",       {','},                             NULL,           "one step back",                            NULL,                      "back",   run_back},
    {"move",       {'h', 'j', 'k', 'l',
                    LEFT, DOWN, UP, RIGHT},           "hjkl arrows",  "move the cursor",                          "Cursor",                  NULL,     run_move},
    {"pane",       {APP_KEY_TAB},                     NULL,           "cursor on the board or on the map",        NULL,                      "pane",   run_pane},
    {"export",     {'e'},                             NULL,           "this step as a picture (png, svg, pdf)",   "Files",                   "export", run_export},
    {"options",    {'o'},                             NULL,           "parameters of the policy",                 "Problem and policy",      "options", run_options},
    {"quit",       {'q'},                             NULL,           "leave",                                    "Program",                 "quit",   run_quit},

    {"forward10",  {'>', APP_KEY_PAGE_DOWN},          NULL,           "ten steps forward",                        "Steps",                   NULL,     run_forward_10},
    {"back10",     {'<', APP_KEY_PAGE_UP},            NULL,           "ten steps back",                           NULL,                      NULL,     run_back_10},
    {"start",      {'0', APP_KEY_HOME},               NULL,           "to the problem as given",                  NULL,                      NULL,     run_start},
    {"end",        {'G', APP_KEY_END},                NULL,           "to the end of the decode",                 NULL,                      NULL,     run_end},
    {"faster",     {'+', '='},                        NULL,           "run faster",                               NULL,                      NULL,     run_faster},
    {"slower",     {'-'},                             NULL,           "run slower",                               NULL,                      NULL,     run_slower},
    {"cancel",     {'x', ESC},                        NULL,           "stop what is being computed",              NULL,                      NULL,     run_cancel},
    {"branch",     {'t'},                             NULL,           "next branch of the tree of steps",         NULL,                      NULL,     run_branch},

    {"goto",       {'g'},                             NULL,           "go to a step, a cell or a pair",           "Cursor",                  NULL,     run_goto},
    {"weaker",     {'w'},                             NULL,           "the next weaker pair",                     NULL,                      NULL,     run_weaker},
    {"stronger",   {'W'},                             NULL,           "the next stronger pair",                   NULL,                      NULL,     run_stronger},
    {"filter",     {'1', '2', '3', '4', '5', '6',
                    '7', '8', '9'},                   "1-9",          "show one digit and where it may go",       NULL,                      NULL,     run_filter},
    {"lens",       {'v'},                             NULL,           "shade the board with the cursor's MI",     NULL,                      NULL,     run_lens},
    {"info",       {'i'},                             NULL,           "below the board: cell, lists or log",      NULL,                      NULL,     run_info},

    {"all",        {'m'},                             NULL,           "map of masked cells or of all",            "Map",                     NULL,     run_all},
    {"zoomin",     {'z'},                             NULL,           "zoom in, following the cursor",            NULL,                      NULL,     run_zoom_in},
    {"zoomout",    {'Z'},                             NULL,           "zoom out",                                 NULL,                      NULL,     run_zoom_out},
    {"colourmap",  {'c'},                             NULL,           "next colour map",                          NULL,                      NULL,     run_colourmap},
    {"log",        {'L'},                             NULL,           "linear or logarithmic colours",            NULL,                      NULL,     run_log},
    {"scale",      {'s'},                             NULL,           "limits of the whole run or of each step",  NULL,                      NULL,     run_scale},
    {"limit",      {'[', ']'},                        NULL,           "lower or raise the upper limit by hand",   NULL,                      NULL,     run_limit},
    {"bits",       {'b'},                             NULL,           "numbers in nats or bits",                  NULL,                      NULL,     run_bits},

    {"policy",     {'p'},                             NULL,           "choose the policy",                        "Problem and policy",      NULL,     run_policy},
    {"next",       {'n'},                             NULL,           "next problem of the file",                 NULL,                      NULL,     run_next},
    {"previous",   {'N'},                             NULL,           "previous problem of the file",             NULL,                      NULL,     run_previous},

    {"exportall",  {'E'},                             NULL,           "every step as a picture into a folder",    "Files",                   NULL,     run_export_all},

    {"mouse",      {'M'},                             NULL,           "mouse on or off (off: select text)",       "Program",                 NULL,     run_mouse},
    {"repaint",    {CTRL_L},                          NULL,           "draw the page again",                      NULL,                      NULL,     run_repaint},
    {0},
};

static const struct command HELP[] = {
    {"scroll",     {'j', 'k', DOWN, UP, APP_KEY_PAGE_DOWN, APP_KEY_PAGE_UP,
                    APP_KEY_HOME, APP_KEY_END},       "j k arrows",   "scroll",                                   NULL,                      "scroll", run_scroll},
    {"close",      {'?', 'q', ESC, APP_KEY_F1},       NULL,           "close the help",                           NULL,                      "close",  run_close},
    {"repaint",    {CTRL_L},                          NULL,           "draw the page again",                      NULL,                      NULL,     run_repaint},
    {0},
};

static const struct command SETTINGS[] = {
    {"row",        {'j', 'k', DOWN, UP},              "j k up down",  "choose a row",                             NULL,                      "choose", run_setting_row},
    {"change",     {'h', 'l', LEFT, RIGHT, '-', '+'}, "h l left right", "lower or raise the value",               NULL,                      "change", run_setting_change},
    {"type",       {'='},                             NULL,           "type the value",                           NULL,                      "type",   run_setting_type},
    {"apply",      {APP_KEY_ENTER, 'o'},              NULL,           "use it from the next step on",             NULL,                      "apply",  run_setting_apply},
    {"close",      {ESC, 'q'},                        NULL,           "leave everything as it was",               NULL,                      "leave",  run_close},
    {"repaint",    {CTRL_L},                          NULL,           "draw the page again",                      NULL,                      NULL,     run_repaint},
    {0},
};

static const struct command PROMPT[] = {
    {"done",       {APP_KEY_ENTER},                   NULL,           "done",                                     NULL,                      "done",   run_prompt_done},
    {"close",      {ESC},                             NULL,           "leave",                                    NULL,                      "leave",  run_close},
    {"rubout",     {APP_KEY_BACKSPACE, 8, DELETE},    "Backspace",    "delete the last character",                NULL,                      NULL,     run_prompt_rub_out},
    {"clear",      {CTRL_U},                          NULL,           "delete all",                               NULL,                      "clear",  run_prompt_clear},
    {"repaint",    {CTRL_L},                          NULL,           "draw the page again",                      NULL,                      NULL,     run_repaint},
    {0},
};

const struct command *const COMMANDS[MODE_COUNT] = {
    [MODE_MAIN] = MAIN,
    [MODE_HELP] = HELP,
    [MODE_SETTINGS] = SETTINGS,
    [MODE_PROMPT] = PROMPT,
};

static const struct {
    int key;
    const char *name;
} NAMES[] = {
    {' ', "SPC"}, {APP_KEY_TAB, "TAB"}, {APP_KEY_ENTER, "Enter"},
    {ESC, "Esc"}, {LEFT, "Left"}, {RIGHT, "Right"}, {UP, "Up"}, {DOWN, "Down"},
    {APP_KEY_PAGE_UP, "PgUp"}, {APP_KEY_PAGE_DOWN, "PgDn"},
    {APP_KEY_HOME, "Home"}, {APP_KEY_END, "End"}, {APP_KEY_F1, "F1"},
    {APP_KEY_BACKSPACE, "Backspace"}, {0, NULL},
};
/* clang-format on */

static bool has_key(const struct command *c, int key)
{
    for (int i = 0; i < COMMAND_KEYS && c->keys[i]; i++)
        if (c->keys[i] == key)
            return true;
    return false;
}

const struct command *command_of_key(int mode, int key)
{
    for (const struct command *c = COMMANDS[mode]; c->name; c++)
        if (has_key(c, key))
            return c;
    return NULL;
}

void command_key(struct app *a, int key)
{
    const struct command *c = command_of_key(a->mode, key);

    if (c)
        c->run(a, key);
    else if (a->mode == MODE_PROMPT)
        prompt_type(&a->prompt, key);
}

void command_wheel(struct app *a, bool up)
{
    if (a->mode == MODE_HELP)
        run_scroll(a, up ? APP_KEY_UP : APP_KEY_DOWN);
    else if (a->mode == MODE_MAIN && up)
        run_zoom_in(a, 0);
    else if (a->mode == MODE_MAIN)
        run_zoom_out(a, 0);
}

void command_key_name(char *out, size_t size, int key)
{
    for (int i = 0; NAMES[i].name; i++)
        if (NAMES[i].key == key) {
            snprintf(out, size, "%s", NAMES[i].name);
            return;
        }
    if (key < ' ')
        snprintf(out, size, "Ctrl-%c", key + '@');
    else
        snprintf(out, size, "%c", key);
}

void command_keys(char *out, size_t size, const struct command *c, int most)
{
    char name[16];
    size_t used = 0;

    if (c->shown && most > 1) {
        snprintf(out, size, "%s", c->shown);
        return;
    }
    out[0] = '\0';
    for (int i = 0; i < most && i < COMMAND_KEYS && c->keys[i]; i++) {
        command_key_name(name, sizeof name, c->keys[i]);
        used += (size_t)snprintf(out + used, size - used, "%s%s",
                                 used ? " " : "", name);
        if (used >= size)
            return;
    }
}

/* A group is said once; rows of the same group may stand apart in the table,
 * since its order is also that of the hints. */
static const char *group_of(const struct command *table, int row)
{
    while (row > 0 && !table[row].group)
        row--;
    return table[row].group;
}

int command_in_group(int mode, const char *group, const struct command **out,
                     int most)
{
    const struct command *table = COMMANDS[mode];
    int n = 0;

    for (int i = 0; table[i].name && n < most; i++) {
        const char *own = group_of(table, i);
        if (own && strcmp(own, group) == 0)
            out[n++] = &table[i];
    }
    return n;
}

const char *const COMMAND_GROUPS[] = {"Steps",  "Cursor", "Map",
                                      "Problem and policy", "Files", "Program",
                                      NULL};

static void markdown_row(struct text *out, const struct command *c)
{
    char name[16];

    text_add(out, "| ");
    if (c->shown)
        text_printf(out, "`%s`", c->shown);
    for (int i = 0; !c->shown && i < COMMAND_KEYS && c->keys[i]; i++) {
        command_key_name(name, sizeof name, c->keys[i]);
        text_printf(out, "%s`%s`", i ? " " : "", name);
    }
    text_printf(out, " | %s |\n", c->help);
}

void command_markdown(struct text *out)
{
    const struct command *row[64];

    for (int g = 0; COMMAND_GROUPS[g]; g++) {
        int n = command_in_group(MODE_MAIN, COMMAND_GROUPS[g], row, 64);
        text_printf(out, "%s| %s | |\n|---|---|\n", g ? "\n" : "",
                    COMMAND_GROUPS[g]);
        for (int i = 0; i < n; i++)
            markdown_row(out, row[i]);
    }
}
