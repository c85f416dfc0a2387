#!/usr/bin/env python3
"""cli_files - what the program reads and writes: traces, matrices, figures,
puzzles, models, and the commands of the README.

    MISCOPE=build/miscope tests/cli_files.py
"""

import json
import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import time
import unittest

from cli_support import CliTest, PROGRAM, ROOT, GRID, NAMES, easy, hard, numpy


class Trace(CliTest):
    def decode(self, name, puzzle, *args):
        return self.done("decode", "sudoku", puzzle, "--trace", name,
                         "--format", "json", *args)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_numpy_opens_it(self):
        out = self.decode("t.npz", easy(), "--policy", "mi").stdout
        steps = [json.loads(l) for l in out.splitlines()][:-1]
        with numpy.load(self.path("t.npz"), allow_pickle=False) as t:
            self.assertEqual(t["tokens"].shape, (len(steps) + 1, 81))
            self.assertEqual(t["tokens"].dtype, numpy.int16)
            self.assertEqual(t["mi"].shape, (len(steps), 81, 81))
            for i, s in enumerate(steps):
                self.assertEqual(t["tokens"][i + 1].tolist(), s["tokens"])
            meta = json.loads(bytes(t["meta"]).decode())
        self.assertIn("mi", json.dumps(meta))

    def test_an_existing_file_is_left_alone(self):
        self.write("t.npz", "mine")
        self.refused(2, "t.npz exists", "decode", "sudoku", easy(), "--trace",
                     "t.npz")
        with open(self.path("t.npz")) as f:
            self.assertEqual(f.read(), "mine")
        self.decode("t.npz", easy(), "--policy", "eb", "--force")
        self.assertGreater(os.path.getsize(self.path("t.npz")), 1000)

    def test_a_kill_leaves_nothing_behind(self):
        p = subprocess.Popen([PROGRAM, "decode", "sudoku", hard(), "--policy",
                              "mi", "--gamma", "0.01", "--trace", "t.npz"],
                             stdout=subprocess.PIPE, env=self.env,
                             cwd=self.folder)
        p.stdout.readline()
        time.sleep(.3)
        p.send_signal(signal.SIGTERM)
        self.assertEqual(p.wait(60), -signal.SIGTERM)
        p.stdout.close()
        self.assertEqual(self.left_behind(), [])


class Mi(CliTest):
    def test_pairs_are_printed_by_rank(self):
        text = self.done("mi", "sudoku", easy()).stdout
        found = re.findall(r"(?m)^ +(\d+)  r\dc\d +r\dc\d +([\d.]+)$", text)
        self.assertEqual([int(k) for k, _ in found], list(range(1, 21)))
        values = [float(v) for _, v in found]
        self.assertEqual(values, sorted(values, reverse=True))
        self.assertIn("20 of 45 pairs", text)

    def test_nothing_masked_nothing_to_show(self):
        self.refused(1, "every position is given", "mi", "sudoku", GRID)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_csv_and_npy_are_the_same_numbers(self):
        masked = [i for i, c in enumerate(easy()) if c == "."]
        for extra, shown in [([], masked), (["--all"], list(range(81)))]:
            names = [NAMES[i] for i in shown]
            for ending in ("csv", "npy"):
                self.done("mi", "sudoku", easy(), "--force", "--out",
                          "m." + ending, *extra)
            m = numpy.load(self.path("m.npy"))
            self.assertEqual((m.dtype, m.shape),
                             (numpy.dtype("<f4"), (len(shown),) * 2))
            with open(self.path("m.csv")) as f:
                rows = [l.rstrip("\n").split(",") for l in f]
            self.assertEqual(rows[0], ["position"] + names)
            self.assertEqual([r[0] for r in rows[1:]], names)
            c = numpy.array([r[1:] for r in rows[1:]], dtype="<f4")
            self.assertTrue((c == m).all() and (m == m.T).all())
            self.assertTrue(m.max() > 0 and (m.diagonal() == 0).all())
        i, j = 40, 3 # given: no information
        self.assertEqual(m[i, j], 0)
        self.done("mi", "sudoku", easy(), "--all", "--bits", "--out", "b.npy")
        bits = numpy.load(self.path("b.npy"))
        self.assertTrue(numpy.allclose(bits * numpy.log(2), m, atol=1e-6))
        self.assertIn("MI (bits)",
                      self.done("mi", "sudoku", easy(), "--bits").stdout)

    def test_names_are_not_taken_twice(self):
        self.write("m.csv", "mine")
        self.refused(2, "m.csv exists", "mi", "sudoku", easy(), "--out", "m.csv")
        self.refused(2, "No such file", "mi", "sudoku", easy(), "--out",
                     "none/m.csv")
        self.assertEqual(self.left_behind(), ["m.csv"])


