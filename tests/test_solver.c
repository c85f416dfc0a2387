#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "domain/sudoku_generator.h"
#include "domain/sudoku_scan.h"
#include "domain/sudoku_solver.h"
#include "support.h"

static struct sudoku board_of(const char *text)
{
    struct sudoku s;

    assert_int_equal(strlen(text), SUDOKU_CELLS);
    for (int i = 0; i < SUDOKU_CELLS; i++)
        s.cell[i] = text[i] == '.' ? 0 : (uint8_t)(text[i] - '0');
    return s;
}

/* The reference: cell by cell, digit by digit, nothing clever. */
static void count_naively(struct sudoku s, int at, long limit, long *count,
                          struct sudoku *first)
{
    unsigned candidates;

    while (at < SUDOKU_CELLS && s.cell[at])
        at++;
    if (at == SUDOKU_CELLS) {
        if (!sudoku_is_solved(&s))
            return;
        if (++*count == 1)
            *first = s;
        return;
    }
    candidates = sudoku_candidates(&s, at);
    for (uint8_t d = 1; d <= 9 && *count < limit; d++)
        if (candidates >> (d - 1) & 1) {
            s.cell[at] = d;
            count_naively(s, at + 1, limit, count, first);
            s.cell[at] = 0;
        }
}

static enum sudoku_verdict verdict_of(long count)
{
    return count == 0   ? SUDOKU_NONE
           : count == 1 ? SUDOKU_UNIQUE
                        : SUDOKU_SEVERAL;
}

/* A board with about `blanks` blanks and now and then a wrong digit */
static struct sudoku random_case(struct rng *r, int blanks, bool spoil)
{
    struct sudoku s = sudoku_random_grid(r);

    for (int i = 0; i < blanks; i++)
        s.cell[rng_below(r, SUDOKU_CELLS)] = 0;
    if (spoil)
        s.cell[rng_below(r, SUDOKU_CELLS)] = (uint8_t)(1 + rng_below(r, 9));
    return s;
}

static void test_verdicts_agree_with_a_naive_search(void **state)
{
    struct rng r = rng_seeded(11, 0);
    int seen[4] = {0};

    (void)state;
    for (int k = 0; k < 1500; k++) {
        struct sudoku s = random_case(&r, 10 + k % 70, k % 3 == 0);
        struct sudoku_answer a = sudoku_solve(&s, 0);
        struct sudoku first;
        long count = 0;

        count_naively(s, 0, 2, &count, &first);
        assert_int_equal(a.verdict, verdict_of(count));
        seen[a.verdict]++;
        if (a.verdict == SUDOKU_UNIQUE)
            assert_memory_equal(&a.first, &first, sizeof first);
    }
    assert_true(seen[SUDOKU_NONE] > 200 && seen[SUDOKU_UNIQUE] > 200 &&
                seen[SUDOKU_SEVERAL] > 200);
}

struct gathering {
    struct sudoku given;
    long met, stop_after;
};

static bool gather(void *context, const struct sudoku *completion)
{
    struct gathering *g = context;

    assert_true(sudoku_is_solved(completion));
    for (int i = 0; i < SUDOKU_CELLS; i++)
        assert_true(!g->given.cell[i] ||
                    g->given.cell[i] == completion->cell[i]);
    return ++g->met != g->stop_after;
}

static void test_all_completions_are_met_once(void **state)
{
    struct rng r = rng_seeded(12, 0);

    (void)state;
    for (int k = 0; k < 200; k++) {
        struct gathering g = {.given = random_case(&r, 50 + k % 25, false)};
        struct sudoku_search how = {
            .limit = 60, .each = gather, .context = &g};
        struct sudoku_answer a = sudoku_search(&g.given, &how);
        struct sudoku first;
        long count = 0;

        count_naively(g.given, 0, 60, &count, &first);
        assert_int_equal(a.count, count);
        assert_int_equal(g.met, count);
    }
}

static void test_a_visitor_may_end_the_search(void **state)
{
    struct gathering g = {.stop_after = 7};
    struct sudoku_search how = {.each = gather, .context = &g};
    struct sudoku_answer a = sudoku_search(&g.given, &how);

    (void)state;
    assert_int_equal(a.count, 7);
    assert_int_equal(g.met, 7);
}

static void test_known_hard_puzzles_are_proper(void **state)
{
    static const char *const PUZZLES[] = {
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2."
        "....1.4......",
        ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1."
        ".......8.6...",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85."
        "..1..9....4..",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1"
        "........4...9",
    };

    (void)state;
    for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
        struct sudoku s = board_of(PUZZLES[i]);
        struct sudoku_answer a = sudoku_solve(&s, 1000000);

        assert_int_equal(a.verdict, SUDOKU_UNIQUE);
        assert_true(sudoku_is_solved(&a.first));
    }
}

