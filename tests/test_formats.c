/* One puzzle in every form: each must give the same board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "domain/domain.h"
#include "support.h"

#define PUZZLE                                                                \
    ".234..8..6....7......53.62...5......84.....36......1...52.96......1...." \
    "7..8..521."
static bool read_text(struct problem *p, int *count, const char *text,
                      int which, struct error *err)
{
    return DOMAINS[0].read(p, count, text, strlen(text), "t.txt", which,
                           false, err);
}

static void expect_at(const char *text, int which, int in,
                      const char *expected)
{
    struct problem p;
    struct error err = {""};
    int count;

    if (!read_text(&p, &count, text, which, &err)) {
        print_error("%s\nin:\n%s\n", err.text, text);
        assert_true(false);
    }
    assert_int_equal(count, in);
    for (int i = 0; i < 81; i++)
        if (p.tokens[i] != (expected[i] == '.' ? 0 : expected[i] - '0')) {
            print_error("cell %d of:\n%s\n", i, text);
            assert_true(false);
        }
    problem_release(&p);
}

static void expect(const char *text)
{
    expect_at(text, 1, 1, PUZZLE);
}

static void expect_error(const char *text, const char *sentence)
{
    struct problem p;
    struct error err = {""};
    int count;

    assert_false(read_text(&p, &count, text, 1, &err));
    assert_string_equal(err.text, sentence);
}

/* How a grid is written: before every cell, between boxes, and so on. */
struct style {
    const char *top, *left, *cell, *box, *right, *band, *bottom;
    char blank;
};

static struct text drawn(const struct style *s, const char *line_end)
{
    struct text t = {0};

    text_printf(&t, "%s", s->top);
    for (int i = 0; i < 81; i++) {
        char c = PUZZLE[i] == '.' ? s->blank : PUZZLE[i];

        if (i % 9 == 0 && i)
            text_printf(&t, "%s%s%s", s->right, line_end,
                        i % 27 == 0 ? s->band : "");
        text_printf(&t, "%s%c",
                    i % 9 == 0   ? s->left
                    : i % 3 == 0 ? s->box
                                 : s->cell,
                    c);
    }
    text_printf(&t, "%s%s%s", s->right, line_end, s->bottom);
    return t;
}

/* clang-format off */
static const struct style STYLES[] = {
    {"", "", "", "", "", "", "", '.'},
    {"", "", "", "", "", "", "", '0'},
    {"", "", "", "", "", "", "", '_'},
    {"", "", "", "", "", "", "", '*'},
    {"", "", "", "", "", "", "", '-'},
    {"", "", "", "", "", "", "", 'x'},
    {"", "", "", "", "", "", "", 'X'},
    {"", "", "", "", "", "", "", ' '},
    {"", "", " ", " ", "", "", "", '0'},
    {"", "", ",", ",", "", "", "", '0'},
    {"", "", ", ", ", ", ",", "", "", '.'},
    {"", "", ",", ",", "", "", "", ' '},
    {"", "", "\t", "\t", "", "", "", ' '},
    {"", "", "\t", "\t", "", "", "", '0'},
    {"", "", "", "|", "", "---+---+---\n", "", '.'},
    {"", "", "", "|", "", "-----------\n", "", '.'},
    {"", "", "", "|", "", "---|---|---\n", "", '.'},
    {"", "", "", "|", "", "---+---+---\n", "", '-'},
    {"", "---------\n", "", "", "", "", "", '.'},
    {"", "", "", " ", "", "\n", "", '.'},
    {"", "", " ", " | ", "", "------+-------+------\n", "", '-'},
    {" *-----------*\n", " |", "", "|", "|", " |---+---+---|\n",
     " *-----------*\n", '.'},
    {"+-------+-------+-------+\n", "| ", " ", " | ", " |",
     "+-------+-------+-------+\n", "+-------+-------+-------+\n", '.'},
    {"+-------+-------+-------+\n", "| ", " ", " | ", " |",
     "+-------+-------+-------+\n", "+-------+-------+-------+\n", ' '},
    {"+-------+-------+-------+\n", "| ", " ", " | ", " |",
     "+-------+-------+-------+\n", "+-------+-------+-------+\n", '*'},
    {".-----.-----.-----.\n", "|", " ", "|", "|", ":-----+-----+-----:\n",
     "'-----'-----'-----'\n", ' '},
    {"", "| ", " | ", " | ", " |", "", "", ' '},
    {"=====\n", "  ", "  ", "  !  ", "", "=====\n", "=====\n", '_'},
    {"\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x80\xe2\x94\xac\xe2\x94\x90\n",
     "\xe2\x94\x82 ", " ", " \xe2\x94\x82 ", " \xe2\x94\x82",
     "\xe2\x95\xa0\xe2\x95\x90\xe2\x95\x90\xe2\x95\xac\xe2\x95\xa3\n",
     "\xe2\x94\x94\xe2\x94\x80\xe2\x94\xb4\xe2\x94\x98\n", '.'},
    {"# a comment\n; another\n// a third\n\n", "", "", "", "", "", "", '.'},
    {"#ADaniel\n#DEasy\n#B01-01-2000\n[Puzzle]\n", "", "", "", "", "",
     "[State]\n111111111\n222222222\n", '.'},
    {"Grid 01\n", "", "", "", "  # a row", "", "", '0'},
};
/* clang-format on */

