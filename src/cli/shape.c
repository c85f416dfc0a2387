#include "cli/shape.h"

#include <string.h>

char shape_symbol(const struct domain *d, int16_t token)
{
    return token == d->mask_symbol ? '.' : d->alphabet[token];
}

static void print_grid9(struct text *t, const struct domain *d,
                        const int16_t *tokens, int T)
{
    static const char LINE[] = "+-------+-------+-------+\n";

    for (int i = 0; i < T; i++) {
        if (i % 27 == 0)
            text_add(t, LINE);
        text_printf(t, "%s%c ", i % 3 ? "" : "| ", shape_symbol(d, tokens[i]));
        if (i % 9 == 8)
            text_add(t, "|\n");
    }
    text_add(t, LINE);
}

static void print_strip(struct text *t, const struct domain *d,
                        const int16_t *tokens, int T)
{
    for (int i = 0; i < T; i++) {
        bool ends = i == T - 1 || i % 60 == 59;

        text_printf(t, "%c%s", shape_symbol(d, tokens[i]),
                    ends ? "\n" : i % 10 == 9 ? " " : "");
    }
}

static const struct {
    const char *name;
    void (*print)(struct text *, const struct domain *, const int16_t *, int);
} SHAPES[] = {
    {"grid9", print_grid9},
    {"strip", print_strip},
};

void shape_print(struct text *t, const struct domain *d,
                 const int16_t *tokens, int T)
{
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++)
        if (strcmp(SHAPES[i].name, d->shape) == 0)
            SHAPES[i].print(t, d, tokens, T);
}
