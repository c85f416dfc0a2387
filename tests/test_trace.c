#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "fake_predictor.h"
#include "session/trace.h"

static struct step *blank_step(double gamma)
{
    struct step *s = step_new(7, 3, 2);

    s->settings = settings_for(policy_named("mi"));
    s->settings.value[PARAM_GAMMA] = gamma;
    return s;
}

static void test_arrays_do_not_overlap(void **state)
{
    struct step *s = step_new(7, 3, 5);
    size_t end = (size_t)s->bytes;

    (void)state;
    assert_int_equal(s->bytes, step_bytes(7, 3, 5));
    assert_true(s->at_token >= sizeof *s);
    assert_true(s->at_position >= s->at_token + 7 * sizeof(int16_t));
    assert_true(s->at_prob >= s->at_position + 5 * sizeof(int32_t));
    assert_true(s->at_entropy >= s->at_prob + 15 * sizeof(float));
    assert_true(s->at_mi_raw >= s->at_entropy + 5 * sizeof(float));
    assert_true(s->at_mi >= s->at_mi_raw + 25 * sizeof(float));
    assert_true(s->at_candidate >= s->at_mi + 25 * sizeof(float));
    assert_true(end >= s->at_candidate + 5 * sizeof(struct candidate));
    free(s);
}

static void test_an_index_is_found_by_position(void **state)
{
    static const int POSITIONS[] = {1, 2, 5, 6};
    struct step *s = step_new(8, 3, 4);

    (void)state;
    for (int n = 0; n < 4; n++)
        step_position(s)[n] = POSITIONS[n];
    for (int t = -1, n = 0; t < 9; t++) {
        bool listed = n < 4 && POSITIONS[n] == t;

        assert_int_equal(step_index(s, t), listed ? n : -1);
        n += listed;
    }
    free(s);
}

static void test_the_past_is_never_overwritten(void **state)
{
    struct trace t;
    const struct step *old;
    struct step *kept;

    (void)state;
    trace_init(&t, blank_step(0));
    trace_push(&t, 0, blank_step(1));
    t.cursor = trace_push(&t, 1, blank_step(2));
    old = trace_now(&t);
    kept = memory_new(old->bytes, 1);
    memcpy(kept, old, old->bytes);
    for (int i = 0; i < 500; i++)
        trace_push(&t, i % 7, blank_step(i));
    assert_int_equal(t.count, 503);
    assert_ptr_equal(trace_at(&t, kept->id), old);
    assert_memory_equal(old, kept, kept->bytes);
    assert_int_equal(t.cursor, 2);
    assert_int_equal(trace_at(&t, 3)->parent, 0);
    assert_int_equal(trace_at(&t, 9)->depth,
                     trace_at(&t, trace_at(&t, 9)->parent)->depth + 1);
    free(kept);
    trace_release(&t);
}

/*   0 - 1 - 2 - 3
 *        \- 4 - 5     the younger branch is the line */
static void fork_of(struct trace *t)
{
    trace_init(t, blank_step(0));
    trace_push(t, 0, blank_step(1));
    trace_push(t, 1, blank_step(2));
    trace_push(t, 2, blank_step(3));
    trace_push(t, 1, blank_step(4));
    trace_push(t, 4, blank_step(5));
}

static void test_the_line_goes_through_the_cursor(void **state)
{
    struct trace t;

    (void)state;
    fork_of(&t);
    assert_int_equal(trace_tip(&t), 5);
    assert_int_equal(trace_on_line(&t, 2), 4);
    t.cursor = 2;
    assert_int_equal(trace_tip(&t), 3);
    assert_int_equal(trace_on_line(&t, 2), 2);
    assert_int_equal(trace_on_line(&t, 0), 0);
    assert_int_equal(trace_on_line(&t, 4), -1);
    assert_int_equal(trace_on_line(&t, -1), -1);
    trace_release(&t);
}

