/*
 * The boards to learn from, and the trainer on a small model.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "domain/sudoku_generator.h"
#include "domain/sudoku_symmetry.h"
#include "support.h"
#include "train/examples.h"
#include "train/trainer.h"

enum { PUZZLES = 6 };

struct library {
    struct sudoku puzzle[PUZZLES], solution[PUZZLES];
    struct examples examples;
};

static void make(struct library *l, double uniform, bool vary)
{
    struct error err;

    for (int i = 0; i < PUZZLES; i++) {
        struct rng r = rng_seeded(3, (uint64_t)i);
        assert_true(sudoku_generate(&l->puzzle[i], &l->solution[i], 26, 30, &r,
                                    &err));
    }
    l->examples = (struct examples){l->puzzle, l->solution, PUZZLES, 9,
                                    uniform, vary};
}

/* ---- symmetries ------------------------------------------------------- */

static void test_symmetries_keep_rules_and_givens(void **state)
{
    (void)state;
    struct library l;
    struct rng r = rng_seeded(1, 2);
    int went[SUDOKU_CELLS][SUDOKU_CELLS] = {{0}}, places = 0;

    make(&l, 1, true);
    for (int k = 0; k < 6000; k++) {
        struct sudoku_symmetry m = sudoku_symmetry_random(&r);
        int i = k % PUZZLES;
        struct sudoku board = sudoku_symmetry_of(&m, &l.solution[i]);
        struct sudoku puzzle = sudoku_symmetry_of(&m, &l.puzzle[i]);

        assert_true(sudoku_is_solved(&board));
        assert_int_equal(sudoku_givens(&puzzle), sudoku_givens(&l.puzzle[i]));
        for (int c = 0; c < SUDOKU_CELLS; c++) {
            assert_true(!puzzle.cell[c] || puzzle.cell[c] == board.cell[c]);
            went[c][m.from[c]]++;
        }
    }
    for (int a = 0; a < SUDOKU_CELLS; a++)
        for (int b = 0; b < SUDOKU_CELLS; b++)
            places += went[a][b] > 30 && went[a][b] < 130; /* about 74 */
    assert_int_equal(places, SUDOKU_CELLS * SUDOKU_CELLS);
}

/* ---- examples --------------------------------------------------------- */

static void test_an_example_is_its_seed_and_number(void **state)
{
    (void)state;
    struct library l;
    int16_t tokens[2][SUDOKU_CELLS];
    int8_t target[2][SUDOKU_CELLS];

    make(&l, 0.5, true);
    example_draw(&l.examples, 17, tokens[0], target[0]);
    example_draw(&l.examples, 18, tokens[1], target[1]);
    assert_memory_not_equal(tokens[0], tokens[1], sizeof tokens[0]);
    example_draw(&l.examples, 17, tokens[1], target[1]);
    assert_memory_equal(tokens[0], tokens[1], sizeof tokens[0]);
    assert_memory_equal(target[0], target[1], sizeof target[0]);
}

/* Without symmetries the board is one of the solutions: which one. */
static int board_of(const struct library *l, const int16_t *tokens,
                    const int8_t *target)
{
    int found = -1;

    for (int i = 0; i < PUZZLES; i++) {
        bool same = true;
        for (int c = 0; c < SUDOKU_CELLS; c++) {
            bool shown = tokens[c] != 0;
            int digit = shown ? tokens[c] : target[c] + 1;
            same = same && digit == l->solution[i].cell[c] &&
                   shown == (target[c] == NOT_COUNTED);
        }
        found = same ? i : found;
    }
    return found;
}

static double mean_masked(const struct library *l, bool keeps_givens)
{
    double masked = 0;

    for (uint64_t k = 0; k < 2000; k++) {
        int16_t tokens[SUDOKU_CELLS];
        int8_t target[SUDOKU_CELLS];
        example_draw(&l->examples, k, tokens, target);
        int i = board_of(l, tokens, target);
        assert_true(i >= 0);
        int here = 0;
        for (int c = 0; c < SUDOKU_CELLS; c++) {
            here += tokens[c] == 0;
            assert_true(!keeps_givens || tokens[c] || !l->puzzle[i].cell[c]);
        }
        assert_true(here > 0);
        masked += here / 2000.0;
    }
    return masked;
}

static void test_masks_are_of_two_kinds(void **state)
{
    (void)state;
    struct library l;

    make(&l, 1, false); /* 81 (1 - 0.95 / 2) */
    assert_in_range((int)(mean_masked(&l, false) * 10), 405, 445);
    make(&l, 0, false); /* about 53 (1 - 0.95 * 0.4) */
    assert_in_range((int)(mean_masked(&l, true) * 10), 310, 350);
}

/* ---- trainer ---------------------------------------------------------- */

