"""Minimal puzzles a second, beside `qqwing --generate` (Debian package qqwing; its puzzles are minimal too).

    python benchmarks/generate.py [--rounds 5] [--scale 1]

CPU time of one process each, in turn, so that a busy machine disturbs all alike; ratios of the medians.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import time

from cpsudoku import __version__
from cpsudoku.generation import generate_many


def ours(engine: str, start: int, count: int) -> float:
    """Puzzles a CPU second; numbers *start* on."""
    began = time.process_time()
    clues = sum(record.clues for record in generate_many(start + count, seed=1, start=start, engine=engine))
    assert clues
    return count / (time.process_time() - began)


def qqwing(count: int) -> float:
    """Puzzles a CPU second of qqwing."""
    before = os.times()
    subprocess.run(["qqwing", "--generate", str(count), "--one-line"], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return count / (after.children_user + after.children_system - before.children_user - before.children_system)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="times 20,000 / 800 / 250 puzzles a round")
    options = parser.parse_args()
    peer = shutil.which("qqwing") is not None
    ours("bitmask", 0, 200)
    ours("sat", 0, 50)
    rates: dict[str, list[float]] = {"bitmask": [], "sat": [], "qqwing": []}
    for round_ in range(options.rounds):
        rates["bitmask"].append(ours("bitmask", 20_000 * round_, int(20_000 * options.scale)))
        rates["sat"].append(ours("sat", 800 * round_, int(800 * options.scale)))
        if peer:
            rates["qqwing"].append(qqwing(int(250 * options.scale)))
    print(f"cpsudoku {__version__}, minimal 9x9 puzzles a CPU second, {options.rounds} rounds")
    base = statistics.median(rates["qqwing"]) if peer else None
    for name, found in rates.items():
        if found:
            middle = statistics.median(found)
            ratio = f"{middle / base:6.1f} x qqwing" if base else ""
            print(f"{name:10s} {middle:10,.0f}/s  (min {min(found):,.0f}, max {max(found):,.0f})  {ratio}")


if __name__ == "__main__":
    main()
