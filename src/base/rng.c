#include "base/rng.h"

#include <assert.h>
#include <math.h>

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

struct rng rng_seeded(uint64_t seed, uint64_t stream)
{
    uint64_t state = seed;
    struct rng r;

    state = splitmix(&state) ^ stream;
    for (int i = 0; i < 4; i++)
        r.word[i] = splitmix(&state);
    return r;
}

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t rng_next(struct rng *r)
{
    uint64_t *s = r->word;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

double rng_uniform(struct rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

double rng_gumbel(struct rng *r)
{
    return -log(-log(rng_uniform(r) + 0x1p-54));
}

int rng_below(struct rng *r, int n)
{
    assert(n >= 1);
    uint64_t range = (uint64_t)n;
    uint64_t limit = UINT64_MAX - UINT64_MAX % range;
    uint64_t x;

    do
        x = rng_next(r);
    while (x >= limit);
    return (int)(x % range);
}
