"""Puzzles rated per second, one core, by half-point band of ER: steady state in one batch call.

    python benchmarks/rate.py RATED.csv [--to 6.4] [--seconds 2] [--check]

RATED.csv has columns puzzle, ER, EP, ED (such as tests/puzzles/se_ratings.csv). Bands of few puzzles are repeated;
a band's speed is that of the fastest of its rounds. --check compares all three numbers first and lists what differs.
"""

from __future__ import annotations

import argparse
import csv
import platform
import sys
import time

from cpsudoku.rating.rater import CHUNK, Rater


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rated")
    parser.add_argument("--from", dest="low", type=float, default=1.0)
    parser.add_argument("--to", dest="high", type=float, default=99.0)
    parser.add_argument("--seconds", type=float, default=2.0, help="a band, at least one round")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with open(options.rated, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if options.low <= float(row["ER"]) <= options.high]
    bands: dict[float, list[dict[str, str]]] = {}
    for row in rows:
        bands.setdefault(int(float(row["ER"]) * 2) / 2, []).append(row)
    rater = Rater()
    wrong = 0
    print(f"# {platform.processor() or platform.machine()}, Python {platform.python_version()}", file=sys.stderr)
    print(f"{'band':>5} {'puzzles':>8} {'per second':>11} {'µs each':>9}")
    for band in sorted(bands):
        cells = [bytes(0 if c in ".0" else int(c) for c in row["puzzle"]) for row in bands[band]]
        if options.check:
            for row, one in zip(bands[band], cells, strict=True):
                er, ep, ed, end, _ = rater.rate_chunk(one)[0]
                expected = tuple(round(float(row[key]) * 10) for key in ("ER", "EP", "ED"))
                if (er, ep, ed) != expected or end:
                    wrong += 1
                    print(f"{row['puzzle']} expected {expected}, got {(er, ep, ed)}, end {end}")
        if band < 6.5:
            cells *= -(-CHUNK // len(cells))
        chunks = [b"".join(cells[k : k + CHUNK]) for k in range(0, len(cells), CHUNK)]
        best, start = float("inf"), time.perf_counter()
        while True:
            begun = time.process_time()
            for chunk in chunks:
                rater.rate_chunk(chunk)
            best = min(best, time.process_time() - begun)
            if time.perf_counter() - start > options.seconds:
                break
        print(f"{band:5.1f} {len(bands[band]):8} {len(cells) / best:11,.1f} {best / len(cells) * 1e6:9.1f}", flush=True)
    if options.check:
        print(f"{len(rows) - wrong} of {len(rows)} agree in ER, EP and ED", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
