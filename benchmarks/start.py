"""How long the package takes to begin: importing it, the first verdict, the first rating, each command and its help.

    python benchmarks/start.py [--python PYTHON] [--rounds 11] [--limits]

Each figure is the median over fresh processes, the tasks in turn, of CPU time (user and system, all threads); what the
interpreter alone takes stands first and is not taken off the others. `import` is measured inside its process and leaves
the interpreter out. Byte code is written where the environment forbids it too (in a folder of this run): installed
packages have theirs. --limits: exit code 1 where import takes 50 ms or more, or the first verdict 0.25 s.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile

from measuring import command_line, program

from cpsudoku.cli.main import COMMANDS

HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""Singles do not solve it: a SAT solver is loaded and asked."""
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
IMPORT = "import time; t = time.process_time(); import cpsudoku; print(1000 * (time.process_time() - t))"
TASKS = {
    "python alone": ["-c", ""],
    "import cpsudoku": ["-c", "import cpsudoku"],
    "first verdict, Python": ["-c", f"import cpsudoku; cpsudoku.verify({HARD!r})"],
    "first rating, Python": ["-c", f"import cpsudoku; cpsudoku.rate({HARD!r})"],
    "cpsudoku verify PUZZLE": ["-m", "cpsudoku", "verify", HARD],
    "cpsudoku --version": ["-m", "cpsudoku", "--version"],
    "cpsudoku --help": ["-m", "cpsudoku", "--help"],
}
HELP = {f"cpsudoku {name} --help": ["-m", "cpsudoku", name, "--help"] for name in COMMANDS}
ALONE = ("solve", "candidates", "rate", "hint", "explain", "diagnose", "canonical", "convert")
"""Commands that answer one puzzle."""
TASKS |= HELP | {f"cpsudoku {name} PUZZLE": ["-m", "cpsudoku", name, EASY] for name in ALONE}
LIMITS = {"import cpsudoku, inside": 50.0, "first verdict, Python": 250.0}
"""Milliseconds."""


def main() -> int:
    """Prints the table; the exit code."""
    parser = command_line(__doc__, rounds=11)
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the package")
    parser.add_argument("--limits", action="store_true", help="exit code 1 where a limit is passed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return measured(options, {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder})


def measured(options: argparse.Namespace, variables: dict[str, str]) -> int:
    """Prints the table of processes with these environment variables; the exit code."""
    found: dict[str, list[float]] = {name: [] for name in [*TASKS, "import cpsudoku, inside"]}
    for number in range(options.rounds + 1):
        for name, words in TASKS.items():
            milliseconds = 1000 * program([options.python, *words], env=variables)[0]
            if number:  # the first round writes byte code and fills the cache of files
                found[name].append(milliseconds)
        line = [options.python, "-c", IMPORT]
        _, inside = program(line, env=variables)
        if number:
            found["import cpsudoku, inside"].append(float(inside))
    print(f"{'CPU milliseconds':<28}{'median':>8}{'least':>8}{'most':>8}   limit")
    over = 0
    for name, values in found.items():
        median, limit = statistics.median(values), LIMITS.get(name)
        over += limit is not None and median >= limit
        print(f"{name:<28}{median:8.1f}{min(values):8.1f}{max(values):8.1f}   {'' if limit is None else f'{limit:g}'}")
    return 1 if over and options.limits else 0


if __name__ == "__main__":
    sys.exit(main())
