/*
 * miscope - see src/cli for what it can be asked, README.md for a tour.
 */

#include <locale.h>

#include "cli/subcommand.h"

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, ""); /* numbers stay as in C: 0.5, never 0,5 */
    return cli_main(argc, argv);
}
