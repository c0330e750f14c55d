"""Canonical forms of 9x9 puzzles a second: the kernel, the search for any board, the public function, the command.

    python benchmarks/canonical.py [FILE ...] [--rows 20000] [--rounds 3] [--gridchecker PROGRAM]

FILE has 81 characters a line; without one, shipped samples. Each puzzle is turned about at random (seeded), again and
again up to *rows*. CPU time of one core, medians of rounds in which the ways take turns; the two searches must agree.

PROGRAM is dobrichev's gridchecker, built by you: `--similar --subcanon`, its start subtracted. It writes each form once
only, and its form is not always the least puzzle that can be reached; how many of its forms are, is told.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measuring import cells_of as clues
from measuring import command_line, in_turn, lines_of, sample_paths

import cpsudoku
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.cli.main import run
from cpsudoku.kernels.classic.canonical import Canonizer


def turned(cells: bytes, draw: random.Random) -> bytes:
    """The same puzzle after a random move of the board and renaming of digits."""
    names = bytes([0, *draw.sample(range(1, 10), 9)])
    rows, columns = ([3 * b + i for b in draw.sample(range(3), 3) for i in draw.sample(range(3), 3)] for _ in range(2))
    down, across = draw.choice([(9, 1), (1, 9)])
    return bytes(names[cells[down * r + across * c]] for r in rows for c in columns)


def scrambled(path: Path, rows: int) -> bytes:
    """The puzzles of a file, over and over, each time turned otherwise."""
    puzzles = list(map(clues, lines_of(path)))
    draw = random.Random(1)
    return b"".join(turned(puzzles[k % len(puzzles)], draw) for k in range(rows))


def gridchecker(program: str, path: str, out: str) -> None:
    """Its forms of a file, each once, in *out*."""
    Path(out).unlink(missing_ok=True)
    orders = [program, "--similar", "--subcanon", "--puzzles", path, "--mspuzzles", out]
    subprocess.run(orders, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def measure(name: str, cells: bytes, rounds: int, program: str | None, folder: Path) -> None:
    """A line: puzzles a second of each way."""
    text = DEFAULT.write(cells, 9)
    lines = [text[at : at + 81] for at in range(0, len(text), 81)]
    file, one, out = folder / "puzzles.txt", folder / "one.txt", str(folder / "out.txt")
    file.write_text("\n".join(lines) + "\n")
    one.write_text(lines[0] + "\n")
    forms = Canonizer().batch(cells)
    if forms != Canonizer(general=True).batch(cells):
        raise SystemExit(f"{name}: the two searches disagree")
    ways: dict[str, Callable[[], object]] = {
        "kernel": lambda: Canonizer().batch(cells),
        "any board": lambda: Canonizer(general=True).batch(cells),
        "arrays": lambda: cpsudoku.canonical_many(lines).arrays(),
        "command": lambda: run(["canonical", str(file), "-o", out, "--quiet"]),
    }
    if program is not None:
        ways["gridchecker"] = partial(gridchecker, program, str(file), out)
    spent = in_turn(ways, rounds)
    if program is not None:
        begin = in_turn({"start": partial(gridchecker, program, str(one), out)}, rounds)["start"]
        spent["gridchecker"] = [both - start for both, start in zip(spent["gridchecker"], begin)]
        gridchecker(program, str(file), out)
    rates = {way: len(lines) / max(statistics.median(found), 1e-9) for way, found in spent.items()}
    report = "".join(f"{way} {rate:,.0f} ({rate / rates['kernel']:.2f}x)   " for way, rate in rates.items())
    if program is not None:
        ours = {DEFAULT.write(forms[0][at : at + 81], 9) for at in range(0, len(forms[0]), 81)}
        theirs = set(lines_of(out))
        report += f"{len(theirs & ours)} of its {len(theirs)} forms are the least"
    print(f"{name}: {report}")


def main() -> None:
    """Print a line a file."""
    parser = command_line(__doc__, rows=20_000, rounds=3)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--gridchecker", metavar="PROGRAM")
    options = parser.parse_args()
    print("puzzles a second of CPU, and as ratios to the kernel")
    with tempfile.TemporaryDirectory() as scratch:
        for path in sample_paths(options.files, "17-clue", "minimal", "hard"):
            cells = scrambled(path, options.rows)
            measure(path.stem, cells, options.rounds, options.gridchecker, Path(scratch))


if __name__ == "__main__":
    main()
