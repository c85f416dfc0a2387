#ifndef MISCOPE_PRODUCT_H
#define MISCOPE_PRODUCT_H
/*
 * product - a matrix times a panel of columns, private to kernels.c.
 *
 * A tile of TILE_ROWS x PANEL sums stays in registers while k runs, in order,
 * from the first to the last: so a sum does not depend on the tile it is in.
 */

#include <stddef.h>

#include "nn/vec.h"

enum { NV = 2, PANEL = NV * LANES }; /* columns computed together */

enum finish { FINISH_STORE, FINISH_ADD, FINISH_GELU };

/*
 * One panel of a product: c [R,cols] = a [R,K] * b [K,PANEL], starting from
 * `init`. Element (r,k) of a is a[r*a_row + k*a_k].
 */
struct product {
    const float *a, *b;
    const float *init; /* [PANEL], or NULL for zeros */
    ptrdiff_t a_row, a_k, b_k;
    float *c;
    ptrdiff_t c_row;
    int R, K, cols;
    enum finish finish;
};

INLINE void finish_tile(vec s[][NV], const struct product *p, float *c,
                        ptrdiff_t c_row, const int rows)
{
#pragma GCC unroll 12
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < NV; j++) {
            float *at = c + i * c_row + j * LANES;

            if (p->finish == FINISH_GELU)
                vec_store(at, vec_gelu_tanh(s[i][j]));
            else if (p->finish == FINISH_ADD)
                vec_store(at, vec_load(at) + s[i][j]);
            else
                vec_store(at, s[i][j]);
        }
}

/* The last panel of a matrix may stick out: its tile goes through a copy. */
INLINE void finish_narrow_tile(vec s[][NV], const struct product *p,
                               int first, const int rows)
{
    float wide[TILE_ROWS * PANEL];
    float *c = p->c + first * p->c_row;

    for (int i = 0; i < rows; i++)
        memcpy(wide + i * PANEL, c + i * p->c_row,
               (size_t)p->cols * sizeof *c);
    finish_tile(s, p, wide, PANEL, rows);
    for (int i = 0; i < rows; i++)
        memcpy(c + i * p->c_row, wide + i * PANEL,
               (size_t)p->cols * sizeof *c);
}

/* `rows` is a constant at every call: s then lives in registers. */
INLINE void tile(const struct product *p, int first, const int rows)
{
    const float *a = p->a + first * p->a_row;
    vec s[TILE_ROWS][NV];

#pragma GCC unroll 12
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < NV; j++)
            s[i][j] = p->init ? vec_load(p->init + j * LANES) : (vec){0};
    for (int k = 0; k < p->K; k++) {
        vec b0 = vec_load(p->b + k * p->b_k);
        vec b1 = vec_load(p->b + k * p->b_k + LANES);

#pragma GCC unroll 12
        for (int i = 0; i < rows; i++) {
            float a_ik = a[i * p->a_row + k * p->a_k];

            s[i][0] += a_ik * b0;
            s[i][1] += a_ik * b1;
        }
    }
    if (p->cols == PANEL)
        finish_tile(s, p, p->c + first * p->c_row, p->c_row, rows);
    else
        finish_narrow_tile(s, p, first, rows);
}

INLINE void last_tile(const struct product *p, int first)
{
    switch (p->R - first) {
    case 1: tile(p, first, 1); break;
    case 2: tile(p, first, 2); break;
    case 3: tile(p, first, 3); break;
#if defined __AVX2__
    case 4: tile(p, first, 4); break;
    case 5: tile(p, first, 5); break;
#endif
#if defined __AVX512F__
    case 6: tile(p, first, 6); break;
    case 7: tile(p, first, 7); break;
    case 8: tile(p, first, 8); break;
    case 9: tile(p, first, 9); break;
    case 10: tile(p, first, 10); break;
    case 11: tile(p, first, 11); break;
#endif
    }
}

INLINE void multiply(const struct product *p)
{
    int first = 0;

    for (; first + TILE_ROWS <= p->R; first += TILE_ROWS)
        tile(p, first, TILE_ROWS);
    last_tile(p, first);
}

/* The two ways a is read, apart so that the compiler knows the strides. */
static void multiply_rows(const struct product *given)
{
    struct product p = *given;

    p.a_k = 1;
    p.b_k = PANEL;
    multiply(&p);
}

static void multiply_columns(const struct product *given)
{
    struct product p = *given;

    p.a_row = 1;
    p.a_k = PANEL;
    p.finish = FINISH_STORE;
    p.init = NULL;
    multiply(&p);
}

#endif
