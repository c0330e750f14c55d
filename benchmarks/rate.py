"""Puzzles rated per second, one core, by half-point band of ER.

    python benchmarks/rate.py RATED.csv [--to 6.4] [--seconds 2] [--rounds 3] [--check]
    python benchmarks/rate.py RATED.csv --puzzles HARD.txt --take 20 --from 8.0 --peer 'skfr --input={stem}'
    python benchmarks/rate.py RATED.csv --from 10.0 --jobs 2

RATED.csv has columns puzzle, ER, EP, ED (such as tests/puzzles/se_ratings.csv); --puzzles adds a band, "file", of
--take (20) unrated puzzles, such as the hardest.
CPU time. Every round has a fresh rater, which remembers nothing of the rounds before it: from ER 9.5 on a rater knows
again what it has met, so a second round with the same one would be faster than any first. A band's figure is the
median of its rounds, three at least; bands of few easy puzzles are repeated within a round. --peer names another
program, run in turn with ours on the same puzzles ({file}: one a line; {stem}: without its .txt; in an empty folder).
--check compares all three numbers first and lists what differs. --jobs rates every puzzle by so many threads, too, in
turn with one: the ratio of wall times, which means something on a quiet machine only; of one thread's CPU time to that
of the busiest (about the most the former can be); and how much CPU time they take more altogether.
"""

from __future__ import annotations

import csv
import shlex
import statistics
import sys
import tempfile
import time
from pathlib import Path

from measuring import cells_of, options_of, print_machine, program, timed

from cpsudoku.rating.rater import CHUNK, Rater

EASY = 6.5
"""Below, a puzzle is rated in microseconds: a band is repeated to a full chunk."""


def ours(cells: list[bytes]) -> float:
    """CPU seconds of a fresh rater."""
    rater = Rater()
    return timed(lambda: [rater.rate_chunk(b"".join(cells[k : k + CHUNK])) for k in range(0, len(cells), CHUNK)])[0]


def shared(cells: list[bytes], jobs: int) -> tuple[float, float, float]:
    """Of a fresh rater with so many threads: wall seconds, CPU seconds of the calling thread, CPU seconds of all."""
    wall, own, all_ = time.perf_counter(), time.thread_time(), time.process_time()
    rater = Rater(jobs)
    for one in cells:
        rater.rate_chunk(one)
    return time.perf_counter() - wall, time.thread_time() - own, time.process_time() - all_


def threads_beside_one(cells: list[bytes], jobs: int, rounds: int) -> str:
    """A column: medians of ratios of rounds in turn."""
    walls, busiest, more = [], [], []
    for _ in range(max(3, rounds)):
        wall, _, one = shared(cells, 1)
        together, own, all_ = shared(cells, jobs)
        walls.append(wall / together)
        busiest.append(one / max(own, (all_ - own) / (jobs - 1)))
        more.append(all_ / one - 1)
    wall, busy, extra = (statistics.median(of) for of in (walls, busiest, more))
    return f"  {jobs} threads: wall {wall:.2f}x, busiest {busy:.2f}x, CPU {extra:+.0%}"


def theirs(command: str, cells: list[bytes]) -> float:
    """CPU seconds of another program, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "puzzles.txt")
        file.write_text("".join("".join(".123456789"[v] for v in one) + "\n" for one in cells), encoding="ascii")
        words = [word.format(file=file, stem=file.with_suffix("").name) for word in shlex.split(command)]
        return program(words, cwd=folder)[0]


def differing(rows: list[dict[str, str]]) -> int:
    """How many of the rated puzzles we rate otherwise; each is printed."""
    rater, wrong = Rater(), 0
    for row in rows:
        er, ep, ed, end, _ = rater.rate_chunk(cells_of(row["puzzle"]))[0]
        expected = tuple(round(float(row[key]) * 10) for key in ("ER", "EP", "ED"))
        if (er, ep, ed) != expected or end:
            wrong += 1
            print(f"{row['puzzle']} expected {expected}, got {(er, ep, ed)}, end {end}")
    return wrong


def measured(cells: list[bytes], peer: str, rounds: int, seconds: float) -> tuple[float, float]:
    """Seconds a puzzle, ours and the peer's (0 without one): medians of rounds in turn."""
    mine: list[float] = []
    other: list[float] = []
    began = time.perf_counter()
    while len(mine) < max(3, rounds) or time.perf_counter() - began < seconds:
        mine.append(ours(cells) / len(cells))
        if peer:
            other.append(theirs(peer, cells) / len(cells))
    return statistics.median(mine), statistics.median(other) if peer else 0.0


def main() -> int:
    counts = {"from": 1.0, "to": 99.0, "take": 20, "seconds": 2.0, "rounds": 3, "jobs": 1}
    options = options_of(__doc__, rated=..., check=False, puzzles=str, peer="", **counts)
    low, high = getattr(options, "from"), options.to
    with open(options.rated, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if low <= float(row["ER"]) <= high]
    wrong = differing(rows) if options.check else 0
    bands: dict[str, list[bytes]] = {}
    for row in sorted(rows, key=lambda row: float(row["ER"])):
        bands.setdefault(f"{int(float(row['ER']) * 2) / 2:.1f}", []).append(cells_of(row["puzzle"]))
    if options.puzzles:
        lines = Path(options.puzzles).read_text(encoding="utf-8").split()
        bands["file"] = [cells_of(line[:81]) for line in lines[: options.take]]
    print_machine()
    heads = "  peer µs  ratio" if options.peer else ""
    print(f"{'band':>5} {'puzzles':>8} {'per second':>11} {'µs each':>9}{heads}")
    for band, cells in bands.items():
        count = len(cells)
        if band != "file" and float(band) < EASY:
            cells *= -(-CHUNK // count)
        mine, other = measured(cells, options.peer, options.rounds, options.seconds)
        beside = f" {other * 1e6:8.0f} {other / mine:5.1f}x" if options.peer else ""
        if options.jobs > 1:
            beside += threads_beside_one(cells, options.jobs, options.rounds)
        print(f"{band:>5} {count:8} {1 / mine:11,.1f} {mine * 1e6:9.1f}{beside}", flush=True)
    if options.check:
        print(f"{len(rows) - wrong} of {len(rows)} agree in ER, EP and ED", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
