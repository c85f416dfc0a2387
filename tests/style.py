#!/usr/bin/env python3
"""The style that a program can check. What it cannot check is in the reading.

    usage: style.py [ROOT]
"""
import pathlib
import re
import sys

WIDTH, FUNCTION, FILE = 80, 60, 400
HARD = {"src": 450, "ui": 450, "tests": 600}  # tests are lists

BANNED = {
    "strcpy": "snprintf", "strcat": "text_add", "sprintf": "snprintf",
    "vsprintf": "vsnprintf", "strtok": "strcspn", "gets": "fgets",
    "atoi": "strtol", "atof": "strtod", "system": "fork and exec",
}

# The program's mutable state at file scope, all of it: path, name, why.
STATE = {
    ("ui/terminal.c", "terminal"): "a signal handler gets no argument",
    ("src/cli/interrupt.c", "interrupted"): "likewise",
}


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


COMMENT = re.compile(r"/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
TOKEN = re.compile(COMMENT.pattern + "|" + STRING.pattern, re.S)


def code_only(text):
    """The text with comments and strings blanked out, same lines."""
    return TOKEN.sub(blank, text)


def tables(lines):
    """Which lines are tables, between clang-format off and on."""
    inside, marks = False, []
    for line in lines:
        if "clang-format off" in line:
            inside = True
        marks.append(inside)
        if "clang-format on" in line:
            inside = False
    return marks


def line_faults(lines, code):
    table = tables(lines)
    for i, line in enumerate(lines):
        at = i + 1
        if len(line) > WIDTH and not table[i]:
            yield at, f"{len(line)} columns, at most {WIDTH}"
        if "\t" in line:
            yield at, "tab"
        if line != line.rstrip():
            yield at, "space at the end"
        if "//" in code[i]:
            yield at, "// comment; write /* */"
        if re.search(r"\b(TODO|FIXME|XXX)\b", line):
            yield at, "unfinished business"
        for name, better in BANNED.items():
            if re.search(rf"\b{name}\s*\(", code[i]):
                yield at, f"{name}: use {better}"
        if re.match(r"\s*typedef\s+(struct|union)\b", code[i]):
            yield at, "typedef of a struct"


def function_faults(lines):
    start = None
    for i, line in enumerate(lines):
        if line.startswith("{"):
            start = i
        elif line.startswith("}") and start is not None:
            if i - start - 1 > FUNCTION:
                yield start + 1, (f"function of {i - start - 1} lines, "
                                  f"at most {FUNCTION}")
            start = None


def without_bodies(code):
    """Code with what is between the braces of functions blanked out."""
    return re.sub(r"^\{\n.*?^\}", blank, code, flags=re.S | re.M)


FILE_SCOPE = re.compile(r"^(?!typedef|extern|#)[A-Za-z_][^;{}()#]*?"
                        r"(\b[A-Za-z_]\w*)\s*(?:\[[^;={}]*\]\s*)*(?:=|;)", re.M)
IN_STRUCT = re.compile(r"^(?:static )?(?:struct|union)(?: \w+)? \{\n.*?"
                       r"^\}\s*([^;=]*)", re.S | re.M)
IN_FUNCTION = re.compile(r"^\s+static\s+(?!inline)([^;={}()]*?)"
                         r"(\w+)\s*(?:\[[^;={}]*\]\s*)*[=;]", re.M)


def is_constant(declaration):
    """The object, not what a pointer in it points to."""
    words = declaration.rpartition("*")
    return "const" in (words[2] if words[1] else declaration).split()


def variables(code):
    """(offset, name) of everything that keeps a mutable value."""
    outer = without_bodies(code)
    for m in FILE_SCOPE.finditer(outer):
        text = m.group(0)
        if re.match(r"(static\s+)?(struct|union|enum)\s+\w+\s*;", text):
            continue
        if not is_constant(re.sub(r"\[.*", "", text[:m.start(1) - m.start()])):
            yield m.start(1), m.group(1)
    for m in IN_STRUCT.finditer(outer):
        name = re.match(r"\s*(\w+)", m.group(1))
        if name:
            yield m.start(1), name.group(1)
    for m in IN_FUNCTION.finditer(code):
        if not is_constant(m.group(1)):
            yield m.start(2), m.group(2)


def state_faults(path, code):
    if path.startswith("tests/"):
        return
    for offset, name in variables(code):
        if (path, name) not in STATE:
            yield code.count("\n", 0, offset) + 1, f"mutable state: {name}"


def guard_faults(path, lines):
    name = re.sub(r"\W", "_", pathlib.PurePath(path).name).upper()
    guard = f"MISCOPE_{name}"
    if lines[:2] != [f"#ifndef {guard}", f"#define {guard}"]:
        yield 1, f"the first two lines are the guard {guard}"


def first_include_faults(path, lines, files):
    own = path[:-1] + "h"
    includes = [l for l in lines if l.startswith("#include")]
    if own in files and includes and f'{pathlib.PurePath(own).name}"' \
            not in includes[0]:
        yield 1, f"includes {pathlib.PurePath(own).name} first"


def exit_faults(path, code):
    if path.startswith("tests/") or path == "src/main.c":
        return
    for i, line in enumerate(code):
        if re.search(r"(?<!\w)_?exit\s*\(", line):
            yield i + 1, "exit below main"


def file_faults(path, text, files):
    lines = text.split("\n")[:-1]
    code = code_only(text).split("\n")[:-1]
    if not text.endswith("\n") or text.endswith("\n\n"):
        yield len(lines), "ends in one newline"
    if len(lines) > HARD[path.split("/")[0]]:
        yield 1, f"{len(lines)} lines, at most {FILE}"
    yield from line_faults(lines, code)
    yield from function_faults(lines)
    yield from state_faults(path, "\n".join(code) + "\n")
    yield from exit_faults(path, code)
    if path.endswith(".h"):
        yield from guard_faults(path, lines)
    else:
        yield from first_include_faults(path, lines, files)


def tree_faults(files, build):
    """File names are unique; whatever is there is built."""
    seen = {}
    for path in sorted(files):
        name = pathlib.PurePath(path).name
        if name in seen:
            yield path, 1, f"the name of {seen[name]}"
        seen[name] = path
        stem = name[5:-2] if name.startswith("test_") else None
        if path.endswith(".c") and path not in build \
                and not (stem and f"'{stem}'" in build):
            yield path, 1, "not in meson.build"


def faults(files, build):
    found = [f"{path}:{at}: {what}" for path in sorted(files)
             for at, what in file_faults(path, files[path], files)]
    return found + [f"{path}:{at}: {what}"
                    for path, at, what in tree_faults(files, build)]


GOOD = """#include "base/a.h"

/* A table may be wide, https://example.org too. */
static const int TABLE[] = { 1, 2 };
static const char *const NAMES[] = { "strcpy(", "//" };
extern const struct row ROWS[];
struct row;

static int twice(int x)
{
    static const int TWO = 2;

    return TWO * x;
}
"""

# what must be noticed, appended to GOOD or put in its place
CONTROLS = {
    "a wide line": "int a" + "a" * 80 + "(void);\n",
    "a tab": "int a(void)\n{\n\treturn 1;\n}\n",
    "a space at the end": "int a(void); \n",
    "a // comment": "int a(void); // no\n",
    "a long function": "int a(void)\n{\n" + "    b();\n" * 61 + "}\n",
    "a long file": "int a(void);\n" * 460,
    "strcpy": "void a(char *b)\n{\n    strcpy(b, b);\n}\n",
    "atoi": "int a(char *b)\n{\n    return atoi (b);\n}\n",
    "exit": "void a(void)\n{\n    exit(1);\n}\n",
    "a typedef": "typedef struct a a;\n",
    "unfinished business": "/* TO" + "DO: later */\n",
    "a global": "int counter;\n",
    "a static": "static int counter = 3;\n",
    "a static array": "static char slot[4][8];\n",
    "a static pointer": "static const char *current;\n",
    "a static struct": "static struct {\n    int a;\n} state;\n",
    "a static pointer to a struct": "static struct row *rows;\n",
    "state in a function": "int a(void)\n{\n    static int n;\n"
                           "    return n++;\n}\n",
    "an array in a function": "int a(void)\n{\n    static char s[8];\n"
                              "    return s[0];\n}\n",
    "no newline": "int a(void);",
    "two newlines": "int a(void);\n\n",
}


def blind():
    """Controls that the check does not notice, or good code that it does."""
    build = "src/base/a.c"
    for fault in faults({"src/base/a.c": GOOD}, build):
        yield f"good code refused: {fault}"
    for what, text in CONTROLS.items():
        if len(faults({"src/base/a.c": GOOD + text}, build)) != 1:
            yield f"control: {what}"
    more = [("no guard", {"src/base/b.h": "int b(void);\n"}),
            ("another's guard", {"src/base/b.h": "#ifndef MISCOPE_A_H\n"
                                 "#define MISCOPE_A_H\n#endif\n"}),
            ("a second file of the name", {"ui/a.c": GOOD}),
            ("a file that is not built", {"src/base/b.c": GOOD}),
            ("own header not first",
             {"ui/c.c": "#include <a.h>\n", "ui/c.h":
              "#ifndef MISCOPE_C_H\n#define MISCOPE_C_H\n#endif\n"})]
    for what, files in more:
        if len(faults({"src/base/a.c": GOOD, **files},
                      build + " ui/a.c ui/c.c")) != 1:
            yield f"control: {what}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    files = {p.relative_to(root).as_posix(): p.read_text()
             for top in sorted(HARD) for p in (root / top).rglob("*.[ch]")}
    bad = list(blind()) + faults(files, (root / "meson.build").read_text())
    long = [f"note: {p}: {t.count(chr(10))} lines, aim at {FILE}"
            for p, t in sorted(files.items())
            if t.count("\n") > FILE and p.split("/")[0] != "tests"]
    if not files:
        bad.append(f"{root}: no sources")
    print("\n".join(long + bad))
    print(f"style: {len(files)} files, {len(bad)} faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