def png_size(data):
    return struct.unpack(">II", data[16:24])


class Export(CliTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.trace = os.path.join(cls.shared_folder(), "t.npz")
        subprocess.run([PROGRAM, "decode", "sudoku", easy(), "--policy", "mi",
                        "--gamma", "0.001", "--trace", cls.trace], check=True,
                       stdout=subprocess.DEVNULL,
                       env=dict(os.environ, MISCOPE_ASSETS=ROOT))

    def export(self, *args):
        return self.done("export", self.trace, *args)

    def test_a_step_becomes_a_picture_of_the_size_asked_for(self):
        self.export("--step", "1", "--out", "a.png")
        data = self.content("a.png", "rb")
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertAlmostEqual(png_size(data)[0], 89 / 25.4 * 300, delta=1)
        self.export("--step", "1", "--out", "b.png", "--dpi", "600")
        self.assertAlmostEqual(png_size(self.content("b.png", "rb"))[0],
                               89 / 25.4 * 600, delta=1)
        self.export("--step", "1", "--out", "c.png")
        self.assertEqual(data, self.content("c.png", "rb"))
        self.export("--step", "1", "--out", "d.png", "--theme", "dark")
        self.assertNotEqual(data, self.content("d.png", "rb"))

    def test_every_kind_and_ending(self):
        for ending, magic in [("png", b"\x89PNG"), ("svg", b"<?xml"),
                              ("pdf", b"%PDF")]:
            for kind in ("frame", "matrix"):
                name = f"{kind}.{ending}"
                self.export("--step", "1", "--kind", kind, "--out", name)
                self.assertTrue(self.content(name, "rb").startswith(magic))

    def test_all_makes_frames_of_one_size(self):
        lines = self.lines("decode", "sudoku", easy(), "--policy", "mi",
                           "--gamma", "0.001", "--format", "json")
        self.export("--all", "--out", "frames")
        names = sorted(os.listdir(self.path("frames")))
        self.assertEqual(names, [f"step-{k:03}.png" for k in range(len(lines))])
        sizes = {png_size(self.content("frames/" + n, "rb")) for n in names}
        self.assertEqual(len(sizes), 1)

    def test_what_cannot_be_done_is_said(self):
        self.write("a.png", "mine")
        self.refused(2, "a.png exists", "export", self.trace, "--step", "1",
                     "--out", "a.png")
        self.assertEqual(self.content("a.png"), "mine")
        self.refused(2, "--step: ", "export", self.trace, "--step", "99",
                     "--out", "b.png")
        self.refused(2, "", "export", self.trace, "--step", "1", "--out",
                     "none/b.png")
        self.refused(2, "b.gif", "export", self.trace, "--step", "1", "--out",
                     "b.gif")
        self.refused(2, "No space left", "export", self.trace, "--step", "1",
                     "--out", "/dev/full")
        self.write("bad.npz", "PK no trace")
        self.refused(1, "bad.npz", "export", "bad.npz", "--step", "1", "--out",
                     "b.png")
        self.refused(1, "none.npz", "replay", "none.npz")
        self.assertEqual(self.left_behind(), ["a.png", "bad.npz"])

    def test_a_matrix_straight_from_a_board(self):
        self.done("mi", "sudoku", easy(), "--out", "m.png", "--log", "--bits")
        self.assertEqual(self.content("m.png", "rb")[:4], b"\x89PNG")


class Generate(CliTest):
    def test_puzzles_have_the_givens_asked_for(self):
        args = ["generate", "sudoku", "--count", "4", "--givens", "30-33",
                "--seed"]
        out = self.done(*args, "7").stdout
        puzzles = out.split()
        self.assertEqual(len(set(puzzles)), 4)
        for p in puzzles:
            self.assertRegex(p, r"^[1-9.]{81}$")
            self.assertTrue(30 <= 81 - p.count(".") <= 33)
        self.assertEqual(out, self.done(*args, "7").stdout)
        self.assertNotEqual(out, self.done(*args, "8").stdout)
        self.done(*args, "7", "--out", "p.txt")
        self.assertEqual(self.content("p.txt"), out)
        self.done("decode", "sudoku", "p.txt:4", "--policy", "eb")

    def test_an_interrupted_file_is_not_there(self):
        p = subprocess.Popen([PROGRAM, "generate", "sudoku", "--count",
                              "1000000", "--out", "p.txt"], cwd=self.folder)
        time.sleep(.3)
        p.send_signal(signal.SIGINT)
        self.assertEqual(p.wait(60), -signal.SIGINT)
        self.assertEqual(self.left_behind(), [])


class Outputs(CliTest):
    """Where results go, and what is left when nobody waits for them."""

    def trace(self):
        self.done("decode", "sudoku", easy(), "--policy", "eb", "--trace",
                  "t.npz")

    def test_a_signal_leaves_no_half_picture(self):
        self.trace()
        for wait in (.05, .15, .3):
            p = subprocess.Popen([PROGRAM, "export", "t.npz", "--step", "1",
                                  "--width-mm", "150", "--dpi", "2000",
                                  "--out", "one.png", "--force"],
                                 cwd=self.folder, stderr=subprocess.DEVNULL)
            time.sleep(wait)
            p.send_signal(signal.SIGKILL)
            p.wait(60)
            self.assertIn(self.left_behind(), [["t.npz"], ["one.png", "t.npz"]])

    def test_a_link_stays_a_link(self):
        self.trace()
        self.write("target.svg", "mine")
        os.symlink("target.svg", self.path("link.svg"))
        step = ["export", "t.npz", "--step", "1", "--out"]
        self.refused(2, "link.svg exists", *step, "link.svg")
        self.done(*step, "link.svg", "--force")
        self.assertTrue(os.path.islink(self.path("link.svg")))
        self.assertIn("<svg", self.content("target.svg"))
        os.symlink("nowhere", self.path("lost.svg"))
        self.refused(2, "lost.svg is a link to nothing", *step, "lost.svg")

    def test_a_pipe_is_opened_once(self):
        os.mkfifo(self.path("pipe"))
        with subprocess.Popen(["cat", "pipe"], cwd=self.folder,
                              stdout=subprocess.PIPE) as cat:
            self.done("decode", "sudoku", easy(), "--policy", "eb", "--trace",
                      "pipe")
            self.assertEqual(cat.stdout.read(2), b"PK")
        self.refused(1, "not a", "info", "pipe")

    def test_the_report_and_the_trace_do_not_share_a_stream(self):
        self.refused(2, "--trace: name a file", "decode", "sudoku", easy(),
                     "--trace", "-")


class Fit(CliTest):
    """A model that is sound, but not one of this domain."""

    def changed(self, name, key, value, rows=None):
        with open(os.path.join(ROOT, "assets", "sudoku.safetensors"), "rb") as f:
            b = f.read()
        n = struct.unpack("<Q", b[:8])[0]
        header, data, out = json.loads(b[8:8 + n]), b[8 + n:], b""
        meta = header.pop("__metadata__")
        config = json.loads(meta["miscope.config"])
        config[key] = value
        meta["miscope.config"] = json.dumps(config)
        for tensor, t in sorted(header.items(),
                                key=lambda x: x[1]["data_offsets"]):
            x = data[slice(*t["data_offsets"])]
            if rows and tensor == rows:
                x = x[:len(x) // t["shape"][0] * value]
                t["shape"][0] = value
            t["data_offsets"] = [len(out), len(out) + len(x)]
            out += x
        header["__metadata__"] = meta
        text = json.dumps(header).encode()
        with open(self.path(name), "wb") as f:
            f.write(struct.pack("<Q", len(text)) + text + out)

    def test_boards_of_another_size_are_refused(self):
        self.changed("m", "positions", 64, "positions.weight")
        for command in (["decode", "sudoku", easy()], ["mi", "sudoku", easy()]):
            self.refused(2, "64 positions, sudoku has 81", *command, "--model",
                         "m")

    def test_other_domains_are_refused(self):
        self.changed("m", "domain", "protein")
        self.refused(2, "this model is for protein, not for sudoku", "decode",
                     "sudoku", easy(), "--model", "m")


class Info(CliTest):
    MODEL = os.path.join(ROOT, "assets", "sudoku.safetensors")

    def test_a_model_is_described(self):
        text = self.done("info", self.MODEL).stdout
        for words in (r"domain +sudoku", r"parameters +[\d,]+\n",
                      r"sha256 +[0-9a-f]{64}\n",
                      r"embed\.weight +\[10,\d+\] F32\n", r"\ncard\n"):
            self.assertRegex(text, words)

    def test_other_files_are_named(self):
        self.write("a.txt", "hello\n")
        self.write("empty", "")
        with open(self.path("a.png"), "wb") as f:
            f.write(b"\x89PNG\r\n\x1a\n" + bytes(40))
        self.refused(1, "a.txt is text, not", "info", "a.txt")
        self.refused(1, "empty is empty, not", "info", "empty")
        self.refused(1, "a.png is a PNG picture", "info", "a.png")
        self.refused(1, "cannot read none: No such file", "info", "none")
        self.refused(1, ".", "info", ".")

    def test_a_damaged_model_is_refused(self):
        with open(self.MODEL, "rb") as f:
            data = f.read()
        for name, bytes_ in [("cut", data[:-9]), ("head", data[:100]),
                             ("long", data + b"x"),
                             ("size", b"\xff" * 8 + data[8:])]:
            with open(self.path(name), "wb") as f:
                f.write(bytes_)
            self.refused(1, name, "info", name)
            self.refused(2, name, "decode", "sudoku", easy(), "--model", name)

    def test_control_characters_do_not_reach_the_terminal(self):
        r = self.run_it("info", "no\x1b[31mfile")
        self.assertNotIn("\x1b", r.stderr)


class Assets(CliTest):
    def test_a_wrong_folder_is_named(self):
        env = dict(self.env, MISCOPE_ASSETS="/nonexistent")
        self.refused(2, "MISCOPE_ASSETS is /nonexistent", "decode", "sudoku",
                     easy(), env=env)

    def place(self, *parts):
        """A copy of the program in this test's folder."""
        program = self.path(os.path.join(*parts, "miscope"))
        os.makedirs(os.path.dirname(program))
        shutil.copy(PROGRAM, program)
        return program

    def link(self, *parts):
        folder = self.path(os.path.join(*parts))
        os.makedirs(folder, exist_ok=True)
        for name in ("assets", "puzzles"):
            os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))

    def test_found_beside_the_program(self):
        env = {k: v for k, v in self.env.items() if k != "MISCOPE_ASSETS"}
        args = ["decode", "sudoku", easy(), "--policy", "eb"]
        program = self.place("tree", "build")
        self.link("tree")
        self.done(*args, program=program, env=env, cwd="/")
        program = self.place("usr", "bin")
        self.link("usr", "share", "miscope")
        self.done(*args, program=program, env=env, cwd="/")


