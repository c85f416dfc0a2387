/* Pictures asked for from the interface; then keys at random, which ask for
 * everything. */
#include "support.h"

#include <stdio.h>

#include "base/rng.h"
#include "page.h"
#include "ui/app_state.h"
#include "ui/command_table.h"

/* What export was asked for, and what it answers. */
struct exported {
    int frames, all;
    double high;
    char path[80];
    bool replace, works;
};

static bool fake_frame(void *self, const struct view *v,
                       const struct provenance *by,
                       const struct view_options *o, const char *path,
                       bool replace, char note[160], struct error *err)
{
    struct exported *e = self;

    (void)o;
    assert_string_equal(by->model, "fake.safetensors");
    snprintf(e->path, sizeof e->path, "%s", path);
    snprintf(note, 160, "a remark");
    e->high = v->scale.high;
    e->replace = replace;
    e->frames++;
    return e->works || fail(err, "%s: no space left", path);
}

static bool fake_all(void *self, struct trace *t, const struct problem *p,
                     const struct domain *d, const struct provenance *by,
                     const struct view_options *o, const char *folder,
                     bool replace, struct progress *progress, struct error *err)
{
    struct exported *e = self;

    (void)p, (void)d, (void)by, (void)o, (void)replace, (void)err;
    snprintf(e->path, sizeof e->path, "%s", folder);
    progress_begin(progress, t->count);
    progress_add(progress, t->count);
    e->all += trace_at(t, trace_tip(t))->depth + 1;
    return true;
}

static void export_open(struct page *p, struct exported *e)
{
    struct app_actions actions = {e, fake_frame, fake_all};

    *e = (struct exported){.works = true};
    page_open(p, 80, 24, LOOK_USUAL);
    app_set_actions(p->app, &actions);
}

static void test_export_offers_a_name_and_reports(void **state)
{
    struct page p;
    struct exported e;

    (void)state;
    export_open(&p, &e);
    page_play(&p, "forward export");
    assert_true(page_has(&p, "miscope-step-002.png"));
    page_play(&p, "done");
    assert_int_equal(e.frames, 1);
    assert_string_equal(e.path, "miscope-step-002.png");
    assert_false(e.replace);
    assert_true(page_has(&p, "written; a remark"));
    page_play(&p, "export close");
    assert_int_equal(e.frames, 1);
    e.works = false;
    page_play(&p, "export clear \"a.png\" rubout 'f done");
    assert_true(page_has(&p, "a.pnf: no space left"));
    page_close(&p);
}

static void test_export_sees_the_limits_set_by_hand(void **state)
{
    struct page p;
    struct exported e;

    (void)state;
    export_open(&p, &e);
    page_play(&p, "'[ '[ '[ export done");
    assert_true(e.high < 1 && e.high == app_view(p.app)->scale.high);
    page_close(&p);
}

static void test_export_asks_before_it_replaces(void **state)
{
    struct page p;
    struct exported e;
    const char *path = scratch_path("there.png");

    (void)state;
    fclose(fopen(path, "w"));
    export_open(&p, &e);
    for (int answer = 0; answer < 2; answer++) {
        page_play(&p, "export clear");
        for (const char *c = path; *c; c++)
            page_key(&p, *c);
        page_play(&p, "done");
        assert_true(page_has(&p, "replace it? y/n"));
        page_play(&p, answer ? "'y done" : "'n done");
        assert_int_equal(e.frames, answer);
    }
    assert_true(e.replace);
    page_close(&p);
}

static void test_all_steps_are_exported_beside_the_interface(void **state)
{
    struct page p;
    struct exported e;

    (void)state;
    export_open(&p, &e);
    page_play(&p, "end exportall done");
    assert_int_equal(e.all, 6);
    assert_true(page_has(&p, "6 pictures written into miscope-steps"));
    page_close(&p);
}

static bool open_fake(void *self, int which, struct problem *out, int *count,
                      struct error *err)
{
    (void)self;
    if (which == 2)
        return fail(err, "file:2 contradicts itself");
    *out = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION);
    snprintf(out->title, sizeof out->title, "file:%d", which);
    *count = 3;
    return true;
}

static void test_keys_at_random_never_break_it(void **state)
{
    static const struct look LOOKS[] = {{256, true, true},
                                        {8, true, false},
                                        {8, false, false},
                                        {0, false, false}};
    struct rng rng = rng_seeded(2, 0);
    struct page p;
    struct exported e;

    (void)state;
    export_open(&p, &e);
    p.app->source.open = open_fake;
    for (int i = 0; i < 4000; i++) {
        const struct command *c = COMMANDS[p.app->mode];
        int commands = 0;
        while (c[commands].name)
            commands++;
        c += rng_below(&rng, commands);
        int key = c->keys[0];
        for (int k = rng_below(&rng, COMMAND_KEYS); k > 0; k--)
            if (c->keys[k])
                key = c->keys[k];
        if (rng_below(&rng, 6) == 0)
            key = 32 + rng_below(&rng, 96);
        if (rng_below(&rng, 8) == 0)
            p.cols = 1 + rng_below(&rng, 240), p.rows = 1 + rng_below(&rng, 80);
        p.look = LOOKS[rng_below(&rng, 4)];
        app_key(p.app, key);
        if (rng_below(&rng, 4) == 0)
            app_mouse(p.app, rng_below(&rng, 240), rng_below(&rng, 80),
                      rng_below(&rng, 9) == 0, rng_below(&rng, 9) == 0);
        app_tick(p.app, i * 0.05);
        page_draw(&p);
        p.app->quits = false;
    }
    page_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_export_offers_a_name_and_reports),
        cmocka_unit_test(test_export_sees_the_limits_set_by_hand),
        cmocka_unit_test(test_export_asks_before_it_replaces),
        cmocka_unit_test(test_all_steps_are_exported_beside_the_interface),
        cmocka_unit_test(test_keys_at_random_never_break_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
