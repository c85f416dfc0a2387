#include "base/text.h"
#include "cli/actions.h"
#include "cli/assets.h"
#include "cli/drawing.h"
#include "cli/setup.h"
#include "cli/shelf.h"
#include "cli/subcommand.h"
#include "ui/tui.h"

static struct tui_options tui_options_of(const struct options *o)
{
    return (struct tui_options){
        .colour = (int)o->value[OPT_COLOR].number,
        .glyph = (int)o->value[OPT_GLYPH].number,
        .no_mouse = o->value[OPT_NO_MOUSE].given,
    };
}

static int show(struct app *app, const struct options *o, struct error *err)
{
    struct tui_options options = tui_options_of(o);
    struct figure_options size = drawing_options(o);
    struct app_actions actions = actions_for(&size);
    bool ok;

    app_set_actions(app, &actions);
    ok = tui_run(app, &options, err);
    app_free(app);
    return ok ? EXIT_DONE : EXIT_USAGE;
}

static int watch(struct shelf *shelf, const struct problem *first,
                 const struct options *o, struct error *err)
{
    struct app_source source = shelf_source(shelf);
    struct settings settings;
    struct setup setup;
    int code;

    if (!setup_settings(&settings, o, err) ||
        !setup_open(&setup, shelf->domain, o, err))
        return EXIT_USAGE;
    if (!setup_source(&settings.mi_source, &setup, o, OPT_MI, err)) {
        setup_release(&setup);
        return EXIT_USAGE;
    }
    code = show(app_new(shelf->domain, &setup.predictor, first, &settings,
                        &source, shelf->which),
                o, err);
    setup_release(&setup);
    return code;
}

/* The problem named, or those that come with the program. */
static int open_shelf(struct shelf *shelf, struct problem *first,
                      const struct options *o, struct error *err)
{
    const struct domain *d = domain_named(o->command->name);
    struct text bundled = {0};
    bool ok, force = options_force(o);

    if (o->operands > 0)
        return shelf_open(shelf, first, d, o->operand[0], force, err)
                   ? EXIT_DONE : EXIT_FAILED;
    if (!asset_find(&bundled, bundle_for(d->name)->problems, err))
        return EXIT_USAGE;
    ok = shelf_open(shelf, first, d, bundled.bytes, force, err);
    text_release(&bundled);
    return ok ? EXIT_DONE : EXIT_USAGE;
}

int cmd_watch(const struct options *o, struct error *err)
{
    struct problem first;
    struct shelf shelf;
    int code = open_shelf(&shelf, &first, o, err);

    if (code != EXIT_DONE)
        return code;
    code = watch(&shelf, &first, o, err);
    problem_release(&first);
    shelf_release(&shelf);
    return code;
}

int cmd_replay(const struct options *o, struct error *err)
{
    struct trace trace;
    struct problem problem;
    const struct domain *d;
    struct provenance by;
    int code;

    if (!npz_load(&trace, &problem, &d, &by, o->operand[0], err))
        return EXIT_FAILED;
    code = show(app_replay(session_replay(&problem, d, &trace)), o, err);
    problem_release(&problem);
    return code;
}
