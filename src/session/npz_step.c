#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "mi/entropy.h"
#include "mi/truth.h"
#include "session/npz_array.h"

static const double SUM_SLACK = 0.01;   /* of probabilities around 1 */
static const double PAIR_SLACK = 0.001; /* nats between I_ij and I_ji */

static bool has(const struct npz_file *f, int array)
{
    return f->bytes[array] != NULL;
}

int16_t npz_token(const struct npz_file *f, size_t s, size_t t)
{
    return (int16_t)npy_int(&f->array[NPZ_TOKENS], s * f->T + t);
}

static double real_at(const struct npz_file *f, int array, size_t s, size_t t)
{
    return npy_real(&f->array[array], s * f->T + t);
}

static double pair_at(const struct npz_file *f, int array, size_t s, size_t i,
                      size_t j)
{
    return npy_real(&f->array[array], (s * f->T + i) * f->T + j);
}

static bool complain(struct error *err, int array, const struct step *s, int n,
                     const char *what)
{
    return fail(err, "%s.npy: step %d, position %d: %s",
                NPZ_ARRAYS[array].name, s->passes, step_positions(s)[n],
                what);
}

static struct step *blank_step(const struct npz_file *f, size_t s)
{
    int16_t mask = f->domain->mask_symbol;
    struct step *out;
    int N = 0, n = 0;

    for (size_t t = 0; t < f->T; t++)
        N += npz_token(f, s, t) == mask;
    out = step_new((int)f->T, (int)f->V, N);
    out->mask_symbol = mask;
    out->first_symbol = f->domain->first_symbol;
    out->passes = (int32_t)s + 1; /* names the step in messages */
    for (size_t t = 0; t < f->T; t++)
        if (npz_token(f, s, t) == mask)
            step_position(out)[n++] = (int32_t)t;
    return out;
}

static bool check_masked(const struct step *out, const struct npz_file *f,
                         size_t s, struct error *err)
{
    for (size_t t = 0; has(f, NPZ_MASKED) && t < f->T; t++)
        if ((npy_int(&f->array[NPZ_MASKED], s * f->T + t) != 0) !=
            (step_index(out, (int)t) >= 0))
            return fail(err, "masked.npy: step %d, position %zu: tokens.npy "
                             "says otherwise", out->passes, t);
    return true;
}

static bool read_row(struct step *out, const struct npz_file *f, size_t s,
                     int n, struct error *err)
{
    size_t at = (s * f->T + (size_t)step_positions(out)[n]) * f->V;
    float *p_n = step_prob(out) + (size_t)n * f->V;
    double sum = 0;

    for (size_t v = 0; v < f->V; v++) {
        double p = npy_real(&f->array[NPZ_PROBS], at + v);

        if (!(p >= 0 && p <= 1 + SUM_SLACK))
            return complain(err, NPZ_PROBS, out, n,
                            "a number is not a probability");
        p_n[v] = (float)p;
        sum += p;
    }
    return fabs(sum - 1) <= SUM_SLACK ||
           complain(err, NPZ_PROBS, out, n,
                    "the probabilities do not sum to 1");
}

/* A step whose first number is NaN has none. */
static bool read_probs(struct step *out, const struct npz_file *f, size_t s,
                       struct error *err)
{
    size_t first = (s * f->T + (size_t)step_positions(out)[0]) * f->V;

    if (!has(f, NPZ_PROBS) || isnan(npy_real(&f->array[NPZ_PROBS], first)))
        return true;
    out->has_prob = true;
    for (int n = 0; n < out->N; n++)
        if (!read_row(out, f, s, n, err))
            return false;
    return true;
}

static bool read_entropies(struct step *out, const struct npz_file *f,
                           size_t s, struct error *err)
{
    for (int n = 0; n < out->N; n++) {
        size_t t = (size_t)step_positions(out)[n];
        double h = NAN;

        if (has(f, NPZ_ENTROPY))
            h = real_at(f, NPZ_ENTROPY, s, t);
        else if (out->has_prob)
            h = (double)entropy(step_probs(out) + (size_t)n * f->V,
                                (int)f->V);
        if ((isnan(h) && out->has_prob) || h < 0 || isinf(h))
            return complain(err, NPZ_ENTROPY, out, n, "it is not an entropy");
        step_entropy(out)[n] = (float)h;
    }
    return true;
}

