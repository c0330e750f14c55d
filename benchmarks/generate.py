"""Minimal puzzles a second, beside `qqwing --generate` (Debian package qqwing; its puzzles are minimal too).

With SAT's confirmation of each (the default) and without it; the kernel, `hybrid` and `sat` as the engine that digs.
`sat` is SAT alone; `hybrid` asks SAT what unavoidable sets and a kernel's second solutions leave open. Then, of puzzles
dug by both: how it was settled which clues stay and which go.

    python benchmarks/generate.py [--rounds 5] [--scale 1] [--tdoku GENERATE]

GENERATE is the program `generate` of tdoku (built by you). It drops three clues of a puzzle it has, completes and
minimises it: not a puzzle from nothing, but its fastest way (`-p0 -d3 -e0 -s0 -a1`). Making its pool is not counted.
--scale multiplies the numbers of puzzles a round.

Last, rated data sets as the command writes them (JSONL, --jobs 2, start included): all ratings below ER 8 in the shares
in which random minimal puzzles have them, and the same number of each band from 1 to 7.

CPU time of one process each, in turn, so that a busy machine disturbs all alike; ratios of the medians.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from measuring import options_of, program, timed

from cpsudoku import __version__
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.board.puzzle import Solution
from cpsudoku.board.symmetry import orbits
from cpsudoku.generation.filling import fill
from cpsudoku.generation.front import generate_many
from cpsudoku.kernels.randomness import Stream, derive
from cpsudoku.questions.reduction import clue_oracle, dig

WAYS = {
    "bitmask, confirmed by SAT": ("bitmask", "sat", 8000),
    "hybrid, confirmed by SAT": ("hybrid", "sat", 800),
    "bitmask, --confirm none": ("bitmask", "none", 20_000),
    "hybrid, --confirm none": ("hybrid", "none", 1600),
    "SAT alone, --confirm none": ("sat", "none", 800),
}
"""What is measured: engine, confirmation, puzzles a round."""
NATURAL, FLAT = "rated, natural below 8", "rated, flat over 1 to 7"
"""The data sets."""


def ours(engine: str, confirm: str, start: int, count: int) -> float:
    """Puzzles a CPU second; numbers *start* on."""
    puzzles = generate_many(start + count, seed=1, start=start, engine=engine, confirm=confirm)
    seconds, records = timed(partial(list, puzzles))
    assert {record.confirmed for record in records} == {confirm}
    assert all(record.minimal for record in records)
    return count / seconds


def qqwing(count: int) -> float:
    """Puzzles a CPU second of qqwing."""
    return count / program(["qqwing", "--generate", str(count), "--one-line"])[0]


def tdoku(path: str, count: int) -> float:
    """Puzzles a CPU second of tdoku's program, its start subtracted."""
    options = ["-p0", "-d3", "-e0", "-s0", "-a1", "-l"]
    start, whole = (program([path, *options, str(puzzles)])[0] for puzzles in (500, 500 + count))
    return count / (whole - start)


def rated(name: str, count: int) -> str:
    """Rated puzzles of a data set a minute: by the clock, and if two cores had done nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        bands = Path(folder, "bands.csv")
        bands.write_text("".join(f"{er}.0..{er}.9,1\n" for er in range(1, 8)), encoding="ascii")
        aim = ["--rating", "..7.9"] if name == NATURAL else ["--rating-histogram", str(bands)]
        words = ["generate", "--count", str(count), "--seed", "1", *aim, "--jobs", "2", "--jsonl", "-q"]
        started = time.perf_counter()
        seconds, _ = program([sys.executable, "-m", "cpsudoku", *words, "-o", str(Path(folder, "set.jsonl"))])
        wall = time.perf_counter() - started
    by_clock, by_cpu = 60 * count / wall, 120 * count / seconds
    return f"{name:26s} {by_clock:10,.0f}/min  ({by_cpu:,.0f}/min by CPU time, {count:,} puzzles)"


def settled(engine: str, count: int) -> str:
    """How it was settled what stays and what goes: means of *count* puzzles."""
    tester, board = clue_oracle(engine, CLASSIC), CLASSIC
    found = []
    for index in range(count):
        stream = Stream(derive(1, index))
        solution = Solution.trusted(fill("uniform", board, stream), board)
        found.append(dig(tester, solution, stream.shuffled(orbits(board, "none"))))
    counts = [(len(d.clues), d.by_sets, d.by_witnesses, d.by_cores, d.calls) for d in found]
    stay, sets, seen, cores, calls = map(statistics.fmean, zip(*counts))
    return (
        f"{engine:8s} {stay:.1f} clues stay ({sets:.1f} by unavoidable sets); "
        f"{cores:.1f} go by earlier cores; {seen:.1f} questions answered by witnesses, {calls:.1f} by SAT"
    )


def main() -> None:
    options = options_of(__doc__, rounds=5, scale=1.0, tdoku=str)
    peer = shutil.which("qqwing") is not None
    for engine, confirm, _ in WAYS.values():
        ours(engine, confirm, 0, 50)
    rates: dict[str, list[float]] = {name: [] for name in [*WAYS, "qqwing", "tdoku"]}
    for round_ in range(options.rounds):
        for name, (engine, confirm, count) in WAYS.items():
            rates[name].append(ours(engine, confirm, count * round_, int(count * options.scale)))
        if peer:
            rates["qqwing"].append(qqwing(int(250 * options.scale)))
        if options.tdoku:
            rates["tdoku"].append(tdoku(options.tdoku, int(20_000 * options.scale)))
    print(f"cpsudoku {__version__}, minimal 9x9 puzzles a CPU second, {options.rounds} rounds")
    base = statistics.median(rates["qqwing"]) if peer else None
    for name, found in rates.items():
        if found:
            middle = statistics.median(found)
            ratio = f"{middle / base:6.1f} x qqwing" if base else ""
            if rates["tdoku"]:
                ratio += f"{middle / statistics.median(rates['tdoku']):8.2f} x tdoku"
            print(f"{name:26s} {middle:10,.0f}/s  (min {min(found):,.0f}, max {max(found):,.0f})  {ratio}")
    print(rated(NATURAL, int(100_000 * options.scale)))
    print(rated(FLAT, int(14_000 * options.scale)))
    for engine in ("hybrid", "sat"):
        print(settled(engine, int(500 * options.scale) + 1))


if __name__ == "__main__":
    main()
