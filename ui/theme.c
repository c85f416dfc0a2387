#include "ui/theme.h"

#include <assert.h>

#include "ui/colourmap.h"

enum { OWN = -1 }; /* the terminal's own foreground */

/* Blue against orange for accepted against deferred: told apart with every
 * kind of colour blindness, on dark and on light backgrounds. */
/* clang-format off */
const struct appearance THEME[ROLE_COUNT] = {
    /* role             rgb       256  8    bold   under  rev    dim */
    [ROLE_PLAIN]    = { 0xC0C0C0, OWN, OWN, false, false, false, false },
    [ROLE_FAINT]    = { 0x808080, 244, OWN, false, false, false, true  },
    [ROLE_TITLE]    = { 0xC0C0C0, OWN, OWN, true,  false, false, false },
    [ROLE_LABEL]    = { 0x5F87AF,  67, 6,   false, false, false, false },
    [ROLE_KEY]      = { 0x00AF87,  36, 2,   true,  false, false, false },
    [ROLE_GIVEN]    = { 0xC0C0C0, OWN, OWN, true,  false, false, false },
    [ROLE_FILLED]   = { 0x5FAFAF,  73, 6,   false, false, false, false },
    [ROLE_ACCEPTED] = { 0x0087D7,  32, 6,   true,  false, true,  false },
    [ROLE_FORCED]   = { 0xAF5FAF, 133, 5,   true,  false, true,  false },
    [ROLE_DEFERRED] = { 0xD78700, 172, 3,   false, true,  false, false },
    [ROLE_MASKED]   = { 0x808080, 244, OWN, false, false, false, true  },
    [ROLE_WRONG]    = { 0xD75F5F, 167, 1,   true,  true,  false, false },
    [ROLE_CURSOR]   = { 0xC0C0C0, OWN, OWN, true,  false, true,  false },
    [ROLE_LINKED]   = { 0xC0C0C0, OWN, OWN, true,  true,  false, false },
    [ROLE_GOOD]     = { 0x5FAF5F,  71, 2,   true,  false, false, false },
    [ROLE_BAD]      = { 0xD75F5F, 167, 1,   true,  false, false, false },
    [ROLE_HEAT]     = { 0xC0C0C0, OWN, OWN, false, false, false, false },
};
/* clang-format on */

enum { NO_VALUE = 0x303030, NO_VALUE_256 = 234 };

/* The eight colours by rising lightness; black means "no value". The first
 * DARK_8 of them want white text. */
static const uint8_t HEAT8[] = {4, 1, 5, 2, 6, 3, 7};
enum { STEPS_8 = sizeof HEAT8, DARK_8 = 3 };

static int step8(int level)
{
    return level * STEPS_8 / HEAT_LEVELS;
}

uint32_t theme_heat(int colourmap, int level, int colours)
{
    assert(level >= 0 && level < HEAT_LEVELS);
    if (colours <= 8)
        return HEAT8[step8(level)];
    double fraction = level / (HEAT_LEVELS - 1.0);
    return colours > 256 ? colourmap_at(colourmap, fraction)
                         : (uint32_t)colourmap_256(colourmap, fraction);
}

uint32_t theme_no_value(int colours)
{
    return colours <= 8 ? 0 : colours > 256 ? NO_VALUE : NO_VALUE_256;
}

static bool is_light(int colourmap, int level, int colours)
{
    if (level == HEAT_NONE)
        return false;
    if (colours <= 8)
        return step8(level) >= DARK_8;
    uint32_t rgb = colourmap_at(colourmap, level / (HEAT_LEVELS - 1.0));
    uint32_t luma =
        (rgb >> 16 & 0xFF) * 299 + (rgb >> 8 & 0xFF) * 587 + (rgb & 0xFF) * 114;
    return luma > 115 * 1000;
}

uint32_t theme_ink(int colourmap, int level, int colours)
{
    bool light = is_light(colourmap, level, colours);

    if (colours <= 8)
        return light ? 0 : 7;
    if (colours <= 256)
        return light ? 16 : 231;
    return light ? 0x000000 : 0xFFFFFF;
}

char theme_ramp(int level)
{
    static const char RAMP[] = " .:-=+*#";
    int steps = sizeof RAMP - 1;

    assert(level >= 0 && level < HEAT_LEVELS);
    return RAMP[level * steps / HEAT_LEVELS];
}
