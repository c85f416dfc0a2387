#include "cli/subcommand.h"

#include <string.h>

/* clang-format off */
const struct subcommand SUBCOMMANDS[] = {
    { "sudoku", FOR_SUDOKU, "[PUZZLE | FILE[:N] | -]", 0, 1,
      "watch a decode in the terminal",
      "Opens the interface: the board, the heatmap of mutual information between\n"
      "empty cells, and what the policy accepts and defers at each step and why.\n"
      "Without a puzzle it opens the bundled ones. Press ? for the keys, q to leave.",
      "miscope sudoku\n"
      "miscope sudoku puzzles/hard.txt:3 --policy eb --gamma 0.2\n",
      cmd_watch },

    { "replay", FOR_REPLAY, "TRACE.npz", 1, 1,
      "look at a recorded decode again",
      "Opens the interface on a trace that decode --trace kept, or one recorded\n"
      "elsewhere with the same arrays. No model is needed.",
      "miscope replay hard.npz\n",
      cmd_replay },

    { "decode", FOR_DECODE, "DOMAIN INPUT", 2, 2,
      "fill in one problem and print every step",
      "Decodes one problem without an interface and prints each step: forward\n"
      "passes so far, the budget, the cells it accepts with their probability and\n"
      "cost, and those it defers with the reason. A finished decode with a wrong\n"
      "board is still a finished decode: the last line says so, the status is 0.",
      "miscope decode sudoku puzzles/hard.txt:3 --policy eb --gamma 0.2\n"
      "miscope decode sudoku - --format json --trace hard.npz < hard.txt\n",
      cmd_decode },

    { "mi", FOR_MI, "DOMAIN INPUT", 2, 2,
      "mutual information of a board, as numbers or a picture",
      "Computes the matrix of mutual information between the empty positions of a\n"
      "board as it is given. The ending of --out chooses the format: .png .svg .pdf\n"
      "draw it; .csv has a row and a column of names; .npy is float32 [N,N] for\n"
      "numpy.load. Values are nats. Without --out the strongest pairs are printed.",
      "miscope mi sudoku puzzles/hard.txt:3\n"
      "miscope mi sudoku puzzles/hard.txt:3 --out mi.npy\n",
      cmd_mi },

    { "export", FOR_EXPORT, "TRACE.npz", 1, 1,
      "figures from a recorded decode",
      "Draws one step of a trace (--step) or all of them (--all) as the interface\n"
      "shows it: board, heatmap, colour bar and caption, or the matrix alone. The\n"
      "ending of --out chooses PNG, SVG or PDF; with --all it names a folder.",
      "miscope export hard.npz --step 3 --out step3.png\n"
      "miscope export hard.npz --all --out frames --width-mm 183\n",
      cmd_export },

    { "generate", FOR_GENERATE, "DOMAIN", 1, 1,
      "make new puzzles with one solution each",
      "Prints puzzles, one to a line, each with exactly one solution and a number\n"
      "of givens within --givens. The same seed makes the same puzzles.",
      "miscope generate sudoku --count 5 --givens 24-28 --seed 7\n",
      cmd_generate },

    { "info", FOR_INFO, "FILE", 1, 1,
      "what a model file holds",
      "Prints the configuration, the number of parameters, the tensors with shape\n"
      "and type, the digest of the weights and the card of a safetensors file.",
      "miscope info assets/sudoku.safetensors\n",
      cmd_info },

    { "eval", FOR_EVAL, "DOMAIN FILE", 2, 2,
      "compare policies on many problems",
      "Decodes every problem of FILE under each setting of --policy and prints a\n"
      "row for each: passes, problems solved with their 95 % Wilson interval, time,\n"
      "and McNemar's paired test against the baseline. Settings look like\n"
      "  'sequential; topk k=4,7; eb gamma=0.1,0.2; ebmi gamma=0.1 mi=truth'\n"
      "where several values of a parameter make several settings; temperature, seed\n"
      "and mi can be set too. `eval mi DOMAIN` measures the MI head instead, against\n"
      "the truth on new boards.",
      "miscope eval sudoku puzzles/hard.txt --resume hard.json\n"
      "miscope eval sudoku hard.txt --policy 'eb gamma=0.1,0.2; ebmi gamma=0.05'\n"
      "miscope eval mi sudoku --boards 100\n",
      cmd_eval },

    { "train", FOR_TRAIN, "KIND DOMAIN", 2, 2,
      "train a model",
      "Trains the denoiser (mdm) on puzzles it makes up, and writes the average of\n"
      "the weights over the last steps. Every few minutes, and when it is stopped\n"
      "with Ctrl-C, the run is kept in a checkpoint; the same command goes on from\n"
      "it, bit for bit, with any number of threads. Or (mi) the head that estimates\n"
      "the MI of a model: the truth it learns from is made first and kept.",
      "miscope train mdm sudoku --steps 20000 --out my.safetensors\n"
      "miscope train mi sudoku --model my.safetensors --out my.mi.safetensors\n"
      "miscope sudoku --model my.safetensors\n",
      cmd_train },

    { "bench", FOR_BENCH, "", 0, 0,
      "how fast this machine runs it",
      "Measures the peak of matrix multiplication on this machine and what the model\n"
      "makes of it: the reference is the value at that peak. Then how long one waits\n"
      "for the interface: there the reference is the time it should not exceed.\n"
      "The ratio is value over reference. Takes some seconds.",
      "miscope bench\n"
      "miscope bench --format json\n",
      cmd_bench },

    { 0 },
};
/* clang-format on */

const struct subcommand *subcommand_named(const char *name)
{
    for (const struct subcommand *c = SUBCOMMANDS; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
