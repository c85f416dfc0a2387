#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "archive.h"
#include "base/file.h"
#include "fake_predictor.h"

static void test_what_is_saved_is_loaded(void **state)
{
    (void)state;
    for (int policy = 0; policy < policy_count(); policy++) {
        struct trace t;
        struct loaded l;

        archive_fake(&t, POLICIES[policy].name, 4);
        archive_save(&t);
        archive_load(&l, archive_path());
        assert_int_equal(l.trace.count, t.count);
        assert_int_equal(l.trace.cursor, 0);
        assert_int_equal(trace_tip(&l.trace), t.cursor);
        assert_string_equal(l.problem.note, "");
        for (int id = 0; id < t.count; id++)
            assert_memory_equal(trace_at(&l.trace, id), trace_at(&t, id),
                                trace_at(&t, id)->bytes);
        assert_ptr_equal(l.domain, &DOMAINS[0]);
        assert_string_equal(l.problem.title, "fake:1");
        assert_string_equal(l.by.model, ARCHIVE_MAKER.model);
        assert_string_equal(l.by.digest, ARCHIVE_MAKER.digest);
        assert_int_equal(l.problem.solution[80], 9);
        assert_memory_equal(l.problem.tokens,
                            step_tokens(trace_at(&t, 0)), 81 * 2);
        archive_unload(&l);
        trace_release(&t);
    }
}

static void test_only_the_line_to_the_cursor_is_saved(void **state)
{
    struct trace t;
    struct loaded l;

    (void)state;
    archive_fake(&t, "topk", 5);
    trace_go(&t, 3);
    archive_save(&t);
    archive_load(&l, archive_path());
    assert_int_equal(l.trace.count, 4);
    archive_unload(&l);
    trace_go(&t, 0); /* not a single step */
    archive_save(&t);
    archive_load(&l, archive_path());
    assert_int_equal(l.trace.count, 1);
    archive_unload(&l);
    trace_release(&t);
}

/* What one step lacks another may have. */
static void test_a_step_may_lack_its_mi(void **state)
{
    struct trace t;
    struct loaded l;

    (void)state;
    archive_fake(&t, "topk", 3);
    t.steps[2]->has_mi = false;
    t.steps[3]->has_prob = false;
    archive_save(&t);
    archive_load(&l, archive_path());
    assert_true(trace_at(&l.trace, 1)->has_mi);
    assert_false(trace_at(&l.trace, 2)->has_mi);
    assert_true(trace_at(&l.trace, 2)->has_prob);
    assert_false(trace_at(&l.trace, 3)->has_prob);
    archive_unload(&l);
    trace_release(&t);
}

static char *bytes_of(const char *path, size_t *size)
{
    struct error err;
    char *bytes = file_read(path, 1 << 26, size, &err);

    assert_non_null(bytes);
    return bytes;
}

static void test_the_same_trace_gives_the_same_bytes(void **state)
{
    struct trace t;
    size_t first_size, second_size;
    char *first, *second;

    (void)state;
    archive_fake(&t, "ebmi", 3);
    archive_save(&t);
    first = bytes_of(archive_path(), &first_size);
    setenv("TZ", "Asia/Tokyo", 1);
    archive_save(&t);
    unsetenv("TZ");
    second = bytes_of(archive_path(), &second_size);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
    free(first);
    free(second);
    trace_release(&t);
}

static void test_an_existing_file_is_kept(void **state)
{
    struct problem p = fake_problem(FAKE_PUZZLE, NULL);
    struct trace t;
    struct error err;
    size_t before, after;

    (void)state;
    archive_fake(&t, "topk", 1);
    archive_save(&t);
    free(bytes_of(archive_path(), &before));
    trace_go(&t, 0);
    assert_false(npz_save(&t, &p, &DOMAINS[0], &ARCHIVE_MAKER,
                          archive_path(), false, &err));
    assert_non_null(strstr(err.text, "trace.npz"));
    free(bytes_of(archive_path(), &after));
    assert_int_equal(before, after);
    assert_false(npz_save(&t, &p, &DOMAINS[0], &ARCHIVE_MAKER,
                          scratch_path("none/trace.npz"), true, &err));
    trace_release(&t);
    problem_release(&p);
}

/* numpy --------------------------------------------------------------- */

