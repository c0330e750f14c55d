"""How surely and how fast puzzles are found to order, in CPU seconds of one core.

    python benchmarks/aiming.py [--seeds 100] [--from 1.0] [--to 9.4]     minimal puzzles by half point of ER
    python benchmarks/aiming.py --requires [--seeds 20]                        techniques that are needed
    python benchmarks/aiming.py --effort [--seeds 20]                          method effort, boxes 2x2, 3x3, 4x4
    python benchmarks/aiming.py --top SECONDS [--seeds 1]                      the highest ER in so many seconds

A band is hit where a puzzle was found within 60 CPU seconds (300 from ER 8.5 on).
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from functools import partial
from statistics import median
from typing import Any

from measuring import options_of, print_machine, timed

from cpsudoku import Limits, generate
from cpsudoku.board.geometry import boxes
from cpsudoku.generation.aiming.search import solves, watch
from cpsudoku.generation.aiming.targets import ALL_KINDS, kinds_of
from cpsudoku.generation.recipe import Generated
from cpsudoku.rating.numbers import in_tenths

TECHNIQUES = ("x-wing", "swordfish", "xy-wing", "unique-rectangle", "bug", "aligned-pair", "forcing-chain")
PATIENCE = 10
"""Wall-clock seconds allowed for a CPU second: the machine may be shared."""


def print_row(label: str, found: list[tuple[float, Generated]], most: float) -> None:
    """One line of the table."""
    seconds = [spent for spent, _ in found]
    hits = sum(not record.missed and spent <= most for spent, record in found)
    methods = Counter(record.method for _, record in found)
    words = ", ".join(f"{name} {count}" for name, count in methods.most_common())
    tries = median(record.tries for _, record in found)
    times = f"{median(seconds):9.3f} {max(seconds):9.3f}"
    print(f"{label:16} {hits:4}/{len(found):<4} {times} {tries:9,.0f}  {words}", flush=True)


def bands(lowest: int, highest: int, seeds: Iterable[int]) -> None:
    """Bands of half a point: 1.0 to 1.4, 1.5 to 1.9, ..."""
    for low in range(lowest, highest, 5):
        most = 60 if low < 85 else 300
        limits = Limits(seconds=PATIENCE * most)
        band = partial(generate, rating=(low / 10, (low + 4) / 10), minimal=True, attempts=0, limits=limits)
        records = [timed(partial(band, seed=seed)) for seed in seeds]
        print_row(f"{low / 10:.1f} to {low / 10 + 0.4:.1f}", records, most)


def required(seeds: Iterable[int]) -> None:
    """Puzzles that need a technique: solved with it, stalled without, nothing above their ER allowed."""
    for name in TECHNIQUES:
        records = [timed(partial(generate, requires=name, seed=seed, limits=Limits(seconds=600))) for seed in seeds]
        proven = 0
        for _, record in records:
            assert record.puzzle is not None
            assert record.rating is not None
            cells, er = record.puzzle.cells, in_tenths(record.rating.er)
            proven += solves(cells, ALL_KINDS, er) and not solves(cells, ALL_KINDS - kinds_of(name), er)
        print_row(name, records, 60)
        assert proven == len(records), f"{proven} of {len(records)} proven"


def efforts(seeds: Iterable[int]) -> None:
    """Method effort, with its loop of 10 %."""
    for rows, target in ((2, 10), (3, 200), (3, 500), (3, 1000), (4, 1000)):
        options: dict[str, Any] = {"geometry": boxes(rows, rows), "effort": target, "within": 0.1, "method": "effort"}
        records = [timed(partial(generate, seed=seed, limits=Limits(seconds=600), **options)) for seed in seeds]
        print_row(f"{rows}x{rows} effort {target}", records, 600)
        found = sorted(record.effort for _, record in records if record.effort is not None)
        clues = sorted(record.clues for _, record in records)
        minimal = sum(record.minimal for _, record in records)
        print(f"    effort {found[0]} to {found[-1]}, clues {clues[0]} to {clues[-1]}, {minimal} minimal")


def top(seconds: float, seeds: Iterable[int]) -> None:
    """The highest ER, and when each was reached."""
    for seed in seeds:
        began = time.process_time()
        best = [119]

        def tell(tries: int, distance: int, _: float, best: list[int] = best, began: float = began) -> None:
            if distance < best[0]:
                best[0] = distance
                spent = time.process_time() - began
                print(f"ER {11.9 - distance / 10:.1f} after {spent:.0f} CPU s, {tries:,} tries", flush=True)

        watch(tell)
        record = generate(rating=11.9, seed=seed, attempts=0, limits=Limits(seconds=seconds))
        watch(None)
        assert record.puzzle is not None
        spent = time.process_time() - began
        print(f"seed {seed}: {record.puzzle.line()} {record.rating}, {spent:.0f} CPU s, {record.tries:,} tries")


def main() -> int:
    options = options_of(__doc__, requires=False, effort=False, seeds=int, top=float, **{"from": 1.0, "to": 9.4})
    print_machine()
    if options.top is not None:
        top(options.top, range(1, 1 + (options.seeds or 1)))
        return 0
    print(f"{'target':16} {'hits':>9} {'median s':>9} {'max s':>9} {'tries':>9}  methods")
    if options.requires:
        required(range(options.seeds or 20))
    elif options.effort:
        efforts(range(options.seeds or 20))
    else:
        bands(round(10 * getattr(options, "from")), round(10 * options.to), range(options.seeds or 100))
    return 0


if __name__ == "__main__":
    sys.exit(main())
