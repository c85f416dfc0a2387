#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/subcommand.h"
#include "cli/json.h"
#include "cli/results.h"
#include "cli/sniff.h"
#include "model/model.h"

enum { HEAD_BYTES = 512 };

/* Where the first bytes say what it is, that helps more than what is wrong
 * with it as a safetensors file. */
static void name_kind(const char *path, struct error *err)
{
    unsigned char head[HEAD_BYTES];
    struct stat st;
    const char *kind;
    FILE *in;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
        !(in = fopen(path, "rb")))
        return;
    kind = sniff(head, fread(head, 1, sizeof head, in));
    if (kind && !ferror(in))
        fail(err, "%s is %s, not a safetensors file", path, kind);
    fclose(in);
}

/* 408585 as 408,585. */
static void add_count(struct text *t, uint64_t n)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu",
                          (unsigned long long)n);

    for (int i = 0; i < length; i++)
        text_printf(t, "%s%c", i && (length - i) % 3 == 0 ? "," : "",
                    digits[i]);
}

static void add_config(struct text *t, const struct config *c)
{
    text_printf(t, "domain      %s\n", c->domain);
    text_printf(t, "sizes       %d positions, %d symbols, %d values, width "
                   "%d, %d heads, feed-forward %d\n",
                c->T, c->S, c->V, c->D, c->H, c->F);
    text_printf(t, "blocks      %d, applied %d time%s\n", c->L, c->loops,
                c->loops == 1 ? "" : "s");
    text_printf(t, "one pass    %.3g GFLOP\n", model_flops(c) / 1e9);
}

/* A file without miscope's configuration is still a file of tensors. */
static void add_config_of(struct text *t, const struct safetensors *s)
{
    struct config c;
    struct error why;

    if (!s->config)
        text_add(t, "config      none: not a model miscope can run\n");
    else if (config_parse(&c, s->config, &why))
        add_config(t, &c);
    else
        text_printf(t, "config      not one miscope can run: %s\n", why.text);
}

static void add_tensors(struct text *t, const struct safetensors *s)
{
    uint64_t values = 0;
    char hex[65], shape[128];

    for (int i = 0; i < s->count; i++)
        values += s->tensor[i].count;
    text_add(t, "parameters  ");
    add_count(t, values);
    safetensors_digest(s, hex);
    text_printf(t, "\nsha256      %s\n\ntensors     %d\n", hex, s->count);
    for (int i = 0; i < s->count; i++) {
        st_tensor_shape(shape, &s->tensor[i]);
        text_printf(t, "  %-48s %s\n", s->tensor[i].name, shape);
    }
}

static void add_card(struct text *t, const char *card)
{
    json_t *object = json_loads(card, 0, NULL);
    char *lines = object ? json_dumps(object, JSON_INDENT(2) |
                                                  JSON_REAL_PRECISION(7))
                         : NULL;

    text_printf(t, "\ncard\n%s\n", lines ? lines : card);
    free(lines);
    json_decref(object);
}

int cmd_info(const struct options *o, struct error *err)
{
    const char *path = o->operand[0];
    struct safetensors s;
    struct text t = {0};

    if (!safetensors_open(&s, path, ST_MAP_FROM, err)) {
        fail_in(err, "cannot read %s", path);
        name_kind(path, err);
        return EXIT_FAILED;
    }
    text_printf(&t, "file        %s, %zu bytes, safetensors\n", path, s.size);
    add_config_of(&t, &s);
    add_tensors(&t, &s);
    if (s.card)
        add_card(&t, s.card);
    safetensors_release(&s);
    return results_put(&t, err) ? EXIT_DONE : EXIT_USAGE;
}
