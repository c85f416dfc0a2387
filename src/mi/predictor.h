#ifndef MISCOPE_PREDICTOR_H
#define MISCOPE_PREDICTOR_H
/*
 * predictor - whatever turns partly masked sequences into marginals.
 *
 * The samplers, the truth MI and the session see a denoiser only through this:
 * the transformer is one (model/model.h), a table of probabilities in a test
 * is another. One call runs at a time per predictor.
 */

#include <stdint.h>

struct head;

struct predictor {
    void *self; /* not owned */
    int T, V;   /* positions, values */
    int16_t mask_symbol, first_symbol; /* symbol of value v: first + v */

    /* probs [B,T,V]: softmax over the V real values, never the mask.
     * tokens [B,T]. hidden [B,T,D], what a head reads, or NULL. One sequence
     * is one forward pass. */
    void (*marginals)(void *self, const int16_t *tokens, int B, float *probs,
                      float *hidden);
    int D;                   /* width of hidden; 0: there is none */
    const struct head *head; /* estimates MI from it; NULL: none. Not owned */

    /* sequences one call should carry to keep every core busy, >= 1 */
    int batch;

    char digest[65]; /* sha256 of the weights, lower-case hex; "" if none */
    char name[64];   /* file name of the model without its folder */
};

#endif
