#include <stdio.h>

#include "cli/subcommand.h"
#include "cli/help.h"
#include "cli/results.h"

/* One line, whatever a file's name or a tensor's brought into it. */
static int say(struct error *err, int code)
{
    for (char *c = err->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    fprintf(stderr, "miscope: %s\n", err->text);
    return code;
}

/* Help for the command that was named, for the program when none was. */
static void answer(struct text *t, const struct options *o, bool named)
{
    if (o->value[OPT_VERSION].given)
        text_add(t, "miscope " MISCOPE_VERSION "\n");
    else if (named)
        help_command(t, o->command);
    else
        help_overall(t);
}

int cli_main(int argc, char **argv)
{
    struct options o;
    struct error err = {{0}};
    int code;

    if (!options_parse(&o, argc, argv, &err))
        return say(&err, EXIT_USAGE);
    if (o.value[OPT_HELP].given || o.value[OPT_VERSION].given) {
        struct text t = {0};
        bool named = subcommand_named(argv[1]) != NULL;

        answer(&t, &o, named);
        return results_put(&t, &err) ? EXIT_DONE : say(&err, EXIT_USAGE);
    }
    code = o.command->run(&o, &err);
    return code == EXIT_DONE ? code : say(&err, code);
}
