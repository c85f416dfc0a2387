#ifndef MISCOPE_PICTURE_H
#define MISCOPE_PICTURE_H
/*
 * picture - exported figures read back: a trace to export from, and the
 * pixels and chunks of what came out. Failures end the running test.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/figure.h"
#include "ui/figure_layout.h"

/* A decode of the fake puzzle and a view of one of its steps. */
struct play {
    struct problem problem;
    struct trace trace;
    struct figure_options options;
    struct view view;
};

extern const struct provenance MAKER;

void play_begin(struct play *p, const char *policy, double gamma);
void play_look(struct play *p, int depth); /* with the options of now */
void play_end(struct play *p);

/* A view whose map has `n` of T positions, value (i+1)(j+1) made of `v`;
 * nothing but the map means anything. Released with view_release and, the
 * step, with free. */
struct view bare_view(const struct domain *d, const struct problem *p, int T,
                      int n);
extern const struct domain STRIP; /* of no alphabet to speak of */

struct picture {
    int width, height;
    uint8_t *rgb; /* [height,width,3] owned */
};

struct picture picture_read(const char *path);
void picture_release(struct picture *p);
uint32_t picture_at(const struct picture *p, int x, int y); /* 0xRRGGBB */

/* Are all pixels of the box that colour? */
bool picture_is(const struct picture *p, struct box b, uint32_t rgb);

/* Export the view to a scratch file of that name, replacing it. */
void export_to(const struct play *p, const char *name);

/* Where the file of that name has which parts. */
struct figure_layout layout_of(const struct play *p);

/* Data of the nth chunk of that type in a PNG, or NULL; *n its length. */
const unsigned char *png_chunk(const unsigned char *png, size_t size,
                               const char *type, int nth, unsigned *n);

/* Does the file of that scratch name exist? */
bool scratch_has(const char *name);

/* Are both scratch files the same, byte for byte? */
bool same_bytes(const char *a, const char *b);

#endif
