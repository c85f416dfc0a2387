/* The decisions of the reference implementation, on its own numbers. */
#include "support.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "sampler/policy.h"
#include "session/npy.h"

enum { CELLS = 81, DIGITS = 9 };

/* Returns the bytes the array refers to; the caller frees. */
static char *load(struct npy *a, const char *name)
{
    struct error err;
    size_t size;
    char *bytes = file_read(shared_path(name), 1 << 24, &size, &err);

    assert_non_null(bytes);
    assert_true(npy_parse(a, bytes, size, &err));
    return bytes;
}

struct goldens {
    struct npy boards, logits, entropy, mi;
    char *bytes[4]; /* what they refer to; owned */
    json_t *selections;
};

static void load_all(struct goldens *g)
{
    json_error_t where;

    need_shared("data/goldens/sudoku/selections.json");
    g->bytes[0] = load(&g->boards, "data/goldens/sudoku/boards.npy");
    g->bytes[1] = load(&g->logits, "data/goldens/sudoku/logits.npy");
    g->bytes[2] = load(&g->entropy, "data/goldens/sudoku/entropy.npy");
    g->bytes[3] = load(&g->mi, "data/goldens/sudoku/mi.npy");
    g->selections = json_load_file(
        shared_path("data/goldens/sudoku/selections.json"), 0, &where);
    assert_non_null(g->selections);
}

static int board_of(const struct goldens *g, const char *text)
{
    for (int b = 0; b < (int)g->boards.shape[0]; b++) {
        bool same = true;

        for (int t = 0; t < CELLS; t++)
            same = same && npy_int(&g->boards, b * CELLS + t) == text[t] - '0';
        if (same)
            return b;
    }
    return -1;
}

/* The belief of the reference about a board, arrays big enough for all. */
struct arrays {
    int32_t position[CELLS];
    float prob[CELLS * DIGITS], entropy[CELLS], mi[CELLS * CELLS];
};

static void softmax(float *p, const struct npy *logits, size_t at)
{
    double sum = 0;

    for (size_t v = 0; v < DIGITS; v++)
        sum += exp(npy_real(logits, at + v));
    for (size_t v = 0; v < DIGITS; v++)
        p[v] = (float)(exp(npy_real(logits, at + v)) / sum);
}

static struct belief belief_of(const struct goldens *g, int b,
                               struct arrays *a)
{
    struct belief belief = {CELLS,   DIGITS,     0,    a->position,
                            a->prob, a->entropy, a->mi};
    size_t first = (size_t)b * CELLS;
    int N = 0;

    for (int t = 0; t < CELLS; t++)
        if (npy_int(&g->boards, first + (size_t)t) == 0)
            a->position[N++] = t;
    for (int n = 0; n < N; n++) {
        size_t at = first + (size_t)a->position[n];

        softmax(a->prob + n * DIGITS, &g->logits, at * DIGITS);
        a->entropy[n] = (float)npy_real(&g->entropy, at);
        for (int m = 0; m < N; m++)
            a->mi[n * N + m] = (float)npy_real(
                &g->mi, at * CELLS + (size_t)a->position[m]);
    }
    belief.N = N;
    return belief;
}

static double number(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

/* None of the costs is so near its budget that float could decide otherwise. */
static void check_rows(const struct candidate *c, int N, const json_t *rows)
{
    size_t rank;
    json_t *row;

    json_array_foreach(rows, rank, row) {
        int n = 0;

        while (n < N && c[n].rank != (int)rank)
            n++;
        assert_true(n < N);
        assert_int_equal(c[n].position, (int)number(row, "position"));
        assert_true(fabs((double)c[n].entropy - number(row, "h")) < 1e-5);
        assert_true(fabs((double)c[n].dependence -
                         number(row, "dependence")) < 1e-5);
        assert_true(fabs((double)c[n].cost - number(row, "cost")) < 1e-5);
        assert_true(fabs((double)c[n].budget - number(row, "budget")) < 1e-5);
        assert_int_equal(c[n].decision == ACCEPTED,
                         json_is_true(json_object_get(row, "accept")));
    }
}

static void check_accepted(const struct candidate *c, int N,
                           const json_t *accepted)
{
    int count = 0;

    for (int n = 0; n < N; n++) {
        bool listed = false;
        size_t i;
        json_t *position;

        json_array_foreach(accepted, i, position)
            listed = listed || json_integer_value(position) == c[n].position;
        assert_int_equal(decision_accepts(c[n].decision), listed);
        count += listed;
    }
    assert_int_equal(count, json_array_size(accepted));
}

static void test_selections_agree_with_the_reference(void **state)
{
    struct goldens g;
    struct arrays *arrays = memory_new(1, sizeof *arrays);
    struct candidate c[CELLS];
    int agreed = 0;
    size_t i;
    json_t *one;

    (void)state;
    load_all(&g);
    json_array_foreach(g.selections, i, one) {
        const char *policy =
            json_string_value(json_object_get(one, "policy"));
        struct settings s = settings_for(policy_named(policy));
        int b = board_of(&g,
                         json_string_value(json_object_get(one, "board")));
        struct belief belief;

        assert_true(b >= 0);
        belief = belief_of(&g, b, arrays);
        s.value[PARAM_GAMMA] = number(one, "gamma");
        s.value[PARAM_LAMBDA] = number(one, "lam");
        sampler_decide(c, &belief, &s, 0, belief.N);
        check_rows(c, belief.N, json_object_get(one, "rows"));
        check_accepted(c, belief.N, json_object_get(one, "accepted"));
        agreed++;
    }
    assert_int_equal(agreed, json_array_size(g.selections));
    json_decref(g.selections);
    for (int k = 0; k < 4; k++)
        free(g.bytes[k]);
    free(arrays);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selections_agree_with_the_reference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