static struct config small_model(void)
{
    return (struct config){
        .domain = "sudoku", .T = SUDOKU_CELLS, .S = 10, .V = 9, .D = 16,
        .H = 2, .L = 1, .F = 32, .loops = 2, .mask_symbol = 0,
        .first_symbol = 1, .norm_eps = 1e-5F, .residual_divisor = 1,
        .ffn_bias = true};
}

static struct recipe small_recipe(void)
{
    struct recipe r = recipe_usual();

    r.batch = 2 * SHARDS;
    r.steps = 60;
    r.warm_up = 5;
    r.rate = 5e-3;
    r.average = 0.9;
    return r;
}

static void draw(void *context, long step, int i, int16_t *tokens,
                 int8_t *target)
{
    const struct library *l = context;

    example_draw(&l->examples, (uint64_t)(step * 2 * SHARDS + i), tokens,
                 target);
}

static struct trainer *train(struct library *l, const struct recipe *r,
                             struct pool *pool, long steps, double *loss)
{
    struct config c = small_model();
    struct trainer *t = trainer_new(&c, r, pool);
    struct progress_of_step p;

    for (long i = 0; i < steps; i++) {
        assert_true(trainer_step(t, draw, l, &p));
        loss[i] = p.score.loss / (double)p.score.counted;
    }
    assert_int_equal(trainer_steps(t), steps);
    return t;
}

static void test_threads_do_not_change_a_bit(void **state)
{
    (void)state;
    struct library l;
    struct recipe r = small_recipe();
    struct config c = small_model();
    struct pool *one = pool_new(1), *three = pool_new(3);
    double loss[2][4];
    size_t bytes = weights_size(&c) * sizeof(float);

    make(&l, 0.5, true);
    struct trainer *a = train(&l, &r, one, 4, loss[0]);
    struct trainer *b = train(&l, &r, three, 4, loss[1]);
    assert_memory_equal(loss[0], loss[1], sizeof loss[0]);
    assert_memory_equal(trainer_weights(a), trainer_weights(b), bytes);
    assert_memory_equal(trainer_averaged(a), trainer_averaged(b), bytes);
    assert_memory_not_equal(trainer_weights(a), trainer_averaged(a), bytes);
    trainer_free(a);
    trainer_free(b);
    pool_free(one);
    pool_free(three);
}

static void test_the_loss_falls(void **state)
{
    (void)state;
    struct library l;
    struct recipe r = small_recipe();
    struct pool *pool = pool_new(2);
    double loss[60];

    make(&l, 0.5, false);
    trainer_free(train(&l, &r, pool, 60, loss));
    assert_true(fabs(loss[0] - log(9)) < 0.6); /* knows nothing */
    assert_true(loss[59] < loss[0] - 0.2);
    pool_free(pool);
}

static void test_a_loss_that_is_no_number_stops_the_step(void **state)
{
    (void)state;
    struct library l;
    struct recipe r = small_recipe();
    struct config c = small_model();
    struct pool *pool = pool_new(2);
    struct progress_of_step p;
    bool ok = true;
    long steps = 0;

    make(&l, 0.5, true);
    r.rate = 1e30;
    struct trainer *t = trainer_new(&c, &r, pool);
    for (; ok && steps < 5; steps += ok)
        ok = trainer_step(t, draw, &l, &p);
    assert_false(ok);
    assert_int_equal(trainer_steps(t), steps);
    trainer_free(t);
    pool_free(pool);
}

static void save(const struct trainer *t)
{
    struct output out;
    struct error err;

    assert_true(output_open(&out, scratch_path("run.ckpt"), true, &err));
    trainer_save(t, out.stream);
    assert_true(output_commit(&out, &err));
}

static void take(struct trainer *t, struct library *l, int steps)
{
    struct progress_of_step p;

    for (int i = 0; i < steps; i++)
        assert_true(trainer_step(t, draw, l, &p));
}

static void test_a_resumed_run_is_the_same_run(void **state)
{
    (void)state;
    struct library l;
    struct recipe r = small_recipe();
    struct config c = small_model();
    struct pool *pool = pool_new(2);
    size_t bytes = weights_size(&c) * sizeof(float);
    struct error err;

    make(&l, 0.5, true);
    struct trainer *a = trainer_new(&c, &r, pool);
    struct trainer *b = trainer_new(&c, &r, pool);
    take(a, &l, 3);
    save(a);
    take(a, &l, 4);
    assert_true(trainer_resume(b, scratch_path("run.ckpt"), &err));
    assert_int_equal(trainer_steps(b), 3);
    take(b, &l, 3);
    assert_memory_not_equal(trainer_weights(a), trainer_weights(b), bytes);
    take(b, &l, 1);
    assert_memory_equal(trainer_weights(a), trainer_weights(b), bytes);
    assert_memory_equal(trainer_averaged(a), trainer_averaged(b), bytes);
    trainer_free(a);
    trainer_free(b);
    pool_free(pool);
}

