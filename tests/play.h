#ifndef MISCOPE_PLAY_H
#define MISCOPE_PLAY_H
/*
 * play - the fake puzzle, decoded for some steps by a policy, and the view of
 * one of them.
 */

#include "ui/view.h"

struct play {
    struct problem problem;
    struct trace trace;
    struct view_options options;
    struct view view;
};

void play_begin(struct play *p, const char *policy, int steps);
void play_look(struct play *p, int depth); /* view: that step */
void play_end(struct play *p);

void play_name(char name[16], int position); /* "r1c2" */
void play_drop(struct problem *p);           /* its arrays */

extern const struct domain PLAY_BOARD; /* only what a view asks of a domain */

#endif
