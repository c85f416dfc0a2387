#include "cli/drawing.h"

struct figure_options drawing_options(const struct options *o)
{
    const struct value *v = o->value;
    struct figure_options f = figure_defaults();

    f.kind = (int)v[OPT_KIND].number;
    f.width_mm = v[OPT_WIDTH].number;
    f.dpi = v[OPT_DPI].number;
    f.dark = v[OPT_THEME].number > 0;
    f.view = (struct view_options){
        .all = v[OPT_ALL_POSITIONS].given || v[OPT_ALL_MASKED].given,
        .scale_per_step = v[OPT_PER_STEP].given,
        .log = v[OPT_LOG].given,
        .bits = v[OPT_BITS].given,
        .high = v[OPT_SCALE_MAX].given ? v[OPT_SCALE_MAX].number : 0,
        .colourmap = (int)v[OPT_COLORMAP].number,
    };
    return f;
}
