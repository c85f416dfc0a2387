#include "ui/prompt.h"

#include <stdio.h>
#include <string.h>

void prompt_begin(struct prompt *p, const char *label, const char *text)
{
    snprintf(p->label, sizeof p->label, "%s", label);
    snprintf(p->text, sizeof p->text, "%s", text);
}

static int encode(char out[4], unsigned ch)
{
    int more = ch < 0x80 ? 0 : ch < 0x800 ? 1 : ch < 0x10000 ? 2 : 3;
    static const unsigned char LEAD[] = {0, 0xC0, 0xE0, 0xF0};

    out[0] = (char)(LEAD[more] | ch >> (6 * more));
    for (int i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (ch >> (6 * (more - i)) & 0x3F));
    return more + 1;
}

void prompt_type(struct prompt *p, int ch)
{
    bool control = ch < 0x20 || (ch >= 0x7F && ch < 0xA0);
    bool surrogate = ch >= 0xD800 && ch < 0xE000;
    size_t used = strlen(p->text);
    char utf8[4];

    if (control || surrogate || ch > 0x10FFFF)
        return;
    size_t n = (size_t)encode(utf8, (unsigned)ch);
    if (used + n >= sizeof p->text)
        return;
    memcpy(p->text + used, utf8, n);
    p->text[used + n] = '\0';
}

void prompt_rub_out(struct prompt *p)
{
    size_t used = strlen(p->text);

    while (used > 0 && ((unsigned char)p->text[used - 1] & 0xC0) == 0x80)
        used--; /* the trailing bytes of one character */
    p->text[used > 0 ? used - 1 : 0] = '\0';
}

void prompt_clear(struct prompt *p)
{
    p->text[0] = '\0';
}
