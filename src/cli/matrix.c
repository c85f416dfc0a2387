#include "cli/matrix.h"

#include <stdlib.h>

#include "base/memory.h"
#include "session/npy.h"

void matrix_release(struct matrix *m)
{
    free(m->position);
    free(m->value);
    *m = (struct matrix){0};
}

static float at(const struct matrix *m, int i, int j)
{
    return m->value[(size_t)i * (size_t)m->n + (size_t)j];
}

void matrix_npy(struct text *t, const struct matrix *m)
{
    size_t n = (size_t)m->n;

    npy_header(t, "<f4", 2, (size_t[]){n, n});
    for (size_t i = 0; i < n * n; i++)
        npy_put_float(t, m->value[i]);
}

void matrix_csv(struct text *t, const struct matrix *m,
                const struct domain *d)
{
    char name[16];

    text_add(t, "position");
    for (int j = 0; j < m->n; j++) {
        d->position_name(name, m->position[j]);
        text_printf(t, ",%s", name);
    }
    text_add(t, "\n");
    for (int i = 0; i < m->n; i++) {
        d->position_name(name, m->position[i]);
        text_add(t, name);
        for (int j = 0; j < m->n; j++)
            text_printf(t, ",%.9g", (double)at(m, i, j));
        text_add(t, "\n");
    }
}

struct pair {
    float value;
    int i, j;
};

static int by_falling_value(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;

    if (p->value != q->value)
        return p->value < q->value ? 1 : -1;
    return p->i != q->i ? p->i - q->i : p->j - q->j;
}

void matrix_pairs(struct text *t, const struct matrix *m,
                  const struct domain *d, int most)
{
    int pairs = m->n * (m->n - 1) / 2, k = 0;
    struct pair *pair = memory_new((size_t)pairs, sizeof *pair);

    for (int i = 0; i < m->n; i++)
        for (int j = i + 1; j < m->n; j++)
            pair[k++] = (struct pair){at(m, i, j), i, j};
    qsort(pair, (size_t)pairs, sizeof *pair, by_falling_value);
    text_printf(t, "rank  pair             MI (%s)\n", m->unit);
    for (k = 0; k < pairs && k < most; k++) {
        char one[16], two[16];

        d->position_name(one, m->position[pair[k].i]);
        d->position_name(two, m->position[pair[k].j]);
        text_printf(t, "%4d  %-6s %-6s  %10.6f\n", k + 1, one, two,
                    (double)pair[k].value);
    }
    text_printf(t, "%d of %d pairs\n", k, pairs);
    free(pair);
}
