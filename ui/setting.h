#ifndef MISCOPE_SETTING_H
#define MISCOPE_SETTING_H
/*
 * setting - the rows of the settings panel: what a decode depends on, as far
 * as the chosen policy uses it and the predictor offers a choice.
 */

#include "mi/predictor.h"
#include "sampler/policy.h"

enum setting_kind {
    SETTING_POLICY,
    SETTING_PARAMETER,
    SETTING_TEMPERATURE,
    SETTING_SEED,
    SETTING_SOURCE /* of MI */
};

struct setting {
    int kind;      /* enum setting_kind */
    int parameter; /* SETTING_PARAMETER: which */
};

enum { MOST_SETTINGS = 4 + PARAM_COUNT };

/* The rows for these settings, policy first; returns how many. */
int settings_rows(const struct settings *s, const struct predictor *p,
                  struct setting row[MOST_SETTINGS]);

const char *setting_name(struct setting row);
const char *setting_help(struct setting row, const struct settings *s);
void setting_value(char *out, size_t size, struct setting row,
                   const struct settings *s);

/* One key press up or down, within the allowed range. */
void setting_change(struct setting row, struct settings *s,
                    const struct predictor *p, bool up);

/* A value as typed; it is checked. */
bool setting_read(struct setting row, struct settings *s,
                  const struct predictor *p, const char *text,
                  struct error *err) MUST_USE;

#endif
