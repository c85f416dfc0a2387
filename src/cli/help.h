#ifndef MISCOPE_HELP_H
#define MISCOPE_HELP_H
/*
 * help - what --help prints, made from the tables of commands, options,
 * policies and parameters. Lines have at most HELP_COLUMNS columns.
 */

#include "base/text.h"
#include "cli/subcommand.h"

enum { HELP_COLUMNS = 79 };

void help_overall(struct text *t);
void help_command(struct text *t, const struct subcommand *c);

#endif