static void refused(const struct config *c, const struct recipe *r,
                    struct pool *pool, const char *says)
{
    struct trainer *t = trainer_new(c, r, pool);
    struct error err;

    assert_false(trainer_resume(t, scratch_path("run.ckpt"), &err));
    if (!strstr(err.text, says))
        print_error("%s: not %s\n", err.text, says);
    assert_non_null(strstr(err.text, says));
    assert_non_null(strstr(err.text, "run.ckpt"));
    assert_int_equal(trainer_steps(t), 0);
    trainer_free(t);
}

/* The checkpoint again with `n` bytes changed from `at` on, or cut there. */
static void damage(size_t at, size_t n, bool cut)
{
    size_t size;
    struct error err;
    struct output out;
    char *bytes = file_read(scratch_path("run.ckpt"), 1 << 24, &size, &err);

    memset(bytes + at, 0xFF, n);
    assert_true(output_open(&out, scratch_path("run.ckpt"), true, &err));
    fwrite(bytes, 1, cut ? at : size, out.stream);
    assert_true(output_commit(&out, &err));
    free(bytes);
}

static void test_other_checkpoints_are_refused(void **state)
{
    (void)state;
    struct recipe r = small_recipe(), other = r;
    struct config c = small_model(), wider = c;
    struct pool *pool = pool_new(1);
    struct trainer *t = trainer_new(&c, &r, pool);

    save(t);
    other.rate *= 1.01;
    refused(&c, &other, pool, "its rate is not the one of this run");
    other = r;
    other.seed++;
    refused(&c, &other, pool, "its seed is not");
    wider.F *= 2;
    refused(&wider, &r, pool, "its ffn is not");
    damage(4000, 8, false); /* a whole number of ones: no number */
    refused(&c, &r, pool, "finite");
    save(t);
    damage(5000, 0, true);
    refused(&c, &r, pool, "run.ckpt");
    damage(0, 0, true);
    refused(&c, &r, pool, "run.ckpt");
    trainer_free(t);
    pool_free(pool);
}

static void test_the_rate_rises_stays_and_falls(void **state)
{
    (void)state;
    struct recipe r = recipe_usual();

    r.steps = 1000;
    r.warm_up = 100;
    r.cooling = 0.4;
    assert_true(fabs(recipe_rate(&r, 0) - r.rate / 100) < 1e-9);
    assert_true(fabs(recipe_rate(&r, 99) - r.rate) < 1e-9);
    assert_true(fabs(recipe_rate(&r, 600) - r.rate) < 1e-9);
    assert_true(fabs(recipe_rate(&r, 800) - r.rate / 2) < 1e-9);
    assert_true(recipe_rate(&r, 999) < r.rate / 1000);
    for (long i = 600; i < 999; i++)
        assert_true(recipe_rate(&r, i + 1) < recipe_rate(&r, i));
}

/* With all steps shallow a model of four loops is one of two. */
static void test_shallow_steps_run_half_of_the_loops(void **state)
{
    (void)state;
    struct library l;
    struct recipe r = small_recipe();
    struct config deep = small_model(), half = deep;
    struct pool *pool = pool_new(2);
    size_t bytes = weights_size(&half) * sizeof(float);

    make(&l, 0.5, true);
    deep.loops = 4;
    struct trainer *a = trainer_new(&half, &r, pool);
    r.shallow = 2.5 / 60;
    struct trainer *b = trainer_new(&deep, &r, pool);
    take(a, &l, 3);
    take(b, &l, 3);
    assert_memory_equal(trainer_weights(a), trainer_weights(b), bytes);
    take(a, &l, 1);
    take(b, &l, 1);
    assert_memory_not_equal(trainer_weights(a), trainer_weights(b), bytes);
    assert_int_equal(recipe_loops(&r, 5, 2), 3);
    assert_int_equal(recipe_loops(&r, 5, 3), 5);
    trainer_free(a);
    trainer_free(b);
    pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetries_keep_rules_and_givens),
        cmocka_unit_test(test_an_example_is_its_seed_and_number),
        cmocka_unit_test(test_masks_are_of_two_kinds),
        cmocka_unit_test(test_threads_do_not_change_a_bit),
        cmocka_unit_test(test_the_loss_falls),
        cmocka_unit_test(test_a_loss_that_is_no_number_stops_the_step),
        cmocka_unit_test(test_a_resumed_run_is_the_same_run),
        cmocka_unit_test(test_other_checkpoints_are_refused),
        cmocka_unit_test(test_the_rate_rises_stays_and_falls),
        cmocka_unit_test(test_shallow_steps_run_half_of_the_loops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
