#include "cli/nearest.h"

#include <string.h>

#include "base/least.h"

enum { NAME_MAX_BYTES = 40 }; /* longer words are cut: no name is as long */

/* Optimal string alignment, three rows of the table at a time. */
int edit_distance(const char *a, const char *b)
{
    int rows[3][NAME_MAX_BYTES + 1];
    int n = least((int)strlen(a), NAME_MAX_BYTES);
    int m = least((int)strlen(b), NAME_MAX_BYTES);

    for (int j = 0; j <= m; j++)
        rows[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = rows[i % 3], *above = rows[(i + 2) % 3];
        const int *before = rows[(i + 1) % 3];

        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int replaced = above[j - 1] + (a[i - 1] != b[j - 1]);

            now[j] = least(least(above[j], now[j - 1]) + 1, replaced);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

void nearest_try(struct nearest *n, const char *name)
{
    int length = (int)strlen(n->wanted);
    int distance = edit_distance(n->wanted, name);

    if (length >= 3 && strncmp(n->wanted, name, (size_t)length) == 0)
        distance = 1; /* an abbreviation */
    if (distance > 1 + length / 4)
        return;
    if (n->best && distance >= n->distance)
        return;
    n->best = name;
    n->distance = distance;
}