static void test_a_child_is_found_by_its_settings(void **state)
{
    struct trace t;
    struct settings s = settings_for(policy_named("mi"));

    (void)state;
    fork_of(&t);
    assert_int_equal(trace_child(&t, 1, NULL), 4);
    s.value[PARAM_GAMMA] = 2;
    assert_int_equal(trace_child(&t, 1, &s), 2);
    s.value[PARAM_K] = 9; /* mi has no k */
    s.seed = 9;           /* and draws nothing */
    assert_int_equal(trace_child(&t, 1, &s), 2);
    s.temperature = 1;
    assert_int_equal(trace_child(&t, 1, &s), -1);
    assert_int_equal(trace_child(&t, 3, NULL), -1);
    assert_int_equal(trace_children(&t, 1), 2);
    assert_int_equal(trace_children(&t, 0), 1);
    assert_int_equal(trace_children(&t, 5), 0);
    trace_release(&t);
}

static void test_revealing_spends_the_budget(void **state)
{
    static const int16_t BEFORE[] = {0, 2, 0, 0, 1};
    static const int16_t AFTER[] = {3, 2, 0, 2, 1};
    struct step *s = step_new(5, 3, 3);
    struct candidate *c = step_candidate(s);

    (void)state;
    s->first_symbol = 1;
    s->settings = settings_for(policy_named("mi"));
    c[0] = (struct candidate){.position = 0, .value = 2, .cost = 0.125f};
    c[1] = (struct candidate){.position = 2, .cost = 0.5f,
                              .decision = DEFER_ENTROPY};
    c[2] = (struct candidate){.position = 3, .value = 1, .cost = 0.0625f};
    step_reveal(s, BEFORE);
    assert_memory_equal(step_tokens(s), AFTER, sizeof AFTER);
    assert_int_equal(s->accepted, 2);
    assert_int_equal(step_masked_after(s), 1);
    assert_true(s->budget == 0.3 && s->budget_left == 0.3 - 0.1875);
    c[0].decision = FORCED;
    c[2].decision = DEFER_ENTROPY;
    step_reveal(s, BEFORE);
    assert_int_equal(s->accepted, 1);
    assert_true(s->budget_left == 0.3);
    free(s);
}

static void test_the_fake_decodes_its_puzzle(void **state)
{
    struct problem p = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    struct settings s = settings_for(policy_named("sequential"));
    struct trace t;
    const struct step *last;

    (void)state;
    fake_trace(&t, &p, &s, 100);
    last = trace_now(&t);
    assert_int_equal(step_masked_after(last), 0);
    assert_int_equal(last->passes, 51);
    assert_int_equal(last->depth, 51);
    assert_memory_equal(step_tokens(last), p.solution, 81 * 2);
    trace_release(&t);
    free(p.tokens);
    free(p.solution);
}

static void test_the_fake_defers_for_every_reason(void **state)
{
    struct problem p = fake_problem(FAKE_PUZZLE, NULL);
    struct settings s = settings_for(policy_named("mi"));
    int seen[DECISION_COUNT] = {0};
    struct trace t;

    (void)state;
    s.value[PARAM_GAMMA] = 1;
    fake_trace(&t, &p, &s, 6);
    assert_true(t.count >= 4);
    for (int id = 1; id < t.count; id++)
        for (int n = 0; n < trace_at(&t, id)->N; n++)
            seen[step_candidates(trace_at(&t, id))[n].decision]++;
    assert_true(seen[ACCEPTED] > 0);
    assert_true(seen[DEFER_ENTROPY] > 0);
    assert_true(seen[DEFER_DEPENDENCE] > 0);
    trace_release(&t);
    free(p.tokens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays_do_not_overlap),
        cmocka_unit_test(test_an_index_is_found_by_position),
        cmocka_unit_test(test_the_past_is_never_overwritten),
        cmocka_unit_test(test_the_line_goes_through_the_cursor),
        cmocka_unit_test(test_a_child_is_found_by_its_settings),
        cmocka_unit_test(test_revealing_spends_the_budget),
        cmocka_unit_test(test_the_fake_decodes_its_puzzle),
        cmocka_unit_test(test_the_fake_defers_for_every_reason),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
