#include "domain/sudoku_fault.h"

#include <stdio.h>

#include "base/text.h"
#include "domain/sudoku_line.h"

static const char *const SENTENCES[FAULT_KINDS] = {
    [FAULT_CANDIDATES] = "this is a grid of candidates, with several digits "
                         "in a cell; give only the digits that are certain",
    [FAULT_MARKS_LINE] = "729 characters are a grid of candidates, nine for "
                         "each cell; give 81, only the digits that are "
                         "certain",
    [FAULT_COORDINATES] = "'start' begins a list of coordinates, which is not "
                          "read; write the 81 cells row by row",
    [FAULT_XML] = "markup (XML) without 81 cells in a row is not read; export "
                  "the puzzle as text, 81 characters or nine lines of nine",
};

/* The character in that column as it can be shown: 'a', 'é', '\xff' */
static void name_character(char name[16], const struct sudoku_fault *fault,
                           const char *text, size_t size)
{
    size_t at = fault->line_offset, length = 0;
    bool valid = false;
    char plain;

    for (int c = 0; c < fault->column && at + length < size; c++) {
        at += length;
        length = sudoku_character(text + at, size - at, &plain, &valid);
    }
    if (valid && (unsigned char)text[at] >= ' ' && text[at] != 0x7f)
        snprintf(name, 16, "'%.*s'", (int)length, text + at);
    else
        snprintf(name, 16, "'\\x%02x'", (unsigned char)text[at]);
}

static void describe_length(struct text *t, long number)
{
    text_printf(t, "%ld cells, %ld too %s: a puzzle has 81", number,
                number > 81 ? number - 81 : 81 - number,
                number > 81 ? "many" : "few");
    if (number == 2 * 81)
        text_add(t, " (put a space or a comma before a solution)");
}

static void describe(struct text *t, const struct sudoku_fault *fault,
                     const char *text, size_t size)
{
    char name[16];

    switch (fault->kind) {
    case FAULT_CHARACTER:
        name_character(name, fault, text, size);
        text_printf(t, "%s is not a digit or a blank (0 . _ * - x)", name);
        break;
    case FAULT_ROW_LENGTH:
        text_printf(t,
                    "%ld cell%s; a row has 9, and a puzzle in one line 81",
                    fault->number, fault->number == 1 ? "" : "s");
        break;
    case FAULT_LENGTH:
        describe_length(t, fault->number);
        break;
    case FAULT_ROWS:
        text_printf(t, "the grid that begins here has %ld row%s instead of 9",
                    fault->number, fault->number == 1 ? "" : "s");
        break;
    case FAULT_OTHER_SIZE:
        text_printf(t, "this is a %ld x %ld grid; only 9 x 9 is read",
                    fault->number, fault->number);
        break;
    default:
        text_add(t, SENTENCES[fault->kind]);
    }
}

bool sudoku_fault_fail(struct error *err, const struct sudoku_fault *fault,
                       const char *text, size_t size, const char *source)
{
    struct text t = {0};

    text_printf(&t, "line %d", fault->line);
    if (fault->kind == FAULT_CHARACTER)
        text_printf(&t, ", column %d", fault->column);
    text_add(&t, ": ");
    describe(&t, fault, text, size);
    fail(err, "%s: %s", source, t.bytes);
    text_release(&t);
    return false;
}
