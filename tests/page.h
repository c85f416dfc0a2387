#ifndef MISCOPE_PAGE_H
#define MISCOPE_PAGE_H
/*
 * page - the interface driven by a script of command names, and its page as
 * text: what one reads, then the roles of the same characters as letters.
 */

#include "base/text.h"
#include "fake_predictor.h"
#include "ui/app.h"

struct page {
    struct fake fake;
    struct predictor predictor;
    struct problem problem;
    struct app *app;
    struct grid grid;
    struct look look;
    int cols, rows;
};

extern const struct look LOOK_USUAL, LOOK_ASCII, LOOK_MONO;

/* The fake puzzle, decoded by "mi"; step 1 has arrived. */
void page_open(struct page *p, int cols, int rows, struct look look);
void page_close(struct page *p);

/* Wait until nothing is being computed. */
void page_settle(struct page *p);

/* A key, then everything it asked for. */
void page_key(struct page *p, int key);

/* Words: names of commands of the mode that is on, a key after ' as in 'j,
 * or text in quotes to be typed. */
void page_play(struct page *p, const char *script);

void page_draw(struct page *p);

/* Adds the page as it is drawn now. */
void page_text(struct text *out, struct page *p);

/* Column where `text` stands in a row of the page as drawn, or -1. */
int page_find(struct page *p, int row, const char *text);

/* Does `text` stand anywhere? */
bool page_has(struct page *p, const char *text);

#endif
