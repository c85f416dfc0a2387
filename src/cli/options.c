#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/subcommand.h"
#include "cli/nearest.h"

/* values ------------------------------------------------------------------ */

bool number_parse(double *out, const char *text)
{
    char *end;

    if (!text[0] || text[strspn(text, "0123456789+-.eE")])
        return false;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out);
}

static bool check_range(const struct option *row, double x, struct error *err)
{
    if ((row->kind != ARG_NUMBER) && x != floor(x))
        return fail(err, "--%s: %.10g is not a whole number", row->name, x);
    if (x < row->low || x > row->high)
        return fail(err, "--%s: %.10g is not between %.10g and %.10g",
                    row->name, x, row->low, row->high);
    return true;
}

static bool read_number(struct value *v, const struct option *row,
                        struct error *err)
{
    if (!number_parse(&v->number, v->text))
        return fail(err, "--%s: '%s' is not a number", row->name, v->text);
    return check_range(row, v->number, err);
}

static bool read_span(struct value *v, const struct option *row,
                      struct error *err)
{
    char low[32];
    size_t n = strcspn(v->text, "-");
    const char *high = v->text[n] ? v->text + n + 1 : v->text;

    snprintf(low, sizeof low, "%.*s", n < 31 ? (int)n : 31, v->text);
    if (!number_parse(&v->number, low) || !number_parse(&v->upper, high))
        return fail(err, "--%s: '%s' is not a range such as 24-30", row->name,
                    v->text);
    if (!check_range(row, v->number, err) || !check_range(row, v->upper, err))
        return false;
    if (v->number > v->upper)
        return fail(err, "--%s: %s runs backwards", row->name, v->text);
    return true;
}

static bool read_choice(struct value *v, const struct option *row,
                        struct error *err)
{
    struct nearest near = {.wanted = v->text};
    struct text names = {0};

    for (int i = 0; row->choice(i); i++) {
        v->number = i;
        if (strcmp(row->choice(i), v->text) == 0)
            return text_release(&names), true;
        text_printf(&names, "%s%s", i ? ", " : "", row->choice(i));
        nearest_try(&near, row->choice(i));
    }
    if (near.best)
        fail(err, "--%s: there is no '%s'; did you mean %s?", row->name,
             v->text, near.best);
    else
        fail(err, "--%s: there is no '%s'; choose one of %s", row->name,
             v->text, names.bytes);
    text_release(&names);
    return false;
}

static bool read_value(struct value *v, const struct option *row,
                       const char *text, struct error *err)
{
    v->text = text;
    switch (row->kind) {
    case ARG_FLAG:
        v->number = 1;
        return true;
    case ARG_TEXT:
        return *text || fail(err, "--%s: the value is empty", row->name);
    case ARG_NUMBER:
    case ARG_WHOLE:
        return read_number(v, row, err);
    case ARG_SPAN:
        return read_span(v, row, err);
    case ARG_CHOICE:
        return read_choice(v, row, err);
    }
    return false;
}

/* the line ---------------------------------------------------------------- */

static bool looks_like_option(const char *argument)
{
    return argument[0] == '-' && argument[1] &&
           argument[strspn(argument, "0123456789.-_*")];
}

static int find_option(const char *name, const struct subcommand *c)
{
    int elsewhere = -1;

    for (int id = 0; id < OPT_COUNT; id++)
        if (strcmp(option_row(id).name, name) == 0) {
            if (option_applies(id, c))
                return id;
            elsewhere = OPT_COUNT + id;
        }
    return elsewhere;
}

static bool unknown_option(const char *name, const struct subcommand *c,
                           struct error *err)
{
    struct nearest near = {.wanted = name};

    if (find_option(name, c) >= OPT_COUNT)
        return fail(err, "%s takes no --%s; see miscope %s --help", c->name,
                    name, c->name);
    for (int id = 0; id < OPT_COUNT; id++)
        if (option_applies(id, c))
            nearest_try(&near, option_row(id).name);
    if (near.best)
        return fail(err, "unknown option --%s; did you mean --%s?", name,
                    near.best);
    return fail(err, "unknown option --%s; see miscope %s --help", name,
                c->name);
}

