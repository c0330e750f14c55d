"""Canonical forms of 9x9 puzzles a second: the kernel, the search for any board, the public function, the command.

    python benchmarks/canonical.py [FILE ...] [--rows 20000] [--rounds 3] [--gridchecker PROGRAM]

FILE has 81 characters a line; without one, shipped samples. Each puzzle is turned about at random (seeded), again and
again up to *rows*. CPU time of one core, medians of rounds in which the ways take turns; the two searches must agree.

PROGRAM is dobrichev's gridchecker, built by you: `--similar --subcanon`, its start subtracted. It writes each form once
only, and its form is not always the least puzzle that can be reached; how many of its forms are, is told.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cpsudoku
from cpsudoku import samples
from cpsudoku.board.alphabet import DEFAULT
from cpsudoku.cli.main import run
from cpsudoku.kernels.classic.canonical import Canonizer

SETS = ("17-clue", "minimal", "hard")


def turned(cells: bytes, draw: random.Random) -> bytes:
    """The same puzzle after a random move of the board and renaming of digits."""
    names = bytes([0, *draw.sample(range(1, 10), 9)])
    rows, columns = ([3 * b + i for b in draw.sample(range(3), 3) for i in draw.sample(range(3), 3)] for _ in range(2))
    down, across = draw.choice([(9, 1), (1, 9)])
    return bytes(names[cells[down * r + across * c]] for r in rows for c in columns)


def cells_of(path: Path, rows: int) -> bytes:
    """The puzzles of a file, over and over, each time turned otherwise."""
    lines = [line[:81] for line in path.read_text().split("\n") if len(line) >= 81]
    puzzles = [bytes(int(c) if c in "123456789" else 0 for c in line) for line in lines]
    draw = random.Random(1)
    return b"".join(turned(puzzles[k % len(puzzles)], draw) for k in range(rows))


def process_seconds(work: Callable[[], object]) -> float:
    """CPU seconds of this process and of those it waited for."""
    before = os.times()
    work()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])


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
    spent: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, work in ways.items():
            began = time.process_time()
            if way == "gridchecker":
                started = process_seconds(partial(gridchecker, str(program), str(one), out))
                spent[way].append(process_seconds(work) - started)
            else:
                work()
                spent[way].append(time.process_time() - began)
    rates = {way: len(lines) / max(statistics.median(found), 1e-9) for way, found in spent.items()}
    told = "".join(f"{way} {rate:,.0f} ({rate / rates['kernel']:.2f}x)   " for way, rate in rates.items())
    if program is not None:
        ours = {DEFAULT.write(forms[0][at : at + 81], 9) for at in range(0, len(forms[0]), 81)}
        theirs = {line[:81] for line in Path(out).read_text().split("\n") if len(line) >= 81}
        told += f"{len(theirs & ours)} of its {len(theirs)} forms are the least"
    print(f"{name}: {told}")


def main() -> None:
    """Print a line a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--gridchecker", metavar="PROGRAM")
    options = parser.parse_args()
    print("puzzles a second of CPU, and as ratios to the kernel")
    with tempfile.TemporaryDirectory() as scratch:
        for path in options.files or [samples.path_of(name) for name in SETS]:
            cells = cells_of(path, options.rows)
            measure(path.stem, cells, options.rounds, options.gridchecker, Path(scratch))


if __name__ == "__main__":
    main()
