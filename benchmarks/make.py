"""Variant puzzles to order: 100 minimal ones of each of ten rules, proved again by a second engine, with their times.

    python benchmarks/make.py [COUNT] [RULE ...]

Prints for each rule the median and the greatest of CPU milliseconds a puzzle, SAT's confirmation included, and the
median without it; how many were made, drafts that became one (hits), givens, constraints, and how many the engine
`constraints`, which had no part in it, finds unique and minimal item by item. Then puzzles without a given, and with a
difficulty target. All are of seed 1; the first puzzle of each rule is made twice, to warm up.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

from cpsudoku import generate
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.registry import engine_for
from cpsudoku.generation.generated import Generated

RULES = (*("killer", "kropki", "arrow", "thermo", "xv", "whisper", "renban", "palindrome", "quadruple", "anti-knight"),)


def made(count: int, **options: Any) -> tuple[list[Generated], list[float]]:
    """The puzzles of a seed, and CPU seconds each."""
    generate(seed=1, **options)
    found, seconds = [], []
    for index in range(count):
        began = time.process_time()
        found.append(generate(seed=1, index=index, **options))
        seconds.append(time.process_time() - began)
    return found, seconds


def is_sound(record: Generated) -> bool:
    """Unique, and nothing can go, by the engine `constraints`."""
    puzzle, solution = record.puzzle, record.solution
    if puzzle is None or solution is None:
        return False
    asked = engine_for(puzzle, "constraints")
    if asked.search(puzzle.cells, 2).solutions != (solution.cells,):
        return False
    for cell, _ in puzzle.clues:
        if len(asked.search(puzzle.cells[:cell] + b"\0" + puzzle.cells[cell + 1 :], 2).solutions) < 2:
            return False
    for rule in puzzle.constraints:
        rest = tuple(other for other in puzzle.constraints if other != rule)
        fewer = Puzzle.trusted(puzzle.cells, puzzle.geometry, rest)
        if len(engine_for(fewer, "constraints").search(fewer.cells, 2).solutions) < 2:
            return False
    return True


def line(name: str, count: int, check: bool, **options: Any) -> None:
    """Make, check, print."""
    records, seconds = made(count, **options)
    _, bare = made(min(count, 20), **(options | {"confirm": "none"}))
    there = [record for record in records if record.puzzle is not None]
    sound = "" if not check else f"{sum(map(is_sound, there))}/{count}"
    drafts = sum(record.tries for record in records)
    givens = statistics.mean(record.clues for record in there) if there else 0
    rules = statistics.mean(len(record.puzzle.constraints) for record in there if record.puzzle) if there else 0
    print(
        f"{name:34} {1000 * statistics.median(seconds):8.1f} {1000 * max(seconds):9.1f} "
        f"{1000 * statistics.median(bare):8.1f} {len(there):6} {len(there) / drafts:6.0%} {givens:7.1f} {rules:7.1f} "
        f"{sound:>9}",
        flush=True,
    )


def main() -> None:
    """The tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=100)
    parser.add_argument("rules", nargs="*")
    options = parser.parse_args()
    heads = f"{'median':>8} {'slowest':>9} {'bare':>8} {'made':>6} {'hits':>6} {'givens':>7} {'rules':>7} {'sound':>9}"
    print(f"{'':34} {heads}")
    for name in options.rules or RULES:
        line(name, options.count, True, makers=name)
    if options.rules:
        return
    few = max(1, options.count // 10)
    for name in ("killer", "kropki", "arrow"):
        sizes = {"sizes": (2, 4)} if name == "killer" else {"number": (20, 24)} if name == "arrow" else {}
        line(f"{name}, no givens", few, True, makers=name, clues=0, attempts=200, **sizes)
    for name in ("killer", "kropki", "arrow"):
        line(f"{name}, no step larger than 8", few, True, makers=name, largest=(1, 8))


if __name__ == "__main__":
    main()
