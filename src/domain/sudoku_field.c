#include "domain/sudoku_field.h"

#include <limits.h>

#include "domain/sudoku_line.h"

bool sudoku_is_blank(char c)
{
    switch (c) {
    case '0':
    case '.':
    case '_':
    case '*':
    case '-':
    case 'x':
    case 'X':
        return true;
    default:
        return false;
    }
}

static bool is_digit(char c)
{
    return c >= '1' && c <= '9';
}

bool sudoku_is_cell(char c)
{
    return is_digit(c) || sudoku_is_blank(c);
}

bool sudoku_is_separator(char c)
{
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool digit = c >= '0' && c <= '9';

    return (c == '\t' || (c >= ' ' && c < PLAIN_OTHER)) && !letter && !digit &&
           c != '+' && !sudoku_is_blank(c);
}

bool sudoku_field_next(struct sudoku_field *f, const char *plain,
                       size_t length, size_t from)
{
    while (from < length && sudoku_is_separator(plain[from]))
        from++;
    if (from >= length)
        return false;
    *f = (struct sudoku_field){.begin = from, .pure = true};
    for (; from < length && !sudoku_is_separator(plain[from]); from++) {
        bool mark = plain[from] == '+' && is_digit(plain[from + 1]);

        if (sudoku_is_cell(plain[from]))
            f->cells += f->cells < INT_MAX;
        else if (!mark)
            f->pure = false;
    }
    f->end = from;
    return true;
}

size_t sudoku_cells_at(struct sudoku *s, int *filled, const char *plain,
                       size_t from)
{
    int n = 0;

    *filled = 0;
    for (; n < SUDOKU_CELLS; from++) {
        if (!sudoku_is_cell(plain[from]))
            continue;
        s->cell[n++] =
            is_digit(plain[from]) ? (uint8_t)(plain[from] - '0') : 0;
        if (is_digit(plain[from]) && from && plain[from - 1] == '+')
            ++*filled;
    }
    return from;
}
