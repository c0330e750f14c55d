"""Large boards that singles solve: what reading the file and laying out the board take beside the solving.

    python benchmarks/givens.py [--sides 144,225] [--rounds 5]

Each board is a shuffled pattern grid with nearly all of its cells given, the first of its seeds that singles solve. The
command and the call in Python run in fresh processes, in turn; figures are medians of CPU time (user and system), and
the greatest memory a process held (of a command at least what this one holds: the system counts so; Linux only).
Byte code is written where the environment forbids it too (in a folder of this run): installed packages have theirs.
`cpsudoku verify` of a 9x9 line stands first: what any command takes.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

from measuring import options_of

from cpsudoku.comparison.large import board
from cpsudoku.engines.sat.propagation import board_of
from cpsudoku.kernels.general.singles import SOLVED

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FILL = 0.85
CALL = """
import sys, time
import cpsudoku
def passed(since):
    return time.process_time() - since
text = open(sys.argv[1]).read()
began = time.process_time()
puzzle = cpsudoku.Puzzle.parse(text)
parsed = passed(began)
began = time.process_time()
assert isinstance(cpsudoku.verify(puzzle), cpsudoku.Unique)
first = passed(began)
began = time.process_time()
cpsudoku.verify(puzzle)
print(parsed, first, passed(began))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def environment(folder: str) -> dict[str, str]:
    """The environment of a measured process: byte code is kept in a folder."""
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode"))}


def solved_by_singles(side: int) -> str:
    """The first board of the side that singles solve, as one line."""
    for seed in count():
        puzzle = board(side, FILL, seed)
        with board_of(puzzle.geometry) as propagation:
            if propagation.load(puzzle.cells) == SOLVED:
                return puzzle.line()
    raise AssertionError


def command(variables: dict[str, str], *words: str) -> tuple[float, float]:
    """CPU seconds and megabytes of one `cpsudoku` process."""
    line = [sys.executable, "-m", "cpsudoku", *words]
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, env=variables)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"cpsudoku {' '.join(words)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def call(variables: dict[str, str], path: str) -> tuple[float, ...]:
    """CPU seconds of parsing, a first and a second verdict, and megabytes, of one Python process."""
    line = [sys.executable, "-c", CALL, path]
    done = subprocess.run(line, capture_output=True, text=True, check=True, env=variables)
    *seconds, kilobytes = map(float, done.stdout.split())
    return *seconds, kilobytes / 1024


def main() -> None:
    """Prints the tables."""
    options = options_of(__doc__, sides="144,225", rounds=5)
    with tempfile.TemporaryDirectory() as folder:
        variables = environment(folder)
        paths = {"9x9": Path(folder, "9.txt")}
        paths["9x9"].write_text(CLASSIC + "\n")
        for side in map(int, options.sides.split(",")):
            paths[f"{side}x{side}"] = Path(folder, f"{side}.txt")
            paths[f"{side}x{side}"].write_text(solved_by_singles(side) + "\n")
        print(f"{'':10}{'verify FILE':>20}{'solve FILE':>20}{'parse':>9}{'verify':>9}{'again':>9}{'Python':>9}")
        commands: dict[tuple[str, str], list[tuple[float, float]]] = {}
        calls: dict[str, list[tuple[float, ...]]] = {}
        for number in range(options.rounds + 1):
            for name, path in paths.items():
                spent = {word: command(variables, word, str(path)) for word in ("verify", "solve")}
                called = call(variables, str(path))
                if number:  # the first round writes byte code
                    calls.setdefault(name, []).append(called)
                    for word, used in spent.items():
                        commands.setdefault((name, word), []).append(used)
        for name in paths:
            cells = [
                f"{statistics.median(s for s, _ in used):7.2f} s{max(m for _, m in used):8.0f} MB"
                for used in (commands[name, word] for word in ("verify", "solve"))
            ]
            parsed, first, again = (statistics.median(values) for values in list(zip(*calls[name]))[:3])
            memory = max(values[3] for values in calls[name])
            row = "".join(cell.rjust(20) for cell in cells)
            print(f"{name:10}{row}{parsed:7.3f} s{first:7.3f} s{again:7.3f} s{memory:6.0f} MB")


if __name__ == "__main__":
    main()
