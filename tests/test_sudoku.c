#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "domain/domain.h"
#include "domain/sudoku.h"
#include "support.h"

static const char SOLUTION[] = "693784512487512936125963874932651487568247"
                               "391741398625319475268856129743274836159";

static struct sudoku board_of(const char *text)
{
    struct sudoku s;

    assert_int_equal(strlen(text), SUDOKU_CELLS);
    for (int i = 0; i < SUDOKU_CELLS; i++)
        s.cell[i] = text[i] == '.' ? 0 : (uint8_t)(text[i] - '0');
    return s;
}

static void test_cells_are_named_by_row_and_column(void **state)
{
    char name[16];

    (void)state;
    sudoku_cell_name(name, 0);
    assert_string_equal(name, "r1c1");
    sudoku_cell_name(name, 11);
    assert_string_equal(name, "r2c3");
    sudoku_cell_name(name, 80);
    assert_string_equal(name, "r9c9");
}

static void test_every_cell_has_20_peers_in_three_houses(void **state)
{
    (void)state;
    for (int a = 0; a < SUDOKU_CELLS; a++) {
        int in[3] = {0}, peers = 0;

        for (int b = 0; b < SUDOKU_CELLS; b++) {
            int shared = sudoku_relation(a, b);

            assert_int_equal(shared, sudoku_relation(b, a));
            in[0] += (shared & SUDOKU_SAME_ROW) != 0;
            in[1] += (shared & SUDOKU_SAME_COLUMN) != 0;
            in[2] += (shared & SUDOKU_SAME_BOX) != 0;
            peers += shared != 0;
        }
        assert_int_equal(peers, 20);
        assert_true(in[0] == 8 && in[1] == 8 && in[2] == 8);
    }
}

static void test_relations_have_words(void **state)
{
    const struct domain *d = domain_named("sudoku");

    (void)state;
    assert_string_equal(d->relation(0, 8), "row");
    assert_string_equal(d->relation(0, 72), "column");
    assert_string_equal(d->relation(0, 10), "box");
    assert_string_equal(d->relation(0, 1), "row and box");
    assert_string_equal(d->relation(0, 9), "column and box");
    assert_string_equal(d->relation(0, 40), "");
    assert_string_equal(d->relation(7, 7), "");
}

static void test_a_conflict_names_the_first_two_cells(void **state)
{
    struct sudoku s = board_of(".99..5.1.85.4....2432......1...69.83.9....."
                               "6.62.71...9......1945....4.37.4.3..6..");
    int a, b;

    (void)state;
    assert_true(sudoku_conflict(&s, &a, &b));
    assert_int_equal(a, 1);
    assert_int_equal(b, 2);
}

/* Swapping any two different digits of a solution breaks it. */
static void test_conflicts_are_found_in_every_house(void **state)
{
    struct sudoku good = board_of(SOLUTION);
    int a, b;

    (void)state;
    assert_false(sudoku_conflict(&good, &a, &b));
    assert_true(sudoku_is_solved(&good));
    for (int i = 0; i < SUDOKU_CELLS; i++)
        for (uint8_t d = 1; d <= 9; d++) {
            struct sudoku bad = good;

            bad.cell[i] = d;
            assert_int_equal(sudoku_conflict(&bad, &a, &b),
                             d != good.cell[i]);
            assert_int_equal(sudoku_is_solved(&bad), d == good.cell[i]);
        }
    good.cell[40] = 0;
    assert_false(sudoku_is_solved(&good));
}

static void test_each_kind_of_house_is_enough_for_a_conflict(void **state)
{
    static const int SECOND[] = {8, 72, 20}; /* row, column, box of r1c1 */

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct sudoku s = {{0}};
        int a, b;

        s.cell[0] = s.cell[SECOND[i]] = 4;
        assert_true(sudoku_conflict(&s, &a, &b));
        assert_true(a == 0 && b == SECOND[i]);
        s.cell[0] = 5;
        assert_false(sudoku_conflict(&s, &a, &b));
    }
}

