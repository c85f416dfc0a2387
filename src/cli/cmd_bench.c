#include <stdio.h>

#include "cli/subcommand.h"
#include "cli/json.h"
#include "cli/results.h"
#include "cli/screen_times.h"
#include "model/speed.h"

enum { ROUNDS = 5, SCREEN_ROWS = 3, ROWS = SPEED_COUNT + SCREEN_ROWS };

static void print_json(struct text *t, const struct speed_figure *f)
{
    json_t *o = json_object();

    json_object_set_new(o, "name", json_string(f->name));
    json_object_set_new(o, "value", json_number(f->value));
    json_object_set_new(o, "unit", json_string(f->unit));
    json_object_set_new(o, "reference", json_number(f->reference));
    json_object_set_new(o, "ratio", json_number(f->ratio));
    json_line(t, o);
}

static void print_text(struct text *t, const struct speed_figure *f)
{
    text_printf(t, "%-16s %10.4g %-6s %10.4g %8.3f\n", f->name, f->value,
                f->unit, f->reference, f->ratio);
}

static struct speed_figure limited(const char *name, double ms, double limit)
{
    return (struct speed_figure){name, ms, "ms", limit, ms / limit};
}

static bool measure(struct speed_figure row[ROWS], const struct options *o,
                    struct error *err)
{
    struct screen_times times;
    struct setup s;

    if (!screen_times_measure(&times, o, err) ||
        !setup_open(&s, DOMAINS, o, err))
        return false;
    speed_measure(row, &s.model, ROUNDS);
    setup_release(&s);
    row += SPEED_COUNT;
    row[0] = limited("redraw_200x60", times.redraw, 5);
    row[1] = limited("key_to_page", times.key, 16);
    row[2] = limited("start_to_page", times.start, 300);
    return true;
}

/* About the figures rather than one of them: not a result, so on stderr. */
static void say_kernels(void)
{
    char warning[256];

    fprintf(stderr, "miscope: note: BLAS runs its %s kernel, the model %s\n",
            speed_blas_kernel(), speed_model_kernel());
    if (speed_warning(warning))
        fprintf(stderr, "miscope: note: %s\n", warning);
}

int cmd_bench(const struct options *o, struct error *err)
{
    bool json = o->value[OPT_FORMAT].number > 0;
    struct speed_figure row[ROWS];
    struct text t = {0};

    say_kernels();
    if (!measure(row, o, err))
        return EXIT_USAGE;
    if (!json)
        text_printf(&t, "%-16s %10s %-6s %10s %8s\n", "", "value", "",
                    "reference", "ratio");
    for (int i = 0; i < ROWS; i++)
        (json ? print_json : print_text)(&t, &row[i]);
    return results_put(&t, err) ? EXIT_DONE : EXIT_USAGE;
}