class Readme(CliTest):
    def commands(self):
        with open(os.path.join(ROOT, "README.md")) as f:
            blocks = re.findall(r"(?ms)^```sh\n(.*?)^```", f.read())
        for line in "".join(blocks).replace("\\\n", " ").splitlines():
            line = re.sub(r"\s+#.*", "", line).strip()
            if re.match(r"(build/)?miscope\b", line):
                yield line

    @unittest.skipUnless(os.path.exists(os.path.join(ROOT, "README.md")),
                         "there is no README.md yet")
    def test_its_commands_work(self):
        os.symlink(os.path.join(ROOT, "puzzles"), self.path("puzzles"))
        os.symlink(os.path.join(ROOT, "assets"), self.path("assets"))
        self.write("my.txt", hard() + "\n")
        env = dict(self.env, PATH=os.path.dirname(PROGRAM) + os.pathsep +
                   self.env["PATH"])
        for line in self.commands():
            line = re.sub(r"\bbuild/miscope\b", "miscope", line)
            words = shlex.split(line)
            interface = len(words) == 1 or words[1] in ("sudoku", "replay") \
                or words[1].startswith("--color")
            if interface and "--help" not in words:
                line += " --help" # parses; the interface has its own tests
            r = subprocess.run(["sh", "-c", line], cwd=self.folder, env=env,
                               stdin=subprocess.DEVNULL, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               timeout=300)
            self.assertEqual(r.returncode, 0, (line, r.stderr))


if __name__ == "__main__":
    unittest.main(verbosity=2)
