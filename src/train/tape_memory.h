#ifndef MISCOPE_TAPE_MEMORY_H
#define MISCOPE_TAPE_MEMORY_H
/* tape_memory - what a tape remembers; private to tape*.c. */

#include "nn/ops.h"
#include "train/tape.h"

/* One application of a block. */
struct remembered {
    float *x;          /* [R,D] what it was given */
    float *n1;         /* [R,D] normed, what qkv reads */
    float *q, *k, *v;  /* [B,H,T,K]; q divided by sqrt K */
    float *p;          /* [B,H,T,T] attention */
    float *o;          /* [R,D] what `out` reads */
    float *y;          /* [R,D] after attention */
    float *n2;         /* [R,D] normed, what `up` reads */
    float *u, *g;      /* [R,F] before and after gelu */
};

struct tape {
    const struct config *config;
    int loops;             /* 1..config->loops */
    const struct ops *ops;
    const struct slopes *slopes;
    struct remembered *at; /* [applications] */
    float *end;            /* [loops,R,D] stream at the end of each loop */
    float *h;              /* [R,D] the last normed one */
    float *logits;         /* [R,V] then their gradient */
    float *e;              /* [R,D] embedding, later its gradient */
    float *dx, *dn, *du;   /* [R,D] [R,D] [R,F] */
    float *qkv;            /* [R,3D] and its gradient */
    float *heads;          /* [4,B,H,T,K] of one application, and */
    float *dp;             /* [T,T] */
    float *block;          /* all of the above; owned */
};

static inline int tape_applications(const struct config *c)
{
    return c->L * c->loops;
}

/* c [M,N] heads of one sequence to and from their columns in x [T,width]. */
void heads_split(float *heads, const float *x, int B, const struct config *c,
                 int width, int first, float scale);
void heads_join(float *x, const float *heads, int B, const struct config *c,
                int width, int first, float scale);

/* The forward pass up to the end of every loop. */
void tape_forward(struct tape *t, const struct weights *w,
                  const int16_t *tokens, int B);

/* logits of loop `loop`; leaves h. */
void tape_logits(struct tape *t, const struct weights *w, int loop, int B);

#endif
