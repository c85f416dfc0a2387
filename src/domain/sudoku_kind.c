#include "domain/sudoku_kind.h"

#include <limits.h>
#include <string.h>

#include "domain/sudoku_field.h"

enum { MARKS_LINE = 729, SHORT_HEADING = 3, FRAME_RUN = 3 };

/* What the fields of a line add up to. */
struct tally {
    long fields, cells, foreign; /* foreign: neither cell nor separator */
    long words;   /* fields that are more words than cells */
    long several; /* fields with more than one digit */
    long longest; /* cells of the largest pure field */
    bool board, marks; /* a pure field of 81, of 729 */
    int first_foreign; /* its column, 0 if there is none */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_board(const struct sudoku_field *f, const char *plain)
{
    bool only_dashes = true;

    if (!f->pure || f->cells != SUDOKU_CELLS)
        return false;
    for (size_t i = f->begin; i < f->end; i++)
        only_dashes &= strchr("-_*", plain[i]) != NULL;
    return !only_dashes;
}

static void tally_characters(struct tally *t, const struct sudoku_field *f,
                             const char *plain)
{
    long digits = 0, foreign = 0;

    for (size_t i = f->begin; i < f->end; i++) {
        bool mark = plain[i] == '+' && is_digit(plain[i + 1]);

        digits += is_digit(plain[i]);
        if (sudoku_is_cell(plain[i]) || mark)
            continue;
        foreign++;
        if (!t->first_foreign)
            t->first_foreign = i < INT_MAX ? (int)i + 1 : INT_MAX;
    }
    t->several += f->pure && digits > 1;
    t->foreign += foreign;
    t->words += f->end - f->begin > 1 && foreign > f->cells / 2;
}

static struct tally tally_of(const char *plain, size_t length)
{
    struct tally t = {0};
    struct sudoku_field f;

    for (size_t at = 0; sudoku_field_next(&f, plain, length, at); at = f.end) {
        t.fields++;
        t.cells += f.cells;
        t.board |= is_board(&f, plain);
        t.marks |= f.pure && f.cells == MARKS_LINE;
        if (f.pure && f.cells > t.longest)
            t.longest = f.cells;
        tally_characters(&t, &f, plain);
    }
    return t;
}

static size_t skip_spaces(const char *plain, size_t length)
{
    size_t at = 0;

    while (at < length && (plain[at] == ' ' || plain[at] == '\t'))
        at++;
    return at;
}

static bool begins_comment(const char *plain)
{
    return strchr("#;%", plain[0]) || strncmp(plain, "//", 2) == 0;
}

/* Where a comment behind the cells begins, or the end of the line. */
static size_t without_comment(const char *plain, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if ((plain[i - 1] == ' ' || plain[i - 1] == '\t') &&
            (plain[i] == '#' || strncmp(plain + i, "//", 2) == 0))
            return i;
    return length;
}

static bool is_only(const char *plain, size_t length, const char *allowed)
{
    return strspn(plain, allowed) >= length;
}

static size_t count_of(const char *plain, size_t length, char c)
{
    size_t n = 0;

    for (size_t i = 0; i < length; i++)
        n += plain[i] == c;
    return n;
}

static bool has_run(const char *plain, size_t length)
{
    size_t run = 0;

    for (size_t i = 0; i < length; i++) {
        bool same = i && plain[i] == plain[i - 1];

        run = !strchr("-_*~", plain[i]) ? 0 : same ? run + 1 : 1;
        if (run >= FRAME_RUN)
            return true;
    }
    return false;
}

/* KIND_EMPTY stands for "no frame". */
static enum sudoku_kind frame_kind(const char *plain, size_t length,
                                   const struct tally *t)
{
    if (!is_only(plain, length, "-=+|.:'`,_*~ \t"))
        return KIND_EMPTY;
    if (t->cells == 0 && count_of(plain, length, '|') >= 2 &&
        is_only(plain, length, "| \t"))
        return KIND_FRAME_OR_ROW;
    if (t->cells == SUDOKU_SIDE && is_only(plain, length, "-_*|. \t") &&
        has_run(plain, length))
        return KIND_FRAME_OR_ROW;
    if (has_run(plain, length) || strpbrk(plain, "=+~") ||
        (t->cells < SUDOKU_SIDE && is_only(plain, length, "-| \t")))
        return KIND_FRAME;
    return KIND_EMPTY;
}

static bool is_spaced_board(const char *plain, size_t length)
{
    return length == SUDOKU_CELLS && is_only(plain, length, "123456789 ");
}

/* Cells in a row or in all of a grid that is not 9 x 9 */
static bool is_other_size(long cells)
{
    static const int SIZES[] = {16, 25, 256, 361, 625};

    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++)
        if (cells == SIZES[i])
            return true;
    return false;
}

