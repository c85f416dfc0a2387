#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake_predictor.h"
#include "session/drive.h"
#include "session/session.h"

enum { PATIENCE_MS = 20000 };

/* A session on the fake, torn down by finish. */
struct bench {
    struct fake fake;
    struct predictor predictor;
    struct problem problem;
    struct session *session;
};

static struct settings chosen(const char *policy)
{
    return settings_for(policy_named(policy));
}

static struct bench *begin(const char *policy, int delay_us)
{
    struct bench *b = calloc(1, sizeof *b);
    struct settings s = chosen(policy);

    atomic_store(&b->fake.delay_us, delay_us);
    b->predictor = fake_predictor(&b->fake);
    b->problem = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    b->session = session_new(&b->problem, NULL, &b->predictor, &s);
    return b;
}

static void finish(struct bench *b)
{
    session_free(b->session);
    free(b->problem.tokens);
    free(b->problem.solution);
    free(b);
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Wait for the wake-up; true when the cursor moved. */
static bool await(struct session *s)
{
    struct pollfd fd = {.fd = session_wakeup_fd(s), .events = POLLIN};

    assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
    return session_poll(s);
}

static void settle(struct session *s)
{
    while (session_waits(s))
        await(s);
}

static void forward(struct session *s, int steps)
{
    for (int i = 0; i < steps; i++) {
        session_forward(s);
        settle(s);
    }
}

static int depth(const struct session *s)
{
    return session_now(s)->depth;
}

static int count(const struct session *s)
{
    return session_trace(s)->count;
}

static void test_forward_takes_the_steps_of_a_drive(void **state)
{
    struct bench *b = begin("mi", 0);
    struct settings s = chosen("mi");
    size_t head = offsetof(struct step, T);

    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct step *from = session_now(b->session), *now;
        struct step *made;

        forward(b->session, 1);
        now = session_now(b->session);
        assert_int_equal(now->parent, from->id);
        made = drive_step(from, &b->predictor, &s, true, 51, NULL);
        assert_memory_equal((const char *)made + head,
                            (const char *)now + head, made->bytes - head);
        free(made);
    }
    finish(b);
}

static void test_back_and_forward_undo_each_other(void **state)
{
    struct bench *b = begin("topk", 0);
    const struct step *there;

    (void)state;
    assert_int_equal(session_back(b->session), MOVE_AT_START);
    forward(b->session, 4);
    there = session_now(b->session);
    for (int i = 3; i >= 0; i--) {
        assert_int_equal(session_back(b->session), MOVED);
        assert_int_equal(depth(b->session), i);
    }
    assert_int_equal(session_back(b->session), MOVE_AT_START);
    for (int i = 0; i < 4; i++)
        assert_int_equal(session_forward(b->session), MOVED);
    assert_ptr_equal(session_now(b->session), there);
    assert_int_equal(count(b->session), 5);
    finish(b);
}

static void test_a_jump_computes_every_step(void **state)
{
    struct bench *b = begin("sequential", 200);

    (void)state;
    assert_int_equal(session_jump(b->session, 10), MOVE_WAITS);
    session_forward(b->session); /* changes nothing while one waits */
    settle(b->session);
    assert_int_equal(depth(b->session), 10);
    assert_int_equal(count(b->session), 11);
    assert_int_equal(session_jump(b->session, 3), MOVED);
    assert_int_equal(session_jump(b->session, 7), MOVED);
    assert_int_equal(depth(b->session), 7);
    assert_int_equal(session_jump(b->session, -5), MOVED);
    assert_int_equal(depth(b->session), 0);
    assert_int_equal(session_jump(b->session, 0), MOVE_AT_START);
    assert_int_equal(count(b->session), 11);
    finish(b);
}

static void test_a_jump_ends_where_the_decode_ends(void **state)
{
    struct bench *b = begin("topk", 0);

    (void)state;
    session_jump(b->session, 1000000);
    settle(b->session);
    assert_int_equal(depth(b->session), 13);
    assert_int_equal(step_masked_after(session_now(b->session)), 0);
    assert_int_equal(session_forward(b->session), MOVE_AT_END);
    assert_int_equal(session_jump(b->session, 14), MOVE_AT_END);
    assert_false(session_waits(b->session));
    finish(b);
}

