/*
 * The bundled puzzles: proper, of the grade their file says, all different,
 * and exactly what the generator makes. `test_puzzles write` writes them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "domain/domain.h"
#include "domain/sudoku_generator.h"
#include "domain/sudoku_grade.h"
#include "domain/sudoku_scan.h"
#include "domain/sudoku_solver.h"
#include "support.h"

enum { PER_FILE = 60 };

static const struct collection {
    const char *file;
    enum sudoku_grade grade;
    int fewest, most;
    uint64_t seed;
    const char *rule;
} COLLECTIONS[] = {
    {"puzzles/easy.txt", SUDOKU_EASY, 32, 38, 1,
     "naked singles alone fill it in"},
    {"puzzles/medium.txt", SUDOKU_MEDIUM, 27, 32, 2,
     "naked and hidden singles fill it in"},
    {"puzzles/hard.txt", SUDOKU_HARD, 24, 30, 10,
     "singles get stuck; the exact solver needs 2 to 7 nodes"},
    {"puzzles/very-hard.txt", SUDOKU_VERY_HARD, 23, 28, 4,
     "the exact solver needs 8 nodes or more"},
};

enum { COLLECTION_COUNT = sizeof COLLECTIONS / sizeof COLLECTIONS[0] };

static void head(struct text *t, const struct collection *c)
{
    text_printf(t, "# %s: %d puzzles, each with one solution; %s\n",
                SUDOKU_GRADE_NAMES[c->grade], PER_FILE, c->rule);
    text_printf(t,
                "# origin: miscope generate sudoku --count N --givens %d-%d "
                "--seed %d, those of this grade\n",
                c->fewest, c->most, (int)c->seed);
}

static struct text make(const struct collection *c)
{
    struct text t = {0};
    int kept = 0;

    head(&t, c);
    for (uint64_t k = 0; kept < PER_FILE; k++) {
        struct rng r = rng_seeded(c->seed, k);
        struct sudoku puzzle, solution;
        struct error err;
        char line[SUDOKU_CELLS + 1];

        if (!sudoku_generate(&puzzle, &solution, c->fewest, c->most, &r,
                             &err))
            break;
        if (sudoku_grade(&puzzle) != c->grade)
            continue;
        sudoku_text(line, &puzzle);
        text_printf(&t, "%s\n", line);
        kept++;
    }
    return t;
}

static int write_all(void)
{
    for (int i = 0; i < COLLECTION_COUNT; i++) {
        struct text t = make(&COLLECTIONS[i]);
        struct output o;
        struct error err;

        if (!output_open(&o, source_path(COLLECTIONS[i].file), true, &err))
            return 1;
        fputs(t.bytes, o.stream);
        text_release(&t);
        if (!output_commit(&o, &err))
            return 1;
    }
    return 0;
}

static char *bundled(const struct collection *c, size_t *size)
{
    struct error err;
    char *text = file_read(source_path(c->file), 1 << 20, size, &err);

    assert_non_null(text);
    return text;
}

static void test_the_files_are_what_the_generator_makes(void **state)
{
    (void)state;
    for (int i = 0; i < COLLECTION_COUNT; i++) {
        struct text fresh = make(&COLLECTIONS[i]);
        size_t size;
        char *kept = bundled(&COLLECTIONS[i], &size);

        assert_string_equal(kept, fresh.bytes);
        free(kept);
        text_release(&fresh);
    }
}

static void test_every_puzzle_is_proper_and_of_its_grade(void **state)
{
    (void)state;
    for (int i = 0; i < COLLECTION_COUNT; i++) {
        size_t size;
        char *text = bundled(&COLLECTIONS[i], &size);
        struct sudoku_scan *scan = sudoku_scan_new(text, size);
        struct sudoku_entry e;
        int count = 0;

        for (; sudoku_scan_next(scan, &e); count++) {
            assert_int_equal(e.fault.kind, FAULT_NONE);
            assert_int_equal(sudoku_solve(&e.puzzle, 0).verdict,
                             SUDOKU_UNIQUE);
            assert_int_equal(sudoku_grade(&e.puzzle), COLLECTIONS[i].grade);
        }
        assert_int_equal(count, PER_FILE);
        sudoku_scan_free(scan);
        free(text);
    }
}

static int compare_boards(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct sudoku));
}

static void test_no_puzzle_comes_twice(void **state)
{
    static struct sudoku all[COLLECTION_COUNT * PER_FILE];
    int n = 0;

    (void)state;
    for (int i = 0; i < COLLECTION_COUNT; i++) {
        size_t size;
        char *text = bundled(&COLLECTIONS[i], &size);
        struct sudoku_scan *scan = sudoku_scan_new(text, size);
        struct sudoku_entry e;

        while (n < COLLECTION_COUNT * PER_FILE && sudoku_scan_next(scan, &e))
            all[n++] = e.puzzle;
        sudoku_scan_free(scan);
        free(text);
    }
    assert_in_range(n, 200, COLLECTION_COUNT * PER_FILE);
    qsort(all, (size_t)n, sizeof *all, compare_boards);
    for (int i = 1; i < n; i++)
        assert_true(memcmp(&all[i - 1], &all[i], sizeof *all) < 0);
}

static void test_the_first_puzzle_shown_has_27_givens(void **state)
{
    struct problem p;
    struct error err;
    int count, masked = 0;

    (void)state;
    assert_true(problem_open(&p, &count, domain_named("sudoku"),
                             source_path("puzzles/hard.txt"), false, &err));
    assert_int_equal(count, PER_FILE);
    assert_non_null(p.solution);
    for (int i = 0; i < p.T; i++)
        masked += p.tokens[i] == 0;
    assert_int_equal(masked, 54);
    problem_release(&p);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_files_are_what_the_generator_makes),
        cmocka_unit_test(test_every_puzzle_is_proper_and_of_its_grade),
        cmocka_unit_test(test_no_puzzle_comes_twice),
        cmocka_unit_test(test_the_first_puzzle_shown_has_27_givens),
    };

    if (argc == 2 && strcmp(argv[1], "write") == 0)
        return write_all();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