static enum sudoku_kind kind_of_words(struct sudoku_kind_of_line *k,
                                      const struct tally *t)
{
    long symbols = t->cells + t->foreign;
    bool letters_apart = t->fields > SHORT_HEADING;

    if (t->words || (t->foreign && !letters_apart && t->longest == 0 &&
                     symbols <= SHORT_HEADING))
        return KIND_HEADING;
    if (is_other_size(symbols) && t->cells) {
        k->number = symbols;
        return KIND_CELLS;
    }
    k->column = t->first_foreign;
    return t->cells > 2 * t->foreign && symbols > SHORT_HEADING ? KIND_BROKEN
                                                                : KIND_HEADING;
}

static enum sudoku_kind kind_of_cells(struct sudoku_kind_of_line *k,
                                      const struct tally *t)
{
    bool small = t->longest <= SUDOKU_SIDE;

    k->number = t->cells;
    if (small && (t->cells == SUDOKU_CELLS || t->cells == 2 * SUDOKU_CELLS))
        return KIND_SPREAD;
    if (t->fields == SUDOKU_SIDE && t->several)
        return KIND_CANDIDATES;
    if (t->fields > SUDOKU_SIDE && t->several)
        k->number = t->fields;
    if (t->fields == 1 && t->cells <= SHORT_HEADING)
        return KIND_HEADING;
    return KIND_CELLS;
}

static bool is_coordinates(const char *plain)
{
    return strncmp(plain, "start", 5) == 0 && is_digit(plain[5]);
}

static enum sudoku_kind kind_by_start(const char *plain, size_t length)
{
    size_t at = skip_spaces(plain, length);

    if (at == length)
        return count_of(plain, length, '\t') == SUDOKU_SIDE - 1
                   ? KIND_FRAME_OR_ROW
                   : KIND_EMPTY;
    if (begins_comment(plain + at))
        return KIND_COMMENT;
    if (plain[at] == '[')
        return KIND_SECTION;
    return is_coordinates(plain + at) ? KIND_COORDINATES : KIND_ROW;
}

static enum sudoku_kind kind_by_fields(struct sudoku_kind_of_line *k,
                                       const char *plain)
{
    struct tally t = tally_of(plain, k->length);
    enum sudoku_kind frame;

    if (t.board)
        return KIND_PUZZLES;
    if (t.marks)
        return KIND_MARKS_LINE;
    if (is_spaced_board(plain, k->length))
        return KIND_SPACED;
    frame = frame_kind(plain, k->length, &t);
    if (frame != KIND_EMPTY)
        return frame;
    if (plain[skip_spaces(plain, k->length)] == '<' && t.words)
        return KIND_HEADING;
    if (sudoku_row_read(&k->row, plain, k->length))
        return KIND_ROW;
    return t.foreign ? kind_of_words(k, &t) : kind_of_cells(k, &t);
}

struct sudoku_kind_of_line sudoku_kind_of(const struct sudoku_line *line)
{
    const char *plain = line->plain.bytes;
    struct sudoku_kind_of_line k = {.length = line->plain.length};

    k.kind = kind_by_start(plain, k.length);
    if (k.kind != KIND_ROW)
        return k;
    k.length = without_comment(plain, k.length);
    k.kind = kind_by_fields(&k, plain);
    return k;
}
