/*
 * One bit board per digit and band (three rows): bit 9*(row%3) + column says
 * that the digit may still stand there. Row, column and box are then three
 * masks, and nine words say for 27 cells at once how many candidates each has.
 */
#include "domain/sudoku_solver.h"

#include <assert.h>
#include <string.h>

enum { BANDS = 3, ALL = 0x7ffffff, ROW = 0x1ff, COLUMN = 0x40201 };
enum { BOX = 0x1c0e07 };

struct marks {
    uint32_t may[SUDOKU_SIDE][BANDS]; /* digit-1, band */
    uint32_t placed[BANDS];
};

struct search {
    const struct sudoku_search *how;
    struct sudoku_answer answer;
    bool stop;
};

static int lowest_bit(uint32_t bits)
{
    return __builtin_ctz(bits);
}

static bool place(struct marks *m, int band, int at, int d)
{
    uint32_t bit = 1u << at;
    uint32_t column = (uint32_t)COLUMN << (at % 9);
    uint32_t row = (uint32_t)ROW << (at / 9 * 9);
    uint32_t box = (uint32_t)BOX << (at % 9 / 3 * 3);

    if (!(m->may[d][band] & bit))
        return false;
    for (int e = 0; e < SUDOKU_SIDE; e++)
        m->may[e][band] &= ~bit;
    for (int b = 0; b < BANDS; b++)
        m->may[d][b] &= ~column;
    m->may[d][band] &= ~(row | box);
    m->may[d][band] |= bit;
    m->placed[band] |= bit;
    return true;
}

static int digit_at(const struct marks *m, int band, uint32_t bit)
{
    for (int d = 0; d < SUDOKU_SIDE; d++)
        if (m->may[d][band] & bit)
            return d;
    return -1;
}

/* Both singles_ functions: false on a contradiction; *found if one is placed */
static bool naked_singles(struct marks *m, bool *found)
{
    for (int b = 0; b < BANDS; b++) {
        uint32_t one = 0, two = 0;

        for (int d = 0; d < SUDOKU_SIDE; d++) {
            two |= one & m->may[d][b];
            one |= m->may[d][b];
        }
        if (one != ALL)
            return false;
        for (uint32_t s = ~two & ALL & ~m->placed[b]; s; s &= s - 1) {
            int d = digit_at(m, b, s & -s);

            if (d < 0 || !place(m, b, lowest_bit(s), d))
                return false;
            *found = true;
        }
    }
    return true;
}

static bool place_lone(struct marks *m, int band, uint32_t bits, int d,
                       bool *found)
{
    if (!bits)
        return false;
    if ((bits & (bits - 1)) || (bits & m->placed[band]))
        return true;
    *found = true;
    return place(m, band, lowest_bit(bits), d);
}

static bool hidden_in_band(struct marks *m, int band, int d, bool *found)
{
    for (int k = 0; k < 3; k++) {
        uint32_t row = (uint32_t)ROW << (9 * k);
        uint32_t box = (uint32_t)BOX << (3 * k);

        if (!place_lone(m, band, m->may[d][band] & row, d, found) ||
            !place_lone(m, band, m->may[d][band] & box, d, found))
            return false;
    }
    return true;
}

static bool hidden_in_columns(struct marks *m, int d, bool *found)
{
    uint32_t one = 0, two = 0;

    for (int b = 0; b < BANDS; b++)
        for (int k = 0; k < 27; k += 9) {
            uint32_t row = m->may[d][b] >> k & ROW;

            two |= one & row;
            one |= row;
        }
    if (one != ROW)
        return false;
    for (uint32_t lone = one & ~two; lone; lone &= lone - 1) {
        uint32_t column = (uint32_t)COLUMN << lowest_bit(lone);

        for (int b = 0; b < BANDS; b++) {
            uint32_t bits = m->may[d][b] & column;

            if (bits && !place_lone(m, b, bits, d, found))
                return false;
        }
    }
    return true;
}

static bool hidden_singles(struct marks *m, bool *found)
{
    for (int d = 0; d < SUDOKU_SIDE; d++) {
        for (int b = 0; b < BANDS; b++)
            if (!hidden_in_band(m, b, d, found))
                return false;
        if (!hidden_in_columns(m, d, found))
            return false;
    }
    return true;
}

static bool propagate(struct marks *m)
{
    bool found;

    do {
        found = false;
        if (!naked_singles(m, &found))
            return false;
        if (!found && !hidden_singles(m, &found))
            return false;
    } while (found);
    return true;
}

static bool is_full(const struct marks *m)
{
    return (m->placed[0] & m->placed[1] & m->placed[2]) == ALL;
}

