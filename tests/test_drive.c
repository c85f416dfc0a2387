#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "fake_predictor.h"
#include "session/drive.h"

static struct settings chosen(const char *policy)
{
    return settings_for(policy_named(policy));
}

static void start(struct trace *t, const struct predictor *pr)
{
    struct problem p = fake_problem(FAKE_PUZZLE, NULL);

    trace_init(t, drive_root(&p, pr));
    free(p.tokens);
}

/* A step without its place in a trace. */
static void assert_same_step(const struct step *a, const struct step *b)
{
    size_t head = offsetof(struct step, depth);

    assert_int_equal(a->bytes, b->bytes);
    assert_memory_equal((const char *)a + head, (const char *)b + head,
                        a->bytes - head);
}

static void test_every_policy_decodes_to_the_end(void **state)
{
    struct fake fake = {0};
    struct predictor pr = fake_predictor(&fake);

    (void)state;
    for (int policy = 0; policy < policy_count(); policy++) {
        struct settings s = settings_for(policy);
        struct trace t;
        int revealed = 0;

        start(&t, &pr);
        assert_true(drive_run(&t, &pr, &s, false, NULL));
        for (int id = 1; id < t.count; id++)
            revealed += trace_at(&t, id)->accepted;
        assert_int_equal(revealed, 51);
        assert_int_equal(step_masked_after(trace_now(&t)), 0);
        assert_int_equal(trace_now(&t)->passes, t.count - 1);
        assert_int_equal(trace_now(&t)->depth, t.count - 1);
        trace_release(&t);
    }
}

static void test_passes_are_counted_apart(void **state)
{
    struct fake fake = {0};
    struct predictor pr = fake_predictor(&fake);
    struct settings s = chosen("topk");
    struct trace t;
    int probes = 0;

    (void)state;
    start(&t, &pr);
    assert_true(drive_run(&t, &pr, &s, true, NULL));
    for (int N = 51; N > 0; N -= 4)
        probes += 9 * N;
    assert_int_equal(trace_now(&t)->passes, 13);
    assert_int_equal(trace_now(&t)->probe_passes, probes);
    assert_int_equal(atomic_load(&fake.passes), 13 + probes);
    trace_release(&t);

    atomic_store(&fake.passes, 0);
    start(&t, &pr);
    assert_true(drive_run(&t, &pr, &s, false, NULL));
    assert_int_equal(trace_now(&t)->probe_passes, 0);
    assert_int_equal(atomic_load(&fake.passes), 13);
    assert_false(trace_now(&t)->has_mi);
    trace_release(&t);
}

static void test_a_schedule_ends_with_its_steps(void **state)
{
    struct fake fake = {0};
    struct predictor pr = fake_predictor(&fake);
    struct settings s = chosen("maskgit");
    struct trace t;

    (void)state;
    s.value[PARAM_STEPS] = 5;
    start(&t, &pr);
    assert_true(drive_run(&t, &pr, &s, false, NULL));
    assert_int_equal(trace_now(&t)->passes, 5);
    /* floor(51 cos) 48 41 29 15 stay masked */
    assert_int_equal(trace_at(&t, 2)->accepted, 48 - 41);
    assert_int_equal(trace_at(&t, 4)->accepted, 29 - 15);
    trace_release(&t);
}

static void test_a_step_records_what_it_saw(void **state)
{
    struct fake fake = {0};
    struct predictor pr = fake_predictor(&fake);
    struct settings s = chosen("mi");
    struct trace t;
    const struct step *one;

    (void)state;
    start(&t, &pr);
    assert_true(drive_run(&t, &pr, &s, false, NULL));
    one = trace_at(&t, 1);
    assert_true(one->has_prob && one->has_mi);
    assert_int_equal(one->N, 51);
    assert_true(one->budget == 0.3);
    assert_true(one->budget_left >= 0 && one->budget_left <= 0.3);
    assert_true(settings_equal(&one->settings, &s));
    assert_true(isnan(trace_at(&t, 0)->budget));
    for (int n = 0; n < one->N; n++) {
        const struct candidate *c = &step_candidates(one)[n];
        bool masked = step_tokens(one)[c->position] == 0;

        assert_int_equal(c->position, step_positions(one)[n]);
        assert_int_equal(masked, !decision_accepts(c->decision));
        assert_true(c->p == step_probs(one)[n * 9 + c->value]);
        assert_true(c->entropy == step_entropies(one)[n]);
    }
    trace_release(&t);
}

/* The obvious formulas of the fake and the ones of the engine. */
static void test_a_step_agrees_with_the_obvious_one(void **state)
{
    struct problem p = fake_problem(FAKE_PUZZLE, NULL);
    struct fake fake = {0};
    struct predictor pr = fake_predictor(&fake);
    struct settings s = chosen("mi");
    struct trace plain;
    struct step *made;
    const struct step *one;

    (void)state;
    fake_trace(&plain, &p, &s, 1);
    one = trace_at(&plain, 1);
    made = drive_step(trace_at(&plain, 0), &pr, &s, true, 51, NULL);
    assert_int_equal(made->passes, one->passes);
    assert_int_equal(made->probe_passes, one->probe_passes);
    assert_memory_equal(step_tokens(made), step_tokens(one), 81 * 2);
    for (int n = 0; n < 51; n++)
        assert_true(fabsf(step_entropies(made)[n] - step_entropies(one)[n]) <
                    1e-5f);
    for (int n = 0; n < 51 * 51; n++) {
        assert_true(fabsf(step_mis(made)[n] - step_mis(one)[n]) < 1e-4f);
        assert_true(fabsf(step_mi_raws(made)[n] - step_mi_raws(one)[n]) <
                    1e-4f);
    }
    free(made);
    trace_release(&plain);
    free(p.tokens);
}

