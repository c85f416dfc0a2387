#include "domain/sudoku_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "domain/sudoku_scan.h"
#include "domain/sudoku_solver.h"

enum { READ_BUDGET = 1000000 }; /* nodes: about a second */

#define FORCE "; add --force to study the model on it anyway"

struct reading {
    struct sudoku_entry entry;
    bool solved;            /* `solution` is the only one */
    struct sudoku solution;
    char note[160];
};

static bool fail_contradiction(struct error *err, const struct sudoku *s,
                               const char *place, int a, int b)
{
    char first[16], second[16];

    sudoku_cell_name(first, a);
    sudoku_cell_name(second, b);
    return fail(err, "%s: %s and %s are both %d", place, first, second,
                s->cell[a]);
}

static bool check_solution(const struct sudoku_entry *e, const char *place,
                           struct error *err)
{
    char name[16];
    int a, b;

    for (int i = 0; i < SUDOKU_CELLS; i++)
        if (e->puzzle.cell[i] && e->puzzle.cell[i] != e->solution.cell[i]) {
            sudoku_cell_name(name, i);
            return fail(err,
                        "%s: %s is %d in the puzzle and %d in the solution "
                        "beside it",
                        place, name, e->puzzle.cell[i], e->solution.cell[i]);
        }
    if (sudoku_givens(&e->solution) < SUDOKU_CELLS)
        return fail(err, "%s: the solution beside the puzzle has blanks",
                    place);
    if (!sudoku_conflict(&e->solution, &a, &b))
        return true;
    fail_contradiction(err, &e->solution, "the solution beside it", a, b);
    return fail_in(err, "%s", place);
}

/* Why there is no solution, if a single cell shows it. */
static bool fail_unsolvable(struct error *err, const struct sudoku *s,
                            const char *place)
{
    char name[16];

    for (int i = 0; i < SUDOKU_CELLS; i++)
        if (!s->cell[i] && !sudoku_candidates(s, i)) {
            sudoku_cell_name(name, i);
            return fail(err, "%s: no solution: %s has no candidate", place,
                        name);
        }
    return fail(err, "%s: no solution", place);
}

/* With `lenient` the sentence becomes a note and is no failure. */
static bool pardon(struct reading *r, bool lenient, const char *place,
                   struct error *err)
{
    size_t skip = strlen(place) + 2;

    if (!lenient) {
        strncat(err->text, FORCE, sizeof err->text - strlen(err->text) - 1);
        return false;
    }
    if (strlen(err->text) > skip)
        snprintf(r->note, sizeof r->note, "%.150s", err->text + skip);
    return true;
}

static bool judge(struct reading *r, bool lenient, const char *place,
                  struct error *err)
{
    const struct sudoku_entry *e = &r->entry;
    struct sudoku_answer answer;
    int a, b;

    if (sudoku_conflict(&e->puzzle, &a, &b)) {
        fail_contradiction(err, &e->puzzle, place, a, b);
        return pardon(r, lenient, place, err);
    }
    if (e->has_solution && !check_solution(e, place, err))
        return false;
    answer = sudoku_solve(&e->puzzle, READ_BUDGET);
    if (answer.verdict == SUDOKU_NONE) {
        fail_unsolvable(err, &e->puzzle, place);
        return pardon(r, lenient, place, err);
    }
    r->solved = answer.verdict == SUDOKU_UNIQUE;
    r->solution = answer.first;
    if (answer.verdict == SUDOKU_SEVERAL)
        snprintf(r->note, sizeof r->note, "several solutions");
    else if (answer.verdict == SUDOKU_BUDGET_EXCEEDED)
        snprintf(r->note, sizeof r->note, "too hard to tell the solutions");
    else if (e->filled)
        snprintf(r->note, sizeof r->note, "%d filled in cells count as given",
                 e->filled);
    return true;
}

static int16_t *tokens_of(const struct sudoku *s)
{
    int16_t *tokens = memory_new(SUDOKU_CELLS, sizeof *tokens);

    for (int i = 0; i < SUDOKU_CELLS; i++)
        tokens[i] = s->cell[i];
    return tokens;
}

static void hand_out(struct problem *out, const struct reading *r,
                     const char *source, int which, int count)
{
    const char *slash = strrchr(source, '/');
    const char *name = slash ? slash + 1 : source;

    *out = (struct problem){.T = SUDOKU_CELLS,
                            .tokens = tokens_of(&r->entry.puzzle)};
    if (r->solved)
        out->solution = tokens_of(&r->solution);
    memcpy(out->note, r->note, sizeof out->note);
    if (count > 1)
        snprintf(out->title, sizeof out->title, "%.80s:%d", name, which);
    else
        snprintf(out->title, sizeof out->title, "%.90s", name);
}

