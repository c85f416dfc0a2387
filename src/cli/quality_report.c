#include "cli/quality_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/json.h"
#include "mi/head.h"

enum { GROUPS = 5 };

/* The upper triangle of m [N,N], row by row. */
static void upper(float *pairs, const float *m, int N)
{
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++)
            *pairs++ = m[(size_t)i * (size_t)N + (size_t)j];
}

void quality_collect(struct mi_sample *sample, const struct head *head,
                     const struct predictor *p, const struct labels *l,
                     int first)
{
    size_t T = (size_t)p->T;
    struct head_scratch *scratch = head_scratch_new(head, p->T);
    float *probs = memory_aligned(T * (size_t)p->V, sizeof *probs);
    float *hidden = memory_aligned(T * (size_t)p->D, sizeof *hidden);
    float *mi = memory_new(2 * T * T, sizeof *mi), *pairs = mi + T * T;
    int32_t *position = memory_new(T, sizeof *position);

    for (int b = first; b < l->count; b++) {
        int N = labels_masked(l, b, p->mask_symbol, position);

        p->marginals(p->self, l->tokens + (size_t)b * T, 1, probs, hidden);
        head_estimate(head, scratch, mi, hidden, position, N);
        upper(pairs, mi, N);
        mi_sample_add(sample, pairs, l->mi + l->at[b], position, N, p->T);
    }
    free(position);
    free(mi);
    free(hidden);
    free(probs);
    head_scratch_free(scratch);
}

/* ---- printing --------------------------------------------------------- */

struct column {
    const char *name;  /* of CSV and JSON */
    const char *title; /* of text */
    int width, digits;
    double (*of)(const struct mi_quality *q);
};

static double boards(const struct mi_quality *q)
{
    return q->boards;
}

static double pairs(const struct mi_quality *q)
{
    return (double)q->pairs;
}

static double truth_mean(const struct mi_quality *q)
{
    return q->truth_mean;
}

static double rmse(const struct mi_quality *q)
{
    return sqrt(q->mse);
}

static double pearson_r(const struct mi_quality *q)
{
    return q->pearson;
}

static double low(const struct mi_quality *q)
{
    return q->pearson95.low;
}

static double high(const struct mi_quality *q)
{
    return q->pearson95.high;
}

static double spearman_r(const struct mi_quality *q)
{
    return q->spearman;
}

static double recall(const struct mi_quality *q)
{
    return q->recall;
}

static double peers_truth(const struct mi_quality *q)
{
    return q->peers_truth;
}

static double peers_estimate(const struct mi_quality *q)
{
    return q->peers_estimate;
}

/* clang-format off */
static const struct column COLUMNS[] = {
    { "boards",         "boards",   7, 0, boards },
    { "pairs",          "pairs",    9, 0, pairs },
    { "truth_mean",     "mean MI",  9, 4, truth_mean },
    { "rmse",           "rmse",     8, 4, rmse },
    { "pearson",        "Pearson",  9, 4, pearson_r },
    { "pearson_low",    "95 %",     8, 4, low },
    { "pearson_high",   "to",       8, 4, high },
    { "spearman",       "Spearman", 10, 4, spearman_r },
    { "recall",         "recall",   8, 3, recall },
    { "peers_truth",    "peers",    7, 3, peers_truth },
    { "peers_estimate", "est.",     7, 3, peers_estimate },
};
/* clang-format on */

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof COLUMNS[0] };

static void print_heading(struct text *t, enum quality_format format)
{
    if (format == QUALITY_JSON)
        return;
    text_add(t, format == QUALITY_CSV ? "masked_from,masked_to" : "masked   ");
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (format == QUALITY_CSV)
            text_printf(t, ",%s", COLUMNS[c].name);
        else
            text_printf(t, "%*s", COLUMNS[c].width, COLUMNS[c].title);
    text_add(t, "\n");
}

static void print_json(struct text *t, const struct mi_quality *q, double from,
                       double to)
{
    json_t *o = json_object();

    json_object_set_new(o, "masked_from", json_number(from));
    json_object_set_new(o, "masked_to", json_number(to));
    for (int c = 0; c < COLUMN_COUNT; c++)
        json_object_set_new(o, COLUMNS[c].name, json_number(COLUMNS[c].of(q)));
    json_line(t, o);
}

static void print_row(struct text *t, const struct mi_quality *q, double from,
                      double to, enum quality_format format)
{
    char label[24];

    if (format == QUALITY_JSON) {
        print_json(t, q, from, to);
        return;
    }
    snprintf(label, sizeof label, "%.0f-%.0f %%", 100 * from, 100 * to);
    if (format == QUALITY_CSV)
        text_printf(t, "%g,%g", from, to);
    else
        text_printf(t, "%-9s", to - from < 1 ? label : "all");
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (format == QUALITY_CSV)
            text_printf(t, ",%.7g", COLUMNS[c].of(q));
        else
            text_printf(t, "%*.*f", COLUMNS[c].width, COLUMNS[c].digits,
                        COLUMNS[c].of(q));
    text_add(t, "\n");
}

void quality_print(struct text *t, const struct mi_sample *sample,
                   enum quality_format format)
{
    print_heading(t, format);
    for (int g = 0; g <= GROUPS; g++) {
        double from = g < GROUPS ? (double)g / GROUPS : 0;
        double to = g < GROUPS ? (double)(g + 1) / GROUPS : 1;
        struct mi_quality q = mi_quality_of(sample, from, to);

        if (q.boards > 0)
            print_row(t, &q, from, to, format);
    }
}
