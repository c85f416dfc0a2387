#!/usr/bin/env python3
"""Who may include whom. A change of architecture changes MAY, and its diff
shows it.

    usage: layers.py [ROOT]
"""
import fnmatch
import pathlib
import re
import sys

# folder: the folders its files may include, besides its own
MAY = {
    "src/base":    "",
    "src/domain":  "base",
    "src/nn":      "",
    "src/mi":      "base nn",
    "src/model":   "base nn mi",        # mi/predictor.h: what a model is for
    "src/train":   "base domain nn mi model sampler",
    "src/sampler": "base",
    "src/session": "base domain mi sampler",
    "ui":          "base domain mi sampler session",
    "src/eval":    "base domain mi sampler",
    "src/cli":     "base domain nn mi model sampler session train eval ui",
    "src":         "cli",
}

# ui shows what a session holds; of the layers below it needs these words only
UI_MAY = {"domain/domain.h", "mi/entropy.h", "mi/predictor.h",
          "mi/source.h", "sampler/policy.h"}

# header of a library: the only files that may know it
ONLY = {
    "curses.h": "ui/tui*", "ncurses.h": "ui/tui*", "term.h": "ui/tui*",
    "cblas.h": "src/nn/gemm.c",
    "png.h": "ui/png.c",
    "cairo*.h": "ui/figure*", "cairo/*.h": "ui/figure*",
    "jansson.h": "src/*", "zip.h": "src/*",
}

# The page is drawn without a terminal, a step without a page.
NEVER = [("ui/*", "ui/tui*", {"ui/tui.c", "ui/tui_palette.h",
                              "ui/tui_palette.c"}),
         ("ui/*", "ui/terminal.h", {"ui/tui.c", "ui/terminal.c"})]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.M)


def library_fault(path, name):
    for pattern, place in ONLY.items():
        if fnmatch.fnmatch(name, pattern) and not fnmatch.fnmatch(path, place):
            return f"{path}: <{name}> belongs into {place}"
    return None


def own_fault(path, name):
    folder = path.rpartition("/")[0]
    target = name.rpartition("/")[0]
    if folder not in MAY:
        return f"{path}: the folder is not in MAY"
    if not target:
        return f'{path}: "{name}" does not name its folder'
    if folder != f"src/{target}" and folder != target \
            and target not in MAY[folder].split():
        return f'{path}: {folder} may not include "{name}"'
    if folder == "ui" and target in ("mi", "sampler", "domain") \
            and name not in UI_MAY:
        return f'{path}: ui may not include "{name}", only {sorted(UI_MAY)}'
    for who, what, but in NEVER:
        if fnmatch.fnmatch(path, who) and fnmatch.fnmatch(name, what) \
                and path not in but:
            return f'{path}: only {sorted(but)} include "{name}"'
    return None


def faults(files):
    """Faults of {path: text}."""
    found = []
    for path, text in sorted(files.items()):
        for mark, name in INCLUDE.findall(text):
            fault = (library_fault if mark == "<" else own_fault)(path, name)
            if fault:
                found.append(fault)
    return found


def unused(files):
    """Permissions that nobody needs: the table would be too wide."""
    used = set()
    for path, text in files.items():
        folder = path.rpartition("/")[0]
        for mark, name in INCLUDE.findall(text):
            used.add((folder, name.rpartition("/")[0]))
    return [f"MAY: {folder} does not include {target}"
            for folder, targets in MAY.items() for target in targets.split()
            if (folder, target) not in used]


# what must be noticed: (path, include)
CONTROLS = [
    ("src/mi/truth.c", '"ui/grid.h"'),
    ("src/base/file.c", '"domain/domain.h"'),
    ("src/nn/ops.c", '"mi/entropy.h"'),
    ("src/sampler/policy.c", '"session/step.h"'),
    ("src/session/drive.c", '"model/model.h"'),
    ("ui/screen.c", '"model/model.h"'),
    ("ui/screen.c", '"mi/truth.h"'),
    ("ui/screen.c", "<curses.h>"),
    ("ui/screen.c", '"ui/tui.h"'),
    ("ui/app.c", '"ui/terminal.h"'),
    ("ui/terminal.c", "<term.h>"),
    ("src/model/model.c", "<cblas.h>"),
    ("ui/figure.c", "<png.h>"),
    ("src/cli/help.c", "<cairo/cairo.h>"),
    ("ui/app.c", "<jansson.h>"),
    ("src/cli/help.c", '"help.h"'),
    ("src/main.c", '"ui/app.h"'),
    ("src/new/thing.c", '"base/error.h"'),
]


def blind():
    """Controls that the check does not notice."""
    return [f"control not noticed: {path} includes {name}"
            for path, name in CONTROLS
            if len(faults({path: f"#include {name}\n"})) != 1]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    files = {p.relative_to(root).as_posix(): p.read_text()
             for top in ("src", "ui") for p in (root / top).rglob("*.[ch]")}
    bad = blind() + faults(files)
    if not files:
        bad.append(f"{root}: no sources")
    print("\n".join(bad + unused(files)))
    print(f"layers: {len(files)} files, {len(bad)} faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