static void test_every_way_to_draw_a_grid_is_the_same_board(void **state)
{
    static const char *const ENDS[] = {"\n", "\r\n", "\r"};

    (void)state;
    for (size_t i = 0; i < sizeof STYLES / sizeof STYLES[0]; i++)
        for (int e = 0; e < 2; e++) {
            struct text t = drawn(&STYLES[i], ENDS[e]), bom = {0};

            expect(t.bytes);
            text_printf(&bom, "\xef\xbb\xbf%s", t.bytes);
            expect(bom.bytes);
            bom.bytes[bom.length - strlen(ENDS[e])] = '\0';
            expect(bom.bytes); /* no final line end */
            text_release(&t);
            text_release(&bom);
        }
    struct text t = drawn(&STYLES[0], ENDS[2]);
    expect(t.bytes);
    text_release(&t);
}

static void test_a_line_may_hold_more_than_the_puzzle(void **state)
{
    static const char *const LINES[] = {
        PUZZLE,
        PUZZLE " # from the newspaper",
        "  " PUZZLE "  \n",
        "puzzle\n" PUZZLE,
        "1\n" PUZZLE,
        "49151\n" PUZZLE,
        "\"" PUZZLE "\"",
        "id,puzzle,clues\n17," PUZZLE ",28,2.3\n",
        "a;b;" PUZZLE ";c",
        PUZZLE "\tname\t3",
        ":0000:x:" PUZZLE ":612 619:::",
        PUZZLE ":711 113 713",
        "https://www.sudokuwiki.org/sudoku.htm?bd=" PUZZLE,
        "{\"puzzle\": \"" PUZZLE "\", \"rating\": 3}",
        "<game data=\"" PUZZLE "\"/>",
        (".234..8.. 6....7... ...53.62. ..5...... 84.....36 ......1.. "
         ".52.96... ...1....7 ..8..521."),
    };

    (void)state;
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        expect(LINES[i]);
}

#define BLANK_ROW                                                             \
    "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24." \
    "7..4.2..1"

/* Nine dashes are a row here, and a frame in the styles above. */
static void test_a_row_of_dashes_is_a_row_where_dashes_are_blanks(void **state)
{
    static const char *const FORMS[] = {
        "2--1-5--3\n-54---71-\n-1-2-3-8-\n6-28-73-4\n---------\n1-53-98-6\n"
        "-2-7-1-6-\n-81---24-\n7--4-2--1\n",
        "2--1-5--3\n-54---71-\n-1-2-3-8-\n\n6-28-73-4\n---------\n"
        "1-53-98-6\n\n-2-7-1-6-\n-81---24-\n7--4-2--1\n",
        "2--|1-5|--3\n-54|---|71-\n-1-|2-3|-8-\n===+===+===\n"
        "6-2|8-7|3-4\n---|---|---\n1-5|3-9|8-6\n===+===+===\n"
        "-2-|7-1|-6-\n-81|---|24-\n7--|4-2|--1\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++)
        expect_at(FORMS[i], 1, 1, BLANK_ROW);
}

static void test_cells_in_81_columns(void **state)
{
    struct text t = {0};

    (void)state;
    for (int i = 0; i < 81; i++)
        text_printf(&t, "%s%c", i ? "," : "", PUZZLE[i]);
    expect(t.bytes);
    text_release(&t);
}

static void test_the_81st_character_counts(void **state)
{
    struct problem p;
    struct error err;
    char text[82];

    (void)state;
    memset(text, '.', 80);
    snprintf(text + 80, 2, "9");
    assert_true(read_text(&p, NULL, text, 1, &err));
    assert_int_equal(p.tokens[80], 9);
    assert_string_equal(p.note, "several solutions");
    assert_null(p.solution);
    problem_release(&p);
}

/* A proper puzzle and its solution, which is not needed to be found */
#define EULER                                                                 \
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3.." \
    "9..5.1.3.."
#define EULER_SOLVED                                                          \
    "483921657967345821251876493548132976729564138136798245372689514814253769" \
    "695417382"

static void test_a_solution_beside_the_puzzle_is_taken_as_that(void **state)
{
    static const char *const FORMS[] = {
        EULER " " EULER_SOLVED "\n",
        "quizzes,solutions\n" EULER "," EULER_SOLVED "\n",
        "solution,puzzle\n" EULER_SOLVED "," EULER "\n",
        "unsolved,solved\r\n" EULER "," EULER_SOLVED "\r\n",
        EULER "," EULER_SOLVED ",25,2.3\n",
        EULER ":1:" EULER_SOLVED ":a comment\n",
        EULER "\t" EULER_SOLVED,
    };

    (void)state;
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
        struct problem p;
        struct error err;

        expect_at(FORMS[i], 1, 1, EULER);
        assert_true(read_text(&p, NULL, FORMS[i], 1, &err));
        for (int c = 0; c < 81; c++)
            assert_int_equal(p.solution[c], EULER_SOLVED[c] - '0');
        problem_release(&p);
    }
}

