#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/subcommand.h"
#include "cli/help.h"
#include "cli/nearest.h"
#include "domain/domain.h"
#include "mi/source.h"
#include "support.h"

enum { ARGS_MAX = 16 };

/* Parses a line of words with one blank between them. */
static bool parse(struct options *o, struct error *err, const char *line)
{
    static char words[256]; /* options point into it */
    char *argv[ARGS_MAX + 1] = {NULL};
    int argc = 0;

    snprintf(words, sizeof words, "miscope %s", line);
    for (char *w = words; *w; argc++) {
        assert_true(argc < ARGS_MAX);
        argv[argc] = w;
        w += strcspn(w, " ");
        if (*w)
            *w++ = '\0';
    }
    return options_parse(o, argc, argv, err);
}

static void accepts(struct options *o, const char *line)
{
    struct error err = {{0}};

    if (!parse(o, &err, line)) {
        print_error("%s: %s\n", line, err.text);
        assert_true(false);
    }
}

static void refuses(const char *line, const char *words)
{
    struct options o;
    struct error err = {{0}};

    assert_false(parse(&o, &err, line));
    if (!strstr(err.text, words))
        print_error("%s: %s\n", line, err.text);
    assert_non_null(strstr(err.text, words));
}

static void test_both_spellings_mean_the_same(void **state)
{
    struct options a, b;

    (void)state;
    accepts(&a, "decode sudoku x.txt --gamma 0.25 --k=7");
    assert_float_equal(a.value[OPT_PARAMETER + PARAM_GAMMA].number, .25, 0);
    assert_float_equal(a.value[OPT_PARAMETER + PARAM_K].number, 7, 0);
    assert_true(a.value[OPT_PARAMETER + PARAM_K].given);
    assert_false(a.value[OPT_SEED].given);
    assert_int_equal(a.operands, 2);
    assert_string_equal(a.operand[1], "x.txt");
    accepts(&b, "decode --gamma=0.25 sudoku --k 7 x.txt");
    assert_float_equal(b.value[OPT_PARAMETER + PARAM_GAMMA].number, .25, 0);
    assert_string_equal(b.operand[1], "x.txt");
}

static void test_defaults_are_in_force(void **state)
{
    struct options o;

    (void)state;
    accepts(&o, "decode sudoku x");
    assert_int_equal(o.value[OPT_POLICY].number, policy_named("mi"));
    assert_int_equal(o.value[OPT_MI].number, mi_source_named("truth"));
    assert_int_equal(o.value[OPT_SEED].number, 1);
    accepts(&o, "export t.npz");
    assert_float_equal(o.value[OPT_WIDTH].number, 89, 0);
    assert_null(o.value[OPT_OUT].text);
    accepts(&o, "generate sudoku --givens 25");
    assert_int_equal(o.value[OPT_GIVENS].number, 25);
    assert_int_equal(o.value[OPT_GIVENS].upper, 25);
    accepts(&o, "generate sudoku --givens 22-31");
    assert_int_equal(o.value[OPT_GIVENS].upper, 31);
}

static void test_alone_it_watches(void **state)
{
    struct options o;

    (void)state;
    accepts(&o, "");
    assert_string_equal(o.command->name, "sudoku");
    accepts(&o, "--color none");
    assert_string_equal(o.command->name, "sudoku");
    assert_int_equal(o.value[OPT_COLOR].number, 1);
}

static void test_a_puzzle_may_begin_with_a_dash(void **state)
{
    struct options o;

    (void)state;
    accepts(&o, "sudoku --3..7.1-");
    assert_string_equal(o.operand[0], "--3..7.1-");
    accepts(&o, "sudoku -");
    assert_string_equal(o.operand[0], "-");
    accepts(&o, "sudoku --policy eb -- --odd-name");
    assert_string_equal(o.operand[0], "--odd-name");
}

static void test_the_nearest_name_is_offered(void **state)
{
    (void)state;
    refuses("decode sudoku x --gama 1", "did you mean --gamma?");
    refuses("decode sudoku x --treads 1", "did you mean --threads?");
    refuses("decode sudoku x --temp 1", "did you mean --temperature?");
    refuses("decode sudoku x --policy threshhold", "did you mean threshold?");
    refuses("deocde sudoku x", "did you mean decode?");
    refuses("decode sudoku x --xyzzy", "see miscope decode --help");
    refuses("decode sudoku x --policy xyzzy", "choose one of sequential");
    refuses("decode sudoku x --width-mm 20", "decode takes no --width-mm");
    refuses("my.txt", "to watch a puzzle: miscope sudoku my.txt");
}

