#define _POSIX_C_SOURCE 200809L
#include "page.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/app_state.h"
#include "ui/command_table.h"

const struct look LOOK_USUAL = {256, true, true};
const struct look LOOK_ASCII = {8, false, false};
const struct look LOOK_MONO = {0, false, false};

void page_settle(struct page *p)
{
    while (session_waits(p->app->session) || p->app->job.active) {
        struct pollfd fd = {app_wakeup_fd(p->app), POLLIN, 0};
        poll(&fd, 1, 20);
        app_tick(p->app, p->app->now);
    }
}

void page_open(struct page *p, int cols, int rows, struct look look)
{
    struct settings s = settings_for(policy_named("mi"));

    *p = (struct page){.look = look, .cols = cols, .rows = rows};
    p->predictor = fake_predictor(&p->fake);
    p->problem = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    grid_init(&p->grid);
    p->app = app_new(domain_named("sudoku"), &p->predictor, &p->problem, &s,
                     NULL, 1);
    page_settle(p);
    page_draw(p);
}

void page_close(struct page *p)
{
    app_free(p->app);
    grid_release(&p->grid);
    problem_release(&p->problem);
}

void page_key(struct page *p, int key)
{
    app_key(p->app, key);
    page_settle(p);
    page_draw(p);
}

static void play_word(struct page *p, const char *word)
{
    const struct command *c = COMMANDS[p->app->mode];

    while (c->name && strcmp(c->name, word) != 0)
        c++;
    if (!c->name) {
        fprintf(stderr, "no command '%s' here\n", word);
        abort();
    }
    page_key(p, c->keys[0]);
}

void page_play(struct page *p, const char *script)
{
    char word[64];
    int length;

    for (; *script; script += length) {
        length = (int)strcspn(script, " ");
        if (*script == '\'') {
            page_key(p, script[1]);
        } else if (*script == '"') {
            for (length = 1; script[length] != '"'; length++)
                page_key(p, script[length]);
            length++;
        } else if (length) {
            snprintf(word, sizeof word, "%.*s", length, script);
            play_word(p, word);
        }
        length += script[length] == ' ';
    }
}

void page_draw(struct page *p)
{
    app_draw(p->app, &p->grid, &p->look, p->cols, p->rows);
}

static void add_utf8(struct text *out, uint32_t ch)
{
    char utf8[4] = {(char)ch};

    if (ch < 0x80) {
        text_add_bytes(out, utf8, 1);
        return;
    }
    utf8[0] = (char)(0xE0 | ch >> 12);
    utf8[1] = (char)(0x80 | (ch >> 6 & 0x3F));
    utf8[2] = (char)(0x80 | (ch & 0x3F));
    text_add_bytes(out, utf8, 3);
}

static const char ROLE_LETTERS[ROLE_COUNT] = {
    [ROLE_PLAIN] = '.',    [ROLE_FAINT] = 'f',    [ROLE_TITLE] = 't',
    [ROLE_LABEL] = 'l',    [ROLE_KEY] = 'k',      [ROLE_GIVEN] = 'G',
    [ROLE_FILLED] = 'p',   [ROLE_ACCEPTED] = 'A', [ROLE_FORCED] = 'F',
    [ROLE_DEFERRED] = 'D', [ROLE_MASKED] = 'm',   [ROLE_WRONG] = 'W',
    [ROLE_CURSOR] = 'C',   [ROLE_LINKED] = 'L',   [ROLE_GOOD] = 'g',
    [ROLE_BAD] = 'b',
};

static char level_letter(int level)
{
    return level == HEAT_NONE
               ? '~'
               : (char)("0123456789abcdefghijklmnopqrstuv"[level]);
}

static char role_letter(const struct glyph *g)
{
    if (g->role == ROLE_HEAT)
        return level_letter(g->upper);
    return g->ch == ' ' && !g->reverse ? ' ' : ROLE_LETTERS[g->role];
}

static void trim(struct text *out)
{
    while (out->length && out->bytes[out->length - 1] == ' ')
        out->bytes[--out->length] = '\0';
    text_add(out, "\n");
}

void page_text(struct text *out, struct page *p)
{
    for (int y = 0; y < p->rows; y++) {
        for (int x = 0; x < p->cols; x++)
            add_utf8(out, grid_at(&p->grid, x, y)->ch);
        trim(out);
    }
    text_add(out, "--\n");
    for (int y = 0; y < p->rows; y++) {
        for (int x = 0; x < p->cols; x++) {
            char letter = role_letter(grid_at(&p->grid, x, y));
            text_add_bytes(out, &letter, 1);
        }
        trim(out);
    }
}

int page_find(struct page *p, int row, const char *text)
{
    int length = (int)strlen(text);

    for (int x = 0; x + length <= p->cols; x++) {
        int same = 0;
        while (same < length && grid_at(&p->grid, x + same, row)->ch ==
                                    (unsigned char)text[same])
            same++;
        if (same == length)
            return x;
    }
    return -1;
}

bool page_has(struct page *p, const char *text)
{
    for (int y = 0; y < p->rows; y++)
        if (page_find(p, y, text) >= 0)
            return true;
    return false;
}
