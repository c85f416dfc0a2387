#!/usr/bin/env python3
"""cli_train - a small model trained by the program: whole, stopped, refused.

    MISCOPE=build/miscope tests/cli_train.py
"""

import signal
import subprocess
import time
import unittest

from cli_support import CliTest, PROGRAM, easy

SMALL = ("--puzzles 30 --width 16 --heads 2 --blocks 1 --loops 2 --ffn 32 "
         "--batch 16 --givens 28-30").split()


class Train(CliTest):
    def train(self, out, *args):
        return self.done("train", "mdm", "sudoku", "--out", out, *SMALL, *args)

    def test_the_model_is_one_that_decodes(self):
        r = self.train("m.safetensors", "--steps", "5", "--seed", "3")
        self.assertRegex(r.stderr, r"step 5/5  loss \d\.\d{4}  right \d+\.\d %")
        self.assertEqual(self.left_behind(), ["m.safetensors"])
        card = "".join(self.done("info", "m.safetensors").stdout.split())
        self.assertIn('"steps":5,"batch":16', card)
        end = self.lines("decode", "sudoku", easy(), "--model",
                         "m.safetensors", "--policy", "topk", "--format",
                         "json")[-1]
        self.assertTrue(end["done"])

    def test_threads_do_not_change_it_and_the_seed_does(self):
        for name, args in [("a", ["--threads", "1"]), ("b", ["--threads", "3"]),
                           ("c", ["--seed", "2"])]:
            self.train(name, "--steps", "3", *args)
        a, b, c = (self.content(n, "rb") for n in "abc")
        self.assertEqual(a, b)
        self.assertNotEqual(a[-4000:], c[-4000:])

    def test_a_stopped_run_goes_on_to_the_same_bytes(self):
        steps = ["--steps", "2000"]
        command = [PROGRAM, "train", "mdm", "sudoku", "--out", "stopped",
                   *SMALL, *steps]
        p = subprocess.Popen(command, cwd=self.folder, env=self.env,
                             stderr=subprocess.PIPE)
        time.sleep(.7)
        p.send_signal(signal.SIGINT)
        self.assertEqual(p.wait(60), -signal.SIGINT)
        p.stderr.close()
        self.assertEqual(self.left_behind(), ["stopped.checkpoint"])
        self.refused(2, "its rate is not the one of this run", "train", "mdm",
                     "sudoku", "--out", "stopped", *SMALL, *steps, "--rate",
                     "0.01")
        r = self.train("stopped", *steps)
        self.assertRegex(r.stderr, r"going on from step \d+ of stopped")
        self.train("whole", *steps)
        self.assertEqual(self.left_behind(), ["stopped", "whole"])
        self.assertEqual(self.content("stopped", "rb"),
                         self.content("whole", "rb"))

    def test_what_cannot_be_trained_is_said(self):
        self.write("mine", "mine")
        self.write("other.checkpoint", "not a checkpoint")
        out = ["--out", "m"]
        for words, args in [
                ("--out is missing", ["mdm", "sudoku"]),
                ("mine exists: choose another name", ["mdm", "sudoku", "--out", "mine"]),
                ("order cannot be trained", ["order", "sudoku", *out]),
                ("nothing to train on for chess", ["mdm", "chess", *out]),
                ("--batch 17 is not a multiple of 16",
                 ["mdm", "sudoku", *out, "--batch", "17"]),
                ("--width 30 is not divisible by --heads 4",
                 ["mdm", "sudoku", *out, "--width", "30"]),
                ("cannot go on from other.checkpoint",
                 ["mdm", "sudoku", "--out", "other", *SMALL])]:
            self.refused(2, words, "train", *args)
        self.assertEqual(self.left_behind(), ["mine", "other.checkpoint"])
        self.assertEqual(self.content("mine"), "mine")

    def test_no_folder_no_run(self):
        self.refused(2, "none/m", "train", "mdm", "sudoku", "--out", "none/m",
                     *SMALL, "--steps", "1")
        self.refused(2, "none/c", "train", "mdm", "sudoku", "--out", "m",
                     "--checkpoint", "none/c", *SMALL, "--steps", "1")
        self.assertEqual(self.left_behind(), [])


if __name__ == "__main__":
    unittest.main()
