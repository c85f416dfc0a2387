#ifndef MISCOPE_TRACE_H
#define MISCOPE_TRACE_H
/*
 * trace - all steps ever taken from one problem, as a tree that only grows.
 *
 *   0 --- 1 --- 2 --- 3            the first attempt
 *          \--- 4 --- 5 --- 6      after going back to 1 and trying again
 *
 * Going back moves the cursor; it never removes a step. Stepping from the
 * middle with other settings starts a branch instead of overwriting the
 * future. Pointers handed out stay valid until the trace is released.
 */

#include "session/step.h"

struct trace {
    struct step **steps; /* [count] by id; owned */
    int count, capacity;
    int cursor; /* id of the step being looked at */
    int line;   /* a step below the cursor that the line goes through; ignored
                   when it is not below the cursor */
};

void trace_init(struct trace *t, struct step *root); /* takes ownership */
void trace_release(struct trace *t);

/* Append s as a child of `parent`, take ownership, set id, parent and depth.
 * The cursor stays. Returns the id. */
int trace_push(struct trace *t, int parent, struct step *s);

const struct step *trace_at(const struct trace *t, int id);
const struct step *trace_now(const struct trace *t); /* at the cursor */

/* Latest child of `id` made with the same settings (NULL: any), or -1. */
int trace_child(const struct trace *t, int id, const struct settings *s);

/* Number of children; more than 1 is a fork. */
int trace_children(const struct trace *t, int id);

/* Positions masked in the problem. */
int trace_masked_at_start(const struct trace *t);

/* Move the cursor. Among the descendants of a step the line remembers where it
 * went, so that back and forward undo each other at a fork. */
void trace_go(struct trace *t, int id);

/* The end of the line: through the cursor and the step it remembers, then
 * latest children all the way. */
int trace_tip(const struct trace *t);

/* The ancestor of the tip at that depth; -1 beyond it. */
int trace_on_line(const struct trace *t, int depth);

#endif
