/*
 * The MI head: what it estimates and its gradients, against the formulas of
 * mi/head.h written out in double.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "mi/head.h"
#include "nn/ops.h"
#include "nn/pairs.h"
#include "support.h"
#include "train/head_tape.h"

enum { D = 24, T = 15, N = 11, PAIRS_OF_N = N * (N - 1) / 2 };

/* ---- the formulas ----------------------------------------------------- */

static double gelu(double u)
{
    return u / 2 * (1 + tanh(sqrt(2 / acos(-1)) * (u + 0.044715 * u * u * u)));
}

static double softplus(double s)
{
    return fmax(s, 0) + log1p(exp(-fabs(s)));
}

/* Weights as doubles, found by walking the table. */
struct naive {
    const struct head_kind *k;
    const double *of[HEAD_TENSOR_COUNT];
};

static struct naive naive_of(const struct head_kind *k, const double *flat)
{
    struct naive n = {.k = k};

    for (int i = 0; i < HEAD_TENSOR_COUNT; i++) {
        int shape[2];
        HEAD_TENSORS[i].shape(shape, k, D);
        n.of[i] = flat;
        flat += shape[0] * (shape[1] ? shape[1] : 1);
    }
    return n;
}

static double row_times(const double *W, const double *b, const double *x,
                        int row, int K)
{
    double y = b[row];

    for (int k = 0; k < K; k++)
        y += W[row * K + k] * x[k];
    return y;
}

/* qk [2RC] of one position */
static void naive_factors(const struct naive *n, double *qk, const double *h)
{
    double z[128];

    for (int d = 0; d < n->k->d; d++) {
        z[d] = row_times(n->of[0], n->of[1], h, d, D);
        z[d] = n->k->bent ? gelu(z[d]) : z[d];
    }
    for (int f = 0; f < 2 * n->k->R * n->k->C; f++)
        qk[f] = row_times(n->of[2], n->of[3], z, f, n->k->d);
}

static void naive_norm(const struct naive *n, double *e)
{
    double mean = 0, var = 0;

    for (int c = 0; c < n->k->C; c++)
        mean += e[c] / n->k->C;
    for (int c = 0; c < n->k->C; c++)
        var += (e[c] - mean) * (e[c] - mean) / n->k->C;
    for (int c = 0; c < n->k->C; c++)
        e[c] = (e[c] - mean) / sqrt(var + 1e-5) * n->of[4][c] + n->of[5][c];
}

static double one_way(const struct naive *n, const double *i, const double *j)
{
    int RC = n->k->R * n->k->C, C = n->k->C;
    double e[64], s = *n->of[9];

    for (int c = 0; c < C; c++) {
        e[c] = 0;
        for (int f = c; f < RC; f += C)
            e[c] += i[f] * j[RC + f] + (n->k->folded ? j[f] * i[RC + f] : 0);
    }
    if (n->k->normed)
        naive_norm(n, e);
    for (int m = 0; m < n->k->M; m++)
        s += n->of[8][m] * gelu(row_times(n->of[6], n->of[7], e, m, C));
    return softplus(s);
}

/* out [N(N-1)/2] */
static void naive_estimates(const struct head_kind *k, const double *flat,
                            const double *h, double *out)
{
    struct naive n = naive_of(k, flat);
    double qk[N][256];

    for (int i = 0; i < N; i++)
        naive_factors(&n, qk[i], h + i * D);
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++)
            *out++ = (one_way(&n, qk[i], qk[j]) + one_way(&n, qk[j], qk[i])) /
                     2;
}

/* ---- cases ------------------------------------------------------------ */

struct head_case {
    const struct head_kind *kind;
    size_t n;
    float *flat;
    double *exact; /* the same numbers */
    float hidden[T * D], h[N * D], target[PAIRS_OF_N];
    double exact_h[N * D];
    int32_t position[N];
};

static float noise(struct rng *r)
{
    return (float)(rng_uniform(r) * 2 - 1);
}

