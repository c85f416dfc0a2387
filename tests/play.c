#include "play.h"

#include <stdio.h>
#include <stdlib.h>

#include "fake_predictor.h"

void play_name(char name[16], int position)
{
    snprintf(name, 16, "r%dc%d", position / 9 + 1, position % 9 + 1);
}

const struct domain PLAY_BOARD = {.name = "sudoku",
                                  .shape = "grid9",
                                  .alphabet = ".123456789",
                                  .first_symbol = 1,
                                  .values = 9,
                                  .position_name = play_name};

void play_drop(struct problem *p)
{
    free(p->tokens);
    free(p->solution);
}

void play_begin(struct play *p, const char *policy, int steps)
{
    struct settings s = settings_for(policy_named(policy));

    *p = (struct play){.problem = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION)};
    fake_trace(&p->trace, &p->problem, &s, steps);
}

void play_look(struct play *p, int depth)
{
    p->trace.cursor = trace_on_line(&p->trace, depth);
    view_release(&p->view);
    view_of(&p->view, &p->trace, &p->problem, &PLAY_BOARD, &p->options);
}

void play_end(struct play *p)
{
    view_release(&p->view);
    trace_release(&p->trace);
    play_drop(&p->problem);
}
