#!/usr/bin/env python3
"""Adds up the tests of meson's logs. The last line is "N passed, N failed,
N skipped"; a test program of cmocka counts as the tests in it.

    usage: tally.py BUILD_FOLDER...
"""
import json
import pathlib
import sys

MARKS = {"[       OK ]": "passed", "[  FAILED  ]": "failed",
         "[  SKIPPED ]": "skipped"}
RESULTS = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}


def count(record):
    """What one record of testlog.json says."""
    n = dict.fromkeys(("passed", "failed", "skipped"), 0)
    for line in (record.get("stdout") or "").splitlines():
        if line.startswith("[==========]") and "run" in line:
            break  # the list of failures follows
        for mark, what in MARKS.items():
            n[what] += line.startswith(mark)
    result = RESULTS.get(record["result"], "failed")
    if not any(n.values()) or (result == "failed" and not n["failed"]):
        n[result] += 1  # not cmocka's, or it crashed on the way
    return n


def controls():
    """A crash, a failure and a skip must be told from a success."""
    ok, bad = "[       OK ] a\n", "[  FAILED  ] b\n"
    end = "[==========] 2 test(s) run.\n"
    cases = [(("OK", ok + ok + end), (2, 0, 0)),
             (("FAIL", ok + bad + end + bad), (1, 1, 0)),
             (("FAIL", ok), (1, 1, 0)), (("TIMEOUT", ""), (0, 1, 0)),
             (("OK", ""), (1, 0, 0)), (("SKIP", ""), (0, 0, 1)),
             (("OK", ok + "[  SKIPPED ] c\n" + end), (1, 0, 1))]
    return [case for case, expected in cases
            if tuple(count(dict(zip(("result", "stdout"), case))).values())
            != expected]


def main():
    total = dict.fromkeys(("passed", "failed", "skipped"), 0)
    assert not controls(), controls()
    for folder in sys.argv[1:]:
        log = pathlib.Path(folder, "meson-logs", "testlog.json")
        records = [json.loads(line) for line in log.read_text().splitlines()] \
            if log.exists() else []
        here = dict.fromkeys(total, 0)
        for record in records:
            for what, n in count(record).items():
                here[what] += n
        if not records:
            here["failed"] += 1  # it did not get as far as its tests
        print(folder + ":", ", ".join(f"{n} {w}" for w, n in here.items()))
        for what, n in here.items():
            total[what] += n
    print(", ".join(f"{n} {what}" for what, n in total.items()))
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
