#include "domain/sudoku_scan.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "domain/sudoku_block.h"
#include "domain/sudoku_field.h"
#include "domain/sudoku_kind.h"

struct sudoku_scan {
    struct sudoku_line line, ahead;
    struct sudoku_kind_of_line now;
    bool unread;     /* `line` and `now` are still to be used */
    size_t field_at; /* in a line of puzzles: where the next may begin */
    struct sudoku_block block;
    bool skipping; /* inside a section that is not the puzzle */
    int entries;
};

struct sudoku_scan *sudoku_scan_new(const char *text, size_t size)
{
    struct sudoku_scan *scan = memory_new(1, sizeof *scan);

    sudoku_line_start(&scan->line, text, size);
    sudoku_line_start(&scan->ahead, text, size);
    return scan;
}

void sudoku_scan_free(struct sudoku_scan *scan)
{
    if (!scan)
        return;
    sudoku_line_release(&scan->line);
    sudoku_line_release(&scan->ahead);
    free(scan);
}

/* Look ahead over the block that begins on the current line. */
static void survey(struct sudoku_scan *scan)
{
    if (scan->line.offset >= scan->block.end)
        scan->block = sudoku_block_at(&scan->ahead, scan->line.offset);
}

static bool is_progress(const char *section)
{
    static const char *const NAMES[] = {"[state]", "[pencilmarks]",
                                        "[candidates]", "[progress]",
                                        "[solution]"};

    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        size_t n = 0;

        while (NAMES[i][n] && (section[n] | 0x20) == (NAMES[i][n] | 0x20))
            n++;
        if (!NAMES[i][n])
            return true;
    }
    return false;
}

static bool advance(struct sudoku_scan *scan)
{
    if (scan->unread) {
        scan->unread = false;
        return true;
    }
    if (!sudoku_line_next(&scan->line))
        return false;
    scan->now = sudoku_kind_of(&scan->line);
    scan->field_at = 0;
    if (!sudoku_ends_block(scan->now.kind))
        survey(scan);
    if (scan->now.kind == KIND_FRAME_OR_ROW)
        scan->now.kind =
            sudoku_dashes_are_rows(&scan->block) ? KIND_ROW : KIND_FRAME;
    return true;
}

static void skip_block(struct sudoku_scan *scan)
{
    while (advance(scan))
        if (sudoku_ends_block(scan->now.kind)) {
            scan->unread = true;
            return;
        }
}

static struct sudoku_fault fault_here(const struct sudoku_scan *scan,
                                      enum sudoku_fault_kind kind, long number)
{
    return (struct sudoku_fault){.kind = kind,
                                 .line = scan->line.number,
                                 .column = scan->now.column,
                                 .line_offset = scan->line.offset,
                                 .number = number};
}

static bool is_full(const struct sudoku *s)
{
    return sudoku_givens(s) == SUDOKU_CELLS;
}

static bool agree(const struct sudoku *puzzle, const struct sudoku *solution)
{
    for (int i = 0; i < SUDOKU_CELLS; i++)
        if (puzzle->cell[i] && puzzle->cell[i] != solution->cell[i])
            return false;
    return true;
}

/* The next board of a line of puzzles, from *at on. */
static bool next_board(struct sudoku *s, int *filled, size_t *at,
                       const struct sudoku_scan *scan)
{
    const char *plain = scan->line.plain.bytes;
    struct sudoku_field f;

    while (sudoku_field_next(&f, plain, scan->now.length, *at)) {
        *at = f.end;
        if (f.pure && f.cells == SUDOKU_CELLS) {
            sudoku_cells_at(s, filled, plain, f.begin);
            return true;
        }
    }
    return false;
}

static void add_solution(struct sudoku_entry *e, const struct sudoku *s)
{
    e->solution = *s;
    e->has_solution = true;
}

/* A full board behind a puzzle is its solution; before one, if they agree. */
static void pair_up(struct sudoku_entry *e, const struct sudoku *second,
                    size_t after, struct sudoku_scan *scan)
{
    if (is_full(second)) {
        add_solution(e, second);
    } else if (is_full(&e->puzzle) && agree(second, &e->puzzle)) {
        add_solution(e, &e->puzzle);
        e->puzzle = *second;
    } else {
        return;
    }
    scan->field_at = after;
}

static bool read_puzzles(struct sudoku_scan *scan, struct sudoku_entry *e)
{
    struct sudoku second;
    size_t after;
    int filled;

    if (!next_board(&e->puzzle, &e->filled, &scan->field_at, scan))
        return false;
    after = scan->field_at;
    if (next_board(&second, &filled, &after, scan))
        pair_up(e, &second, after, scan);
    scan->unread = true; /* there may be more in this line */
    return true;
}

static void read_spread(struct sudoku_scan *scan, struct sudoku_entry *e)
{
    const char *plain = scan->line.plain.bytes;
    size_t at = sudoku_cells_at(&e->puzzle, &e->filled, plain, 0);
    int filled;

    if (scan->now.number == SUDOKU_CELLS)
        return;
    sudoku_cells_at(&e->solution, &filled, plain, at);
    e->has_solution = true;
}

static void read_spaced(const struct sudoku_scan *scan, struct sudoku_entry *e)
{
    const char *plain = scan->line.plain.bytes;

    for (int i = 0; i < SUDOKU_CELLS; i++)
        e->puzzle.cell[i] = plain[i] == ' ' ? 0 : (uint8_t)(plain[i] - '0');
}

