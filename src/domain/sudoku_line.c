#include "domain/sudoku_line.h"

#include <string.h>


/* Bytes of a UTF-8 sequence by its first byte; 0 if none begins so. */
static size_t sequence_length(unsigned char first)
{
    return first < 0x80                    ? 1
           : first >= 0xc2 && first < 0xe0 ? 2
           : first >= 0xe0 && first < 0xf0 ? 3
           : first >= 0xf0 && first < 0xf5 ? 4
                                           : 0;
}

static bool is_whole(const char *text, size_t size, size_t length)
{
    if (!length || length > size)
        return false;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return false;
    return true;
}

/* U+2500..U+257F, by the second and third byte of E2 94 80 .. E2 95 BF */
static char plain_box(unsigned code)
{
    static const char VERTICAL[] = {0x02, 0x03, 0x06, 0x07, 0x0a, 0x0b, 0x4e,
                                    0x4f, 0x51, 0x75, 0x77, 0x79, 0x7b, 0x7d,
                                    0x7f};
    static const char HORIZONTAL[] = {0x00, 0x01, 0x04, 0x05, 0x08, 0x09, 0x4c,
                                      0x4d, 0x50, 0x74, 0x76, 0x78, 0x7a, 0x7c,
                                      0x7e};

    if (memchr(VERTICAL, (int)code, sizeof VERTICAL))
        return '|';
    return memchr(HORIZONTAL, (int)code, sizeof HORIZONTAL) ? '=' : '+';
}

static char plain_of(const unsigned char *c, size_t length)
{
    if (length == 1)
        return c[0] < ' ' && c[0] != '\t' ? PLAIN_OTHER : (char)c[0];
    if (length == 2 && c[0] == 0xc2 && c[1] == 0xa0)
        return ' ';
    if (length == 2 && c[0] == 0xc2 && c[1] == 0xb7)
        return '.';
    if (length == 3 && c[0] == 0xe2 && (c[1] == 0x94 || c[1] == 0x95))
        return plain_box((c[1] - 0x94u) << 6 | (c[2] & 0x3fu));
    return PLAIN_OTHER;
}

size_t sudoku_character(const char *text, size_t size, char *plain,
                        bool *valid)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t length = sequence_length(c[0]);

    *valid = is_whole(text, size, length);
    *plain = *valid ? plain_of(c, length) : PLAIN_OTHER;
    return *valid ? length : 1;
}

void sudoku_line_start(struct sudoku_line *l, const char *text, size_t size)
{
    *l = (struct sudoku_line){.text = text, .size = size};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        l->next = 3;
}

void sudoku_line_release(struct sudoku_line *l)
{
    text_release(&l->plain);
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* `plain` needs no more bytes than the line itself, so it is written in
 * place. */
static void make_plain(struct sudoku_line *l, size_t end)
{
    size_t at = l->offset;
    bool valid;

    l->plain.length = 0;
    text_add_bytes(&l->plain, l->text + at, end - at);
    l->plain.length = 0;
    while (at < end)
        at += sudoku_character(l->text + at, end - at,
                               &l->plain.bytes[l->plain.length++], &valid);
    l->plain.bytes[l->plain.length] = '\0';
}

bool sudoku_line_next(struct sudoku_line *l)
{
    size_t end = l->next;

    if (l->next >= l->size)
        return false;
    l->offset = l->next;
    while (end < l->size && !is_line_end(l->text[end]))
        end++;
    l->next = end + (end < l->size);
    if (end + 1 < l->size && l->text[end] == '\r' && l->text[end + 1] == '\n')
        l->next++;
    l->number++;
    make_plain(l, end);
    return true;
}