/* Counts all entries of the text and keeps number `which`. */
static int find_entry(struct sudoku_entry *found, const char *text,
                      size_t size, int which)
{
    struct sudoku_scan *scan = sudoku_scan_new(text, size);
    struct sudoku_entry e;
    int count = 0;

    while (sudoku_scan_next(scan, &e))
        if (++count == which)
            *found = e;
    sudoku_scan_free(scan);
    return count;
}

static bool fail_missing(struct error *err, const char *source, int which,
                         int count)
{
    if (count == 0)
        return fail(err,
                    "%s: no puzzle found; write 81 characters, or nine lines "
                    "of nine, with 0 or . for a blank",
                    source);
    return fail(err, "%s holds %d puzzle%s, so there is no number %d", source,
                count, count == 1 ? "" : "s", which);
}

/* Kinds of file that are easily given by mistake, by their first bytes */
static const struct {
    const char *magic, *sentence;
} NO_TEXT[] = {
    {"\x1f\x8b", "compressed with gzip; unpack it first"},
    {"PK\x03\x04", "a zip archive or a spreadsheet; save it as text or CSV"},
    {"\xff\xfe", "UTF-16; save it as UTF-8"},
    {"\xfe\xff", "UTF-16; save it as UTF-8"},
    {"%PDF", "a PDF; copy the puzzle into a text file"},
    {"\x89PNG", "a picture; write the puzzle into a text file"},
};

static bool check_text(const char *text, size_t size, const char *source,
                       struct error *err)
{
    const char *nul;

    for (size_t i = 0; i < sizeof NO_TEXT / sizeof NO_TEXT[0]; i++) {
        size_t n = strlen(NO_TEXT[i].magic);

        if (size >= n && memcmp(text, NO_TEXT[i].magic, n) == 0)
            return fail(err, "%s is %s", source, NO_TEXT[i].sentence);
    }
    nul = memchr(text, '\0', size);
    if (nul)
        return fail(err, "%s is not a text file: byte %td is \\x00", source,
                    nul - text + 1);
    return true;
}

static void name_place(char place[256], const char *source,
                       const struct sudoku_entry *e, int count)
{
    if (count > 1)
        snprintf(place, 256, "%.200s: line %d", source, e->line);
    else
        snprintf(place, 256, "%.200s", source);
}

bool sudoku_read(struct problem *out, int *count, const char *text,
                 size_t size, const char *source, int which, bool lenient,
                 struct error *err)
{
    struct reading r = {.solved = false};
    char place[256];
    int found;

    if (!check_text(text, size, source, err))
        return false;
    found = find_entry(&r.entry, text, size, which);
    if (which < 1 || which > found)
        return fail_missing(err, source, which, found);
    if (r.entry.fault.kind != FAULT_NONE)
        return sudoku_fault_fail(err, &r.entry.fault, text, size, source);
    name_place(place, source, &r.entry, found);
    if (!judge(&r, lenient, place, err))
        return false;
    hand_out(out, &r, source, which, found);
    if (count)
        *count = found;
    return true;
}

/* Problem number `which` of the text. */
static bool take_entry(struct problem *out, const struct sudoku_entry *e,
                       const char *text, size_t size, const char *source,
                       int which, bool lenient, struct error *err)
{
    struct reading r = {.entry = *e};
    char place[256];

    if (e->fault.kind != FAULT_NONE)
        return sudoku_fault_fail(err, &e->fault, text, size, source);
    name_place(place, source, e, 2);
    if (!judge(&r, lenient, place, err))
        return false;
    hand_out(out, &r, source, which, 2);
    return true;
}

bool sudoku_read_all(struct problem **out, int *count, const char *text,
                     size_t size, const char *source, int most, bool lenient,
                     struct error *err)
{
    struct sudoku_scan *scan;
    struct sudoku_entry e;
    struct problem *all = NULL;
    int n = 0;
    bool ok = true;

    if (!check_text(text, size, source, err))
        return false;
    scan = sudoku_scan_new(text, size);
    while (ok && n < most && sudoku_scan_next(scan, &e)) {
        all = memory_resize(all, (size_t)n + 1, sizeof *all);
        ok = take_entry(&all[n], &e, text, size, source, n + 1, lenient, err);
        n += ok;
    }
    sudoku_scan_free(scan);
    if (ok && n == 0)
        ok = fail_missing(err, source, 1, 0);
    if (ok) {
        *out = all;
        *count = n;
        return true;
    }
    problems_release(all, n);
    return false;
}
