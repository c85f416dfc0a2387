#ifndef MISCOPE_DIMS_H
#define MISCOPE_DIMS_H
/*
 * dims - the letters. Every shape in the program is written with these.
 *
 *   B  sequences in the batch          L  blocks of the transformer
 *   T  positions of a sequence (81)    D  width of the residual stream
 *   V  values a position can hold (9)  H  attention heads
 *   S  symbols a position can show     K  width of one head (D / H)
 *      (10: the values and the mask)   F  width of the feed-forward layer
 *   N  positions still masked
 *
 * They are fields of a model's configuration, not constants. A shape is
 * written [B,T,D]: row-major, last index fastest, so element (b,t,d) of x is
 * x[(b*T + t)*D + d]. A pointer to a row is named after the indices already
 * consumed: x_bt is x[b,t,:]. The gradient of the loss with respect to x is dx
 * and has the shape of x.
 *
 * Tokens are symbols, int16. Values are numbered 0..V-1; the symbol that shows
 * value v is first_symbol + v. Probabilities sum to 1 over the last index.
 * Entropies and informations are in nats, times in seconds.
 */
#endif