static void test_candidates_are_what_no_peer_holds(void **state)
{
    struct sudoku s = {{0}};

    (void)state;
    assert_int_equal(sudoku_candidates(&s, 40), 0x1ff);
    s.cell[36] = 1; /* row */
    s.cell[4] = 2;  /* column */
    s.cell[50] = 9; /* box */
    s.cell[0] = 5;  /* a stranger */
    s.cell[40] = 7; /* itself */
    assert_int_equal(sudoku_candidates(&s, 40), 0x1ff & ~0x103);
}

static struct problem problem_of(const char *puzzle, const char *solution)
{
    struct problem p = {.T = SUDOKU_CELLS};

    p.tokens = memory_new(SUDOKU_CELLS, sizeof *p.tokens);
    for (int i = 0; i < SUDOKU_CELLS; i++)
        p.tokens[i] = puzzle[i] == '.' ? 0 : (int16_t)(puzzle[i] - '0');
    if (!solution)
        return p;
    p.solution = memory_new(SUDOKU_CELLS, sizeof *p.solution);
    for (int i = 0; i < SUDOKU_CELLS; i++)
        p.solution[i] = (int16_t)(solution[i] - '0');
    return p;
}

static void test_solved_is_judged_by_the_solution_alone(void **state)
{
    const struct domain *d = domain_named("sudoku");
    struct problem p = problem_of(SOLUTION, SOLUTION);
    struct problem copy = problem_copy(&p);

    (void)state;
    assert_int_equal(problem_solved(d, &p, copy.tokens), VERDICT_YES);
    for (int i = 0; i < SUDOKU_CELLS; i++) /* valid, but another solution */
        copy.tokens[i] = (int16_t)(copy.tokens[i] % 9 + 1);
    assert_int_equal(d->valid(copy.tokens, copy.T), VERDICT_YES);
    assert_int_equal(problem_solved(d, &p, copy.tokens), VERDICT_NO);
    free(p.solution);
    p.solution = NULL;
    assert_int_equal(problem_solved(d, &p, copy.tokens), VERDICT_UNKNOWN);
    copy.tokens[80] = 0;
    assert_int_equal(problem_solved(d, &p, copy.tokens), VERDICT_NO);
    copy.tokens[80] = copy.tokens[79];
    assert_int_equal(d->valid(copy.tokens, copy.T), VERDICT_NO);
    problem_release(&p);
    problem_release(&copy);
}

static void test_a_copy_shares_nothing(void **state)
{
    struct problem p = problem_of(SOLUTION, SOLUTION);
    struct problem copy = problem_copy(&p);

    (void)state;
    p.tokens[0] = 0;
    p.solution[0] = 0;
    assert_int_equal(copy.tokens[0], 6);
    assert_int_equal(copy.solution[0], 6);
    problem_release(&p);
    assert_null(p.tokens);
    problem_release(&copy);
}

static void test_the_table_is_complete(void **state)
{
    (void)state;
    assert_null(domain_named("chess"));
    for (const struct domain *d = DOMAINS; d->name; d++) {
        assert_ptr_equal(domain_named(d->name), d);
        assert_int_equal(strlen(d->alphabet), d->first_symbol + d->values);
        assert_true(d->mask_symbol < d->first_symbol);
        assert_true(d->position_name && d->read && d->valid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells_are_named_by_row_and_column),
        cmocka_unit_test(test_every_cell_has_20_peers_in_three_houses),
        cmocka_unit_test(test_relations_have_words),
        cmocka_unit_test(test_a_conflict_names_the_first_two_cells),
        cmocka_unit_test(test_conflicts_are_found_in_every_house),
        cmocka_unit_test(test_each_kind_of_house_is_enough_for_a_conflict),
        cmocka_unit_test(test_candidates_are_what_no_peer_holds),
        cmocka_unit_test(test_solved_is_judged_by_the_solution_alone),
        cmocka_unit_test(test_a_copy_shares_nothing),
        cmocka_unit_test(test_the_table_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
