/*
 * Real files in odd forms, and hostile ones: every puzzle of a file is read,
 * or the file is refused with a sentence of its own; nothing crashes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "base/text.h"
#include "domain/domain.h"
#include "domain/sudoku_scan.h"
#include "domain/sudoku_solver.h"
#include "support.h"

#define FORMATS "data/sudoku/formats/"

/* clang-format off */
static const struct odd_file {
    const char *name;
    int count, unique, several, none, faults;
    bool solutions; /* beside every proper puzzle */
    const char *refusal; /* of the first puzzle; NULL if it is read */
} FILES[] = {
    {"ammielb_sudoku.csv", 69, 69, 0, 0, 0, true, NULL},
    {"amtal_19x19_hexlike.txt", 1, 0, 0, 0, 1, false, "this is a 16 x 16 grid"},
    {"amtal_logic.txt", 2, 0, 0, 0, 2, false, "a list of coordinates"},
    {"amtal_worstcase.txt", 2, 0, 0, 0, 2, false, "a list of coordinates"},
    {"cars10_1.matrix", 1, 1, 0, 0, 0, false, NULL},
    {"coderdennis_test_bom.sdk", 5, 5, 0, 0, 0, false, NULL},
    {"dimitri_euler50_gridNN.txt", 50, 50, 0, 0, 0, false, NULL},
    {"edajade_advanced002.ss", 1, 1, 0, 0, 0, false, NULL},
    {"edajade_very_easy.ss", 1, 1, 0, 0, 0, false, NULL},
    {"fracpete_snow2005.sdm", 100, 100, 0, 0, 0, false, NULL},
    {"ksudoku_Jigsaw.xml", 1, 0, 0, 0, 1, false, "markup (XML)"},
    {"kyouyama_supported_grid_texts.txt", 10, 7, 0, 0, 3, false, NULL},
    {"mikeboensel_pipes_underscore.txt", 1, 1, 0, 0, 0, false, NULL},
    {"nathaniel_data1_crlf.sdk", 1, 1, 0, 0, 0, false, NULL},
    {"operdeck_hardest_csvmeta.txt", 376, 376, 0, 0, 0, false, NULL},
    {"qqwing_compact.txt", 3, 3, 0, 0, 0, false, NULL},
    {"qqwing_readable.txt", 3, 3, 0, 0, 0, false, NULL},
    {"tdoku_test_puzzles_colon.txt", 43, 18, 15, 10, 0, true, NULL},
    {"vandinem_nonewline.txt", 1, 1, 0, 0, 0, false, NULL},
};
/* clang-format on */

enum { FILE_COUNT = sizeof FILES / sizeof FILES[0] };

static char *load(const char *name, size_t *size)
{
    char below[200];
    struct error err;
    char *text;

    snprintf(below, sizeof below, FORMATS "%s", name);
    text = file_read(shared_path(below), 1 << 24, size, &err);
    assert_non_null(text);
    return text;
}

static void judge(const struct sudoku_entry *e, struct odd_file *seen)
{
    struct sudoku_answer a;

    seen->count++;
    if (e->fault.kind) {
        seen->faults++;
        return;
    }
    a = sudoku_solve(&e->puzzle, 0);
    seen->unique += a.verdict == SUDOKU_UNIQUE;
    seen->several += a.verdict == SUDOKU_SEVERAL;
    seen->none += a.verdict == SUDOKU_NONE;
    if (a.verdict != SUDOKU_UNIQUE)
        return;
    seen->solutions &= e->has_solution;
    if (e->has_solution)
        assert_memory_equal(&a.first, &e->solution, sizeof a.first);
}

static void test_every_puzzle_of_a_real_file_is_read_or_refused(void **state)
{
    (void)state;
    need_shared(FORMATS);
    for (int i = 0; i < FILE_COUNT; i++) {
        struct odd_file seen = {.solutions = true};
        struct sudoku_entry e;
        size_t size;
        char *text = load(FILES[i].name, &size);
        struct sudoku_scan *scan = sudoku_scan_new(text, size);

        while (sudoku_scan_next(scan, &e))
            judge(&e, &seen);
        assert_int_equal(seen.count, FILES[i].count);
        assert_int_equal(seen.unique, FILES[i].unique);
        assert_int_equal(seen.several, FILES[i].several);
        assert_int_equal(seen.none, FILES[i].none);
        assert_int_equal(seen.faults, FILES[i].faults);
        if (seen.unique)
            assert_int_equal(seen.solutions, FILES[i].solutions);
        sudoku_scan_free(scan);
        free(text);
    }
}

static void test_the_first_puzzle_opens_or_the_file_says_why(void **state)
{
    (void)state;
    need_shared(FORMATS);
    for (int i = 0; i < FILE_COUNT; i++) {
        char below[200];
        struct problem p;
        struct error err = {""};
        bool ok;

        snprintf(below, sizeof below, FORMATS "%s", FILES[i].name);
        ok = problem_open(&p, NULL, &DOMAINS[0], shared_path(below), false,
                          &err);
        assert_int_equal(ok, FILES[i].refusal == NULL);
        if (ok)
            problem_release(&p);
        else
            assert_non_null(strstr(err.text, FILES[i].refusal));
    }
}

