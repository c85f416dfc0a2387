"""cli_support - what the tests of the program share.

Each test runs the real program, named by MISCOPE, in a folder of its own.
Standard library only; numpy is used where it is installed.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

try:
    import numpy
except ImportError:
    numpy = None

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.abspath(os.environ["MISCOPE"])
NAMES = [f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10)]

# A full grid by shifting; easy() blanks a few cells of it.
GRID = "".join(
    str((r * 3 + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9))


def easy(blanks=(0, 5, 13, 22, 37, 40, 58, 66, 71, 80)):
    return "".join("." if i in blanks else d for i, d in enumerate(GRID))


def hard():
    """The first puzzle of the file that comes with the program."""
    with open(os.path.join(ROOT, "puzzles", "hard.txt")) as f:
        return next(l.split()[0] for l in f if re.match(r"[0-9.]{81}", l))


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="miscope-cli.")
        self.addCleanup(shutil.rmtree, self.folder)
        self.env = dict(os.environ, MISCOPE_ASSETS=ROOT)

    @classmethod
    def shared_folder(cls):
        """A folder for all tests of a class."""
        folder = tempfile.mkdtemp(prefix="miscope-cli.")
        cls.addClassCleanup(shutil.rmtree, folder)
        return folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "w") as f:
            f.write(content)
        return name

    def run_it(self, *args, stdin="", cwd=None, program=None, env=None):
        return subprocess.run(
            [program or PROGRAM, *args], input=stdin, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
            cwd=cwd or self.folder, env=env or self.env)

    def done(self, *args, **kw):
        r = self.run_it(*args, **kw)
        self.assertEqual(r.returncode, 0, (args, r.stderr))
        return r

    def refused(self, code, words, *args, **kw):
        """Exit code, nothing on stdout, one sentence with these words."""
        r = self.run_it(*args, **kw)
        self.assertEqual(r.returncode, code, (args, r.stderr))
        self.assertEqual(r.stdout, "")
        lines = [l for l in r.stderr.splitlines() if ": note: " not in l]
        self.assertEqual(len(lines), 1, r.stderr)
        self.assertTrue(lines[0].startswith("miscope: "), r.stderr)
        self.assertIn(words, lines[0])
        return lines[0]

    def lines(self, *args, **kw):
        return [json.loads(l) for l in self.done(*args, **kw).stdout.splitlines()]

    def content(self, name, mode="r"):
        with open(self.path(name), mode) as f:
            return f.read()

    def left_behind(self):
        return sorted(os.listdir(self.folder))
