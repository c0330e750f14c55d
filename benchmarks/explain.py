"""Explanations: CPU time of walks and steps, sizes, and how they go with the Sudoku Explainer's numbers.

    python benchmarks/explain.py corpus --corpus puzzles.jsonl [--every 4] [--seconds 10] [--smallest]
    python benchmarks/explain.py ratings --ratings ratings.csv [--count 300] [--seconds 10]
    python benchmarks/explain.py isomorphs [--count 200]

`corpus`: the 9x9 puzzles of a corpus of variants (see `variant_corpus.py`) with one solution: whole walks, the time to
a step, and with --smallest the time to certify one. `ratings`: a CSV with the columns puzzle and ER: Spearman's
rank correlation of the largest step, of all steps together and of both with ER. `isomorphs`:
scrambled twins of sample puzzles, certified steps: the sizes of both. Each puzzle is a fresh object, walked once.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median, quantiles

from variant_corpus import converted

from cpsudoku import Explanation, Limits, Puzzle, explain
from cpsudoku.samples import path_of


def spread(name: str, values: Sequence[float], unit: str = "ms") -> str:
    """Median, 95th percentile and worst."""
    if not values:
        return f"{name}: none"
    cut = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return f"{name}: {len(values)}, median {median(values):.2f}, p95 {cut:.2f}, worst {max(values):.1f} {unit}"


def walked(puzzle: Puzzle, seconds: float, smallest: bool = False) -> tuple[Explanation | None, float]:
    """The explanation and its CPU milliseconds."""
    begun = time.process_time()
    found = explain(puzzle, smallest=smallest, limits=Limits(seconds=seconds))
    spent = 1000 * (time.process_time() - begun)
    return (found if isinstance(found, Explanation) else None), spent


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1, equal values sharing the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for k in order[at:end]:
            found[k] = (at + end + 1) / 2
        at = end
    return found


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's."""
    a, b = ranks(one), ranks(other)
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    above = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    below = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return above / below if below else 0.0


def corpus(options: argparse.Namespace) -> None:
    """Walks over variants."""
    with open(options.corpus, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    rows = [r for r in rows if r["rows"] == r["cols"] == 9 and r["expected"].startswith("unique")][:: options.every]
    times, steps, sizes, unfinished, proven, several = [], [], [], [], 0, 0
    for row in rows:
        found, spent = walked(converted(row), options.seconds, options.smallest)
        times.append(spent)
        if found is None or not found.complete:
            unfinished.append(row["id"])
            continue
        steps.append(spent / max(1, len(found.steps)))
        sizes.append(float(found.largest))
        several += sum(step.size > 1 for step in found.steps)
        proven += sum(step.size > 1 and step.smallest for step in found.steps)
    print(spread("whole walks", times))
    print(spread("a step", steps))
    print(spread("largest size", sizes, ""))
    if options.smallest:
        print(f"steps of several reasons proven smallest: {proven} of {several}")
    print(f"unfinished in {options.seconds:g} s: {len(unfinished)}", *unfinished)


def ratings(options: argparse.Namespace) -> None:
    """Sizes against ER."""
    with open(options.ratings, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    random.Random(1).shuffle(rows)
    er, largest, total, times, open_ = [], [], [], [], 0
    for row in rows[: options.count]:
        found, spent = walked(Puzzle.parse(row["puzzle"]), options.seconds)
        times.append(spent)
        if found is None or not found.complete:
            open_ += 1
            continue
        er.append(float(row["ER"]))
        largest.append(float(found.largest))
        total.append(float(found.total))
    print(spread("whole walks", times))
    print(f"{len(er)} walked, {open_} unfinished in {options.seconds:g} s")
    print(f"rank correlation with ER: largest {correlation(er, largest):.3f}, all steps {correlation(er, total):.3f}")


def isomorphs(options: argparse.Namespace) -> None:
    """Scrambled twins."""
    lines = [line for line in _sample_lines() if line]
    draw = random.Random(1)
    same_largest = same_total = certified = 0
    for _ in range(options.count):
        puzzle = Puzzle.parse(draw.choice(lines))
        twin = scrambled(puzzle, draw)
        one, _ = walked(puzzle, options.seconds, True)
        other, _ = walked(twin, options.seconds, True)
        if one is None or other is None or not (one.certified and other.certified):
            continue
        certified += 1
        same_largest += one.largest == other.largest
        same_total += one.total == other.total
    print(f"{options.count} pairs, {certified} certified: largest equal {same_largest}, all steps equal {same_total}")


def scrambled(puzzle: Puzzle, draw: random.Random) -> Puzzle:
    """The puzzle with bands, rows, stacks, columns and digits shuffled, perhaps turned over."""

    def lines() -> list[int]:
        bands = draw.sample(range(3), 3)
        return [3 * band + line for band in bands for line in draw.sample(range(3), 3)]

    rows, columns, digits = lines(), lines(), [0, *draw.sample(range(1, 10), 9)]
    turned = draw.random() < 0.5
    cells = bytearray(81)
    for r in range(9):
        for c in range(9):
            at = columns[c] * 9 + rows[r] if turned else rows[r] * 9 + columns[c]
            cells[r * 9 + c] = digits[puzzle.cells[at]]
    return Puzzle(bytes(cells))


def _sample_lines() -> Iterator[str]:
    with open(path_of("minimal"), encoding="utf-8") as file:
        yield from (line.split()[0] for line in file if line.strip() and not line.startswith("#"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("corpus", "ratings", "isomorphs"))
    parser.add_argument("--corpus")
    parser.add_argument("--ratings")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--smallest", action="store_true")
    options = parser.parse_args()
    {"corpus": corpus, "ratings": ratings, "isomorphs": isomorphs}[options.what](options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
