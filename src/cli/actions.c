#include "cli/actions.h"

static struct figure_options as_seen(void *self, const struct view_options *o)
{
    struct figure_options f = *(const struct figure_options *)self;

    f.view = *o;
    return f;
}

static bool export_frame(void *self, const struct view *v,
                         const struct provenance *by,
                         const struct view_options *o, const char *path,
                         bool replace, char note[160], struct error *err)
{
    struct figure_options f = as_seen(self, o);

    return figure_export(v, by, &f, path, replace, note, err);
}

static bool export_all(void *self, struct trace *t, const struct problem *p,
                       const struct domain *d, const struct provenance *by,
                       const struct view_options *o, const char *folder,
                       bool replace, struct progress *progress,
                       struct error *err)
{
    struct figure_options f = as_seen(self, o);

    return figure_export_all(t, p, d, by, &f, folder, replace, progress, err);
}

struct app_actions actions_for(struct figure_options *size)
{
    return (struct app_actions){size, export_frame, export_all};
}