/* argv[*i] is an option; *i moves on to its value when that stands apart. */
static bool take_option(struct options *o, int *i, char **argv,
                        struct error *err)
{
    const char *dashed = argv[*i], *equals = strchr(dashed, '='), *text;
    char name[48];
    struct option row;
    int id;

    if (strcmp(dashed, "-h") == 0)
        dashed = "--help";
    if (strncmp(dashed, "--", 2) != 0)
        return fail(err, "unknown option %s; long options begin with --",
                    dashed);
    snprintf(name, sizeof name, "%.*s",
             (int)(equals ? equals - dashed - 2 : 47), dashed + 2);
    id = find_option(name, o->command);
    if (id < 0 || id >= OPT_COUNT)
        return unknown_option(name, o->command, err);
    row = option_row(id);
    if (row.kind == ARG_FLAG && equals)
        return fail(err, "--%s takes no value", name);
    text = equals ? equals + 1 : row.kind == ARG_FLAG ? "" : argv[*i + 1];
    if (!text)
        return fail(err, "--%s needs a value: --%s %s", name, name,
                    row.placeholder);
    if (row.kind != ARG_FLAG && !equals)
        ++*i;
    o->value[id].given = true;
    return read_value(&o->value[id], &row, text, err);
}

static bool take_operand(struct options *o, const char *text,
                         struct error *err)
{
    if (o->operands >= o->command->most)
        return fail(err, "%s: there is no place for '%.60s'; usage: miscope "
                         "%s %s",
                    o->command->name, text, o->command->name,
                    o->command->operands);
    o->operand[o->operands++] = text;
    return true;
}

static bool unknown_command(const char *name, struct error *err)
{
    struct nearest near = {.wanted = name};

    for (const struct subcommand *c = SUBCOMMANDS; c->name; c++)
        nearest_try(&near, c->name);
    if (near.best)
        return fail(err, "unknown command '%s'; did you mean %s?", name,
                    near.best);
    return fail(err,
                "unknown command '%.100s'; to watch a puzzle: miscope %s "
                "%.100s; for the list: miscope --help",
                name, SUBCOMMANDS[0].name, name);
}

/* Without a command it is the first: watching. */
static bool take_command(struct options *o, int argc, char **argv,
                         struct error *err)
{
    o->command = &SUBCOMMANDS[0];
    if (argc < 2 || looks_like_option(argv[1]))
        return true;
    o->command = subcommand_named(argv[1]);
    return o->command || unknown_command(argv[1], err);
}

static bool apply_defaults(struct options *o, struct error *err)
{
    for (int id = 0; id < OPT_COUNT; id++) {
        struct option row = option_row(id);

        if (!row.initial || !option_applies(id, o->command))
            continue;
        if (!read_value(&o->value[id], &row, row.initial, err))
            return false;
    }
    return true;
}

bool options_parse(struct options *o, int argc, char **argv,
                   struct error *err)
{
    bool options_end = false;
    int first;

    *o = (struct options){0};
    if (!take_command(o, argc, argv, err) || !apply_defaults(o, err))
        return false;
    first = argc > 1 && !looks_like_option(argv[1]) ? 2 : 1;
    for (int i = first; i < argc; i++) {
        bool ok;

        if (!options_end && strcmp(argv[i], "--") == 0) {
            options_end = true;
            continue;
        }
        ok = !options_end && looks_like_option(argv[i])
                 ? take_option(o, &i, argv, err)
             : first == 1 ? unknown_command(argv[i], err)
                          : take_operand(o, argv[i], err);
        if (!ok)
            return false;
    }
    if (o->value[OPT_HELP].given || o->value[OPT_VERSION].given)
        return true;
    if (o->operands < o->command->least)
        return fail(err, "usage: miscope %s %s; see miscope %s --help",
                    o->command->name, o->command->operands, o->command->name);
    return true;
}
