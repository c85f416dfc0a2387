#include "domain/sudoku_row.h"

#include <string.h>

#include "domain/sudoku_field.h"

enum { MOST_CUTS = 16, WIDEST_ROW = 256 };

struct span {
    const char *text;
    size_t length;
};

static bool is_digit(char c)
{
    return c >= '1' && c <= '9';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static struct span trimmed(struct span s)
{
    while (s.length && is_space(s.text[0]))
        s.text++, s.length--;
    while (s.length && is_space(s.text[s.length - 1]))
        s.length--;
    return s;
}

static uint8_t cell_value(char c)
{
    return is_digit(c) ? (uint8_t)(c - '0') : 0;
}

/* Everything is a cell, a plus before a digit, or a separator. */
static bool read_marked(struct sudoku_row *row, struct span s)
{
    int n = 0;

    for (size_t i = 0; i < s.length; i++) {
        char c = s.text[i];

        if (c == '+' && i + 1 < s.length && is_digit(s.text[i + 1])) {
            row->filled++;
        } else if (sudoku_is_cell(c)) {
            if (n == SUDOKU_SIDE)
                return false;
            row->cell[n++] = cell_value(c);
        } else if (!sudoku_is_separator(c)) {
            return false;
        }
    }
    return n == SUDOKU_SIDE;
}

/* "53  7    ": nine characters, digits and spaces */
static bool read_spaced(struct sudoku_row *row, struct span s)
{
    if (s.length != SUDOKU_SIDE)
        return false;
    for (int i = 0; i < SUDOKU_SIDE; i++) {
        if (!is_digit(s.text[i]) && s.text[i] != ' ')
            return false;
        row->cell[i] = cell_value(s.text[i]);
    }
    return true;
}

static int cut(struct span part[MOST_CUTS], struct span s, char at)
{
    int n = 0;
    size_t from = 0;

    for (size_t i = 0; i <= s.length; i++) {
        if (i < s.length && s.text[i] != at)
            continue;
        if (n == MOST_CUTS)
            return 0;
        part[n++] = (struct span){s.text + from, i - from};
        from = i + 1;
    }
    return n;
}

/* Nine parts, each empty or with one cell */
static bool read_parts(struct sudoku_row *row, const struct span part[9])
{
    for (int i = 0; i < SUDOKU_SIDE; i++) {
        struct span s = trimmed(part[i]);

        if (s.length == 2 && s.text[0] == '+' && is_digit(s.text[1])) {
            row->filled++;
            s = (struct span){s.text + 1, 1};
        }
        if (s.length > 1 || (s.length && !sudoku_is_cell(s.text[0])))
            return false;
        row->cell[i] = s.length ? cell_value(s.text[0]) : 0;
    }
    return true;
}

static bool read_columns(struct sudoku_row *row, struct span s, char at)
{
    struct span part[MOST_CUTS];

    return cut(part, s, at) == SUDOKU_SIDE && read_parts(row, part);
}

/* Where the three cells of a box stand, by its width in characters */
static const struct {
    size_t width, first, step;
} BOX_WIDTHS[] = {{3, 0, 1}, {5, 0, 2}, {7, 1, 2}, {9, 1, 3}, {11, 1, 4}};

static bool read_box(uint8_t cell[SUDOKU_BOX], struct span s)
{
    size_t k = 0, n = sizeof BOX_WIDTHS / sizeof BOX_WIDTHS[0], at;

    while (k < n && BOX_WIDTHS[k].width != s.length)
        k++;
    if (k == n)
        return false;
    at = BOX_WIDTHS[k].first;
    for (size_t i = 0, c = 0; i < s.length; i++) {
        bool here = c < SUDOKU_BOX && i == at + c * BOX_WIDTHS[k].step;

        if (here)
            cell[c++] = cell_value(s.text[i]);
        if (here ? !sudoku_is_cell(s.text[i]) && s.text[i] != ' '
                 : s.text[i] != ' ')
            return false;
    }
    return true;
}

static bool read_between_bars(struct sudoku_row *row, struct span s)
{
    struct span part[MOST_CUTS];
    int n;

    s = trimmed(s);
    if (s.length > 1 && s.text[0] == '|' && s.text[s.length - 1] == '|')
        s = (struct span){s.text + 1, s.length - 2};
    n = cut(part, s, '|');
    if (n == SUDOKU_SIDE)
        return read_parts(row, part);
    if (n != SUDOKU_BOX)
        return false;
    for (int i = 0; i < SUDOKU_BOX; i++)
        if (!read_box(row->cell + 3 * i, part[i]))
            return false;
    return true;
}

bool sudoku_row_read(struct sudoku_row *row, const char *plain, size_t length)
{
    struct span s = {plain, length};
    static const char CUTS[] = {'\t', ',', ';'};

    if (length > WIDEST_ROW)
        return false;
    *row = (struct sudoku_row){.filled = 0};
    if (read_marked(row, s))
        return true;
    for (size_t i = 0; i < sizeof CUTS; i++) {
        *row = (struct sudoku_row){.filled = 0};
        if (read_columns(row, s, CUTS[i]))
            return true;
    }
    *row = (struct sudoku_row){.filled = 0};
    return read_between_bars(row, s) || read_spaced(row, s);
}