static void test_values_are_read_strictly(void **state)
{
    (void)state;
    refuses("decode sudoku x --gamma nan", "--gamma: 'nan' is not a number");
    refuses("decode sudoku x --gamma inf", "--gamma: 'inf' is not a number");
    refuses("decode sudoku x --gamma=", "--gamma: '' is not a number");
    refuses("decode sudoku x --gamma 1x", "'1x' is not a number");
    refuses("decode sudoku x --gamma 0x10", "'0x10' is not a number");
    refuses("decode sudoku x --gamma 1e999", "is not a number");
    refuses("decode sudoku x --gamma -1", "--gamma: -1 is not between 0");
    refuses("decode sudoku x --k 0", "--k: 0 is not between 1 and");
    refuses("decode sudoku x --k 2.5", "--k: 2.5 is not a whole number");
    refuses("decode sudoku x --seed 1e17", "--seed: 1e+17 is not between");
    refuses("decode sudoku x --threads 257", "--threads: 257 is not between");
    refuses("decode sudoku x --k", "--k needs a value: --k N");
    refuses("decode sudoku x --force=1", "--force takes no value");
    refuses("decode sudoku x --trace=", "--trace: the value is empty");
    refuses("decode sudoku x -k 1", "unknown option -k");
    refuses("generate sudoku --givens 30-20", "30-20 runs backwards");
    refuses("generate sudoku --givens 3-20", "--givens: 3 is not between");
    refuses("generate sudoku --givens a-b", "is not a range");
}

static void test_operands_are_counted(void **state)
{
    struct options o;

    (void)state;
    refuses("decode sudoku", "usage: miscope decode DOMAIN INPUT");
    refuses("decode sudoku a b", "no place for 'b'");
    refuses("bench now", "no place for 'now'");
    accepts(&o, "decode --help");
    assert_true(o.value[OPT_HELP].given);
    accepts(&o, "decode -h");
    assert_true(o.value[OPT_HELP].given);
}

static void test_distances(void **state)
{
    (void)state;
    assert_int_equal(edit_distance("gamma", "gamma"), 0);
    assert_int_equal(edit_distance("gmama", "gamma"), 1);
    assert_int_equal(edit_distance("gama", "gamma"), 1);
    assert_int_equal(edit_distance("", "seed"), 4);
    assert_int_equal(edit_distance("kitten", "sitting"), 3);
    assert_int_equal(edit_distance("sitting", "kitten"), 3);
}

/* The table itself: one meaning to a name, ranges that hold the default. */
static void test_no_command_has_two_options_of_a_name(void **state)
{
    (void)state;
    for (const struct subcommand *c = SUBCOMMANDS; c->name; c++)
        for (int i = 0; i < OPT_COUNT; i++)
            for (int j = 0; j < i; j++)
                assert_false(option_applies(i, c) && option_applies(j, c) &&
                             strcmp(option_row(i).name,
                                    option_row(j).name) == 0);
}

static void test_every_domain_can_be_watched(void **state)
{
    (void)state;
    for (const struct domain *d = DOMAINS; d->name; d++)
        assert_non_null(subcommand_named(d->name));
}

static void check_lines(const char *text)
{
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");

        if (n > HELP_COLUMNS)
            print_error("too wide: %.*s\n", (int)n, line);
        assert_true(n <= HELP_COLUMNS);
        assert_false(n > 0 && line[n - 1] == ' ');
        assert_true(line[n] == '\n');
        line += n + 1;
    }
}

static void test_help_fits_and_names_every_option(void **state)
{
    struct text t = {0};

    (void)state;
    help_overall(&t);
    check_lines(t.bytes);
    for (const struct subcommand *c = SUBCOMMANDS; c->name; c++) {
        struct text one = {0};

        assert_non_null(strstr(t.bytes, c->name));
        help_command(&one, c);
        check_lines(one.bytes);
        for (int id = 0; id < OPT_COUNT; id++) {
            char dashed[64];

            snprintf(dashed, sizeof dashed, "  --%s", option_row(id).name);
            if (option_applies(id, c))
                assert_non_null(strstr(one.bytes, dashed));
        }
        text_release(&one);
    }
    text_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_spellings_mean_the_same),
        cmocka_unit_test(test_defaults_are_in_force),
        cmocka_unit_test(test_alone_it_watches),
        cmocka_unit_test(test_a_puzzle_may_begin_with_a_dash),
        cmocka_unit_test(test_the_nearest_name_is_offered),
        cmocka_unit_test(test_values_are_read_strictly),
        cmocka_unit_test(test_operands_are_counted),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_no_command_has_two_options_of_a_name),
        cmocka_unit_test(test_every_domain_can_be_watched),
        cmocka_unit_test(test_help_fits_and_names_every_option),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