static void start_empty(struct marks *m)
{
    for (int d = 0; d < SUDOKU_SIDE; d++)
        for (int b = 0; b < BANDS; b++)
            m->may[d][b] = ALL;
    memset(m->placed, 0, sizeof m->placed);
}

static bool start(struct marks *m, const struct sudoku *s)
{
    start_empty(m);
    for (int i = 0; i < SUDOKU_CELLS; i++) {
        assert(s->cell[i] <= SUDOKU_SIDE);
        if (s->cell[i] && !place(m, i / 27, i % 27, s->cell[i] - 1))
            return false;
    }
    return true;
}

static struct sudoku board_of(const struct marks *m)
{
    struct sudoku s;

    for (int i = 0; i < SUDOKU_CELLS; i++)
        s.cell[i] = (uint8_t)(digit_at(m, i / 27, 1u << (i % 27)) + 1);
    return s;
}

static void meet(struct search *q, const struct marks *m)
{
    struct sudoku s = board_of(m);

    if (q->answer.count++ == 0)
        q->answer.first = s;
    if (q->how->each && !q->how->each(q->how->context, &s))
        q->stop = true;
    if (q->how->limit && q->answer.count >= q->how->limit)
        q->stop = true;
}

/* The first cell with the fewest candidates. more_than[n] has a bit for each
 * cell of the band with more than n of them. */
static int tightest_cell(const struct marks *m)
{
    int best = -1, fewest = SUDOKU_SIDE + 1;

    for (int b = 0; b < BANDS; b++) {
        uint32_t more_than[SUDOKU_SIDE + 1] = {0};

        for (int d = 0; d < SUDOKU_SIDE; d++) {
            for (int n = d; n > 0; n--)
                more_than[n] |= more_than[n - 1] & m->may[d][b];
            more_than[0] |= m->may[d][b];
        }
        for (int n = 2; n < fewest; n++) {
            uint32_t exact = more_than[n - 1] & ~more_than[n];

            if (exact) {
                best = 27 * b + lowest_bit(exact);
                fewest = n;
            }
        }
    }
    return best;
}

static void shuffle(int order[SUDOKU_SIDE], struct rng *r)
{
    for (int d = 0; d < SUDOKU_SIDE; d++)
        order[d] = d;
    if (!r)
        return;
    for (int n = SUDOKU_SIDE; n > 1; n--) {
        int k = rng_below(r, n), kept = order[n - 1];

        order[n - 1] = order[k];
        order[k] = kept;
    }
}

static bool spend_node(struct search *q)
{
    if (q->how->budget && q->answer.nodes >= q->how->budget) {
        q->answer.verdict = SUDOKU_BUDGET_EXCEEDED;
        q->stop = true;
        return false;
    }
    q->answer.nodes++;
    return true;
}

static void explore(struct search *q, struct marks *m)
{
    int cell, order[SUDOKU_SIDE];

    if (!propagate(m))
        return;
    if (is_full(m)) {
        meet(q, m);
        return;
    }
    cell = tightest_cell(m);
    shuffle(order, q->how->shuffle);
    for (int i = 0; i < SUDOKU_SIDE && !q->stop; i++) {
        int d = order[i];
        struct marks trial;

        if (!(m->may[d][cell / 27] >> (cell % 27) & 1) || !spend_node(q))
            continue;
        trial = *m;
        if (place(&trial, cell / 27, cell % 27, d))
            explore(q, &trial);
    }
}

struct sudoku_answer sudoku_search(const struct sudoku *s,
                                   const struct sudoku_search *how)
{
    struct search q = {.how = how};
    struct marks m;

    if (start(&m, s))
        explore(&q, &m);
    if (q.answer.verdict != SUDOKU_BUDGET_EXCEEDED)
        q.answer.verdict = q.answer.count == 0   ? SUDOKU_NONE
                           : q.answer.count == 1 ? SUDOKU_UNIQUE
                                                 : SUDOKU_SEVERAL;
    return q.answer;
}

struct sudoku_answer sudoku_solve(const struct sudoku *s, long budget)
{
    struct sudoku_search how = {.limit = 2, .budget = budget};

    return sudoku_search(s, &how);
}

bool sudoku_has_rival(const struct sudoku *s, int cell, int digit)
{
    struct sudoku_search how = {.limit = 1};
    struct search q = {.how = &how};
    struct marks m;

    assert(s->cell[cell] == 0);
    if (!start(&m, s))
        return false;
    m.may[digit - 1][cell / 27] &= ~(1u << (cell % 27));
    explore(&q, &m);
    return q.answer.count > 0;
}
