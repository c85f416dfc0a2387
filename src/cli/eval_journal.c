#include "cli/eval_journal.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "cli/sweep.h"

enum { MOST_BYTES = 256 << 20, MOST_PASSES = 1 << 20 };

/* One letter for each problem. */
static const char SOLVED = 's', VALID = 'v', BROKEN = 'x';

static void digest_problems(char hex[65], const struct problem *p, int n)
{
    SHA2_CTX sha;

    SHA256Init(&sha);
    for (int i = 0; i < n; i++) {
        size_t bytes = (size_t)p[i].T * sizeof *p[i].tokens;

        SHA256Update(&sha, (const uint8_t *)p[i].tokens, bytes);
        if (p[i].solution)
            SHA256Update(&sha, (const uint8_t *)p[i].solution, bytes);
    }
    SHA256End(&sha, hex);
}

/* ---- reading ---------------------------------------------------------- */

static bool check_same(const json_t *root, const char *key, const char *want,
                       const char *what, struct error *err)
{
    const char *is = json_string_value(json_object_get(root, key));

    return (is && strcmp(is, want) == 0) ||
           fail(err, "it is of another %s; choose another file", what);
}

static bool check_problems(const json_t *root, const struct contest *c,
                           struct error *err)
{
    const json_t *n = json_object_get(root, "n");
    char digest[65];

    if (!json_is_integer(n) || json_integer_value(n) < 0)
        return fail(err, "it does not say how many problems it is of: it is "
                         "not a file of eval --resume");
    if (json_integer_value(n) > c->problems)
        return fail(err, "it is of %lld problems, these are %d; raise --limit",
                    (long long)json_integer_value(n), c->problems);
    digest_problems(digest, c->problem, (int)json_integer_value(n));
    return check_same(root, "problems", digest, "set of problems", err);
}

static bool read_outcome(struct outcome *o, const json_t *passes,
                         const json_t *probes, char letter, size_t i)
{
    const json_t *p = json_array_get(passes, i);
    const json_t *q = json_array_get(probes, i);
    json_int_t n = json_integer_value(p), m = json_integer_value(q);

    *o = (struct outcome){(int32_t)n, (int32_t)m, letter == SOLVED,
                          letter != BROKEN};
    return json_is_integer(p) && json_is_integer(q) && n >= 0 && m >= 0 &&
           n <= MOST_PASSES && m <= INT32_MAX &&
           (letter == SOLVED || letter == VALID || letter == BROKEN);
}

static bool read_entrant(struct entrant *e, const json_t *kept, int problems,
                         struct error *err)
{
    const char *result = json_string_value(json_object_get(kept, "result"));
    const json_t *passes = json_object_get(kept, "passes");
    const json_t *probes = json_object_get(kept, "probes");
    const json_t *seconds = json_object_get(kept, "seconds");
    size_t n = result ? strlen(result) : 0;
    bool ok = result && n <= (size_t)problems && json_is_number(seconds) &&
              json_array_size(passes) == n && json_array_size(probes) == n;

    for (size_t i = 0; ok && i < n; i++)
        ok = read_outcome(&e->outcome[i], passes, probes, result[i], i);
    if (!ok)
        return fail(err, "the outcomes it holds are damaged; remove it and "
                         "start anew");
    e->done = (int)n;
    e->seconds = json_number_value(seconds);
    return true;
}

static bool take_over(const struct journal *j, struct contest *c,
                      struct error *err)
{
    const json_t *results = json_object_get(j->root, "results");

    for (int i = 0; i < c->entrants; i++) {
        char label[SWEEP_LABEL];
        const json_t *kept;

        sweep_label(label, &c->entrant[i].settings);
        kept = json_object_get(results, label);
        if (kept && !read_entrant(&c->entrant[i], kept, c->problems, err))
            return false;
    }
    return true;
}

static bool read_journal(struct journal *j, struct contest *c,
                         const struct predictor *p, const char *head,
                         struct error *err)
{
    size_t size;
    char *text = file_read(j->path, MOST_BYTES, &size, err);

    if (!text)
        return false;
    j->root = json_loadb(text, size, 0, NULL);
    free(text);
    if (!json_is_object(j->root))
        return fail(err, "%.200s is not JSON: it is not a file of eval "
                         "--resume", j->path);
    return (check_problems(j->root, c, err) &&
            check_same(j->root, "model", p->digest, "model", err) &&
            check_same(j->root, "head", head, "MI head", err) &&
            take_over(j, c, err)) ||
           fail_in(err, "cannot go on from %.200s", j->path);
}

bool journal_open(struct journal *j, const char *path, struct contest *c,
                  const struct predictor *p, const char *head,
                  struct error *err)
{
    *j = (struct journal){.path = path};
    if (path && access(path, F_OK) == 0) {
        if (read_journal(j, c, p, head, err))
            return true;
        journal_release(j);
        return false;
    }
    j->root = json_pack("{s:s, s:s, s:{}}", "model", p->digest, "head", head,
                        "results");
    return !path || output_try(path, false, err);
}

/* ---- writing ---------------------------------------------------------- */

static json_t *entrant_json(const struct entrant *e)
{
    json_t *passes = json_array(), *probes = json_array(), *o;
    char *result = memory_new((size_t)e->done + 1, 1);

    for (int i = 0; i < e->done; i++) {
        const struct outcome *out = &e->outcome[i];

        json_array_append_new(passes, json_integer(out->passes));
        json_array_append_new(probes, json_integer(out->probe_passes));
        result[i] = out->solved ? SOLVED : out->valid ? VALID : BROKEN;
    }
    o = json_pack("{s:s, s:f, s:o, s:o}", "result", result, "seconds",
                  e->seconds, "passes", passes, "probes", probes);
    free(result);
    return o;
}

static void update(struct journal *j, const struct contest *c)
{
    json_t *results = json_object_get(j->root, "results");
    char digest[65];

    digest_problems(digest, c->problem, c->problems);
    json_object_set_new(j->root, "n", json_integer(c->problems));
    json_object_set_new(j->root, "problems", json_string(digest));
    for (int i = 0; i < c->entrants; i++) {
        char label[SWEEP_LABEL];

        sweep_label(label, &c->entrant[i].settings);
        json_object_set_new(results, label, entrant_json(&c->entrant[i]));
    }
}

bool journal_keep(struct journal *j, const struct contest *c,
                  struct error *err)
{
    struct output out;

    if (!j->path)
        return true;
    if (!output_open(&out, j->path, true, err))
        return false;
    update(j, c);
    json_dumpf(j->root, out.stream, JSON_COMPACT);
    fputc('\n', out.stream);
    return output_commit(&out, err);
}

void journal_release(struct journal *j)
{
    json_decref(j->root);
    j->root = NULL;
}