/* What is wrong with a line of cells where a grid might begin */
static struct sudoku_fault fault_of_cells(const struct sudoku_scan *scan)
{
    static const int SQUARES[] = {4, 6, 16, 25}; /* 8 and 10 are slips */
    static const int LINES[][2] = {{16, 4}, {36, 6}, {256, 16},
                                   {361, 19}, {625, 25}};
    const struct sudoku_block *b = &scan->block;
    long n = scan->now.number;

    for (size_t i = 0; i < sizeof SQUARES / sizeof SQUARES[0]; i++)
        if (n == SQUARES[i] && b->odd_cells == n && b->odd > 1 &&
            n % b->odd == 0)
            return fault_here(scan, FAULT_OTHER_SIZE, n);
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        if (n == LINES[i][0])
            return fault_here(scan, FAULT_OTHER_SIZE, LINES[i][1]);
    return fault_here(scan, n < 20 ? FAULT_ROW_LENGTH : FAULT_LENGTH, n);
}

/* A number alone before the puzzles says how many follow. */
static bool is_count_line(const struct sudoku_scan *scan)
{
    const struct sudoku_block *b = &scan->block;

    return b->before_puzzles && b->odd == 1 && !b->rows &&
           b->odd_cells < SUDOKU_SIDE;
}

/* Everything a block may begin with except a row. */
static bool read_fault(struct sudoku_scan *scan, struct sudoku_entry *e)
{
    switch (scan->now.kind) {
    case KIND_CELLS:
        if (is_count_line(scan))
            return false;
        e->fault = fault_of_cells(scan);
        break;
    case KIND_BROKEN:
        e->fault = fault_here(scan, FAULT_CHARACTER, 0);
        break;
    case KIND_CANDIDATES:
        e->fault = fault_here(scan, FAULT_CANDIDATES, 0);
        break;
    case KIND_MARKS_LINE:
        e->fault = fault_here(scan, FAULT_MARKS_LINE, 0);
        return true;
    case KIND_COORDINATES:
        e->fault = fault_here(scan, FAULT_COORDINATES, 0);
        break;
    default:
        return false;
    }
    skip_block(scan);
    return true;
}

/* May the grid go on in the block that begins here, `rows` being read? Only
 * if that block is one or two of its bands. */
static bool goes_on(const struct sudoku_scan *scan, int rows)
{
    const struct sudoku_block *b = &scan->block;
    int more = b->rows + (sudoku_dashes_are_rows(b) ? b->dashes : 0);

    return more % SUDOKU_BOX == 0 && rows + more <= SUDOKU_SIDE;
}

static void read_grid(struct sudoku_scan *scan, struct sudoku_entry *e)
{
    struct sudoku_fault begin = fault_here(scan, FAULT_ROWS, 0);
    bool gap = false;
    int rows = 0;

    do {
        enum sudoku_kind kind = scan->now.kind;

        if (kind == KIND_ROW && (!gap || goes_on(scan, rows))) {
            memcpy(e->puzzle.cell + SUDOKU_SIDE * rows, scan->now.row.cell,
                   SUDOKU_SIDE);
            e->filled += scan->now.row.filled;
            gap = false;
            if (++rows == SUDOKU_SIDE)
                return;
        } else if (kind == KIND_EMPTY) {
            gap = true;
        } else if (!gap && kind == KIND_CELLS) {
            e->fault = fault_here(scan, FAULT_ROW_LENGTH, scan->now.number);
            skip_block(scan);
            return;
        } else if (!gap && read_fault(scan, e)) {
            return;
        } else if (kind != KIND_FRAME) {
            scan->unread = true;
            break;
        }
    } while (advance(scan));
    begin.number = rows;
    e->fault = begin;
}

/* Does an entry begin on the current line? */
static bool read_entry(struct sudoku_scan *scan, struct sudoku_entry *e)
{
    switch (scan->now.kind) {
    case KIND_PUZZLES:
        return read_puzzles(scan, e);
    case KIND_SPREAD:
        read_spread(scan, e);
        return true;
    case KIND_SPACED:
        read_spaced(scan, e);
        return true;
    case KIND_ROW:
        read_grid(scan, e);
        return true;
    case KIND_SECTION:
        scan->skipping = is_progress(scan->line.plain.bytes);
        return false;
    default:
        return read_fault(scan, e);
    }
}

/* A text of markup without a puzzle in it gets a sentence of its own. */
static bool is_lone_markup(const struct sudoku_scan *scan)
{
    const char *text = scan->line.text;
    size_t at = 0;

    while (at < scan->line.size && strchr(" \t\r\n\xef\xbb\xbf", text[at]))
        at++;
    return scan->entries == 0 && at < scan->line.size && text[at] == '<';
}

bool sudoku_scan_next(struct sudoku_scan *scan, struct sudoku_entry *e)
{
    while (advance(scan)) {
        *e = (struct sudoku_entry){.line = scan->line.number};
        if (scan->skipping && scan->now.kind != KIND_SECTION)
            continue;
        if (read_entry(scan, e)) {
            scan->entries++;
            return true;
        }
    }
    if (!is_lone_markup(scan))
        return false;
    scan->entries++;
    *e = (struct sudoku_entry){.fault = {.kind = FAULT_XML, .line = 1}};
    return true;
}