/* The fake, its sequences shared out over a pool. */
struct pooled {
    struct fake fake;
    struct predictor one;
    struct pool *pool;
};

struct call {
    struct predictor *one;
    const int16_t *tokens;
    float *probs;
};

static void answer_one(void *context, int job, int worker)
{
    struct call *c = context;

    (void)worker;
    c->one->marginals(c->one->self, c->tokens + job * 81, 1,
                      c->probs + job * 81 * 9, NULL);
}

static void answer_all(void *self, const int16_t *tokens, int B, float *probs,
                       float *hidden)
{
    struct pooled *p = self;
    struct call call = {&p->one, tokens, probs};

    (void)hidden;
    pool_run(p->pool, B, answer_one, &call);
}

static void run_pooled(struct trace *t, const struct settings *s, int threads)
{
    struct pooled p = {0};
    struct predictor pr;

    p.one = pr = fake_predictor(&p.fake);
    p.pool = pool_new(threads);
    pr.self = &p;
    pr.marginals = answer_all;
    pr.batch = 3 * threads;
    start(t, &pr);
    assert_true(drive_run(t, &pr, s, true, NULL));
    pool_free(p.pool);
}

static void test_threads_do_not_change_a_decode(void **state)
{
    struct settings s = chosen("maskgit");
    struct trace one, other;

    (void)state;
    s.temperature = 0.7;
    s.seed = 11;
    run_pooled(&one, &s, 1);
    for (int threads = 2; threads <= 4; threads += 2) {
        run_pooled(&other, &s, threads);
        assert_int_equal(one.count, other.count);
        for (int id = 0; id < one.count; id++)
            assert_same_step(trace_at(&one, id), trace_at(&other, id));
        trace_release(&other);
    }
    trace_release(&one);
}

static void run_seeded(struct trace *t, double temperature, uint64_t seed)
{
    struct fake fake = {0};
    struct predictor pr = fake_predictor(&fake);
    struct settings s = chosen("topk");

    s.temperature = temperature;
    s.seed = seed;
    start(t, &pr);
    assert_true(drive_run(t, &pr, &s, false, NULL));
}

static bool same_end(const struct trace *a, const struct trace *b)
{
    return memcmp(step_tokens(trace_now(a)), step_tokens(trace_now(b)),
                  81 * 2) == 0;
}

static void test_the_seed_decides_the_draws(void **state)
{
    struct trace cold, warm, again, other;

    (void)state;
    run_seeded(&cold, 0, 1);
    run_seeded(&warm, 3, 1);
    run_seeded(&again, 3, 1);
    run_seeded(&other, 3, 2);
    assert_true(same_end(&warm, &again));
    assert_false(same_end(&warm, &other));
    assert_false(same_end(&warm, &cold));
    trace_release(&cold);
    trace_release(&warm);
    trace_release(&again);
    trace_release(&other);
}

/* A predictor that cancels the work after some sequences. */
struct impatient {
    struct fake fake;
    struct predictor one;
    struct progress progress;
    int patience;
};

static void answer_impatiently(void *self, const int16_t *tokens, int B,
                               float *probs, float *hidden)
{
    struct impatient *p = self;

    p->one.marginals(p->one.self, tokens, B, probs, hidden);
    if (atomic_load(&p->fake.passes) >= p->patience)
        atomic_store(&p->progress.cancel, true);
}

static void test_a_cancelled_run_keeps_whole_steps(void **state)
{
    struct impatient p = {.patience = 600};
    struct predictor pr = fake_predictor(&p.fake);
    struct settings s = chosen("sequential");
    struct trace t;

    (void)state;
    p.one = pr;
    pr.self = &p;
    pr.marginals = answer_impatiently;
    start(&t, &pr);
    assert_false(drive_run(&t, &pr, &s, true, &p.progress));
    assert_int_equal(t.count, 2); /* 1 + 459 passes; the second is undone */
    assert_int_equal(t.cursor, 1);
    assert_int_equal(atomic_load(&p.progress.total), 450);
    assert_true(atomic_load(&p.fake.passes) < 700);
    trace_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_policy_decodes_to_the_end),
        cmocka_unit_test(test_passes_are_counted_apart),
        cmocka_unit_test(test_a_schedule_ends_with_its_steps),
        cmocka_unit_test(test_a_step_records_what_it_saw),
        cmocka_unit_test(test_a_step_agrees_with_the_obvious_one),
        cmocka_unit_test(test_threads_do_not_change_a_decode),
        cmocka_unit_test(test_the_seed_decides_the_draws),
        cmocka_unit_test(test_a_cancelled_run_keeps_whole_steps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
