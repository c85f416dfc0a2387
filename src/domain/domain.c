#include "domain/domain.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "domain/sudoku.h"
#include "domain/sudoku_generator.h"
#include "domain/sudoku_read.h"

enum { INPUT_LIMIT = 64 << 20 }; /* bytes */
enum { LONG_INPUT = 40 }; /* characters; longer ones are no file names */

static enum verdict sudoku_valid(const int16_t *tokens, int T)
{
    struct sudoku s;
    int a, b;

    assert(T == SUDOKU_CELLS);
    for (int i = 0; i < T; i++)
        s.cell[i] = (uint8_t)tokens[i];
    return sudoku_conflict(&s, &a, &b) ? VERDICT_NO : VERDICT_YES;
}

static const char *sudoku_tie(int a, int b)
{
    static const char *const TIES[8] = {
        [SUDOKU_SAME_ROW] = "row",
        [SUDOKU_SAME_COLUMN] = "column",
        [SUDOKU_SAME_BOX] = "box",
        [SUDOKU_SAME_ROW | SUDOKU_SAME_BOX] = "row and box",
        [SUDOKU_SAME_COLUMN | SUDOKU_SAME_BOX] = "column and box",
    };
    const char *tie = TIES[sudoku_relation(a, b)];

    return tie ? tie : "";
}

static int16_t *tokens_of(const struct sudoku *s)
{
    int16_t *tokens = memory_new(SUDOKU_CELLS, sizeof *tokens);

    for (int i = 0; i < SUDOKU_CELLS; i++)
        tokens[i] = s->cell[i];
    return tokens;
}

static bool sudoku_make(struct problem *out, int fewest, int most,
                        struct rng *r, struct error *err)
{
    struct sudoku puzzle, solution;

    if (!sudoku_generate(&puzzle, &solution, fewest, most, r, err))
        return false;
    *out = (struct problem){.title = "new puzzle",
                            .T = SUDOKU_CELLS,
                            .tokens = tokens_of(&puzzle),
                            .solution = tokens_of(&solution)};
    return true;
}

const struct domain DOMAINS[] = {
    {.name = "sudoku",
     .help = "9 x 9 Sudoku: 81 characters, a file of puzzles, FILE:N, or -",
     .shape = "grid9",
     .alphabet = ".123456789",
     .mask_symbol = 0,
     .first_symbol = 1,
     .values = SUDOKU_SIDE,
     .positions = SUDOKU_CELLS,
     .position_name = sudoku_cell_name,
     .read = sudoku_read,
     .read_all = sudoku_read_all,
     .valid = sudoku_valid,
     .relation = sudoku_tie,
     .generate = sudoku_make},
    {.name = NULL},
};

const struct domain *domain_named(const char *name)
{
    for (const struct domain *d = DOMAINS; d->name; d++)
        if (strcmp(d->name, name) == 0)
            return d;
    return NULL;
}

void problem_release(struct problem *p)
{
    free(p->tokens);
    free(p->solution);
    *p = (struct problem){.T = 0};
}

void problems_release(struct problem *p, int count)
{
    for (int i = 0; i < count; i++)
        problem_release(&p[i]);
    free(p);
}

static int16_t *copy_tokens(const int16_t *tokens, int T)
{
    int16_t *copy;

    if (!tokens)
        return NULL;
    copy = memory_new((size_t)T, sizeof *copy);
    memcpy(copy, tokens, (size_t)T * sizeof *copy);
    return copy;
}

struct problem problem_copy(const struct problem *p)
{
    struct problem copy = *p;

    copy.tokens = copy_tokens(p->tokens, p->T);
    copy.solution = copy_tokens(p->solution, p->T);
    return copy;
}

enum verdict problem_solved(const struct domain *d, const struct problem *p,
                            const int16_t *tokens)
{
    for (int i = 0; i < p->T; i++)
        if (tokens[i] == d->mask_symbol)
            return VERDICT_NO;
    if (!p->solution)
        return VERDICT_UNKNOWN;
    return memcmp(tokens, p->solution, (size_t)p->T * sizeof *tokens) == 0
               ? VERDICT_YES
               : VERDICT_NO;
}

