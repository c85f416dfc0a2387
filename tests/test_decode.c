/* Whole decodes with the model that ships, against the reference's. */
#include "support.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "fake_predictor.h"
#include "model/model.h"
#include "session/drive.h"

enum { CELLS = 81 };

static const struct {
    const char *key, *policy;
    enum parameter parameter;
    double value;
} RUNS[] = {
    {"topk_1", "sequential", PARAM_COUNT, 0},
    {"topk_1", "topk", PARAM_K, 1},
    {"topk_4", "topk", PARAM_K, 4},
    {"eb_0.2", "eb", PARAM_GAMMA, 0.2},
    {"mi_0.3", "mi", PARAM_GAMMA, 0.3},
};

static struct settings settings_of(int run)
{
    struct settings s = settings_for(policy_named(RUNS[run].policy));

    if (RUNS[run].parameter != PARAM_COUNT)
        s.value[RUNS[run].parameter] = RUNS[run].value;
    return s;
}

static bool ends_as(const struct trace *t, const json_t *expected)
{
    const char *final =
        json_string_value(json_object_get(expected, "final"));
    int passes = (int)json_integer_value(json_object_get(expected, "passes"));
    bool same = trace_now(t)->passes == passes;

    for (int i = 0; i < CELLS; i++)
        same = same && step_tokens(trace_now(t))[i] == final[i] - '0';
    return same;
}

/* One puzzle by one policy; true when board and passes are the reference's. */
static bool agrees(const struct predictor *pr, const json_t *puzzle, int run)
{
    const json_t *expected = json_object_get(puzzle, RUNS[run].key);
    struct problem p = fake_problem(
        json_string_value(json_object_get(puzzle, "puzzle")), NULL);
    struct settings s = settings_of(run);
    struct trace t;
    bool same;

    trace_init(&t, drive_root(&p, pr));
    assert_true(drive_run(&t, pr, &s, false, NULL));
    same = ends_as(&t, expected);
    trace_release(&t);
    problem_release(&p);
    return same;
}

/* The reference is in double; float could part from it at a near tie, but
 * none of these decodes comes to one. */
static void check_run(const struct predictor *pr, const json_t *puzzles,
                      int run)
{
    int known = 0, agreed = 0;
    size_t i;
    json_t *puzzle;

    json_array_foreach(puzzles, i, puzzle) {
        if (!json_object_get(puzzle, RUNS[run].key))
            continue;
        known++;
        agreed += agrees(pr, puzzle, run);
    }
    print_message("%s as %s: %d of %d\n", RUNS[run].policy, RUNS[run].key,
                  agreed, known);
    assert_true(known > 0);
    assert_int_equal(agreed, known);
}

static void test_decodes_end_as_the_reference(void **state)
{
    struct pool *pool;
    struct model m;
    struct predictor pr;
    struct error err;
    json_error_t where;
    json_t *puzzles;

    (void)state;
    need_shared("data/goldens/sudoku/decodes.json");
    puzzles = json_load_file(
        shared_path("data/goldens/sudoku/decodes.json"), 0, &where);
    assert_non_null(puzzles);
    pool = pool_new(0);
    assert_true(model_load(&m, source_path("assets/sudoku.safetensors"), pool,
                           &err));
    pr = model_predictor(&m);
    for (size_t run = 0; run < sizeof RUNS / sizeof RUNS[0]; run++)
        check_run(&pr, puzzles, (int)run);
    model_release(&m);
    pool_free(pool);
    json_decref(puzzles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decodes_end_as_the_reference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
