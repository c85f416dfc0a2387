#define _POSIX_C_SOURCE 200809L
#include "ui/figure.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"
#include "ui/colourmap.h"
#include "ui/figure_file.h"

struct figure_options figure_defaults(void)
{
    int map = colourmap_named("cividis");

    return (struct figure_options){
        .kind = FIGURE_FRAME,
        .width_mm = 89,
        .dpi = 300,
        .view = {.colourmap = map < 0 ? 0 : map},
    };
}

/* Numbers have a point in every country while this lasts. */
static locale_t begin_plain_numbers(locale_t *before)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);

    *before = uselocale(plain);
    return plain;
}

static void end_plain_numbers(locale_t plain, locale_t before)
{
    uselocale(before);
    if (plain)
        freelocale(plain);
}

static bool write_figure(const struct figure *f, const char *path,
                         bool replace, struct error *err)
{
    const struct figure_format *format = figure_format_for(path, err);
    struct output o;

    if (!format || !output_open(&o, path, replace, err))
        return false;
    if (format->write(&o, f, err))
        return output_commit(&o, err);
    output_abandon(&o);
    return false;
}

static void remark(char note[160], const struct figure_layout *l,
                   const struct view *v, const struct figure_options *o)
{
    int mm = 0;

    note[0] = '\0';
    if (!v->map.known) {
        snprintf(note, 160, "step %d has no MI to show", v->depth);
        return;
    }
    if (l->pool == 1)
        return;
    mm = figure_width_without_pooling(v, o);
    if (mm)
        snprintf(note, 160,
                 "less than a pixel per pair: each block shows the largest of "
                 "%d x %d; --width-mm %d or more --dpi shows all",
                 l->pool, l->pool, mm);
    else
        snprintf(note, 160,
                 "less than a pixel per pair: each block shows the largest of "
                 "%d x %d; more --dpi shows all",
                 l->pool, l->pool);
}

static bool export_view(const struct view *v, const struct provenance *by,
                        const struct figure_options *o, const char *path,
                        bool replace, char note[160], struct error *err)
{
    struct figure_layout layout;
    struct figure_facts facts;
    struct figure f = {v, by, o, &layout, &facts};
    bool ok;

    if (!figure_layout_of(&layout, v, o, err))
        return false;
    figure_facts_of(&facts, v, by, o);
    ok = write_figure(&f, path, replace, err);
    if (ok && note)
        remark(note, &layout, v, o);
    figure_layout_release(&layout);
    return ok;
}

bool figure_export(const struct view *v, const struct provenance *by,
                   const struct figure_options *o, const char *path,
                   bool replace, char note[160], struct error *err)
{
    locale_t before, plain = begin_plain_numbers(&before);
    bool ok = export_view(v, by, o, path, replace, note, err);

    end_plain_numbers(plain, before);
    return ok;
}

/*
 * The map of a film holds the same positions in every frame, those the
 * problem left open, so that a pair keeps its place from the first frame to
 * the last; what is known by then has no value.
 */
static void keep_open_positions(struct view_map *m, const struct problem *p,
                                int16_t mask)
{
    int *kept = memory_new((size_t)m->n, sizeof *kept), n = 0;

    for (int i = 0; i < m->n; i++)
        if (p->tokens[m->position[i]] == mask)
            kept[n++] = i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m->value[(size_t)i * (size_t)n + (size_t)j] =
                m->value[(size_t)kept[i] * (size_t)m->n + (size_t)kept[j]];
    for (int i = 0; i < n; i++)
        m->position[i] = m->position[kept[i]];
    m->n = n;
    m->all = false;
    free(kept);
}

struct film {
    struct trace *trace;
    const struct problem *problem;
    const struct domain *domain;
    const struct provenance *by;
    const struct figure_options *options;
    const char *folder;
    bool replace;
};

static char *frame_path(const struct film *f, int depth)
{
    struct text path = {0};

    text_printf(&path, "%s/step-%03d.png", f->folder, depth);
    return path.bytes;
}

static bool export_frame(const struct film *f, int depth, struct error *err)
{
    struct view_options all = f->options->view;
    char *path = frame_path(f, depth);
    struct view v;
    bool ok;

    all.all = true;
    f->trace->cursor = trace_on_line(f->trace, depth);
    view_of(&v, f->trace, f->problem, f->domain, &all);
    if (!f->options->view.all)
        keep_open_positions(&v.map, f->problem, f->domain->mask_symbol);
    ok = export_view(&v, f->by, f->options, path, f->replace, NULL, err);
    view_release(&v);
    free(path);
    return ok;
}

/* Before the first is written: is none in the way? */
static bool check_folder(const struct film *f, int frames, struct error *err)
{
    struct stat st;
    bool free_name = true;

    if (mkdir(f->folder, 0777) == 0)
        return true;
    if (errno != EEXIST)
        return fail(err, "cannot make the folder %s: %s", f->folder,
                    strerror(errno));
    if (stat(f->folder, &st) != 0 || !S_ISDIR(st.st_mode))
        return fail(err, "%s is not a folder: choose another name",
                    f->folder);
    for (int depth = 0; depth < frames && free_name && !f->replace; depth++) {
        char *path = frame_path(f, depth);

        if (lstat(path, &st) == 0)
            free_name = fail(err,
                             "%s exists: choose another folder or add --force "
                             "to replace it",
                             path);
        free(path);
    }
    return free_name;
}

static bool export_frames(const struct film *f, struct progress *progress,
                          struct error *err)
{
    int frames = 0;

    while (trace_on_line(f->trace, frames) >= 0)
        frames++;
    if (!check_folder(f, frames, err))
        return false;
    progress_begin(progress, frames);
    for (int depth = 0; depth < frames; depth++) {
        if (progress_cancelled(progress))
            return fail(err, "cancelled: %d of %d frames are in %s", depth,
                        frames, f->folder);
        if (!export_frame(f, depth, err))
            return fail_in(err, "%d of %d frames written", depth, frames);
        progress_add(progress, 1);
    }
    return true;
}

bool figure_export_all(struct trace *t, const struct problem *p,
                       const struct domain *d, const struct provenance *by,
                       const struct figure_options *o, const char *folder,
                       bool replace, struct progress *progress,
                       struct error *err)
{
    struct film f = {t, p, d, by, o, folder, replace};
    locale_t before, plain = begin_plain_numbers(&before);
    int cursor = t->cursor;
    bool ok = export_frames(&f, progress, err);

    t->cursor = cursor;
    end_plain_numbers(plain, before);
    return ok;
}
