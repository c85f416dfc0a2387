#ifndef MISCOPE_SESSION_H
#define MISCOPE_SESSION_H
/*
 * session - one problem being decoded in front of somebody.
 *
 * Owns the trace and one worker thread that computes steps; every function is
 * called from the interface's thread and returns at once. A finished step is
 * picked up by session_poll. While the user looks, the worker computes the
 * next step ahead; it joins the trace only when it is asked for.
 */

#include <stdbool.h>

#include "domain/domain.h"
#include "mi/predictor.h"
#include "session/trace.h"

struct session;

/* Copies the problem; the predictor and the domain must outlive it. */
struct session *session_new(const struct problem *p, const struct domain *d,
                            const struct predictor *pr,
                            const struct settings *s);

/* A recorded trace without a model: forward stops where it ends. Takes over
 * the trace's steps. */
struct session *session_replay(const struct problem *p, const struct domain *d,
                               struct trace *t);
void session_free(struct session *s); /* cancels and joins the worker */

const struct problem *session_problem(const struct session *s);
const struct domain *session_domain(const struct session *s);
const struct trace *session_trace(const struct session *s);
const struct step *session_now(const struct session *s);
const struct settings *session_settings(const struct session *s);
const char *session_model(const struct session *s);  /* name, "" in a replay */
const char *session_digest(const struct session *s); /* of the weights */

/* The settings of the next step; a change starts a branch when stepping on. */
void session_set(struct session *s, const struct settings *settings);

enum moved {
    MOVED,       /* the cursor is on another step */
    MOVE_WAITS,  /* the step is being computed; session_poll will move */
    MOVE_AT_END, /* nothing is masked any more, or a replay ends here */
    MOVE_AT_START
};

/* One step on. While a step is outstanding another call changes nothing, so a
 * held key does not run up a debt; for n steps jump to depth + n. */
enum moved session_forward(struct session *s);
enum moved session_back(struct session *s); /* drops what is outstanding */

/* To a depth on this line, clamped to 0 and the end of the decode. What is not
 * computed yet becomes outstanding: the cursor follows step by step as they
 * arrive. The end of what is computed is trace_tip. */
enum moved session_jump(struct session *s, int depth);
void session_goto(struct session *s, int id); /* any step of the tree */

bool session_waits(const struct session *s); /* a step is outstanding */
void session_cancel(struct session *s);      /* forget what is outstanding */

/* True when the cursor moved because an outstanding step arrived. */
bool session_poll(struct session *s);

/* Readable when session_poll has something to pick up; for poll(2). */
int session_wakeup_fd(const struct session *s);

/* Passes done and in all of the step being computed; total 0 when idle. */
void session_progress(const struct session *s, int *done, int *total);

#endif
