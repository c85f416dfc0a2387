#include "ui/tui_palette.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

#include "ui/theme.h"

enum {
    DIRECT = 1 << 24,
    HALF_BLOCK = 0x2580,
    LEAST_PAIRS = 64,   /* fewer: no colours */
    ENOUGH_PAIRS = 1200 /* every (upper, lower) of 33 levels, and the roles */
};

const char *capability(const char *name)
{
    const char *s = tigetstr(name);

    return s && s != (const char *)-1 ? s : "";
}

static int colours_offered(void)
{
    int colours = tigetnum("colors");

    if (tigetnum("pairs") < LEAST_PAIRS || colours < 8)
        return 0;
    if (colours >= DIRECT && tigetflag("RGB") > 0)
        return DIRECT;
    return colours >= 256 && colours < DIRECT ? 256 : 8;
}

static int colours_wanted(int option)
{
    static const int MOST[] = { [TUI_COLOUR_AUTO] = DIRECT,
                                [TUI_COLOUR_NONE] = 0,
                                [TUI_COLOUR_8] = 8,
                                [TUI_COLOUR_256] = 256,
                                [TUI_COLOUR_RGB] = DIRECT };
    const char *no_color = getenv("NO_COLOR");

    if (option == TUI_COLOUR_AUTO && no_color && *no_color)
        return 0;
    return MOST[option];
}

/* A terminal with direct colours has eight others at most, not 256. */
static int colours_of(int option)
{
    int offered = colours_offered();
    int wanted = colours_wanted(option);

    if (offered == DIRECT && wanted == 256)
        return DIRECT;
    return wanted < offered ? wanted : offered;
}

struct look look_of(const struct tui_options *o)
{
    const char *term = getenv("TERM");
    bool console = term && strncmp(term, "linux", 5) == 0;
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    struct look l = { .colours = colours_of(o->colour) };

    l.utf8 = utf8 && o->glyph != TUI_GLYPH_ASCII;
    l.half = l.utf8 && (!console || o->glyph == TUI_GLYPH_HALF);
    return l;
}

static int pair_of(int ink, int paper)
{
    int pair = alloc_pair(ink, paper);

    return pair < 0 ? 0 : pair;
}

/* Colours 0..7 of a direct terminal are palette entries. */
static int direct(uint32_t rgb)
{
    return rgb < 8 ? 8 : (int)rgb;
}

static int role_ink(const struct palette *p, const struct appearance *a)
{
    int ink = p->colours <= 8 ? a->ansi8 : a->ansi256;

    if (ink < 0)
        return p->own_ink;
    return p->colours == DIRECT ? direct(a->rgb) : ink;
}

static struct paint role_paint(const struct palette *p, int role)
{
    const struct appearance *a = &THEME[role];
    int ink = role_ink(p, a);
    struct paint paint = { 0 };

    if (p->colours && ink != p->own_ink)
        paint.pair = pair_of(ink, p->own_paper);
    paint.attributes = (a->bold ? A_BOLD : 0) |
                       (a->underline ? A_UNDERLINE : 0) |
                       (a->reverse ? A_REVERSE : 0) | (a->dim ? A_DIM : 0);
    return paint;
}

void palette_init(struct palette *p, int colours)
{
    bool own = false;

    *p = (struct palette){ .colours = colours };
    if (colours) {
        start_color();
        own = use_default_colors() == OK;
        p->few_pairs = COLOR_PAIRS < ENOUGH_PAIRS;
    }
    p->own_ink = own ? -1 : COLOR_WHITE;
    p->own_paper = own ? -1 : COLOR_BLACK;
    for (int i = 0; i < ROLE_COUNT; i++)
        p->role[i] = role_paint(p, i);
}

static int heat_colour(const struct palette *p, int level)
{
    uint32_t c = level == HEAT_NONE
                     ? theme_no_value(p->colours)
                     : theme_heat(p->colourmap, level, p->colours);

    return p->colours == DIRECT ? direct(c) : (int)c;
}

static int heat_ink(const struct palette *p, int level)
{
    uint32_t c = theme_ink(p->colourmap, level, p->colours);

    return p->colours == DIRECT ? direct(c) : (int)c;
}

/* A half block shows both levels; any other character is ink on the lower. */
static struct paint heat_paint(const struct palette *p, const struct glyph *g)
{
    bool half = g->ch == HALF_BLOCK;
    int paper = heat_colour(p, g->lower);
    int ink = half ? heat_colour(p, g->upper) : heat_ink(p, g->lower);

    if (half && p->few_pairs && ink > paper)
        return (struct paint){ A_REVERSE, pair_of(paper, ink) };
    return (struct paint){ 0, pair_of(ink, paper) };
}

struct paint palette_paint(const struct palette *p, const struct glyph *g)
{
    struct paint paint = p->role[g->role];

    if (g->role == ROLE_HEAT && p->colours)
        paint = heat_paint(p, g);
    if (g->reverse)
        paint.attributes ^= A_REVERSE;
    return paint;
}
