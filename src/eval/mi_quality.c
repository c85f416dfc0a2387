#include "eval/mi_quality.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"

enum { RESAMPLES = 400 };

/* Of the pairs of one board, or of several. x is the estimate. */
struct sums {
    double n, x, y, xx, yy, xy, off; /* off: of squared errors */
    double peers_x, peers_y;
    double top, hits;
};

struct mi_sample {
    const struct domain *domain;
    int boards;
    struct sums *board; /* [boards] owned, as all below */
    double *masked;     /* [boards] share */
    size_t *at;         /* [boards+1] first pair */
    float *x, *y;       /* [at[boards]] */
};

struct mi_sample *mi_sample_new(const struct domain *d)
{
    struct mi_sample *s = memory_new(1, sizeof *s);

    s->domain = d;
    s->at = memory_new(1, sizeof *s->at);
    return s;
}

void mi_sample_free(struct mi_sample *s)
{
    if (!s)
        return;
    free(s->board);
    free(s->masked);
    free(s->at);
    free(s->x);
    free(s->y);
    free(s);
}

/* ---- one board -------------------------------------------------------- */

static int descending(const void *left, const void *right)
{
    const float *a = left, *b = right;

    return (*a < *b) - (*a > *b);
}

/* The `top`-th largest of x [n]. */
static float threshold(const float *x, size_t n, size_t top)
{
    float *sorted = memory_new(n, sizeof *sorted), at;

    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, descending);
    at = sorted[top - 1];
    free(sorted);
    return at;
}

static void count_hits(struct sums *s, const float *x, const float *y,
                       size_t n, int N)
{
    size_t top = (size_t)N < n ? (size_t)N : n;
    float least_x, least_y;

    if (n == 0)
        return;
    least_x = threshold(x, n, top);
    least_y = threshold(y, n, top);
    for (size_t i = 0; i < n; i++) {
        s->top += y[i] >= least_y;
        s->hits += y[i] >= least_y && x[i] >= least_x;
    }
}

static struct sums sum_pairs(const struct domain *d, const float *x,
                             const float *y, const int32_t *position, int N)
{
    struct sums s = {0};
    size_t pair = 0;

    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++, pair++) {
            double a = (double)x[pair], b = (double)y[pair];
            bool tied = d->relation && *d->relation(position[i], position[j]);

            s.n++, s.x += a, s.y += b;
            s.xx += a * a, s.yy += b * b, s.xy += a * b;
            s.off += (a - b) * (a - b);
            s.peers_x += tied ? a : 0;
            s.peers_y += tied ? b : 0;
        }
    count_hits(&s, x, y, pair, N);
    return s;
}

static float *append(float *all, size_t have, const float *x, size_t n)
{
    all = memory_resize(all, have + n + 1, sizeof *all);
    memcpy(all + have, x, n * sizeof *x);
    return all;
}

void mi_sample_add(struct mi_sample *s, const float *estimate,
                   const float *truth, const int32_t *position, int N, int T)
{
    size_t b = (size_t)s->boards, have = s->at[b];
    size_t n = (size_t)N * (size_t)(N > 0 ? N - 1 : 0) / 2;

    s->board = memory_resize(s->board, b + 1, sizeof *s->board);
    s->masked = memory_resize(s->masked, b + 1, sizeof *s->masked);
    s->at = memory_resize(s->at, b + 2, sizeof *s->at);
    s->board[b] = sum_pairs(s->domain, estimate, truth, position, N);
    s->masked[b] = (double)N / T;
    s->at[b + 1] = have + n;
    s->x = append(s->x, have, estimate, n);
    s->y = append(s->y, have, truth, n);
    s->boards++;
}

/* ---- a group ---------------------------------------------------------- */

static void add(struct sums *t, const struct sums *s)
{
    t->n += s->n, t->x += s->x, t->y += s->y;
    t->xx += s->xx, t->yy += s->yy, t->xy += s->xy, t->off += s->off;
    t->peers_x += s->peers_x, t->peers_y += s->peers_y;
    t->top += s->top, t->hits += s->hits;
}

static double pearson_of(const struct sums *s)
{
    double xx = s->xx - s->x * s->x / s->n, yy = s->yy - s->y * s->y / s->n;

    return xx > 0 && yy > 0 ? (s->xy - s->x * s->y / s->n) / sqrt(xx * yy)
                            : NAN;
}

static int ascending(const void *left, const void *right)
{
    const double *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

/* Boards, not pairs, are drawn again: pairs of a board are not independent. */
static struct interval resample(const struct mi_sample *s, const int *board,
                                int count)
{
    struct rng r = rng_seeded(1, (uint64_t)count);
    double found[RESAMPLES];

    for (int k = 0; k < RESAMPLES; k++) {
        struct sums t = {0};

        for (int i = 0; i < count; i++)
            add(&t, &s->board[board[rng_below(&r, count)]]);
        found[k] = pearson_of(&t);
    }
    qsort(found, RESAMPLES, sizeof *found, ascending);
    return (struct interval){found[RESAMPLES / 40],
                             found[RESAMPLES - 1 - RESAMPLES / 40]};
}

static double rank_correlation(const struct mi_sample *s, const int *board,
                               int count, size_t pairs)
{
    float *x = memory_new(pairs, sizeof *x), *y = memory_new(pairs, sizeof *y);
    size_t n = 0;
    double rho;

    for (int i = 0; i < count; i++) {
        size_t at = s->at[board[i]], here = s->at[board[i] + 1] - at;

        memcpy(x + n, s->x + at, here * sizeof *x);
        memcpy(y + n, s->y + at, here * sizeof *y);
        n += here;
    }
    rho = spearman(x, y, n);
    free(x);
    free(y);
    return rho;
}

struct mi_quality mi_quality_of(const struct mi_sample *s, double low,
                                double high)
{
    int *board = memory_new((size_t)s->boards + 1, sizeof *board), count = 0;
    struct mi_quality q = {0};
    struct sums t = {0};

    for (int b = 0; b < s->boards; b++)
        if (s->masked[b] > low && s->masked[b] <= high) {
            board[count++] = b;
            add(&t, &s->board[b]);
        }
    q = (struct mi_quality){
        .boards = count, .pairs = (size_t)t.n, .truth_mean = t.y / t.n,
        .mse = t.off / t.n, .pearson = pearson_of(&t),
        .spearman = rank_correlation(s, board, count, (size_t)t.n),
        .recall = t.hits / t.top,
        .peers_truth = s->domain->relation ? t.peers_y / t.y : NAN,
        .peers_estimate = s->domain->relation ? t.peers_x / t.x : NAN};
    if (count > 0)
        q.pearson95 = resample(s, board, count);
    free(board);
    return q;
}