/* Where ":N" begins in FILE:N, or NULL. */
static const char *number_suffix(const char *input)
{
    const char *colon = strrchr(input, ':');

    if (!colon || colon == input || !isdigit((unsigned char)colon[1]))
        return NULL;
    return strspn(colon + 1, "0123456789") == strlen(colon + 1) ? colon : NULL;
}

static bool exists(const char *path)
{
    return strcmp(path, "-") == 0 || access(path, F_OK) == 0;
}

/* Does an input that is no file look as if it was meant to be one? */
static bool looks_like_path(const char *input)
{
    const char *dot = strrchr(input, '.');
    size_t letters = 0;

    if (strchr(input, '\n'))
        return false;
    if (strchr(input, '/'))
        return true;
    if (!dot)
        return false;
    while (isalnum((unsigned char)dot[1 + letters]))
        letters++;
    return letters >= 2 && letters <= 5 && !dot[1 + letters] &&
           isalpha((unsigned char)dot[1]) && isalpha((unsigned char)dot[2]);
}

static bool read_file(struct problem *out, int *count, const struct domain *d,
                      const char *path, int which, bool lenient,
                      struct error *err)
{
    bool dash = strcmp(path, "-") == 0;
    size_t size;
    char *text = file_read(path, INPUT_LIMIT, &size, err);
    bool ok;

    if (!text)
        return fail_in(err, "cannot read the %s", d->name);
    ok = d->read(out, count, text, size, dash ? "standard input" : path, which,
                 lenient, err);
    free(text);
    return ok;
}

bool problems_open(struct problem **out, int *count, const struct domain *d,
                   const char *path, int most, bool lenient,
                   struct error *err)
{
    bool dash = strcmp(path, "-") == 0;
    size_t size;
    char *text = file_read(path, INPUT_LIMIT, &size, err);
    bool ok;

    if (!text)
        return fail_in(err, "cannot read the %s", d->name);
    ok = d->read_all(out, count, text, size, dash ? "standard input" : path,
                     most, lenient, err);
    free(text);
    return ok;
}

static bool read_numbered(struct problem *out, int *count,
                          const struct domain *d, const char *input,
                          const char *colon, bool lenient, struct error *err)
{
    char *path = memory_text(input);
    long number = strtol(colon + 1, NULL, 10);
    bool ok;

    path[colon - input] = '\0';
    if (strlen(colon + 1) > 9)
        ok = fail(err, "%s: number %s is larger than any file holds", path,
                  colon + 1);
    else if (number == 0)
        ok = fail(err, "%s: number 0: counting starts at 1", path);
    else
        ok = read_file(out, count, d, path, (int)number, lenient, err);
    free(path);
    return ok;
}

static bool read_argument(struct problem *out, int *count,
                          const struct domain *d, const char *input,
                          bool lenient, struct error *err)
{
    if (looks_like_path(input))
        return read_file(out, count, d, input, 1, lenient, err);
    if (d->read(out, count, input, strlen(input), d->name, 1, lenient, err))
        return true;
    if (strlen(input) < LONG_INPUT)
        fail_in(err, "no file is called '%s', and taken as input", input);
    return false;
}

bool problem_open(struct problem *out, int *count, const struct domain *d,
                  const char *input, bool lenient, struct error *err)
{
    const char *colon = number_suffix(input);
    char *path;
    bool numbered;

    if (exists(input))
        return read_file(out, count, d, input, 1, lenient, err);
    if (!colon)
        return read_argument(out, count, d, input, lenient, err);
    path = memory_text(input);
    path[colon - input] = '\0';
    numbered = exists(path) || looks_like_path(path);
    free(path);
    return numbered
               ? read_numbered(out, count, d, input, colon, lenient, err)
               : read_argument(out, count, d, input, lenient, err);
}
