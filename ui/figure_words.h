#ifndef MISCOPE_FIGURE_WORDS_H
#define MISCOPE_FIGURE_WORDS_H
/*
 * figure_words - what a figure says: title, caption, and the facts that make
 * it reproducible, which travel in the file. No path and no time among them.
 */

#include "session/npz.h"
#include "ui/figure.h"
#include "ui/png.h"
#include "ui/view.h"

enum { FIGURE_WORDS = 160, FIGURE_LINES = 5, FIGURE_FACTS = 14 };

void figure_title(char out[FIGURE_WORDS], const struct view *v);

/* Policy, decisions, budget, scale, model; `pool` as in the layout. */
void figure_caption(char out[FIGURE_LINES][FIGURE_WORDS],
                    const struct view *v, const struct provenance *by,
                    int pool);

struct figure_facts {
    struct png_text text[FIGURE_FACTS + 1]; /* ends with a NULL key */
    char value[FIGURE_FACTS][FIGURE_WORDS]; /* that `text` points to */
    int count;
};

/* Points into itself: not to be copied. */
void figure_facts_of(struct figure_facts *f, const struct view *v,
                     const struct provenance *by,
                     const struct figure_options *o);

#endif
