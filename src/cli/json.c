#include "cli/json.h"

#include <math.h>
#include <stdlib.h>

json_t *json_number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

void json_line(struct text *t, json_t *object)
{
    char *line = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(7));

    text_add(t, line);
    text_add(t, "\n");
    free(line);
    json_decref(object);
}
