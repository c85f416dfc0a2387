#include "cli/sniff.h"

#include <stdbool.h>
#include <string.h>

static const struct {
    const char *magic; /* what the file begins with */
    size_t size;
    const char *what;
} KINDS[] = {
    {"\x89PNG\r\n\x1a\n", 8, "a PNG picture"},
    {"\x93NUMPY", 6, "a numpy array"},
    {"PK\x03\x04", 4, "a zip archive, as traces (.npz) and PyTorch files are"},
    {"\x1f\x8b", 2, "gzip-compressed"},
    {"GGUF", 4, "a GGUF model"},
    {"\x89HDF", 4, "an HDF5 file"},
    {"\x80\x02", 2, "a Python pickle"},
    {"\x80\x04", 2, "a Python pickle"},
    {"%PDF", 4, "a PDF document"},
    {"\x7f" "ELF", 4, "a program"},
};

static bool is_text(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] < ' ' && !memchr("\n\r\t", bytes[i], 3))
            return false;
    return true;
}

const char *sniff(const unsigned char *bytes, size_t size)
{
    if (!size)
        return "empty";
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (size >= KINDS[i].size &&
            memcmp(bytes, KINDS[i].magic, KINDS[i].size) == 0)
            return KINDS[i].what;
    return is_text(bytes, size) ? "text" : NULL;
}