static void test_a_solution_that_does_not_fit_is_an_error(void **state)
{
    struct error err;
    struct problem p;
    char wrong[200];

    (void)state;
    snprintf(wrong, sizeof wrong, "%s,%s", EULER, EULER_SOLVED);
    wrong[82 + 2] = '4'; /* r1c3 is given as 3 */
    expect_error(wrong, "t.txt: r1c3 is 3 in the puzzle and 4 in the "
                        "solution beside it");
    wrong[82 + 2] = '3';
    wrong[82 + 1] = '4';
    expect_error(wrong,
                 "t.txt: the solution beside it: r1c1 and r1c2 are both 4");
    assert_false(DOMAINS[0].read(&p, NULL, wrong, strlen(wrong), "t", 1, true,
                                 &err));
}

static void test_several_puzzles_in_a_text(void **state)
{
    struct text grid = drawn(&STYLES[0], "\n"), t = {0};

    (void)state;
    text_printf(&t, "# Easy\n%s\n%s\n# Hard\n%sGrid 4\n%s", grid.bytes,
                grid.bytes, grid.bytes, grid.bytes);
    expect_at(t.bytes, 4, 4, PUZZLE);
    text_printf(&t, "\n%s%s", grid.bytes, grid.bytes);
    expect_at(t.bytes, 6, 6, PUZZLE);
    expect_at("a,b\n" EULER "," PUZZLE "\n" PUZZLE "," EULER "\n", 2, 4,
              PUZZLE);
    expect_at(EULER "\n\n" PUZZLE, 2, 2, PUZZLE);
    expect_at(PUZZLE "\nbroken\n123\n" EULER, 2, 2, EULER);
    text_release(&t);
    text_release(&grid);
}

/* A grid that breaks off must not be completed from the next one. */
static void test_a_short_grid_is_not_filled_from_the_next(void **state)
{
    struct text grid = drawn(&STYLES[0], "\n"), t = {0};

    (void)state;
    for (int rows = 1; rows < 9; rows++) {
        char sentence[100];

        t.length = 0;
        text_add_bytes(&t, grid.bytes, (size_t)rows * 10);
        text_printf(&t, "\n%s", grid.bytes);
        snprintf(sentence, sizeof sentence,
                 "t.txt: line 1: the grid that begins here has %d row%s "
                 "instead of 9",
                 rows, rows == 1 ? "" : "s");
        expect_error(t.bytes, sentence);
        expect_at(t.bytes, 2, 2, PUZZLE);
    }
    text_release(&t);
    text_release(&grid);
}

static void test_filled_in_digits_count_as_given(void **state)
{
    struct problem p;
    struct error err;

    (void)state;
    assert_true(read_text(&p, NULL,
                          ":0000:x:+4.3.2.6..9..3.5..1..18.64....81.29..7..."
                          "....8..67.82....26.95..8..2.3..9..5.1.3.+2:::",
                          1, &err));
    assert_int_equal(p.tokens[0], 4);
    assert_int_equal(p.tokens[80], 2);
    assert_string_equal(p.note, "2 filled in cells count as given");
    problem_release(&p);
}

