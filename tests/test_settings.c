#include "support.h"

#include <math.h>
#include <string.h>

#include "sampler/policy.h"

static struct settings chosen(const char *policy)
{
    return settings_for(policy_named(policy));
}

static void test_every_row_is_complete(void **state)
{
    struct error err;

    (void)state;
    assert_int_equal(policy_count(), 9);
    for (int i = 0; i < policy_count(); i++) {
        struct settings s = settings_for(i);

        assert_int_equal(policy_named(POLICIES[i].name), i);
        assert_non_null(POLICIES[i].help);
        assert_non_null(POLICIES[i].select);
        assert_true(settings_check(&s, &err));
        assert_int_equal(POLICIES[i].has_budget, policy_uses(i, PARAM_GAMMA));
        assert_int_equal(s.seed, 1);
    }
    assert_int_equal(policy_named("nonesuch"), -1);
    for (int i = 0; i < PARAM_COUNT; i++)
        assert_true(PARAMETERS[i].low < PARAMETERS[i].high);
    for (int i = 0; i < DECISION_COUNT; i++)
        assert_non_null(DECISION_NAMES[i]);
}

static void test_settings_are_equal_when_they_decide_alike(void **state)
{
    struct settings a = chosen("mi"), b = a;

    (void)state;
    b.seed = 2;
    b.value[PARAM_K] = 7;
    assert_true(settings_equal(&a, &b));
    a.temperature = b.temperature = 0.5;
    assert_false(settings_equal(&a, &b));
    b = a;
    b.value[PARAM_LAMBDA] = 0.5;
    assert_false(settings_equal(&a, &b));
    b = a;
    b.mi_source = 1;
    assert_false(settings_equal(&a, &b));
    settings_choose(&a, policy_named("eb"));
    settings_choose(&b, policy_named("eb"));
    assert_true(settings_equal(&a, &b));
    assert_int_equal(b.mi_source, 1);
    settings_choose(&b, policy_named("ebmi"));
    assert_false(settings_equal(&a, &b));
}

static void test_bad_values_are_refused_by_name(void **state)
{
    struct settings s = chosen("topk");
    struct error err;

    (void)state;
    s.value[PARAM_K] = 2.5;
    assert_false(settings_check(&s, &err));
    assert_non_null(strstr(err.text, "--k"));
    s.value[PARAM_K] = 0;
    assert_false(settings_check(&s, &err));
    s.value[PARAM_K] = 1;
    s.value[PARAM_GAMMA] = -1; /* not topk's */
    assert_true(settings_check(&s, &err));
    s.temperature = NAN;
    assert_false(settings_check(&s, &err));
    assert_non_null(strstr(err.text, "--temperature"));
    s = chosen("eb");
    s.value[PARAM_GAMMA] = NAN;
    assert_false(settings_check(&s, &err));
    assert_non_null(strstr(err.text, "--gamma"));
}

static void test_settings_describe_what_matters(void **state)
{
    struct settings s = chosen("mi");
    char text[80], little[8];

    (void)state;
    settings_describe(text, sizeof text, &s);
    assert_string_equal(text, "mi gamma=0.3 lambda=1");
    s.temperature = 0.8;
    s.seed = 42;
    settings_describe(text, sizeof text, &s);
    assert_string_equal(text, "mi gamma=0.3 lambda=1 temperature=0.8 seed=42");
    settings_describe(little, sizeof little, &s);
    assert_string_equal(little, "mi gamm");
    s = chosen("random");
    settings_describe(text, sizeof text, &s);
    assert_string_equal(text, "random steps=12 seed=1");
}

static void test_an_unknown_policy_is_told_as_such(void **state)
{
    struct settings a = {.policy = POLICY_UNKNOWN, .seed = 1}, b = a;
    char text[80];

    (void)state;
    b.seed = 2;
    assert_true(settings_equal(&a, &b));
    assert_false(policy_uses(POLICY_UNKNOWN, PARAM_GAMMA));
    assert_false(policy_has_budget(POLICY_UNKNOWN));
    settings_describe(text, sizeof text, &a);
    assert_string_equal(text, "an unknown policy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_complete),
        cmocka_unit_test(test_settings_are_equal_when_they_decide_alike),
        cmocka_unit_test(test_bad_values_are_refused_by_name),
        cmocka_unit_test(test_settings_describe_what_matters),
        cmocka_unit_test(test_an_unknown_policy_is_told_as_such),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