static bool read_matrix(float *matrix, const struct step *out,
                        const struct npz_file *f, int array, size_t s,
                        struct error *err)
{
    const int32_t *at = step_positions(out);
    size_t N = (size_t)out->N;

    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double x = pair_at(f, array, s, (size_t)at[i], (size_t)at[j]);

            if (i != j && !(fabs(x) <= 1e6))
                return complain(err, array, out, (int)i,
                                "a number is not finite");
            matrix[i * N + j] = i == j ? 0 : (float)x;
        }
    return true;
}

static bool check_matrix(const struct step *out, struct error *err)
{
    const float *mi = step_mis(out);
    size_t N = (size_t)out->N;

    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double x = (double)mi[i * N + j], y = (double)mi[j * N + i];

            if (x < 0)
                return complain(err, NPZ_MI, out, (int)i,
                                "a number is negative; store it as mi_raw");
            if (fabs(x - y) > PAIR_SLACK * fmax(1, x))
                return complain(err, NPZ_MI, out, (int)i,
                                "it is not symmetric; store it as mi_raw");
        }
    return true;
}

/* As with probs; of one alone the other is made. */
static bool lacks_matrix(const struct step *out, const struct npz_file *f,
                         int array, size_t s)
{
    const int32_t *at = step_positions(out);

    return !has(f, array) ||
           isnan(pair_at(f, array, s, (size_t)at[0],
                         (size_t)at[out->N > 1 ? 1 : 0]));
}

static bool read_mi(struct step *out, const struct npz_file *f, size_t s,
                    struct error *err)
{
    bool mi = !lacks_matrix(out, f, NPZ_MI, s);
    bool raw = !lacks_matrix(out, f, NPZ_MI_RAW, s);

    out->has_mi = mi || raw;
    if (raw && !read_matrix(step_mi_raw(out), out, f, NPZ_MI_RAW, s, err))
        return false;
    if (mi && !read_matrix(step_mi(out), out, f, NPZ_MI, s, err))
        return false;
    if (raw && !mi)
        mi_symmetrise(step_mi(out), step_mi_raws(out), out->N);
    for (int k = 0; mi && !raw && k < out->N * out->N; k++)
        step_mi_raw(out)[k] = step_mis(out)[k];
    return check_matrix(out, err);
}

static int likeliest(const float *p, int V)
{
    int best = 0;

    for (int v = 1; v < V; v++)
        if (p[v] > p[best])
            best = v;
    return best;
}

/* A whole number in low..high, or `missing` where the archive has none. */
static bool read_whole(int32_t *out, const struct step *step,
                       const struct npz_file *f, int array, size_t s, int n,
                       const int range[2], int missing, struct error *err)
{
    int64_t x = missing;

    if (has(f, array))
        x = npy_int(&f->array[array],
                    s * f->T + (size_t)step_positions(step)[n]);
    if (x != missing && (x < range[0] || x > range[1]))
        return complain(err, array, step, n, "the number is out of range");
    *out = (int32_t)x;
    return true;
}

/* The decision and what is revealed must be what the tokens say. */
static bool read_decision(struct candidate *c, const struct step *out,
                          const struct npz_file *f, size_t s, int n,
                          struct error *err)
{
    int16_t after = npz_token(f, s + 1, (size_t)c->position);
    bool revealed = after != out->mask_symbol;
    int value = after - out->first_symbol;

    if (!read_whole(&c->decision, out, f, NPZ_DECISION, s, n,
                    (int[]){0, DECISION_COUNT - 1}, -1, err) ||
        !read_whole(&c->value, out, f, NPZ_VALUE, s, n,
                    (int[]){0, out->V - 1}, -1, err))
        return false;
    if (c->decision < 0)
        c->decision = revealed ? ACCEPTED : DEFER_POLICY;
    if (decision_accepts(c->decision) != revealed)
        return complain(err, NPZ_DECISION, out, n, "tokens.npy says otherwise");
    if (revealed && c->value >= 0 && c->value != value)
        return complain(err, NPZ_VALUE, out, n, "tokens.npy says otherwise");
    if (revealed)
        c->value = value;
    else if (c->value < 0 && out->has_prob)
        c->value = likeliest(step_probs(out) + (size_t)n * f->V, out->V);
    return true;
}

