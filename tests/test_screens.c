/*
 * Pages that people have looked at, compared with what is drawn now.
 *
 * tests/screens/NAME.screen holds the size, the look and the script in its
 * first line, then the page, then its roles as letters. After a change:
 *
 *     test_screens --accept      rewrites them; read the difference
 */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "page.h"

enum { NAMES = 64, NAME_BYTES = 128 };

/* "80x24 usual forward pane": size, look, script. */
static bool page_of(struct text *out, const char *first)
{
    struct page p;
    int cols, rows, used = 0;
    char look[16];

    if (sscanf(first, "%dx%d %15s %n", &cols, &rows, look, &used) < 3)
        return false;
    page_open(&p, cols, rows,
              strcmp(look, "mono") == 0    ? LOOK_MONO
              : strcmp(look, "ascii") == 0 ? LOOK_ASCII
                                           : LOOK_USUAL);
    page_play(&p, first + used);
    text_printf(out, "%s\n", first);
    page_text(out, &p);
    page_close(&p);
    return true;
}

static int list(char name[NAMES][NAME_BYTES])
{
    DIR *folder = opendir(source_path("tests/screens"));
    const struct dirent *e;
    int n = 0;

    assert_non_null(folder);
    while ((e = readdir(folder)) && n < NAMES) {
        size_t length = strlen(e->d_name);
        if (length > 7 && strcmp(e->d_name + length - 7, ".screen") == 0)
            snprintf(name[n++], NAME_BYTES, "tests/screens/%.100s", e->d_name);
    }
    closedir(folder);
    return n;
}

/* What the file says, and what it should say. The caller releases both. */
static void load(const char *name, char **is, struct text *should)
{
    struct error err;
    size_t size;

    *should = (struct text){0};
    *is = file_read(source_path(name), 1 << 20, &size, &err);
    assert_non_null(*is);
    char *first = memcpy(calloc(1, size + 1), *is, size);
    first[strcspn(first, "\n")] = '\0';
    assert_true(page_of(should, first));
    free(first);
}

static void test_pages_are_as_they_were_accepted(void **state)
{
    char name[NAMES][NAME_BYTES];
    int n = list(name), different = 0;

    (void)state;
    assert_true(n >= 8);
    for (int i = 0; i < n; i++) {
        struct text should;
        char *is;
        load(name[i], &is, &should);
        if (strcmp(is, should.bytes) != 0) {
            print_message("%s: drawn now:\n%s\n", name[i], should.bytes);
            different++;
        }
        free(is);
        text_release(&should);
    }
    assert_int_equal(different, 0);
}

static void accept_page(const char *name)
{
    struct text should;
    char *is;

    load(name, &is, &should);
    FILE *f = fopen(source_path(name), "w");
    assert_non_null(f);
    fputs(should.bytes, f);
    fclose(f);
    free(is);
    text_release(&should);
}

static void accept_all(void **state)
{
    char name[NAMES][NAME_BYTES];
    int n = list(name);

    (void)state;
    for (int i = 0; i < n; i++)
        accept_page(name[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages_are_as_they_were_accepted),
    };
    const struct CMUnitTest accept[] = {
        cmocka_unit_test(accept_all),
    };

    if (argc > 1 && strcmp(argv[1], "--accept") == 0)
        return cmocka_run_group_tests(accept, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