static void make(struct head_case *c, const struct head_kind *k)
{
    struct rng r = rng_seeded(5, (uint64_t)k->C);

    *c = (struct head_case){.kind = k, .n = head_size(k, D)};
    c->flat = memory_new(c->n, sizeof *c->flat);
    c->exact = memory_new(c->n, sizeof *c->exact);
    for (size_t i = 0; i < c->n; i++)
        c->exact[i] = (double)(c->flat[i] = noise(&r) * 0.3F);
    for (int i = 0; i < T * D; i++)
        c->hidden[i] = noise(&r);
    for (int i = 0; i < N; i++) {
        c->position[i] = i + i / 3; /* 0 1 2 4 5 6 8 9 10 12 13 */
        memcpy(c->h + i * D, c->hidden + c->position[i] * D,
               D * sizeof *c->h);
    }
    for (int i = 0; i < N * D; i++)
        c->exact_h[i] = (double)c->h[i];
    for (int i = 0; i < PAIRS_OF_N; i++)
        c->target[i] = (float)rng_uniform(&r);
}

static void release(struct head_case *c)
{
    free(c->flat);
    free(c->exact);
}

static void for_each_kind(void (*check)(struct head_case *))
{
    for (int i = 0; HEAD_KINDS[i].name; i++) {
        struct head_case c;

        make(&c, &HEAD_KINDS[i]);
        check(&c);
        release(&c);
    }
}

/* ---- tests ------------------------------------------------------------ */

static void check_estimate(struct head_case *c)
{
    struct head *head = head_new(c->kind, D, c->flat);
    struct head_scratch *s = head_scratch_new(head, N);
    double want[PAIRS_OF_N];
    float mi[N * N];
    int pair = 0;

    naive_estimates(c->kind, c->exact, c->exact_h, want);
    head_estimate(head, s, mi, c->hidden, c->position, N);
    for (int i = 0; i < N; i++) {
        assert_true(mi[i * N + i] == 0);
        for (int j = i + 1; j < N; j++, pair++) {
            assert_true(mi[i * N + j] == mi[j * N + i]);
            assert_true(mi[i * N + j] >= 0);
            assert_true(fabs((double)mi[i * N + j] - want[pair]) < 2e-5);
        }
    }
    assert_int_equal(head_width(head), D);
    assert_ptr_equal(head_kind_of(head), c->kind);
    head_scratch_free(s);
    head_free(head);
}

static void test_it_estimates_what_the_formula_says(void **state)
{
    (void)state;
    for_each_kind(check_estimate);
}

static void check_few(struct head_case *c)
{
    struct head *head = head_new(c->kind, D, c->flat);
    struct head_scratch *s = head_scratch_new(head, N);
    float all[N * N], two[4], one[1] = {7};
    int32_t ends[2] = {c->position[1], c->position[7]};

    head_estimate(head, s, all, c->hidden, c->position, N);
    head_estimate(head, s, two, c->hidden, ends, 2);
    assert_true(two[1] == all[1 * N + 7]); /* others do not change a pair */
    head_estimate(head, s, one, c->hidden, ends, 1);
    assert_true(one[0] == 0);
    head_estimate(head, s, NULL, c->hidden, NULL, 0);
    head_scratch_free(s);
    head_free(head);
}

static void test_a_pair_depends_on_itself_only(void **state)
{
    (void)state;
    for_each_kind(check_few);
}

static double naive_loss(const struct head_case *c)
{
    double out[PAIRS_OF_N], loss = 0;

    naive_estimates(c->kind, c->exact, c->exact_h, out);
    for (int i = 0; i < PAIRS_OF_N; i++) {
        double off = out[i] - (double)c->target[i];
        loss += off * off;
    }
    return loss;
}

static double slope_at(struct head_case *c, size_t i)
{
    double kept = c->exact[i], up, down;

    c->exact[i] = kept + 1e-5;
    up = naive_loss(c);
    c->exact[i] = kept - 1e-5;
    down = naive_loss(c);
    c->exact[i] = kept;
    return (up - down) / 2e-5;
}

static bool near(double have, double want)
{
    return fabs(have - want) < 2e-4 * (1 + fabs(want));
}

