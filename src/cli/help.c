#include "cli/help.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "domain/domain.h"
#include "mi/source.h"

enum { NAME_COLUMN = 2, TEXT_COLUMN = 25, COMMAND_COLUMN = 38 };

/* Adds words from column `at` on, breaking before HELP_COLUMNS and going on
 * at `indent`. Ends the line. */
static void add_wrapped(struct text *t, int at, int indent, const char *words)
{
    int column = at;

    while (*words) {
        int n = (int)strcspn(words, " ");

        if (column > indent && column + n + 1 > HELP_COLUMNS) {
            text_printf(t, "\n%*s", indent, "");
            column = indent;
        }
        if (column > indent)
            text_add(t, " ");
        text_add_bytes(t, words, (size_t)n);
        column += n + (column > indent);
        words += n;
        words += strspn(words, " ");
    }
    text_add(t, "\n");
}

/* "  name            words", the words in a column of their own. */
static void add_entry(struct text *t, const char *name, int column,
                      const char *words)
{
    int used = NAME_COLUMN + (int)strlen(name);

    text_printf(t, "%*s%s", NAME_COLUMN, "", name);
    if (used + 1 > column) {
        text_add(t, "\n");
        used = 0;
    }
    text_printf(t, "%*s", column - used, "");
    add_wrapped(t, column, column, words);
}

static void add_lines(struct text *t, const char *lines)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");

        text_add(t, "  ");
        text_add_bytes(t, lines, n);
        text_add(t, "\n");
        lines += n + (lines[n] == '\n');
    }
}

/* What an option's value may be and what it is when not given. Policies are
 * listed on their own. */
static void add_values(struct text *t, int id, const struct option *row)
{
    const char *sep = " (";

    if (row->kind == ARG_CHOICE && id != OPT_POLICY)
        for (int i = 0; row->choice(i); i++)
            text_printf(t, "%s%s", i ? ", " : ": ", row->choice(i));
    if (row->kind != ARG_CHOICE && row->high > row->low) {
        text_printf(t, "%s%.16g to %.16g", sep, row->low, row->high);
        sep = "; ";
    }
    if (row->initial) {
        text_printf(t, "%sdefault %s", sep, row->initial);
        sep = "; ";
    }
    if (strcmp(sep, "; ") == 0)
        text_add(t, ")");
}

static void add_option(struct text *t, int id)
{
    struct option row = option_row(id);
    struct text words = {0};
    char name[64];

    snprintf(name, sizeof name, "--%s%s%s", row.name,
             row.placeholder ? " " : "",
             row.placeholder ? row.placeholder : "");
    text_add(&words, row.help);
    add_values(&words, id, &row);
    add_entry(t, name, TEXT_COLUMN, words.bytes);
    text_release(&words);
}

static void add_policy(struct text *t, const struct policy *p)
{
    struct text words = {0};
    bool used = false;

    text_add(&words, p->help);
    for (int i = 0; i < PARAM_COUNT; i++)
        if (!isnan(p->value[i])) {
            text_printf(&words, "%s--%s %.10g", used ? ", " : " (",
                        PARAMETERS[i].name, p->value[i]);
            used = true;
        }
    if (used)
        text_add(&words, ")");
    add_entry(t, p->name, TEXT_COLUMN, words.bytes);
    text_release(&words);
}

static void add_policies(struct text *t)
{
    text_add(t, "\npolicies, and what their options are by default:\n");
    for (const struct policy *p = POLICIES; p->name; p++)
        add_policy(t, p);
}

static void add_sources(struct text *t)
{
    text_add(t, "\nsources of mutual information:\n");
    for (const struct mi_source *s = MI_SOURCES; s->name; s++)
        add_entry(t, s->name, TEXT_COLUMN, s->help);
}

static void add_domains(struct text *t)
{
    text_add(t, "\ndomains:\n");
    for (const struct domain *d = DOMAINS; d->name; d++)
        add_entry(t, d->name, TEXT_COLUMN, d->help);
}

static void add_input(struct text *t, const struct subcommand *c)
{
    text_add(t, "\ninput:\n");
    if (strstr(c->operands, "DOMAIN"))
        add_entry(t, "DOMAIN", TEXT_COLUMN, "what is decoded; see domains");
    add_entry(t, "PUZZLE", TEXT_COLUMN,
              "the problem itself, such as 81 characters with 0 . _ * - or x "
              "for empty cells");
    add_entry(t, "FILE[:N]", TEXT_COLUMN,
              "the N-th problem of a file (default 1); the format is told "
              "from the content");
    add_entry(t, "-", TEXT_COLUMN, "standard input");
}

static void add_common(struct text *t)
{
    text_add(t, "\n"
                "Results go to standard output, messages and progress to "
                "standard error.\n"
                "Exit status: 0 done; 1 the task failed (bad data, "
                "unsolvable); 2 usage or\n"
                "environment.\n");
}

void help_command(struct text *t, const struct subcommand *c)
{
    bool input = (c->bit & (FOR_SUDOKU | FOR_DECODE | FOR_MI)) != 0;

    text_printf(t, "usage: miscope %s %s%s[OPTIONS]\n\n", c->name,
                c->operands, c->operands[0] ? " " : "");
    text_printf(t, "%s\n", c->about);
    if (input)
        add_input(t, c);
    text_add(t, "\noptions:\n");
    for (int id = 0; id < OPT_COUNT; id++)
        if (option_applies(id, c))
            add_option(t, id);
    if (option_applies(OPT_POLICY, c))
        add_policies(t);
    if (option_applies(OPT_MI, c) || option_applies(OPT_SOURCE, c))
        add_sources(t);
    if (strstr(c->operands, "DOMAIN"))
        add_domains(t);
    text_add(t, "\nexamples:\n");
    add_lines(t, c->examples);
    add_common(t);
}

void help_overall(struct text *t)
{
    text_add(t,
             "miscope shows, live in a terminal, how a masked diffusion model "
             "fills in a\n"
             "puzzle: which cells it reveals at each pass, which it puts off "
             "and why, and the\n"
             "matrix of mutual information the decision rests on.\n\n"
             "usage: miscope [COMMAND] [OPTIONS]\n\n"
             "Without a command it opens the interface on the bundled puzzles; "
             "? lists the\nkeys.\n\ncommands:\n");
    for (const struct subcommand *c = SUBCOMMANDS; c->name; c++) {
        char name[64];

        snprintf(name, sizeof name, "%s %s", c->name, c->operands);
        add_entry(t, name, COMMAND_COLUMN, c->help);
    }
    text_add(t, "\noptions of every command:\n");
    add_option(t, OPT_HELP);
    add_option(t, OPT_VERSION);
    text_add(t, "\nexamples:\n");
    for (const struct subcommand *c = SUBCOMMANDS; c->name; c++) {
        size_t n = strcspn(c->examples, "\n");

        text_printf(t, "  %.*s\n", (int)n, c->examples);
    }
    add_common(t);
    text_add(t, "\nEvery command explains itself: miscope COMMAND --help\n");
}