static void test_changed_settings_start_a_branch(void **state)
{
    struct bench *b = begin("topk", 0);
    struct settings s = *session_settings(b->session);
    const struct trace *t = session_trace(b->session);

    (void)state;
    forward(b->session, 3);
    session_jump(b->session, 1);
    s.value[PARAM_GAMMA] = 7; /* topk has no gamma: nothing changes */
    session_set(b->session, &s);
    assert_int_equal(session_forward(b->session), MOVED);
    session_back(b->session);
    s.value[PARAM_K] = 2;
    session_set(b->session, &s);
    forward(b->session, 2);
    assert_int_equal(t->count, 6);
    assert_int_equal(trace_children(t, 1), 2);
    assert_int_equal(session_now(b->session)->id, 5);
    assert_int_equal(session_now(b->session)->accepted, 2);
    assert_int_equal(trace_at(t, 2)->accepted, 4);
    session_goto(b->session, 3); /* the old line, and along it */
    session_jump(b->session, 0);
    for (int id = 1; id <= 3; id++) {
        assert_int_equal(session_forward(b->session), MOVED);
        assert_int_equal(session_now(b->session)->id, id);
    }
    finish(b);
}

static void test_a_branch_taken_before_is_found_again(void **state)
{
    struct bench *b = begin("topk", 0);
    struct settings first = *session_settings(b->session), second = first;

    (void)state;
    forward(b->session, 2);
    session_jump(b->session, 1);
    second.value[PARAM_K] = 9;
    session_set(b->session, &second);
    forward(b->session, 1);
    assert_int_equal(session_now(b->session)->id, 3);
    session_back(b->session);
    session_set(b->session, &first);
    assert_int_equal(session_forward(b->session), MOVED);
    assert_int_equal(session_now(b->session)->id, 2);
    assert_int_equal(count(b->session), 4);
    finish(b);
}

static void test_settings_may_change_while_waiting(void **state)
{
    struct bench *b = begin("topk", 2000);
    struct settings s = *session_settings(b->session);

    (void)state;
    assert_int_equal(session_forward(b->session), MOVE_WAITS);
    s.value[PARAM_K] = 6;
    session_set(b->session, &s);
    assert_true(session_waits(b->session));
    settle(b->session);
    assert_int_equal(session_now(b->session)->accepted, 6);
    assert_int_equal(count(b->session), 2);
    finish(b);
}

static void test_a_step_ahead_waits_outside_the_trace(void **state)
{
    struct bench *b = begin("mi", 0);

    (void)state;
    assert_false(await(b->session)); /* the first step is ready */
    assert_int_equal(count(b->session), 1);
    assert_int_equal(depth(b->session), 0);
    assert_int_equal(session_forward(b->session), MOVED);
    assert_int_equal(count(b->session), 2);
    finish(b);
}

static void test_cancel_forgets_what_is_outstanding(void **state)
{
    struct bench *b = begin("mi", 3000);
    struct timespec nap = {0, 200 * 1000 * 1000};
    int done, total;

    (void)state;
    assert_int_equal(session_jump(b->session, 5), MOVE_WAITS);
    session_cancel(b->session);
    assert_false(session_waits(b->session));
    session_progress(b->session, &done, &total);
    assert_int_equal(total, 0);
    nanosleep(&nap, NULL);
    assert_false(session_poll(b->session));
    assert_int_equal(count(b->session), 1);
    forward(b->session, 1);
    assert_int_equal(depth(b->session), 1);
    finish(b);
}

static void test_back_drops_what_is_outstanding(void **state)
{
    struct bench *b = begin("topk", 500);

    (void)state;
    forward(b->session, 1);
    session_jump(b->session, 9);
    assert_int_equal(session_back(b->session), MOVED);
    assert_false(session_waits(b->session));
    assert_int_equal(depth(b->session), 0);
    finish(b);
}

