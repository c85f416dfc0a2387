#!/usr/bin/env python3
"""cli_text - what the program says: help, refusals, decodes.

    MISCOPE=build/miscope tests/cli_text.py
"""

import json
import os
import pty
import re
import signal
import subprocess
import unittest

from cli_support import CliTest, NAMES, PROGRAM, ROOT, easy, hard


class Help(CliTest):
    COMMANDS = "sudoku replay decode mi export generate info bench".split()

    def test_every_command_explains_itself(self):
        overall = self.done("--help").stdout
        for name in self.COMMANDS:
            self.assertRegex(overall, rf"(?m)^  {name} ")
            text = self.done(name, "--help").stdout
            self.assertIn(f"usage: miscope {name}", text)
            self.assertLess(max(map(len, text.splitlines())), 80)

    def test_the_version_is_mesons(self):
        with open(os.path.join(ROOT, "meson.build")) as f:
            version = re.search(r"version: '([^']+)'", f.read()).group(1)
        self.assertEqual(self.done("--version").stdout, f"miscope {version}\n")

    def test_usage_errors(self):
        for words, *args in [
                ("did you mean decode?", "decoed"),
                ("did you mean --gamma?", "decode", "sudoku", "x", "--gama", "1"),
                ("usage: miscope decode", "decode", "sudoku"),
                ("is not a domain", "decode", easy(), "x"),
                ("there is no 'best'", "decode", "sudoku", "x", "--policy", "best"),
                ("--gamma: 'nan'", "decode", "sudoku", "x", "--gamma=nan"),
                ("--k: 0 is not between", "decode", "sudoku", "x", "--k", "0"),
                ("--threads: 0", "bench", "--threads", "0"),
                ("--step K, or --all", "export", "x.npz"),
                ("should end in .png", "mi", "sudoku", "x", "--out", "a.gif"),
        ]:
            self.refused(2, words, *args)

    def test_a_full_disk_is_noticed(self):
        for args in (["--help"], ["decode", "sudoku", easy(), "--policy", "eb"]):
            with open("/dev/full", "w") as full:
                r = subprocess.run([PROGRAM, *args], stdout=full, text=True,
                                   stderr=subprocess.PIPE, env=self.env)
            self.assertEqual(r.returncode, 2)
            self.assertIn("No space left", r.stderr)


class Input(CliTest):
    def test_what_cannot_be_read_gets_a_sentence(self):
        self.write("short.txt", "12345\n")
        self.write("empty.txt", "")
        twice = "11" + easy()[2:]
        for words, arg in [("none.txt", "none.txt"), (".", "."),
                           ("short.txt", "short.txt"),
                           ("empty.txt", "empty.txt"), ("r1c", twice),
                           ("81", easy() + "1"), ("", "-")]:
            self.refused(1, words, "decode", "sudoku", arg)

    def test_a_contradiction_can_be_studied(self):
        twice = "22" + easy()[2:]
        self.refused(1, "r1c", "decode", "sudoku", twice)
        done = self.lines("decode", "sudoku", twice, "--force",
                          "--policy", "eb", "--format", "json")[-1]
        self.assertFalse(done["valid"])

    def test_the_same_board_by_every_way(self):
        rows = "\n".join(easy()[i:i + 9] for i in range(0, 81, 9))
        self.write("rows.txt", rows + "\n")
        self.write("two.txt", hard() + "\n" + easy() + "\n")
        args = ["--policy", "eb", "--format", "json"]
        first = self.done("decode", "sudoku", easy(), *args).stdout
        for arg, stdin in [("rows.txt", ""), ("two.txt:2", ""),
                           ("-", easy()), ("-", rows)]:
            r = self.done("decode", "sudoku", arg, *args, stdin=stdin)
            self.assertEqual(r.stdout, first)


