#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "ui/view_parts.h"

static float *row_of(const struct view_map *m, int i)
{
    return m->value + (size_t)i * (size_t)m->n;
}

/* n positions, nothing known. */
static void map_init(struct view_map *m, int n)
{
    size_t cells = (size_t)n * (size_t)n;

    *m = (struct view_map){
        .n = n,
        .position = memory_new((size_t)n, sizeof *m->position),
        .value = memory_new(cells, sizeof *m->value),
    };
    for (size_t i = 0; i < cells; i++)
        m->value[i] = NAN;
}

void view_map_release(struct view_map *m)
{
    free(m->position);
    free(m->value);
    *m = (struct view_map){0};
}

void map_of(struct view_map *m, const struct step *s, bool all)
{
    const int32_t *position = step_positions(s);

    map_init(m, all ? s->T : s->N);
    m->all = all;
    m->known = s->has_mi;
    for (int i = 0; i < m->n; i++)
        m->position[i] = all ? i : position[i];
    for (int i = 0; i < s->N && s->has_mi; i++) {
        const float *mi_i = step_mis(s) + (size_t)i * (size_t)s->N;
        float *to = row_of(m, all ? position[i] : i);
        for (int j = 0; j < s->N; j++)
            if (i != j && isfinite(mi_i[j]))
                to[all ? position[j] : j] = mi_i[j];
    }
}

void view_change(struct view_map *out, const struct trace *t,
                 const struct view *v)
{
    const struct step *now = v->step;
    const struct step *before =
        now->parent < 0 ? NULL : trace_at(t, now->parent);

    map_of(out, now, false);
    out->known = now->has_mi && before && before->has_mi;
    for (int i = 0; i < out->n && out->known; i++)
        for (int j = 0; j < i; j++) {
            int a = step_index(before, out->position[i]);
            int b = step_index(before, out->position[j]);
            float *fell = row_of(out, i) + j, *rose = row_of(out, j) + i;
            float was =
                a < 0 || b < 0 ? NAN : step_mis(before)[a * before->N + b];
            float change = *fell - was;
            *rose = change > 0 || isnan(change) ? change : 0;
            *fell = change < 0 || isnan(change) ? -change : 0;
        }
}

int view_row(const struct view_map *m, int position)
{
    int low = 0, high = m->n;

    while (low < high) {
        int middle = low + (high - low) / 2;
        if (m->position[middle] < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->n && m->position[low] == position ? low : -1;
}

/* The largest value of rows r.., columns c.., k of each; NAN if none. */
static float block_max(const struct view_map *m, int k, int r, int c)
{
    int last_row = r + k < m->n ? r + k : m->n;
    int last_col = c + k < m->n ? c + k : m->n;
    float most = NAN;

    for (int i = r; i < last_row; i++)
        for (int j = c; j < last_col; j++)
            most = fmaxf(most, row_of(m, i)[j]); /* ignores NAN */
    return most;
}

void view_pool(float *out, const struct view_map *m, int k, int row, int col,
               int rows, int cols)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            out[(size_t)i * (size_t)cols + (size_t)j] =
                block_max(m, k, (row + i) * k, (col + j) * k);
}

int view_rank(const struct view_map *m, int i, int j, int *pairs)
{
    float value = row_of(m, i)[j];
    int rank = 1;

    *pairs = 0;
    for (int a = 0; a < m->n; a++)
        for (int b = a + 1; b < m->n; b++) {
            *pairs += !isnan(row_of(m, a)[b]);
            rank += row_of(m, a)[b] > value;
        }
    return isnan(value) ? 0 : rank;
}