/* Runs a script in the scratch folder; false when it fails. */
static bool python(const char *script)
{
    pid_t pid = fork();
    int status = 0;

    if (pid == 0) {
        if (chdir(scratch_path(".")) == 0)
            execl("/usr/bin/python3", "python3", "-c", script, (char *)NULL);
        _exit(127);
    }
    assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void need_numpy(void)
{
    if (access("/usr/bin/python3", X_OK) == 0 && python("import numpy"))
        return;
    print_message("skipped: no numpy for /usr/bin/python3\n");
    skip();
}

static void test_numpy_reads_what_is_saved(void **state)
{
    struct trace t;

    (void)state;
    need_numpy();
    archive_fake(&t, "mi", 3);
    archive_save(&t);
    trace_release(&t);
    assert_true(python(
        "import json\n"
        "import numpy as np\n"
        "z = np.load('trace.npz')\n"
        "S = len(z['masked'])\n"
        "assert S == 3 and z['tokens'].shape == (S + 1, 81)\n"
        "assert z['probs'].shape == (S, 81, 9)\n"
        "assert z['mi'].shape == z['mi_raw'].shape == (S, 81, 81)\n"
        "m = z['masked']\n"
        "assert (m == (z['tokens'][:-1] == 0)).all() and m[0].sum() == 51\n"
        "assert np.allclose(z['probs'][m].sum(1), 1, atol=1e-5)\n"
        "assert np.isnan(z['probs'][~m]).all()\n"
        "both = m[:, :, None] & m[:, None, :]\n"
        "for name in ('mi', 'mi_raw'):\n"
        "    assert (z[name][~both] == 0).all()\n"
        "h = -(z['probs'] * np.log(z['probs'])).sum(2)\n"
        "assert np.allclose(h[m], z['entropy'][m], atol=1e-5)\n"
        "raw = np.maximum(z['mi_raw'], 0)\n"
        "s = (raw + raw.transpose(0, 2, 1)) / 2\n"
        "assert np.allclose(s, z['mi'], atol=1e-6)\n"
        "d = z['decision']\n"
        "assert ((d >= 0) == m).all() and d.dtype == np.int8\n"
        "shown = z['tokens'][1:] != z['tokens'][:-1]\n"
        "assert (shown == ((d == 0) | (d == 1))).all()\n"
        "assert (z['value'][shown] + 1 == z['tokens'][1:][shown]).all()\n"
        "meta = json.loads(z['meta'].tobytes())\n"
        "assert meta['steps'][2]['policy'] == 'mi'\n"
        "one = meta['steps'][0]['parameters']\n"
        "assert one == {'gamma': .3, 'lambda': 1}\n"));
}

static void test_a_trace_from_numpy_is_loaded(void **state)
{
    struct loaded l;
    const struct step *one;

    (void)state;
    need_numpy();
    assert_true(python(
        "import json\n"
        "import numpy as np\n"
        "t = np.zeros((3, 81), np.int64)\n"
        "t[1:, 4] = 3\n"
        "t[2:, 7:9] = [1, 2]\n"
        "p = np.full((2, 81, 9), 1 / 9)\n"
        "p[:, 6] = [.9] + [.0125] * 8\n"
        "np.savez_compressed('import.npz', tokens=t, probs=p)\n"));
    archive_load(&l, scratch_path("import.npz"));
    assert_string_equal(l.domain->name, "sudoku");
    assert_int_equal(l.trace.count, 3);
    one = trace_at(&l.trace, 1);
    assert_true(one->has_prob && !one->has_mi);
    assert_int_equal(one->settings.policy, POLICY_UNKNOWN);
    assert_int_equal(one->accepted, 1);
    assert_int_equal(step_candidates(one)[4].decision, ACCEPTED);
    assert_int_equal(step_candidates(one)[4].value, 2);
    assert_int_equal(step_candidates(one)[4].rank, 0);
    assert_int_equal(step_candidates(one)[6].decision, DEFER_POLICY);
    assert_int_equal(step_candidates(one)[6].value, 0);
    assert_true(isnan(step_candidates(one)[6].cost));
    assert_true(fabs((double)step_entropies(one)[0] - log(9)) < 1e-5);
    assert_int_equal(archive_tip(&l)->accepted, 2);
    assert_int_equal(archive_tip(&l)->passes, 2);
    assert_null(l.problem.solution);
    assert_string_equal(l.problem.note,
                        "the file does not say which policy made it");
    archive_unload(&l);
}

static void test_mi_alone_suffices(void **state)
{
    struct loaded l;
    const struct step *one;

    (void)state;
    need_numpy();
    assert_true(python(
        "import numpy as np\n"
        "t = np.zeros((2, 81), np.uint8)\n"
        "t[1:, 4] = 3\n"
        "raw = np.zeros((1, 81, 81))\n"
        "raw[0, 2, 5], raw[0, 5, 2] = .5, -.125\n"
        "np.savez('raw.npz', tokens=t, mi_raw=raw)\n"));
    archive_load(&l, scratch_path("raw.npz"));
    one = trace_at(&l.trace, 1);
    assert_true(one->has_mi && !one->has_prob);
    assert_true(step_mis(one)[2 * 81 + 5] == 0.25f);
    assert_true(step_mis(one)[5 * 81 + 2] == 0.25f);
    assert_true(step_mi_raws(one)[5 * 81 + 2] == -0.125f);
    assert_int_equal(step_candidates(one)[0].value, -1);
    assert_true(isnan(step_candidates(one)[4].p));
    archive_unload(&l);
}

static void test_words_are_cleaned_for_the_terminal(void **state)
{
    struct trace t;
    struct parts x;
    struct loaded l;

    (void)state;
    archive_fake(&t, "topk", 1);
    archive_save(&t);
    trace_release(&t);
    parts_take(&x, archive_path());
    parts_set_meta(&x, "{\"title\": \"a\\u001b[2Jb\\u009bc\\u00e4\", "
                 "\"policy\": \"dapd\"}");
    parts_write(&x, scratch_path("words.npz"));
    parts_release(&x);
    archive_load(&l, scratch_path("words.npz"));
    assert_string_equal(l.problem.title, "a?[2Jb?c\xc3\xa4");
    assert_int_equal(archive_tip(&l)->settings.policy, POLICY_UNKNOWN);
    archive_unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_saved_is_loaded),
        cmocka_unit_test(test_only_the_line_to_the_cursor_is_saved),
        cmocka_unit_test(test_a_step_may_lack_its_mi),
        cmocka_unit_test(test_the_same_trace_gives_the_same_bytes),
        cmocka_unit_test(test_an_existing_file_is_kept),
        cmocka_unit_test(test_numpy_reads_what_is_saved),
        cmocka_unit_test(test_a_trace_from_numpy_is_loaded),
        cmocka_unit_test(test_mi_alone_suffices),
        cmocka_unit_test(test_words_are_cleaned_for_the_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
