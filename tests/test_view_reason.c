#include "support.h"

#include <stdio.h>
#include <string.h>

#include "play.h"

/* A cell was revealed by the step after which it is not masked any more. */
static void test_filled_cells_name_their_step(void **state)
{
    struct play p;
    char reason[160], expected[64];
    int found = 0;

    (void)state;
    play_begin(&p, "topk", 4);
    for (int depth = 1; depth <= 3; depth++) {
        play_look(&p, depth);
        for (int t = 0; t < 81; t++) {
            if (p.view.cell[t].state != CELL_ACCEPTED)
                continue;
            assert_int_equal(p.view.cell[t].since, depth);
            play_look(&p, 4);
            view_reason(reason, sizeof reason, &p.view, t);
            snprintf(expected, sizeof expected, "revealed by step %d", depth);
            assert_non_null(strstr(reason, expected));
            assert_true(!strstr(reason, "wrong") == !p.view.cell[t].wrong);
            play_look(&p, depth);
            found++;
        }
    }
    assert_true(found >= 3);
    play_end(&p);
}

/* Every position of a few steps of every policy has a sentence that fits the
 * decision; numbers follow the unit. */
static void test_reasons_say_what_was_decided(void **state)
{
    static const char *const WORD[DECISION_COUNT] = {
        "accepted:",  "forced:",        "exceeds",
        "dependence", "stopped before", "not chosen"};
    char reason[160], brief[64];

    (void)state;
    for (int policy = 0; POLICIES[policy].name; policy++) {
        struct play p;
        play_begin(&p, POLICIES[policy].name, 3);
        p.options.bits = policy % 2;
        for (int depth = 0; depth <= 2; depth++) {
            play_look(&p, depth);
            for (int t = 0; t < 81; t++) {
                int index = p.view.cell[t].index;
                view_reason(reason, sizeof reason, &p.view, t);
                assert_null(strstr(reason, "nan"));
                view_reason_brief(brief, sizeof brief, &p.view, t);
                assert_in_range(strlen(brief), 1, 25);
                assert_null(strstr(brief, "nan"));
                if (index < 0)
                    continue;
                int decision = step_candidates(p.view.step)[index].decision;
                assert_non_null(strstr(reason, WORD[decision]));
            }
        }
        play_end(&p);
    }
}

static void test_a_dependence_names_the_cell_that_blocks(void **state)
{
    struct play p;
    char reason[160], name[16];
    int found = 0;

    (void)state;
    play_begin(&p, "mi", 12);
    for (int depth = 1; depth <= p.trace.count - 1; depth++) {
        play_look(&p, depth);
        for (int i = 0; i < p.view.step->N; i++) {
            const struct candidate *c = &step_candidates(p.view.step)[i];
            if (c->decision != DEFER_DEPENDENCE)
                continue;
            view_reason(reason, sizeof reason, &p.view, c->position);
            play_name(name, c->blocked_by);
            assert_non_null(strstr(reason, name));
            assert_true(strlen(reason) <= 75); /* a line of 80 with a name */
            found++;
        }
    }
    assert_true(found > 0);
    play_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filled_cells_name_their_step),
        cmocka_unit_test(test_reasons_say_what_was_decided),
        cmocka_unit_test(test_a_dependence_names_the_cell_that_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
