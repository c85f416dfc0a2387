#include "session/trace.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

static int append(struct trace *t, int parent, int depth, struct step *s)
{
    if (t->count == t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 16;
        t->steps = memory_resize(t->steps, (size_t)t->capacity,
                                 sizeof *t->steps);
    }
    s->id = t->count;
    s->parent = parent;
    s->depth = depth;
    t->steps[t->count++] = s;
    return s->id;
}

void trace_init(struct trace *t, struct step *root)
{
    *t = (struct trace){0};
    append(t, -1, 0, root);
}

void trace_release(struct trace *t)
{
    for (int id = 0; id < t->count; id++)
        free(t->steps[id]);
    free(t->steps);
    *t = (struct trace){0};
}

int trace_push(struct trace *t, int parent, struct step *s)
{
    return append(t, parent, trace_at(t, parent)->depth + 1, s);
}

const struct step *trace_at(const struct trace *t, int id)
{
    assert(0 <= id && id < t->count);
    return t->steps[id];
}

const struct step *trace_now(const struct trace *t)
{
    return trace_at(t, t->cursor);
}

/* A child is younger than its parent, so its id is larger. */
int trace_child(const struct trace *t, int id, const struct settings *s)
{
    for (int child = t->count - 1; child > id; child--)
        if (t->steps[child]->parent == id &&
            (!s || settings_equal(&t->steps[child]->settings, s)))
            return child;
    return -1;
}

int trace_children(const struct trace *t, int id)
{
    int children = 0;

    for (int child = id + 1; child < t->count; child++)
        children += t->steps[child]->parent == id;
    return children;
}

int trace_masked_at_start(const struct trace *t)
{
    return step_masked_after(trace_at(t, 0));
}

static bool is_above(const struct trace *t, int id, int below)
{
    while (below > id)
        below = t->steps[below]->parent;
    return below == id;
}

void trace_go(struct trace *t, int id)
{
    if (!is_above(t, id, t->line))
        t->line = id;
    t->cursor = trace_at(t, id)->id;
}

int trace_tip(const struct trace *t)
{
    int tip = is_above(t, t->cursor, t->line) ? t->line : t->cursor;

    for (int next = tip; next >= 0; next = trace_child(t, tip, NULL))
        tip = next;
    return tip;
}

int trace_on_line(const struct trace *t, int depth)
{
    int id = trace_tip(t);

    if (depth < 0 || depth > trace_at(t, id)->depth)
        return -1;
    while (trace_at(t, id)->depth > depth)
        id = trace_at(t, id)->parent;
    return id;
}
