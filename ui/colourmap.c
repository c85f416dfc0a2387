#include "ui/colourmap.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/*
 * cividis (Nunez, Anderton, Renslow 2018), viridis and magma (Smith and van
 * der Walt 2015), sampled at 24 even places: nowhere more than 7/255 of a
 * channel from the published 256 entries. grey begins above black so that the
 * colour of "no value" stays apart from it.
 */
/* clang-format off */
static const uint32_t CIVIDIS[] = {
    0x00224E, 0x002A61, 0x003171, 0x1D396F, 0x2D416D, 0x3A496C,
    0x46506C, 0x50586C, 0x5B606E, 0x646770, 0x6E6F73, 0x777777,
    0x817F78, 0x8C8878, 0x979077, 0xA29975, 0xADA272, 0xB8AB6E,
    0xC4B468, 0xD0BD62, 0xDCC759, 0xE8D14F, 0xF5DC41, 0xFEE838,
};

static const uint32_t VIRIDIS[] = {
    0x440154, 0x471164, 0x482072, 0x472E7C, 0x433C84, 0x3F4989,
    0x39558C, 0x34608D, 0x2F6B8E, 0x2B768E, 0x26808E, 0x228B8D,
    0x1F958B, 0x1FA088, 0x24AA83, 0x30B47C, 0x41BE72, 0x57C766,
    0x6FCF58, 0x8AD647, 0xA7DB34, 0xC5E022, 0xE2E418, 0xFDE725,
};

static const uint32_t MAGMA[] = {
    0x000004, 0x060518, 0x110C30, 0x1F114A, 0x301164, 0x430F75,
    0x55147D, 0x661B80, 0x772281, 0x892881, 0x9B2E7F, 0xAD347C,
    0xBF3A76, 0xD1416F, 0xE14C67, 0xED5A5F, 0xF66D5C, 0xFB825F,
    0xFD9768, 0xFEAC75, 0xFEC085, 0xFED497, 0xFDE9AA, 0xFCFDBF,
};

static const uint32_t GREY[] = { 0x3A3A3A, 0xFFFFFF };

/*
 * The same in the 256 palette, chosen by eye: its cube has no dark blues, so
 * that the nearest entries would jump from blue to green and pink. Fewer steps
 * that rise evenly read better than more that do not.
 */
static const uint8_t CIVIDIS_256[] = {17,  18,  239, 60,  243, 245,
                                      247, 144, 185, 221, 227};
static const uint8_t VIRIDIS_256[] = {53, 54,  24,  30,  36, 71,
                                      77, 113, 148, 184, 226};
static const uint8_t MAGMA_256[] = {16,  233, 53,  54,  90,  126,
                                    161, 203, 209, 216, 222, 230};
static const uint8_t GREY_256[] = {235, 237, 239, 241, 243, 245, 247,
                                   249, 251, 253, 255, 231};

#define ANCHORS(a) a, sizeof a / sizeof a[0]

const struct colourmap COLOURMAPS[] = {
    { "cividis", ANCHORS(CIVIDIS), ANCHORS(CIVIDIS_256) },
    { "viridis", ANCHORS(VIRIDIS), ANCHORS(VIRIDIS_256) },
    { "magma",   ANCHORS(MAGMA), ANCHORS(MAGMA_256) },
    { "grey",    ANCHORS(GREY), ANCHORS(GREY_256) },
    { NULL,      NULL, 0, NULL, 0 },
};
/* clang-format on */

int colourmap_count(void)
{
    return sizeof COLOURMAPS / sizeof COLOURMAPS[0] - 1;
}

int colourmap_named(const char *name)
{
    for (int i = 0; COLOURMAPS[i].name; i++)
        if (strcmp(COLOURMAPS[i].name, name) == 0)
            return i;
    return -1;
}

/* One channel, `shift` bits up, between two colours. */
static uint32_t blend(uint32_t a, uint32_t b, double t, int shift)
{
    double from = (double)(a >> shift & 0xFF);
    double to = (double)(b >> shift & 0xFF);

    return (uint32_t)lround(from + (to - from) * t) << shift;
}

uint32_t colourmap_at(int map, double fraction)
{
    const struct colourmap *c = &COLOURMAPS[map];

    assert(map >= 0 && map < colourmap_count());
    double at = fmin(fmax(fraction, 0), 1) * (c->anchors - 1);
    int low = (int)fmin(at, c->anchors - 2);
    uint32_t a = c->anchor[low], b = c->anchor[low + 1];

    return blend(a, b, at - low, 16) | blend(a, b, at - low, 8) |
           blend(a, b, at - low, 0);
}

int colourmap_256(int map, double fraction)
{
    const struct colourmap *c = &COLOURMAPS[map];
    int i = (int)(fmin(fmax(fraction, 0), 1) * c->steps);

    assert(map >= 0 && map < colourmap_count());
    return c->step[i < c->steps ? i : c->steps - 1];
}