static void check_gradient(struct head_case *c)
{
    struct head_tape *t = head_tape_new(c->kind, D, T);
    struct head_weights w;
    float *gradient = memory_new(c->n, sizeof *gradient);
    size_t stride = c->n / 700 + 1, wrong = 0;
    double loss;

    head_place(&w, c->flat, c->kind, D);
    loss = head_tape_run(t, &w, c->flat, gradient, c->h, c->target, N, 0.5F);
    assert_true(fabs(loss - naive_loss(c)) < 1e-4 * loss);
    for (size_t i = 0; i < c->n; i += i < 300 || i + 600 > c->n ? 1 : stride) {
        double want = slope_at(c, i) / 2;

        if (!near((double)gradient[i], want))
            print_error("%s %zu: %g not %g\n", c->kind->name, i,
                        (double)gradient[i], want);
        assert_true(near((double)gradient[i], want));
        wrong += !near((double)gradient[i] * 1.1 + 1e-3, want);
    }
    assert_true(wrong > 300); /* a wrong one would be noticed */
    free(gradient);
    head_tape_free(t);
}

static void test_gradients_are_those_of_the_formula(void **state)
{
    (void)state;
    for_each_kind(check_gradient);
}

static void check_same(struct head_case *c)
{
    struct head *head = head_new(c->kind, D, c->flat);
    struct head_scratch *s = head_scratch_new(head, N);
    struct head_tape *t = head_tape_new(c->kind, D, N);
    struct head_weights w;
    float mi[N * N];
    int pair = 0;

    head_place(&w, c->flat, c->kind, D);
    head_tape_run(t, &w, c->flat, NULL, c->h, c->target, N, 1);
    head_estimate(head, s, mi, c->hidden, c->position, N);
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++, pair++)
            assert_true(fabsf(head_tape_estimates(t)[pair] - mi[i * N + j]) <
                        1e-5F);
    head_tape_free(t);
    head_scratch_free(s);
    head_free(head);
}

static void test_training_and_use_estimate_the_same(void **state)
{
    (void)state;
    for_each_kind(check_same);
}

/* ---- pairs.h ---------------------------------------------------------- */

static void check_softplus(const struct pairs *p)
{
    float s[101], y[101], dy[101], ds[101];

    for (int i = 0; i < 101; i++) {
        s[i] = (float)(i - 50) * 1.7F;
        dy[i] = 2;
    }
    p->softplus(y, s, 101);
    p->softplus_back(ds, dy, s, 101);
    for (int i = 0; i < 101; i++) {
        double want = softplus((double)s[i]);
        double slope = 2 / (1 + exp(-(double)s[i]));

        assert_true(fabs((double)y[i] - want) <= 3e-6 * want + 1e-36);
        assert_true(fabs((double)ds[i] - slope) <= 3e-6 * slope + 1e-30);
    }
}

static void test_softplus_is_exact_for_every_instruction_set(void **state)
{
    (void)state;
    for (int i = 0; PAIRS[i]; i++)
        if (ops_usable(OPS[i]))
            check_softplus(PAIRS[i]);
}

enum { A = 5, R = 3, C = 21 };

static void check_products(const struct pairs *p)
{
    float a[R * C], b[A * R * C], x[A * C], s[A], w[C];
    struct rng r = rng_seeded(3, 4);

    for (int i = 0; i < R * C; i++)
        a[i] = noise(&r);
    for (int i = 0; i < A * R * C; i++)
        b[i] = noise(&r);
    for (int i = 0; i < C; i++)
        w[i] = noise(&r);
    p->products(x, a, b, A, R, C);
    p->readout(s, x, w, 0.25F, A, C);
    for (int i = 0; i < A; i++) {
        double sum = 0.25;
        for (int c = 0; c < C; c++) {
            double want = 0;
            for (int k = 0; k < R; k++)
                want += (double)a[k * C + c] * (double)b[(i * R + k) * C + c];
            assert_true(fabs((double)x[i * C + c] - want) < 1e-6);
            sum += want * (double)w[c];
        }
        assert_true(fabs((double)s[i] - sum) < 1e-5);
    }
}

static void test_products_and_readout_for_every_instruction_set(void **state)
{
    (void)state;
    for (int i = 0; PAIRS[i]; i++)
        if (ops_usable(OPS[i]))
            check_products(PAIRS[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_estimates_what_the_formula_says),
        cmocka_unit_test(test_a_pair_depends_on_itself_only),
        cmocka_unit_test(test_gradients_are_those_of_the_formula),
        cmocka_unit_test(test_training_and_use_estimate_the_same),
        cmocka_unit_test(test_softplus_is_exact_for_every_instruction_set),
        cmocka_unit_test(test_products_and_readout_for_every_instruction_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
