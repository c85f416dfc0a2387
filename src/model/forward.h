#ifndef MISCOPE_FORWARD_H
#define MISCOPE_FORWARD_H
/*
 * forward - the forward pass of a model, private to model.c.
 *
 *   e = embed[token] + positions
 *   x = e
 *   `loops` times (from the second on: x += e first), for each block:
 *     x += attention(LN(x) qkv^T) out^T / residual_divisor
 *     x += (gelu(LN(x) up^T + up_b) down^T + down_b) / residual_divisor
 *   hidden = LN(x)    logits = hidden head^T + head_b
 *
 * What a row needs from other rows are only the keys and values of its own
 * sequence. So the pass is a row of steps, each of which may do its rows in
 * any order: step s ends block application s-1 with its attention, which
 * reads all of qkv, and begins application s, which writes qkv. Two buffers
 * of qkv taken in turn let one thread write while another still reads.
 *
 *   many sequences   each thread takes a group and does all its steps
 *   fewer than that  all threads share the rows of each step
 */

#include <stdint.h>

#include "base/pool.h"

struct workspace;

/* See model_forward. */
void forward_run(struct workspace *ws, struct pool *pool, float *logits,
                 float *hidden, const int16_t *tokens, int B);

/* Softmax of p [R,V] in place. */
void forward_softmax(struct workspace *ws, float *p, int R);

/* Sequences a call should carry to keep `threads` busy. */
int forward_batch(const struct workspace *ws, int threads);

#endif