static void test_the_empty_board_has_several(void **state)
{
    struct sudoku empty = {{0}};

    (void)state;
    assert_int_equal(sudoku_solve(&empty, 0).verdict, SUDOKU_SEVERAL);
}

static void test_a_digit_without_a_place_means_none(void **state)
{
    struct sudoku s = board_of("1234567..........................9.........."
                               "........9..........................8.");

    (void)state;
    s.cell[7 + 9 * 4] = 8;
    s.cell[8 + 9 * 5] = 9;
    s.cell[8 + 9 * 7] = 8;
    assert_int_equal(sudoku_solve(&s, 0).verdict, SUDOKU_NONE);
}

static void test_the_budget_is_kept(void **state)
{
    struct sudoku s = board_of("8..........36......7..9.2...5...7.......457..."
                               "..1...3...1....68..85...1..9....4..");
    struct sudoku_answer full = sudoku_solve(&s, 0);
    struct sudoku_answer half = sudoku_solve(&s, full.nodes / 2);

    (void)state;
    assert_true(full.nodes > 100);
    assert_int_equal(half.verdict, SUDOKU_BUDGET_EXCEEDED);
    assert_int_equal(half.nodes, full.nodes / 2);
    assert_int_equal(sudoku_solve(&s, full.nodes).verdict, SUDOKU_UNIQUE);
    assert_int_equal(sudoku_solve(&s, full.nodes - 1).verdict,
                     SUDOKU_BUDGET_EXCEEDED);
}

static void test_rivals_are_the_other_solutions(void **state)
{
    struct rng r = rng_seeded(13, 0);
    int rivals = 0;

    (void)state;
    for (int k = 0; k < 300; k++) {
        struct sudoku full = sudoku_random_grid(&r), s = full;
        int cell = rng_below(&r, SUDOKU_CELLS);

        for (int i = 0; i < 45; i++)
            s.cell[rng_below(&r, SUDOKU_CELLS)] = 0;
        s.cell[cell] = full.cell[cell];
        if (sudoku_solve(&s, 0).verdict != SUDOKU_UNIQUE)
            continue;
        s.cell[cell] = 0;
        assert_int_equal(sudoku_has_rival(&s, cell, full.cell[cell]),
                         sudoku_solve(&s, 0).verdict == SUDOKU_SEVERAL);
        rivals += sudoku_has_rival(&s, cell, full.cell[cell]);
    }
    assert_in_range(rivals, 5, 295);
}

static void check_file(const char *name)
{
    struct error err;
    struct sudoku_entry e;
    size_t size;
    char *text = file_read(shared_path(name), 1 << 24, &size, &err);
    struct sudoku_scan *scan;
    int count = 0;

    assert_non_null(text);
    scan = sudoku_scan_new(text, size);
    for (; sudoku_scan_next(scan, &e); count++) {
        struct sudoku_answer a = sudoku_solve(&e.puzzle, 0);

        assert_true(e.has_solution);
        assert_int_equal(a.verdict, SUDOKU_UNIQUE);
        assert_memory_equal(&a.first, &e.solution, sizeof a.first);
    }
    assert_int_equal(count, 1000);
    sudoku_scan_free(scan);
    free(text);
}

static void test_a_thousand_hard_puzzles_give_their_solutions(void **state)
{
    (void)state;
    need_shared("data/sudoku/hard_dev_1000.txt");
    check_file("data/sudoku/hard_dev_1000.txt");
}

static void test_a_thousand_diabolical_ones_too(void **state)
{
    (void)state;
    need_shared("data/sudoku/diabolical_dev_1000.txt");
    check_file("data/sudoku/diabolical_dev_1000.txt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts_agree_with_a_naive_search),
        cmocka_unit_test(test_all_completions_are_met_once),
        cmocka_unit_test(test_a_visitor_may_end_the_search),
        cmocka_unit_test(test_known_hard_puzzles_are_proper),
        cmocka_unit_test(test_the_empty_board_has_several),
        cmocka_unit_test(test_a_digit_without_a_place_means_none),
        cmocka_unit_test(test_the_budget_is_kept),
        cmocka_unit_test(test_rivals_are_the_other_solutions),
        cmocka_unit_test(test_a_thousand_hard_puzzles_give_their_solutions),
        cmocka_unit_test(test_a_thousand_diabolical_ones_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