static void test_what_is_wrong_is_said_with_its_place(void **state)
{
    static const char *const CASES[][2] = {
        {"1a3..............................................................."
         "...............",
         "t.txt: line 1, column 2: 'a' is not a digit or a blank (0 . _ * - "
         "x)"},
        {"1a3...",
         "t.txt: line 1, column 2: 'a' is not a digit or a blank (0 . _ * - "
         "x)"},
        {"\n# c\n12345678\xc3\xa9\n",
         "t.txt: line 3, column 9: '\xc3\xa9' is not a digit or a blank (0 . "
         "_ * - x)"},
        {"..\xc2\xb7.5\xff...\n",
         "t.txt: line 1, column 6: '\\xff' is not a digit or a blank (0 . _ "
         "* - x)"},
        {"016400000200009000400000062070230100100000003003087040960000005000"
         "80000700000682",
         "t.txt: line 1: 80 cells, 1 too few: a puzzle has 81"},
        {"016400000200009000400000062070230100100000003003087040960000005000"
         "8000070000068200",
         "t.txt: line 1: 82 cells, 1 too many: a puzzle has 81"},
        {PUZZLE EULER_SOLVED,
         "t.txt: line 1: 162 cells, 81 too many: a puzzle has 81 (put a "
         "space or a comma before a solution)"},
        {"1234\n3412\n2143\n432.\n",
         "t.txt: line 1: this is a 4 x 4 grid; only 9 x 9 is read"},
        {"1 2 | 3 4\n3 . | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 .\n",
         "t.txt: line 1: this is a 4 x 4 grid; only 9 x 9 is read"},
        {"123456\n456123\n231564\n564231\n312645\n64531.\n",
         "t.txt: line 1: this is a 6 x 6 grid; only 9 x 9 is read"},
        {"12.........16\n",
         "t.txt: line 1: 13 cells; a row has 9, and a puzzle in one line 81"},
        {"530070000\n60019500\n",
         "t.txt: line 2: 8 cells; a row has 9, and a puzzle in one line 81"},
        {"start9\n3 0 2\n7 0 6\nend\n",
         "t.txt: line 1: 'start' begins a list of coordinates, which is not "
         "read; write the 81 cells row by row"},
        {"| 4 8 59 | 157 15 2 | 3 79 6 |\n",
         "t.txt: line 1: this is a grid of candidates, with several digits in "
         "a cell; give only the digits that are certain"},
        {"<graph><clique size=\"9\" >0 1 2 9 10 28 18 19 20 </clique></graph>",
         "t.txt: line 1: markup (XML) without 81 cells in a row is not read; "
         "export the puzzle as text, 81 characters or nine lines of nine"},
        {"", "t.txt: no puzzle found; write 81 characters, or nine lines of "
             "nine, with 0 or . for a blank"},
        {"hello\nworld\n",
         "t.txt: no puzzle found; write 81 characters, or nine lines of "
         "nine, with 0 or . for a blank"},
        {"\x1f\x8b\x08", "t.txt is compressed with gzip; unpack it first"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        expect_error(CASES[i][0], CASES[i][1]);
}

static void test_other_sizes_are_told(void **state)
{
    struct text t = {0};

    (void)state;
    for (int row = 0; row < 16; row++) {
        for (int c = 0; c < 16; c++)
            text_printf(&t, "%d ", (row * 4 + row / 4 + c) % 16 + 1);
        text_add(&t, "\n");
    }
    expect_error(t.bytes, "t.txt: line 1: this is a 16 x 16 grid; only 9 x 9 "
                          "is read");
    t.length = 0;
    for (int c = 0; c < 625; c++)
        text_add(&t, c % 7 ? "." : "5");
    expect_error(t.bytes, "t.txt: line 1: this is a 25 x 25 grid; only 9 x 9 "
                          "is read");
    t.length = 0;
    for (int c = 0; c < 729; c++)
        text_add(&t, c % 7 ? "0" : "5");
    expect_error(t.bytes,
                 "t.txt: line 1: 729 characters are a grid of candidates, "
                 "nine for each cell; give 81, only the digits that are "
                 "certain");
    text_release(&t);
}

#define CONTRADICTION                                                         \
    ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4." \
    "37.4.3..6.."
#define NO_CANDIDATE                                                          \
    "12345678...........................9..................................." \
    ".........."

static void test_contradictions_need_force(void **state)
{
    static const char *const CASES[][2] = {
        {CONTRADICTION, "r1c2 and r1c3 are both 9"},
        {NO_CANDIDATE, "no solution: r1c9 has no candidate"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char text[90], sentence[200];
        struct problem p;
        struct error err;

        snprintf(text, sizeof text, "%s", CASES[i][0]);
        assert_int_equal(strlen(text), 81);
        snprintf(sentence, sizeof sentence,
                 "t.txt: %s; add --force to study the model on it anyway",
                 CASES[i][1]);
        expect_error(text, sentence);
        assert_true(DOMAINS[0].read(&p, NULL, text, 81, "t.txt", 1, true,
                                    &err));
        assert_string_equal(p.note, CASES[i][1]);
        assert_null(p.solution);
        problem_release(&p);
    }
}

static void test_numbers_beyond_the_file_are_refused(void **state)
{
    struct problem p;
    struct error err;

    (void)state;
    assert_false(read_text(&p, NULL, PUZZLE "\n" EULER, 3, &err));
    assert_string_equal(err.text,
                        "t.txt holds 2 puzzles, so there is no number 3");
    assert_false(read_text(&p, NULL, PUZZLE, 0, &err));
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static bool opens(const char *input, struct problem *p, struct error *err)
{
    return problem_open(p, NULL, &DOMAINS[0], input, false, err);
}

static void test_input_is_a_file_a_numbered_one_or_a_puzzle(void **state)
{
    char path[200], input[300];
    struct problem p;
    struct error err;

    (void)state;
    snprintf(path, sizeof path, "%s", scratch_path("two.txt"));
    write_file(path, PUZZLE "\n" EULER "\n");
    assert_true(opens(path, &p, &err));
    assert_string_equal(p.title, "two.txt:1");
    problem_release(&p);
    snprintf(input, sizeof input, "%s:2", path);
    assert_true(opens(input, &p, &err));
    assert_string_equal(p.title, "two.txt:2");
    assert_int_equal(p.tokens[2], 3);
    problem_release(&p);
    write_file(input, PUZZLE "\n"); /* a file of that very name wins */
    assert_true(opens(input, &p, &err));
    assert_string_equal(p.title, "two.txt:2");
    assert_int_equal(p.tokens[2], 3);
    assert_int_equal(p.tokens[1], 2);
    problem_release(&p);
    assert_true(opens(EULER, &p, &err));
    assert_string_equal(p.title, "sudoku");
    problem_release(&p);
    snprintf(input, sizeof input, "%s:0", path);
    assert_false(opens(input, &p, &err));
    assert_non_null(strstr(err.text, "counting starts at 1"));
    snprintf(input, sizeof input, "%s:99999999999", path);
    assert_false(opens(input, &p, &err));
    assert_false(opens("no/such.txt:3", &p, &err));
    assert_non_null(strstr(err.text, "no/such.txt: No such file"));
    assert_false(opens("nosuch.txt", &p, &err));
    assert_non_null(strstr(err.text, "nosuch.txt: No such file"));
    assert_false(opens("hello", &p, &err));
    assert_non_null(strstr(err.text, "no file is called 'hello'"));
    assert_false(opens("/", &p, &err));
    assert_non_null(strstr(err.text, "directory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_way_to_draw_a_grid_is_the_same_board),
        cmocka_unit_test(test_a_line_may_hold_more_than_the_puzzle),
        cmocka_unit_test(
            test_a_row_of_dashes_is_a_row_where_dashes_are_blanks),
        cmocka_unit_test(test_cells_in_81_columns),
        cmocka_unit_test(test_the_81st_character_counts),
        cmocka_unit_test(test_a_solution_beside_the_puzzle_is_taken_as_that),
        cmocka_unit_test(test_a_solution_that_does_not_fit_is_an_error),
        cmocka_unit_test(test_several_puzzles_in_a_text),
        cmocka_unit_test(test_a_short_grid_is_not_filled_from_the_next),
        cmocka_unit_test(test_filled_in_digits_count_as_given),
        cmocka_unit_test(test_what_is_wrong_is_said_with_its_place),
        cmocka_unit_test(test_other_sizes_are_told),
        cmocka_unit_test(test_contradictions_need_force),
        cmocka_unit_test(test_numbers_beyond_the_file_are_refused),
        cmocka_unit_test(test_input_is_a_file_a_numbered_one_or_a_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
