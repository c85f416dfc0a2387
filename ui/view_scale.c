#include <math.h>

#include "ui/view_parts.h"

static const double LOG_SPAN = 1000; /* high / low of a logarithmic scale */
static const double LEAST_LIMIT = 0.01; /* nats: noise must not glare */

static double largest_mi(const struct step *s)
{
    double most = 0;

    for (int i = 0; i < s->N && s->has_mi; i++)
        for (int j = 0; j < i; j++) {
            double mi = step_mis(s)[(size_t)i * (size_t)s->N + (size_t)j];
            if (isfinite(mi) && mi > most)
                most = mi;
        }
    return most;
}

static double largest_of_line(const struct trace *t)
{
    double most = 0;

    for (int id = trace_tip(t); id >= 0; id = trace_at(t, id)->parent)
        most = fmax(most, largest_mi(trace_at(t, id)));
    return most;
}

/* The smallest of `rounds` times a power of ten that is at least x > 0. */
static double round_up(double x, const double *rounds)
{
    double power = pow(10, floor(log10(x)));

    while (*rounds > 0 && *rounds * power < x * (1 - 1e-9))
        rounds++;
    return *rounds > 0 ? *rounds * power : 10 * power;
}

/* Limits one can read, far enough apart that new steps rarely move them. */
static const double ROUNDS[] = {1, 1.2, 1.6, 2, 2.5, 3, 4, 5, 6, 8, 0};

double scale_next_limit(double high, bool up)
{
    double limit = round_up(high * (up ? 1.01 : 0.5), ROUNDS), next;

    if (up)
        return fmin(limit, 100);
    while ((next = round_up(limit * 1.01, ROUNDS)) < high * 0.99)
        limit = next;
    return fmax(limit, 1e-6);
}

static double limit_for(double largest)
{
    return round_up(fmax(largest, LEAST_LIMIT), ROUNDS);
}

struct scale scale_of(const struct trace *t, const struct view_options *o)
{
    struct scale s = {.log = o->log, .high = o->high};

    s.fixed = o->high > 0 || !o->scale_per_step;
    if (!(s.high > 0))
        s.high = limit_for(o->scale_per_step ? largest_mi(trace_now(t))
                                             : largest_of_line(t));
    s.low = o->log ? s.high / LOG_SPAN : 0;
    return s;
}

double scale_fraction(const struct scale *s, double value)
{
    double x =
        s->log ? log10(fmax(value, s->low) / s->low) / log10(s->high / s->low)
               : (value - s->low) / (s->high - s->low);

    if (isnan(value))
        return NAN;
    return fmin(fmax(x, 0), 1);
}

static int linear_ticks(double low, double high, double *tick, int most)
{
    static const double STEPS[] = {1, 2, 5, 0};
    double step = round_up((high - low) / fmax(most - 1, 1), STEPS);
    int n = 0;

    for (double i = ceil(low / step - 1e-9); n < most; i++) {
        if (i * step > high * (1 + 1e-9))
            break;
        tick[n++] = i * step + 0.0; /* no -0 */
    }
    return n;
}

/* 1 2 5 of every decade where they fit, else every so many powers of ten. */
static int log_ticks(double low, double high, double *tick, int most)
{
    static const double IN_DECADE[] = {1, 2, 5};
    int first = (int)ceil(log10(low) - 1e-9);
    int powers = (int)floor(log10(high) + 1e-9) - first + 1;
    bool fine = powers < 1 || 3 * (powers + 1) <= most;
    int stride = fine ? 1 : (powers + most - 1) / most, n = 0;

    for (int d = fine ? -1 : 0; d < powers; d += stride)
        for (int i = 0; i < (fine ? 3 : 1); i++) {
            double x = IN_DECADE[i] * pow(10, first + d);
            if (x >= low * (1 - 1e-9) && x <= high * (1 + 1e-9) && n < most)
                tick[n++] = x;
        }
    return n;
}

int scale_ticks(const struct scale *s, double unit, double *tick, int most)
{
    double low = s->low * unit, high = s->high * unit;

    return s->log ? log_ticks(low, high, tick, most)
                  : linear_ticks(low, high, tick, most);
}
