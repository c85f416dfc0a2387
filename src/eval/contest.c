#include "eval/contest.h"

#include <stdlib.h>

#include "base/memory.h"

static long blanks_of(const struct problem *p, int16_t mask_symbol)
{
    long blanks = 0;

    for (int t = 0; t < p->T; t++)
        blanks += p->tokens[t] == mask_symbol;
    return blanks;
}

void contest_init(struct contest *c, const struct problem *problem,
                  int problems, int16_t mask_symbol,
                  const struct settings *settings, int entrants)
{
    *c = (struct contest){
        .problem = problem, .problems = problems, .entrants = entrants,
        .entrant = memory_new((size_t)entrants, sizeof *c->entrant)};
    for (int i = 0; i < entrants; i++)
        c->entrant[i] = (struct entrant){
            .settings = settings[i],
            .outcome = memory_new((size_t)problems, sizeof(struct outcome))};
    for (int i = 0; i < problems; i++)
        c->blanks += blanks_of(&problem[i], mask_symbol);
}

void contest_release(struct contest *c)
{
    for (int i = 0; i < c->entrants; i++)
        free(c->entrant[i].outcome);
    free(c->entrant);
    *c = (struct contest){0};
}

static void count(struct standing *s, const struct outcome *o)
{
    s->passes_min = s->n == 0 || o->passes < s->passes_min ? o->passes
                                                           : s->passes_min;
    s->passes_max = o->passes > s->passes_max ? o->passes : s->passes_max;
    s->passes_mean += o->passes;
    s->probes_mean += o->probe_passes;
    s->solved += o->solved;
    s->valid += o->valid;
    s->n++;
}

static void compare(struct standing *s, const struct entrant *e,
                    const struct entrant *baseline)
{
    int both = e->done < baseline->done ? e->done : baseline->done;

    for (int i = 0; i < both; i++) {
        s->better += e->outcome[i].solved && !baseline->outcome[i].solved;
        s->worse += !e->outcome[i].solved && baseline->outcome[i].solved;
    }
    s->p = mcnemar(s->better, s->worse);
}

struct standing contest_standing(const struct contest *c, int entrant,
                                 int baseline)
{
    const struct entrant *e = &c->entrant[entrant];
    struct standing s = {.seconds = e->seconds};

    for (int i = 0; i < e->done; i++)
        count(&s, &e->outcome[i]);
    s.solved95 = wilson(s.solved, s.n);
    s.valid95 = wilson(s.valid, s.n);
    if (s.passes_mean > 0 && e->done == c->problems)
        s.tokens_per_pass = (double)c->blanks / s.passes_mean;
    s.passes_mean /= s.n ? s.n : 1;
    s.probes_mean /= s.n ? s.n : 1;
    compare(&s, e, &c->entrant[baseline]);
    return s;
}
