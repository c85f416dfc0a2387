#ifndef MISCOPE_SUDOKU_LINE_H
#define MISCOPE_SUDOKU_LINE_H
/*
 * sudoku_line - the lines of a text, one byte for each character.
 *
 * A byte order mark and all three kinds of line end are taken off. In `plain`
 * box drawing has become | = +, a middle dot `.`, a no-break space a space,
 * and everything else that is not ASCII PLAIN_OTHER, so that plain[k] is
 * column k+1.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { PLAIN_OTHER = 0x7f };

struct sudoku_line {
    const char *text; /* the whole of it, not owned */
    size_t size;
    size_t offset, next; /* of this line and of the one after it */
    int number;          /* from 1 */
    struct text plain;   /* owned */
};

void sudoku_line_start(struct sudoku_line *l, const char *text, size_t size);
void sudoku_line_release(struct sudoku_line *l);

bool sudoku_line_next(struct sudoku_line *l); /* false at the end */

/* Bytes of the character at text[0]; *plain is what it becomes. A byte that is
 * not UTF-8 is a character of its own, and *valid false. */
size_t sudoku_character(const char *text, size_t size, char *plain,
                        bool *valid);

#endif
