#include "cli/eval_report.h"

#include <math.h>
#include <string.h>

#include "cli/json.h"
#include "cli/sweep.h"
#include "mi/source.h"

enum { LABEL_WIDTH = 12 }; /* at least */

/* ---- text ------------------------------------------------------------- */

static int label_width(const struct contest *c)
{
    int width = LABEL_WIDTH;

    for (int i = 0; i < c->entrants; i++) {
        char label[SWEEP_LABEL];

        sweep_label(label, &c->entrant[i].settings);
        width = (int)strlen(label) > width ? (int)strlen(label) : width;
    }
    return width;
}

static void add_test(struct text *t, const struct standing *s, bool baseline)
{
    if (baseline)
        text_add(t, "   baseline\n");
    else if (s->p < 1e-4)
        text_printf(t, "  +%ld -%ld  p < 0.0001\n", s->better, s->worse);
    else
        text_printf(t, "  +%ld -%ld  p = %.4f\n", s->better, s->worse, s->p);
}

static void text_row(struct text *t, const struct eval_report *r, int i,
                     int width)
{
    struct standing s = contest_standing(r->contest, i, r->baseline);
    char label[SWEEP_LABEL];

    sweep_label(label, &r->contest->entrant[i].settings);
    text_printf(t, "%-*s  %6.2f %3d-%-3d %6.1f %% %5.1f-%-5.1f %6.1f %%",
                width, label, s.passes_mean, s.passes_min, s.passes_max,
                100 * (double)s.solved / s.n, 100 * s.solved95.low,
                100 * s.solved95.high, 100 * (double)s.valid / s.n);
    text_printf(t, " %6.2f %8.1f", s.tokens_per_pass,
                1e3 * s.seconds / s.n);
    add_test(t, &s, i == r->baseline);
}

static void print_text(struct text *t, const struct eval_report *r)
{
    const struct contest *c = r->contest;
    int width = label_width(c);

    text_printf(t, "%s: %d problems, %.1f to fill on average; model %s\n",
                r->source, c->problems,
                (double)c->blanks / (double)c->problems, r->model);
    text_printf(t, "%-*s  passes  range   solved    95 %%        valid  "
                   "a pass  ms each  solved or not, and the baseline\n",
                width, "policy");
    for (int i = 0; i < c->entrants; i++)
        text_row(t, r, i, width);
}

/* ---- CSV -------------------------------------------------------------- */

static void csv_row(struct text *t, const struct eval_report *r, int i)
{
    struct standing s = contest_standing(r->contest, i, r->baseline);
    char label[SWEEP_LABEL];

    sweep_label(label, &r->contest->entrant[i].settings);
    text_printf(t, "%s,%s,%d,%.7g,%d,%d,%.7g,%ld,%.7g,%.7g,%.7g,%.7g,%.7g,"
                   "%.7g,%ld,%ld,%.7g\n",
                label, r->model, s.n, s.passes_mean, s.passes_min,
                s.passes_max, s.probes_mean, s.solved,
                (double)s.solved / s.n, s.solved95.low, s.solved95.high,
                (double)s.valid / s.n, s.tokens_per_pass, s.seconds,
                s.better, s.worse, s.p);
}

static void print_csv(struct text *t, const struct eval_report *r)
{
    text_add(t, "policy,model,n,passes_mean,passes_min,passes_max,"
                "probe_passes_mean,solved,solved_rate,ci95_low,ci95_high,"
                "valid_rate,tokens_per_pass,seconds,better,worse,p\n");
    for (int i = 0; i < r->contest->entrants; i++)
        csv_row(t, r, i);
}

/* ---- JSON ------------------------------------------------------------- */

static json_t *parameters(const struct settings *s)
{
    json_t *o = json_object();

    for (int i = 0; i < PARAM_COUNT; i++)
        if (policy_uses(s->policy, (enum parameter)i))
            json_object_set_new(o, PARAMETERS[i].name,
                                json_number(s->value[i]));
    if (POLICIES[s->policy].needs_mi)
        json_object_set_new(o, "mi",
                            json_string(MI_SOURCES[s->mi_source].name));
    if (s->temperature > 0)
        json_object_set_new(o, "temperature", json_number(s->temperature));
    if (settings_draw(s))
        json_object_set_new(o, "seed", json_integer((json_int_t)s->seed));
    return o;
}

static json_t *comparison(const struct eval_report *r,
                          const struct standing *s)
{
    char label[SWEEP_LABEL];

    sweep_label(label, &r->contest->entrant[r->baseline].settings);
    return json_pack("{s:s, s:I, s:I, s:o}", "baseline", label, "better",
                     (json_int_t)s->better, "worse", (json_int_t)s->worse,
                     "p", json_number(s->p));
}

static void json_row(struct text *t, const struct eval_report *r, int i)
{
    const struct entrant *e = &r->contest->entrant[i];
    struct standing s = contest_standing(r->contest, i, r->baseline);
    json_t *o = json_pack(
        "{s:s, s:o, s:s, s:i, s:o, s:i, s:i, s:o, s:I, s:o, s:[o,o], s:o, "
        "s:o, s:o}",
        "policy", POLICIES[e->settings.policy].name, "parameters",
        parameters(&e->settings), "model", r->model, "n", s.n, "passes_mean",
        json_number(s.passes_mean), "passes_min", s.passes_min, "passes_max",
        s.passes_max, "probe_passes_mean", json_number(s.probes_mean),
        "solved", (json_int_t)s.solved, "solved_rate",
        json_number((double)s.solved / s.n), "ci95",
        json_number(s.solved95.low), json_number(s.solved95.high),
        "valid_rate", json_number((double)s.valid / s.n), "tokens_per_pass",
        json_number(s.tokens_per_pass), "seconds", json_number(s.seconds));

    if (i != r->baseline)
        json_object_set_new(o, "mcnemar", comparison(r, &s));
    json_line(t, o);
}

void eval_print(struct text *t, const struct eval_report *r,
                enum eval_format format)
{
    if (format == EVAL_TEXT)
        print_text(t, r);
    else if (format == EVAL_CSV)
        print_csv(t, r);
    else
        for (int i = 0; i < r->contest->entrants; i++)
            json_row(t, r, i);
}
