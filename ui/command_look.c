#include <math.h>

#include "ui/app_state.h"
#include "ui/colourmap.h"
#include "ui/command_run.h"
#include "ui/board_shape.h"

/* A step of the map's cursor along one axis. */
static void move_in_map(struct app *a, int axis, int by)
{
    const struct view_map *m = &app_view(a)->map;
    int at[2];

    app_map_cursor(a, &at[0], &at[1]);
    if (at[axis] < 0 || at[axis] + by < 0 || at[axis] + by >= m->n)
        return;
    a->pair[0] = m->position[at[0]];
    a->pair[1] = m->position[at[1]];
    a->pair[axis] = m->position[at[axis] + by];
}

void run_move(struct app *a, int key)
{
    int dx = key == 'l' || key == APP_KEY_RIGHT  ? 1
             : key == 'h' || key == APP_KEY_LEFT ? -1
                                                 : 0;
    int dy = key == 'j' || key == APP_KEY_DOWN ? 1
             : key == 'k' || key == APP_KEY_UP ? -1
                                               : 0;

    if (a->pane == PANE_BOARD)
        a->at = shape_of(a->domain)->move(a->at, dx, dy);
    else
        move_in_map(a, dx ? 1 : 0, dx ? dx : dy);
}

/* The map is entered at the strongest pair of the board's cell, and the board
 * at the row of the pair: the cursors are linked. */
void run_pane(struct app *a, int key)
{
    int strongest, row, col;

    (void)key;
    if (a->pane == PANE_BOARD) {
        strongest = app_strongest(a, a->at);
        a->pair[0] = a->at;
        a->pair[1] = strongest < 0 ? a->at : strongest;
        a->pane = PANE_MAP;
        return;
    }
    app_map_cursor(a, &row, &col);
    if (row >= 0)
        a->at = app_view(a)->map.position[row];
    a->pane = PANE_BOARD;
}

/* Pairs in the order of their values, equal ones by place. */
struct pair {
    float value;
    int i, j;
};

static bool is_before(struct pair a, struct pair b)
{
    if (a.value > b.value || a.value < b.value)
        return a.value > b.value;
    return a.i != b.i ? a.i < b.i : a.j < b.j;
}

/* The pair next to `from` in that order, on its weaker or stronger side. */
static bool next_pair(const struct view_map *m, struct pair from, bool weaker,
                      struct pair *best)
{
    bool found = false;

    for (int i = 0; i < m->n; i++)
        for (int j = i + 1; j < m->n; j++) {
            struct pair p = {m->value[(size_t)i * (size_t)m->n + (size_t)j], i,
                             j};
            if (isnan(p.value) ||
                !(weaker ? is_before(from, p) : is_before(p, from)))
                continue;
            if (!found || (weaker ? is_before(p, *best) : is_before(*best, p)))
                *best = p;
            found = true;
        }
    return found;
}

static void walk_pairs(struct app *a, bool weaker)
{
    const struct view_map *m = &app_view(a)->map;
    struct pair from = {INFINITY, -1, -1}, to = from;
    int row, col;

    app_map_cursor(a, &row, &col);
    if (a->pane == PANE_MAP && row >= 0 && row != col) {
        from.i = row < col ? row : col;
        from.j = row < col ? col : row;
        from.value = m->value[(size_t)row * (size_t)m->n + (size_t)col];
    } else {
        weaker = true; /* begin with the strongest of all */
    }
    if (isnan(from.value) || !next_pair(m, from, weaker, &to)) {
        app_say(a, "%s", m->known ? "there is no such pair" : "no MI yet");
        return;
    }
    a->pane = PANE_MAP;
    a->pair[0] = m->position[to.i];
    a->pair[1] = m->position[to.j];
}

void run_weaker(struct app *a, int key)
{
    (void)key;
    walk_pairs(a, true);
}

void run_stronger(struct app *a, int key)
{
    (void)key;
    walk_pairs(a, false);
}

static int most_zoom(struct app *a)
{
    return map_place_most_zoom(a->shown.map_room, app_view(a)->map.n,
                               a->shown.half);
}

void run_zoom_in(struct app *a, int key)
{
    (void)key;
    if (a->zoom < most_zoom(a))
        a->zoom++;
    else
        app_say(a, "the map is as large as it gets here");
}

void run_zoom_out(struct app *a, int key)
{
    int most = most_zoom(a);

    (void)key;
    if (a->zoom > most)
        a->zoom = most;
    if (a->zoom > 0)
        a->zoom--;
    else
        app_say(a, "the whole map is in sight");
}

void run_all(struct app *a, int key)
{
    (void)key;
    a->options.all = !a->options.all;
    app_say(a, "map of %s", a->options.all ? "all cells" : "the masked cells");
}

void run_colourmap(struct app *a, int key)
{
    (void)key;
    a->options.colourmap = (a->options.colourmap + 1) % colourmap_count();
    app_say(a, "colours: %s", COLOURMAPS[a->options.colourmap].name);
}

void run_log(struct app *a, int key)
{
    (void)key;
    a->options.log = !a->options.log;
    app_say(a, "colours run %s",
            a->options.log ? "logarithmically over three decades" : "linearly");
}

void run_scale(struct app *a, int key)
{
    (void)key;
    if (a->options.high > 0)
        a->options.scale_per_step = false;
    else
        a->options.scale_per_step = !a->options.scale_per_step;
    a->options.high = 0;
    app_say(a, "colours have the limits of %s",
            a->options.scale_per_step ? "each step" : "the whole run");
}

void run_limit(struct app *a, int key)
{
    const struct view *v = app_view(a);
    double high = scale_next_limit(v->scale.high, key == ']');

    a->options.high = high;
    app_say(a, "upper limit %.3g %s by hand; s takes it off", high * v->unit,
            v->unit_name);
}

void run_bits(struct app *a, int key)
{
    (void)key;
    a->options.bits = !a->options.bits;
    app_say(a, "numbers are in %s", a->options.bits ? "bits" : "nats");
}

void run_lens(struct app *a, int key)
{
    (void)key;
    a->lens = !a->lens;
    app_say(a, "%s",
            a->lens ? "the board is shaded by the cursor's MI"
                    : "the board is not shaded");
}

void run_filter(struct app *a, int key)
{
    const char *alphabet = a->domain->alphabet;
    int symbol = 0;

    while (alphabet[symbol] && alphabet[symbol] != key)
        symbol++;
    if (!alphabet[symbol])
        return;
    a->filter = a->filter == symbol ? NO_FILTER : symbol;
    if (a->filter == NO_FILTER)
        app_say(a, "no digit is picked out");
    else
        app_say(a, "shaded: probability of %c, from 0 to 1", key);
}

void run_info(struct app *a, int key)
{
    static const char *const WHAT[INFO_COUNT] = {
        "the cell", "budget, accepted and deferred", "the log"};

    (void)key;
    if (!a->shown.layout.info.w) {
        app_say(a, "cell, lists and log are all on the page");
        return;
    }
    a->info = (a->info + 1) % INFO_COUNT;
    app_say(a, "below the board: %s", WHAT[a->info]);
}
