"""Speed of verify_many (engine sat, one core) against the plain way, in one run.

The plain way: a fresh Minisat22 per puzzle with the pairwise extended encoding and the clues as units;
solve, block the solution, solve again. Both decide uniqueness; CPU time, parts alternated.

    python benchmarks/verify.py [FILE ...] [--plain 60] [--rounds 3]

Without files the shipped samples are used.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pysat.solvers import Minisat22

from cpsudoku import Unique, samples, verify_many
from cpsudoku.board.geometry import CLASSIC


def extended_pairwise() -> list[list[int]]:
    """The 11,988 clauses, written out here so that the comparison shares nothing with the package."""
    groups = [[81 * r + 9 * c + d for d in range(1, 10)] for r in range(9) for c in range(9)]
    for house in CLASSIC.houses:
        groups += [[9 * cell + d for cell in house.cells] for d in range(1, 10)]
    pairs = [[-a, -b] for group in groups for i, a in enumerate(group) for b in group[i + 1 :]]
    return groups + pairs


def plain_way(puzzles: list[str], clauses: list[list[int]]) -> int:
    """How many of the puzzles are unique."""
    unique = 0
    for puzzle in puzzles:
        with Minisat22(bootstrap_with=clauses) as solver:
            for cell, symbol in enumerate(puzzle):
                if symbol in "123456789":
                    solver.add_clause([9 * cell + int(symbol)])
            if solver.solve():
                solver.add_clause([-v for v in solver.get_model() if v > 0])
                unique += not solver.solve()
    return unique


def ours(puzzles: list[str]) -> int:
    """The same by the package."""
    return sum(isinstance(verdict, Unique) for verdict in verify_many(puzzles))


def seconds(work: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds, and what the work returned."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def main() -> None:
    """Print a line a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--plain", type=int, default=60, help="puzzles a round for the plain way")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    files = options.files or [samples.path_of(name) for name in ("17-clue", "minimal", "hard", "hardest")]
    clauses = extended_pairwise()
    print(f"{'file':28} {'plain/s':>8} {'ours/s':>9} {'ratio, median':>14}   (each round)")
    for file in files:
        puzzles = [line[:81] for line in file.read_text().split("\n") if line]
        ratios, plain_rates, our_rates = [], [], []
        for round_ in range(options.rounds):
            part = [puzzles[(round_ * options.plain + k) % len(puzzles)] for k in range(options.plain)]
            plain_seconds, plain_unique = seconds(partial(plain_way, part, clauses))
            our_seconds, _ = seconds(partial(ours, puzzles))
            if plain_unique != ours(part):
                raise SystemExit(f"{file.name}: the two ways disagree")
            plain_rates.append(len(part) / plain_seconds)
            our_rates.append(len(puzzles) / our_seconds)
            ratios.append(our_rates[-1] / plain_rates[-1])
        shown = " ".join(f"{ratio:.1f}" for ratio in ratios)
        print(
            f"{file.name:28} {statistics.median(plain_rates):8.0f} {statistics.median(our_rates):9.0f}"
            f" {statistics.median(ratios):14.1f}   ({shown})"
        )


if __name__ == "__main__":
    main()
