#include <string.h>

#include "domain/domain.h"
#include "domain/sudoku_generator.h"
#include "domain/sudoku_grade.h"
#include "domain/sudoku_solver.h"
#include "support.h"

static struct sudoku generated(int fewest, int most, uint64_t seed,
                               uint64_t number)
{
    struct rng r = rng_seeded(seed, number);
    struct sudoku puzzle, solution;
    struct sudoku_answer a;
    struct error err;

    assert_true(sudoku_generate(&puzzle, &solution, fewest, most, &r, &err));
    a = sudoku_solve(&puzzle, 0);
    assert_int_equal(a.verdict, SUDOKU_UNIQUE);
    assert_memory_equal(&a.first, &solution, sizeof solution);
    return puzzle;
}

static void test_puzzles_are_proper_with_the_givens_asked_for(void **state)
{
    static const struct {
        int fewest, most, count;
    } CASES[] = {{24, 30, 300}, {23, 23, 20}, {22, 22, 3},
                 {35, 35, 50},  {60, 81, 60}, {81, 81, 2}};

    (void)state;
    for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++) {
        int seen[SUDOKU_CELLS + 1] = {0};

        for (int k = 0; k < CASES[c].count; k++) {
            struct sudoku s = generated(CASES[c].fewest, CASES[c].most, 5,
                                        (uint64_t)k);

            assert_in_range(sudoku_givens(&s), CASES[c].fewest,
                            CASES[c].most);
            seen[sudoku_givens(&s)]++;
        }
        if (CASES[c].count == 300) /* every number gets its share of 43 */
            for (int n = 24; n <= 30; n++)
                assert_in_range(seen[n], 20, 70);
    }
}

static void test_the_same_seed_gives_the_same_puzzle(void **state)
{
    struct sudoku a = generated(26, 28, 7, 3), b = generated(26, 28, 7, 3);
    struct sudoku c = generated(26, 28, 7, 4), d = generated(26, 28, 8, 3);

    (void)state;
    assert_memory_equal(&a, &b, sizeof a);
    assert_memory_not_equal(&a, &c, sizeof a);
    assert_memory_not_equal(&a, &d, sizeof a);
}

/* Every digit comes in every cell about equally often. */
static void test_grids_are_random(void **state)
{
    static int count[SUDOKU_CELLS][10];
    struct rng r = rng_seeded(9, 0);

    (void)state;
    for (int k = 0; k < 900; k++) {
        struct sudoku s = sudoku_random_grid(&r);

        assert_true(sudoku_is_solved(&s));
        for (int i = 0; i < SUDOKU_CELLS; i++)
            count[i][s.cell[i]]++;
    }
    for (int i = 0; i < SUDOKU_CELLS; i++)
        for (int d = 1; d <= 9; d++)
            assert_in_range(count[i][d], 55, 150);
}

static void test_what_cannot_be_made_is_said(void **state)
{
    struct rng r = rng_seeded(1, 1);
    struct sudoku p, s;
    struct error err;

    (void)state;
    assert_false(sudoku_generate(&p, &s, 16, 30, &r, &err));
    assert_string_equal(err.text,
                        "givens must be 17 to 81, the smaller number first");
    assert_false(sudoku_generate(&p, &s, 30, 82, &r, &err));
    assert_false(sudoku_generate(&p, &s, 30, 29, &r, &err));
    assert_false(sudoku_generate(&p, &s, 17, 17, &r, &err));
    assert_non_null(strstr(err.text, "no puzzle with 17 givens in"));
}

/* A number that few grids allow is drawn: the fewest givens found are taken. */
static void test_a_wide_range_always_gives_a_puzzle(void **state)
{
    struct rng r, peek;
    struct sudoku p, s;
    struct error err;
    int givens = 0;
    uint64_t seed = 0;

    (void)state;
    do
        peek = r = rng_seeded(++seed, 0);
    while (rng_below(&peek, 40 - 17 + 1) != 0);
    assert_true(sudoku_generate(&p, &s, 17, 40, &r, &err));
    for (int i = 0; i < SUDOKU_CELLS; i++)
        givens += p.cell[i] != 0;
    assert_in_range(givens, 17, 24);
}

static void test_the_domain_table_makes_problems(void **state)
{
    struct rng r = rng_seeded(3, 0);
    struct problem p;
    struct error err;

    (void)state;
    assert_true(DOMAINS[0].generate(&p, 30, 30, &r, &err));
    assert_int_equal(p.T, 81);
    assert_int_equal(problem_solved(&DOMAINS[0], &p, p.solution),
                     VERDICT_YES);
    assert_int_equal(problem_solved(&DOMAINS[0], &p, p.tokens), VERDICT_NO);
    problem_release(&p);
}

static void test_grades_follow_their_rule(void **state)
{
    static const struct {
        const char *puzzle;
        enum sudoku_grade grade;
    } CASES[] = {
        {"53467891267219534819834256785976142342685379171392485696153728428741"
         "963534528617.",
         SUDOKU_EASY},
        {"4.1..58.7..9.....3.....2.1.3..2.1..4.......8.9..457.........4.2.52.7"
         ".6...435..97.",
         SUDOKU_MEDIUM},
        {"8..........36......7..9.2...5...7.......457.....1...3...1....68..85."
         "..1..9....4..",
         SUDOKU_VERY_HARD},
    };

    (void)state;
    for (size_t c = 0; c < sizeof CASES / sizeof CASES[0]; c++) {
        struct sudoku s;

        for (int i = 0; i < SUDOKU_CELLS; i++)
            s.cell[i] = CASES[c].puzzle[i] == '.'
                            ? 0
                            : (uint8_t)(CASES[c].puzzle[i] - '0');
        assert_int_equal(sudoku_grade(&s), CASES[c].grade);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_puzzles_are_proper_with_the_givens_asked_for),
        cmocka_unit_test(test_the_same_seed_gives_the_same_puzzle),
        cmocka_unit_test(test_grids_are_random),
        cmocka_unit_test(test_what_cannot_be_made_is_said),
        cmocka_unit_test(test_a_wide_range_always_gives_a_puzzle),
        cmocka_unit_test(test_the_domain_table_makes_problems),
        cmocka_unit_test(test_grades_follow_their_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