static float cost_at(const struct npz_file *f, int array, size_t s, int t)
{
    double x = has(f, array) ? real_at(f, array, s, (size_t)t) : NAN;

    return fabs(x) <= 1e6 ? (float)x : NAN;
}

static bool read_candidate(struct candidate *c, const struct step *out,
                           const struct npz_file *f, size_t s, int n,
                           struct error *err)
{
    c->position = step_positions(out)[n];
    c->entropy = step_entropies(out)[n];
    c->cost = cost_at(f, NPZ_COST, s, c->position);
    c->dependence = cost_at(f, NPZ_DEPENDENCE, s, c->position);
    c->budget = cost_at(f, NPZ_BUDGET, s, c->position);
    if (!read_decision(c, out, f, s, n, err) ||
        !read_whole(&c->rank, out, f, NPZ_RANK, s, n,
                    (int[]){0, out->N - 1}, -1, err) ||
        !read_whole(&c->blocked_by, out, f, NPZ_BLOCKED_BY, s, n,
                    (int[]){0, out->T - 1}, -1, err))
        return false;
    c->p = out->has_prob
               ? step_probs(out)[(size_t)n * f->V + (size_t)c->value]
               : NAN;
    return true;
}

/* Ranks are those of an order: each once. Without any the accepted come
 * first. */
static bool settle_ranks(struct step *out, struct error *err)
{
    struct candidate *c = step_candidate(out);
    bool *taken = memory_new((size_t)out->N, sizeof *taken);
    int first = 0, last = 0, twice = -1;

    for (int n = 0; n < out->N; n++)
        last += decision_accepts(c[n].decision);
    for (int n = 0; n < out->N; n++) {
        if (c[n].rank < 0)
            c[n].rank = decision_accepts(c[n].decision) ? first++ : last++;
        if (c[n].rank >= out->N || taken[c[n].rank])
            twice = n;
        else
            taken[c[n].rank] = true;
    }
    free(taken);
    return twice < 0 ||
           complain(err, NPZ_RANK, out, twice, "the rank comes twice");
}

static bool settle_blame(struct step *out, struct error *err)
{
    struct candidate *c = step_candidate(out);

    for (int n = 0; n < out->N; n++) {
        int other = c[n].blocked_by < 0 ? -1 : step_index(out, c[n].blocked_by);

        if (c[n].blocked_by >= 0 &&
            (other < 0 || !decision_accepts(c[other].decision)))
            return complain(err, NPZ_BLOCKED_BY, out, n,
                            "it names a position that was not accepted");
        if (c[n].decision != DEFER_DEPENDENCE)
            c[n].blocked_by = -1;
    }
    return true;
}

static bool read_candidates(struct step *out, const struct npz_file *f,
                            size_t s, struct error *err)
{
    for (int n = 0; n < out->N; n++)
        if (!read_candidate(&step_candidate(out)[n], out, f, s, n, err))
            return false;
    return settle_ranks(out, err) && settle_blame(out, err);
}

static bool read_meta(struct step *out, const struct npz_file *f, size_t s,
                      struct error *err)
{
    if (npz_meta_step(out, f, s, err))
        return true;
    return fail_in(err, "meta.npy: step %zu", s + 1);
}

static void reveal(struct step *out, const struct npz_file *f, size_t s)
{
    int16_t *before = memory_new(f->T, sizeof *before);

    for (size_t t = 0; t < f->T; t++)
        before[t] = npz_token(f, s, t);
    step_reveal(out, before);
    free(before);
}

struct step *npz_step(const struct npz_file *f, size_t s, struct error *err)
{
    struct step *out = blank_step(f, s);

    if (out->N == 0) {
        fail(err, "tokens.npy: nothing is masked before step %zu", s + 1);
    } else if (check_masked(out, f, s, err) && read_probs(out, f, s, err) &&
               read_entropies(out, f, s, err) && read_mi(out, f, s, err) &&
               read_candidates(out, f, s, err) &&
               read_meta(out, f, s, err)) {
        reveal(out, f, s);
        return out;
    }
    free(out);
    return NULL;
}
