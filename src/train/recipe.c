#include "train/recipe.h"

#include <math.h>

struct recipe recipe_usual(void)
{
    return (struct recipe){
        .batch = 64, .steps = 20000, .warm_up = 300, .rate = 1.5e-3,
        .cooling = 0.4, .b1 = 0.9, .b2 = 0.98, .decay = 0.1, .clip = 1,
        .average = 0.9995, .seed = 1};
}

double recipe_rate(const struct recipe *r, long step)
{
    double cool = r->cooling * (double)r->steps;
    double left = (double)(r->steps - step);

    if (step < r->warm_up)
        return r->rate * (double)(step + 1) / (double)r->warm_up;
    if (left >= cool)
        return r->rate;
    return r->rate * (1 - cos(acos(-1) * left / cool)) / 2;
}

int recipe_loops(const struct recipe *r, int loops, long step)
{
    return (double)step < r->shallow * (double)r->steps ? (loops + 1) / 2
                                                        : loops;
}
