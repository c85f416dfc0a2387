#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "sampler/select.h"

/* A greedy scan in progress. */
struct scan {
    const struct belief *belief;
    int *order;
    int *accepted; /* indices taken so far, in the order they were taken */
    int taken;
    double budget; /* what is left of gamma, nats */
};

static struct scan scan_begin(struct candidate *c, const struct selection *s)
{
    int N = s->belief->N;

    return (struct scan){.belief = s->belief,
                         .order = select_by_entropy(c, N),
                         .accepted = memory_new((size_t)N, sizeof(int)),
                         .budget = s->value[PARAM_GAMMA]};
}

static void scan_end(struct scan *scan)
{
    free(scan->order);
    free(scan->accepted);
}

/* What n shares with those accepted before it, and with which one most. */
static double dependence_of(const struct scan *scan, int n, int *strongest)
{
    const float *mi_n = scan->belief->mi + (size_t)n * (size_t)scan->belief->N;
    double sum = 0;

    *strongest = -1;
    for (int k = 0; k < scan->taken; k++) {
        int j = scan->accepted[k];

        sum += mi_n[j];
        if (*strongest < 0 || mi_n[j] > mi_n[*strongest])
            *strongest = j;
    }
    return sum;
}

static void look_at(struct candidate *c, const struct scan *scan, int n,
                    double cost)
{
    c[n].cost = (float)cost;
    c[n].budget = (float)scan->budget;
}

static void accept(struct candidate *c, struct scan *scan, int n, double cost)
{
    c[n].decision = ACCEPTED;
    scan->accepted[scan->taken++] = n;
    scan->budget -= cost;
}

static void blame(struct candidate *c, const struct scan *scan, int n,
                  int strongest)
{
    c[n].decision = DEFER_DEPENDENCE;
    c[n].blocked_by = scan->belief->position[strongest];
}

/*
 * The entropy bound reveals the longest prefix whose entropies, without the
 * largest, sum to at most gamma. The order is ascending, so the largest is the
 * last: accepting the next one costs the entropy of the one before it, and
 * once one does not fit none behind it does.
 */
void select_eb(struct candidate *c, struct selection *s)
{
    struct scan scan = scan_begin(c, s);
    bool stopped = false;

    for (int rank = 0; rank < s->belief->N; rank++) {
        int n = scan.order[rank];
        int last = scan.taken ? scan.accepted[scan.taken - 1] : -1;
        double cost = last < 0 ? 0 : (double)c[last].entropy;

        look_at(c, &scan, n, cost);
        stopped = stopped || cost > scan.budget;
        if (stopped)
            c[n].decision = DEFER_ENTROPY;
        else
            accept(c, &scan, n, cost);
    }
    scan_end(&scan);
}

/*
 *   c_i = h_i + lambda sum_{j accepted} I_ij     accept while it fits, skip
 *                                                those that do not
 */
void select_mi(struct candidate *c, struct selection *s)
{
    struct scan scan = scan_begin(c, s);

    for (int rank = 0; rank < s->belief->N; rank++) {
        int n = scan.order[rank], strongest;
        double h = c[n].entropy;
        double dependence = dependence_of(&scan, n, &strongest);
        double cost = h + s->value[PARAM_LAMBDA] * dependence;

        c[n].dependence = (float)dependence;
        look_at(c, &scan, n, cost);
        if (cost <= scan.budget)
            accept(c, &scan, n, cost);
        else if (h > scan.budget)
            c[n].decision = DEFER_ENTROPY;
        else
            blame(c, &scan, n, strongest);
    }
    if (!scan.taken)
        c[scan.order[0]].decision = FORCED;
    scan_end(&scan);
}

/*
 *   c_i = min(h_i, lambda sum_{j accepted} I_ij) estimates I(X_i; accepted);
 *   the first shares nothing yet and is free; stop at the first that does not
 *   fit. Without the MI part every cost would be 0, so it alone is to blame.
 */
void select_ebmi(struct candidate *c, struct selection *s)
{
    struct scan scan = scan_begin(c, s);
    bool stopped = false;

    for (int rank = 0; rank < s->belief->N; rank++) {
        int n = scan.order[rank], strongest;
        double dependence = dependence_of(&scan, n, &strongest);
        double cost = fmin((double)c[n].entropy,
                           s->value[PARAM_LAMBDA] * dependence);

        c[n].dependence = (float)dependence;
        look_at(c, &scan, n, cost);
        if (cost > scan.budget) {
            stopped = true;
            blame(c, &scan, n, strongest);
        } else if (stopped) {
            c[n].decision = DEFER_STOPPED;
        } else {
            accept(c, &scan, n, cost);
        }
    }
    scan_end(&scan);
}