/* The two files that hold the same three puzzles in two forms */
static void test_compact_and_readable_forms_are_equal(void **state)
{
    size_t sizes[2];
    struct sudoku_entry e[2];

    (void)state;
    need_shared(FORMATS);
    char *a = load("qqwing_compact.txt", &sizes[0]);
    char *b = load("qqwing_readable.txt", &sizes[1]);
    struct sudoku_scan *one = sudoku_scan_new(a, sizes[0]);
    struct sudoku_scan *two = sudoku_scan_new(b, sizes[1]);

    while (sudoku_scan_next(one, &e[0])) {
        assert_true(sudoku_scan_next(two, &e[1]));
        assert_memory_equal(&e[0].puzzle, &e[1].puzzle,
                            sizeof e[0].puzzle);
    }
    sudoku_scan_free(one);
    sudoku_scan_free(two);
    free(a);
    free(b);
}

/* Whatever the bytes, an answer: a valid problem or a sentence. */
static void poke(const char *text, size_t size)
{
    int count = 1;

    for (int which = 1; which <= count && which <= 3; which++) {
        struct problem p;
        struct error err = {""};

        if (DOMAINS[0].read(&p, &count, text, size, "f", which, which % 2,
                            &err)) {
            for (int i = 0; i < p.T; i++)
                assert_in_range(p.tokens[i], 0, 9);
            problem_release(&p);
        } else {
            assert_in_range(strlen(err.text), 5, sizeof err.text - 1);
            for (const char *c = err.text; *c; c++)
                assert_true((unsigned char)*c >= ' ');
        }
    }
}

static void test_random_bytes_do_no_harm(void **state)
{
    static const char LIKELY[] = "0123456789....---   \n\n|+x_*,;:\t\r#[<aZ="
                                 "\"\\\xc3\xa9\xe2\x94\x82\xff\x80";
    struct rng r = rng_seeded(21, 0);

    (void)state;
    for (int k = 0; k < 6000; k++) {
        size_t size = (size_t)rng_below(&r, 1000);
        char *text = malloc(size + 1);

        assert_non_null(text);
        for (size_t i = 0; i < size; i++)
            text[i] = k % 4 ? LIKELY[rng_below(&r, sizeof LIKELY - 1)]
                            : (char)rng_below(&r, 256);
        text[size] = '\0';
        poke(text, size);
        free(text);
    }
}

static void mutate(char *text, size_t *size, struct rng *r)
{
    static const char BYTES[] = "1x.-|\n\r \xe2\xff,+a:";

    for (int n = 1 + rng_below(r, 6); n > 0 && *size > 2; n--) {
        size_t at = (size_t)rng_below(r, (int)*size);
        size_t length = (size_t)rng_below(r, 12) % (*size - at);

        if (rng_below(r, 2)) {
            text[at] = BYTES[rng_below(r, sizeof BYTES - 1)];
            continue;
        }
        memmove(text + at, text + at + length, *size - at - length);
        *size -= length;
    }
    text[*size] = '\0';
}

static void test_damaged_files_do_no_harm(void **state)
{
    struct rng r = rng_seeded(22, 0);

    (void)state;
    need_shared(FORMATS);
    for (int i = 0; i < FILE_COUNT; i++) {
        size_t size;
        char *text = load(FILES[i].name, &size);

        if (size > 6000)
            size = 6000;
        for (int k = 0; k < 120; k++) {
            size_t cut = size;
            char *copy = malloc(size + 1);

            assert_non_null(copy);
            memcpy(copy, text, size);
            mutate(copy, &cut, &r);
            poke(copy, cut);
            free(copy);
        }
        free(text);
    }
}

/* Two megabytes of one pattern: quadratic time would not end. */
static void test_large_junk_is_read_in_linear_time(void **state)
{
    static const char *const PATTERNS[] = {
        "1", ".", "-", " ", "\n", "a", "1\n", "1,", "1\n\n", "| ", "12 ",
        "---------\n", "123456789\n", "123456789\n\n", "1.a\n", "start9\n",
        "+1", "[x]\n", "\xff", "\xe2\x94\x82", "a,", "x x\n", "#\n", "<",
        "123456789\n#\n",
        ("................................................................."
         "................,")};
    struct text t = {0};

    (void)state;
    for (size_t i = 0; i < sizeof PATTERNS / sizeof PATTERNS[0]; i++) {
        t.length = 0;
        while (t.length < 2u << 20)
            text_add(&t, PATTERNS[i]);
        poke(t.bytes, t.length);
    }
    text_release(&t);
}

static void test_a_byte_of_zero_is_no_text(void **state)
{
    struct problem p;
    struct error err;

    (void)state;
    assert_false(
        DOMAINS[0].read(&p, NULL, "12\0 34", 6, "f", 1, true, &err));
    assert_string_equal(err.text, "f is not a text file: byte 3 is \\x00");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_puzzle_of_a_real_file_is_read_or_refused),
        cmocka_unit_test(test_the_first_puzzle_opens_or_the_file_says_why),
        cmocka_unit_test(test_compact_and_readable_forms_are_equal),
        cmocka_unit_test(test_random_bytes_do_no_harm),
        cmocka_unit_test(test_damaged_files_do_no_harm),
        cmocka_unit_test(test_large_junk_is_read_in_linear_time),
        cmocka_unit_test(test_a_byte_of_zero_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
