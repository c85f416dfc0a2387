#ifndef MISCOPE_SUPPORT_H
#define MISCOPE_SUPPORT_H
/*
 * support - what every test program shares: cmocka's includes in the order it
 * wants, and where the files are.
 *
 * Third-party data lies in ../shared beside the source tree; a test that needs
 * it calls need_shared first, which skips the test where it is absent.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#undef fail /* ours, of base/error.h; tests state what they expect instead */

/* Path of a file in the source tree, or in ../shared. Valid until the next
 * four calls. */
const char *source_path(const char *name);
const char *shared_path(const char *name);

/* Skip the running test, saying so, unless ../shared holds the file. */
void need_shared(const char *name);

/* A folder for this program's scratch files, made on the first call and
 * removed at exit. */
const char *scratch_path(const char *name);

#endif
