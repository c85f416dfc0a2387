#define _POSIX_C_SOURCE 200809L
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <png.h>

#include "base/file.h"
#include "base/memory.h"
#include "fake_predictor.h"
#include "support.h"

const struct provenance MAKER = {.model = "fake.safetensors",
                                 .digest = "0123456789abcdef"};

static void number_of(char name[16], int position)
{
    snprintf(name, 16, "%d", position + 1);
}

const struct domain STRIP = {.name = "strip",
                             .shape = "strip",
                             .alphabet = "_ACDEFGHIKLMNPQRSTVWY",
                             .first_symbol = 1,
                             .values = 20,
                             .position_name = number_of};

void play_begin(struct play *p, const char *policy, double gamma)
{
    struct settings s = settings_for(policy_named(policy));

    s.value[PARAM_GAMMA] = gamma;
    *p = (struct play){.problem = fake_problem(FAKE_PUZZLE, FAKE_SOLUTION),
                       .options = figure_defaults()};
    snprintf(p->problem.title, sizeof p->problem.title, "hard.txt:17");
    fake_trace(&p->trace, &p->problem, &s, 81);
}

void play_look(struct play *p, int depth)
{
    p->trace.cursor = trace_on_line(&p->trace, depth);
    view_release(&p->view);
    view_of(&p->view, &p->trace, &p->problem, domain_named("sudoku"),
            &p->options.view);
}

void play_end(struct play *p)
{
    view_release(&p->view);
    trace_release(&p->trace);
    problem_release(&p->problem);
}

struct view bare_view(const struct domain *d, const struct problem *p, int T,
                      int n)
{
    struct view v = {.domain = d,
                     .problem = p,
                     .step = step_new(T, d->values, n),
                     .scale = {.low = 0, .high = 1},
                     .unit = 1,
                     .unit_name = "nats"};

    v.cell = memory_new((size_t)T, sizeof *v.cell);
    for (int t = 0; t < T; t++)
        v.cell[t] = (struct view_cell){
            .symbol = d->alphabet[0], .state = CELL_MASKED, .index = -1};
    v.map = (struct view_map){.n = n, .known = true};
    v.map.position = memory_new((size_t)n, sizeof *v.map.position);
    v.map.value = memory_new((size_t)n * (size_t)n, sizeof *v.map.value);
    for (int i = 0; i < n; i++)
        v.map.position[i] = (int32_t)((long)i * T / n);
    return v;
}

struct picture picture_read(const char *path)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    struct picture p;

    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGB;
    p = (struct picture){(int)image.width, (int)image.height,
                         memory_new(PNG_IMAGE_SIZE(image), 1)};
    assert_true(png_image_finish_read(&image, NULL, p.rgb, 0, NULL));
    return p;
}

void picture_release(struct picture *p)
{
    free(p->rgb);
    *p = (struct picture){0};
}

uint32_t picture_at(const struct picture *p, int x, int y)
{
    const uint8_t *c = p->rgb + ((size_t)y * (size_t)p->width + (size_t)x) * 3;

    assert_true(x >= 0 && x < p->width && y >= 0 && y < p->height);
    return (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];
}

bool picture_is(const struct picture *p, struct box b, uint32_t rgb)
{
    for (int y = b.y; y < b.y + b.h; y++)
        for (int x = b.x; x < b.x + b.w; x++)
            if (picture_at(p, x, y) != rgb)
                return false;
    return true;
}

void export_to(const struct play *p, const char *name)
{
    struct error err = {""};

    if (!figure_export(&p->view, &MAKER, &p->options, scratch_path(name), true,
                       NULL, &err))
        assert_string_equal(err.text, "");
}

struct figure_layout layout_of(const struct play *p)
{
    struct figure_layout l;
    struct error err;

    assert_true(figure_layout_of(&l, &p->view, &p->options, &err));
    return l;
}

static unsigned read32(const unsigned char *b)
{
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 |
           b[3];
}

const unsigned char *png_chunk(const unsigned char *png, size_t size,
                               const char *type, int nth, unsigned *n)
{
    for (size_t at = 8; at + 12 <= size; at += 12 + *n) {
        *n = read32(png + at);
        if (memcmp(png + at + 4, type, 4) == 0 && nth-- == 0)
            return png + at + 8;
    }
    return NULL;
}

bool scratch_has(const char *name)
{
    return access(scratch_path(name), F_OK) == 0;
}

bool same_bytes(const char *a, const char *b)
{
    size_t na, nb;
    struct error err;
    char *one = file_read(scratch_path(a), 1 << 26, &na, &err);
    char *two = file_read(scratch_path(b), 1 << 26, &nb, &err);
    bool same;

    assert_true(one && two);
    same = na == nb && memcmp(one, two, na) == 0;
    free(one);
    free(two);
    return same;
}