static void test_progress_counts_the_passes(void **state)
{
    struct bench *b = begin("mi", 2000);
    struct timespec nap = {0, 1000 * 1000};
    int done = 0, total = 0, most = 0;

    (void)state;
    session_forward(b->session);
    for (int i = 0; i < 5000 && most < 100; i++) {
        session_progress(b->session, &done, &total);
        most = done > most ? done : most;
        assert_true(done <= total);
        nanosleep(&nap, NULL);
    }
    assert_true(most >= 100);
    assert_int_equal(total, 51 * 9);
    settle(b->session);
    finish(b);
}

static void test_a_session_is_freed_while_it_works(void **state)
{
    struct bench *b = begin("mi", 100 * 1000);
    double start;

    (void)state;
    assert_int_equal(session_forward(b->session), MOVE_WAITS);
    while (atomic_load(&b->fake.passes) == 0)
        poll(NULL, 0, 1);
    start = seconds();
    finish(b); /* the step takes 29 batches of 0.1 s */
    assert_true(seconds() - start < 1.5);
}

static void test_nothing_blocks_the_caller(void **state)
{
    struct bench *b = begin("mi", 100 * 1000);
    struct settings s = *session_settings(b->session);
    double start = seconds();

    (void)state;
    for (int i = 0; i < 50; i++) {
        session_forward(b->session);
        session_jump(b->session, i);
        s.value[PARAM_GAMMA] = 0.01 * i;
        session_set(b->session, &s);
        session_poll(b->session);
        session_back(b->session);
    }
    assert_true(seconds() - start < 1); /* one batch takes 0.1 */
    finish(b);
}

static void test_a_replay_needs_no_model(void **state)
{
    struct problem p = fake_problem(FAKE_PUZZLE, NULL);
    struct settings s = chosen("mi");
    struct trace t;
    struct session *replay;
    int done, total;

    (void)state;
    fake_trace(&t, &p, &s, 3);
    trace_go(&t, 0);
    replay = session_replay(&p, NULL, &t);
    assert_int_equal(t.count, 0);
    assert_int_equal(session_wakeup_fd(replay), -1);
    assert_string_equal(session_model(replay), "");
    assert_true(settings_equal(session_settings(replay), &s));
    s.value[PARAM_GAMMA] = 5;
    session_set(replay, &s); /* nobody could take that branch */
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(session_forward(replay), MOVED);
        assert_int_equal(depth(replay), i);
    }
    assert_int_equal(session_forward(replay), MOVE_AT_END);
    assert_int_equal(session_jump(replay, 99), MOVE_AT_END);
    assert_int_equal(session_jump(replay, 1), MOVED);
    assert_int_equal(session_jump(replay, 99), MOVED);
    assert_int_equal(depth(replay), 3);
    session_cancel(replay);
    session_progress(replay, &done, &total);
    assert_int_equal(total, 0);
    session_free(replay);
    free(p.tokens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forward_takes_the_steps_of_a_drive),
        cmocka_unit_test(test_back_and_forward_undo_each_other),
        cmocka_unit_test(test_a_jump_computes_every_step),
        cmocka_unit_test(test_a_jump_ends_where_the_decode_ends),
        cmocka_unit_test(test_changed_settings_start_a_branch),
        cmocka_unit_test(test_a_branch_taken_before_is_found_again),
        cmocka_unit_test(test_settings_may_change_while_waiting),
        cmocka_unit_test(test_a_step_ahead_waits_outside_the_trace),
        cmocka_unit_test(test_cancel_forgets_what_is_outstanding),
        cmocka_unit_test(test_back_drops_what_is_outstanding),
        cmocka_unit_test(test_progress_counts_the_passes),
        cmocka_unit_test(test_a_session_is_freed_while_it_works),
        cmocka_unit_test(test_nothing_blocks_the_caller),
        cmocka_unit_test(test_a_replay_needs_no_model),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
