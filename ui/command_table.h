#ifndef MISCOPE_COMMAND_TABLE_H
#define MISCOPE_COMMAND_TABLE_H
/*
 * command_table - everything the user can do, once.
 *
 * These tables are the dispatch, the help, the hint line and the key section
 * of the README. There is no second list to forget: a command that is not here
 * does not exist. Each mode has its own table, in which no key stands twice.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct app;

enum { COMMAND_KEYS = 10 };

struct command {
    const char *name;
    int keys[COMMAND_KEYS]; /* 0 ends the list */
    const char *shown; /* what help writes instead of the keys; may be NULL */
    const char *help;  /* at most 40 columns, no full stop */
    const char *group; /* heading in the help; NULL: that of the row above */
    const char *hint;  /* word in the hint line, or NULL */
    void (*run)(struct app *a, int key);
};

/* By enum mode; each ends with a NULL name. */
extern const struct command *const COMMANDS[];

/* Run what the key means now. Unknown keys do nothing. */
void command_key(struct app *a, int key);

/* The wheel: scrolls what scrolls, else zooms the map. */
void command_wheel(struct app *a, bool up);

const struct command *command_of_key(int mode, int key); /* NULL: none */

/* "." or "SPC" or "Ctrl-L". */
void command_key_name(char *out, size_t size, int key);

/* All keys of a command, ". >"; `most` of them at most. */
void command_keys(char *out, size_t size, const struct command *c, int most);

/* The headings of the help in their order; ends with NULL. */
extern const char *const COMMAND_GROUPS[];

/* The commands of a mode under a heading; returns how many. */
int command_in_group(int mode, const char *group, const struct command **out,
                     int most);

/* The commands of the main mode as a Markdown table, for the README. */
void command_markdown(struct text *out);

#endif
