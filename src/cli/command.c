#include "cli/command.h"

#include <string.h>

/* clang-format off */
const struct command COMMANDS[] = {
    { "decode", FOR_DECODE, "DOMAIN INPUT", 2, 2,
      "fill in one problem and print every step",
      "Decodes one problem without an interface and prints each step: forward\n"
      "passes so far, the budget, the cells it accepts with their probability and\n"
      "cost, and those it defers with the reason. A finished decode with a wrong\n"
      "board is still a finished decode: the last line says so, the status is 0.",
      "miscope decode sudoku puzzles/hard.txt:3 --policy eb --gamma 0.2\n"
      "miscope decode sudoku - --format json < hard.txt\n",
      cmd_decode },

    { "info", FOR_INFO, "FILE", 1, 1,
      "what a model file holds",
      "Prints the configuration, the number of parameters, the tensors with shape\n"
      "and type, the digest of the weights and the card of a safetensors file.",
      "miscope info assets/sudoku.safetensors\n",
      cmd_info },

    { 0 },
};
/* clang-format on */

const struct command *command_named(const char *name)
{
    for (const struct command *c = COMMANDS; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