class Decode(CliTest):
    def check_step(self, s, number, before):
        self.assertEqual(
            list(s), "step passes probe_passes tokens budget accepted "
            "deferred".split())
        self.assertEqual(s["step"], number)
        for a in s["accepted"]:
            self.assertEqual(list(a), "position name symbol p h dependence "
                             "cost".split())
            self.assertEqual(a["name"], NAMES[a["position"]])
            self.assertEqual(s["tokens"][a["position"]], int(a["symbol"]))
            self.assertTrue(0 < a["p"] <= 1 and a["h"] >= 0)
        for d in s["deferred"]:
            self.assertEqual(list(d), "position name h dependence cost reason "
                             "blocked_by".split())
            self.assertEqual(d["reason"] == "dependence",
                             d["blocked_by"] is not None)
        masked = {i for i, t in enumerate(before) if t == 0}
        listed = [c["position"] for c in s["accepted"] + s["deferred"]]
        self.assertEqual(sorted(listed), sorted(masked))
        self.assertTrue(s["accepted"])

    def check(self, puzzle, *args):
        lines = self.lines("decode", "sudoku", puzzle, "--format", "json", *args)
        before = [0 if c == "." else int(c) for c in puzzle.replace("0", ".")]
        for number, s in enumerate(lines[:-1], 1):
            self.check_step(s, number, before)
            before = s["tokens"]
        end = lines[-1]
        self.assertEqual(list(end), "done passes probe_passes tokens valid "
                         "solved".split())
        self.assertNotIn(0, end["tokens"])
        self.assertEqual(end["tokens"], before)
        self.assertEqual(end["passes"], len(lines) - 1)
        return lines

    def test_json_of_a_policy_without_costs(self):
        lines = self.check(hard(), "--policy", "topk", "--k", "7")
        self.assertEqual(len(lines[0]["accepted"]), 7)
        self.assertIsNone(lines[0]["budget"])
        self.assertIsNone(lines[0]["accepted"][0]["cost"])
        self.assertEqual(lines[-1]["probe_passes"], 0)

    def test_a_puzzle_with_several_solutions_is_never_solved(self):
        several = "." * 72 + "123456789"
        end = self.check(several, "--policy", "topk", "--k", "1")[-1]
        self.assertIsNone(end["solved"])
        text = self.done("decode", "sudoku", several, "--policy", "topk",
                         "--k", "1").stdout.splitlines()[-1]
        self.assertRegex(text, r"^(valid; there is no unique solution|not "
                         r"solved: a rule is broken), after 72 passes$")
        self.assertEqual(end["valid"], text.startswith("valid"))

    def test_json_of_the_policy_with_mi(self):
        lines = self.check(easy(), "--policy", "mi", "--gamma", "0.001")
        self.assertEqual(lines[0]["budget"], .001)
        self.assertEqual(lines[0]["probe_passes"], 9 * easy().count("."))
        self.assertIs(lines[-1]["solved"], True)

    def test_text_says_how_it_went(self):
        text = self.done("decode", "sudoku", hard(), "--policy", "eb").stdout
        self.assertRegex(text, r"(?m)^step 1: 1 pass, budget ")
        self.assertRegex(text, r"(?m)^    r\dc\d=\d  +[\d.]+ ")
        self.assertRegex(text.splitlines()[-1], r"solved.*, after \d+ pass")
        self.assertLess(max(map(len, text.splitlines())), 81)

    def test_a_wrong_board_is_named_and_still_done(self):
        args = ["decode", "sudoku", hard(), "--policy", "random", "--k", "40",
                "--temperature", "3"]
        self.assertRegex(self.done(*args).stdout, r"not solved: a rule is "
                         r"broken; \d+ wrong cells?: r\dc\d")
        end = self.lines(*args, "--format", "json")[-1]
        self.assertIs(end["solved"], False)

    def test_same_seed_same_decode_whatever_the_threads(self):
        for policy, puzzle in [("random", hard()), ("maskgit", hard()),
                               ("mi", easy())]:
            args = ["decode", "sudoku", puzzle, "--policy", policy, "--format",
                    "json", "--temperature", "1", "--seed"]
            one = self.done(*args, "5", "--threads", "1").stdout
            self.assertEqual(one, self.done(*args, "5", "--threads", "1").stdout)
            self.assertEqual(one, self.done(*args, "5", "--threads", "2").stdout)
            if policy == "random":
                self.assertNotEqual(one, self.done(*args, "6").stdout)

    def test_a_parameter_without_effect_is_noted(self):
        r = self.done("decode", "sudoku", easy(), "--policy", "topk",
                      "--gamma", "1")
        self.assertIn("--gamma has no effect with policy topk", r.stderr)

    def test_a_closed_pipe_ends_it_quietly(self):
        p = subprocess.Popen([PROGRAM, "decode", "sudoku", hard(), "--policy",
                              "sequential"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=self.env)
        p.stdout.readline()
        p.stdout.close()
        self.assertEqual(p.wait(60), -signal.SIGPIPE)
        self.assertEqual(p.stderr.read(), b"")
        p.stderr.close()

    def test_progress_only_on_a_terminal(self):
        self.assertEqual(self.done("decode", "sudoku", easy()).stderr, "")
        master, slave = pty.openpty()
        subprocess.run([PROGRAM, "mi", "sudoku", hard(), "--threads", "1"],
                       stdout=subprocess.DEVNULL, stderr=slave, env=self.env)
        os.close(slave)
        self.assertRegex(os.read(master, 65536).decode(), r"passes  \[#*\.*\]")
        os.close(master)


if __name__ == "__main__":
    unittest.main(verbosity=2)
