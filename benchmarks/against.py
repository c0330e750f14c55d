"""This checkout against an older one, in one run: verify, rate by band, generate, puzzles with rules, explain.

    git worktree add /tmp/old COMMIT && (cd /tmp/old && python setup.py build_ext --inplace)
    python benchmarks/against.py /tmp/old [--rounds 11] [--only rate verify] [--seconds 0.8]
                                          [--rated RATED.csv] [--variants PUZZLES.jsonl] [--rows 0 15 31]

A task is measured in rounds, and its line is printed as soon as these are over. A round starts a fresh process of each
checkout, so that a lucky layout of memory does not decide, and has them work through the same slices of some 0.1 s, the
two in turn, now the one first, now the other. What is compared is CPU time. Of the rounds' ratios (old time / new time:
above 1 is faster) the median is printed with a bootstrap interval of 95 percent, all ratios after it. Nothing is
dropped. The answers of both are compared too; where they differ (another draw by the same seed, say) the line says in
how many slices. All tasks take about 20 minutes on two idle cores.

RATED.csv has columns puzzle and ER; PUZZLES.jsonl has a puzzle with rules a line, and --rows are those of its lines,
counted from 0, that are also timed alone. By default both are files of this checkout's tests. Checkouts as old as the
first to have `rating.rater.Rater.rate_chunk` and the confirmation of generated puzzles will do; a task that one of the
two does not know is named. Exit code 1: a median below --least, or such a task.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from measuring import cells_of, command_line, lines_of

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent
FILES = {"rated": "se_ratings.csv", "variants": "variants.jsonl"}
SLICE = 0.1
"""Seconds of a slice, by the new checkout's first look at each task."""
SAMPLES = 20_000
"""Of the bootstrap."""

Work = Callable[[int, int], Any]
"""Does numbers *start* .. *stop* - 1 of a task, and gives the answers."""


def rating(rated: str, band: int) -> Work:
    """Puzzles of ER *band*.0 to *band*.9, as often as needed, in calls of the rater's kernel."""
    from cpsudoku.rating.rater import CHUNK, Rater

    rater = Rater()
    with open(rated, encoding="utf-8") as file:
        cells = [cells_of(row["puzzle"]) for row in csv.DictReader(file) if int(float(row["ER"])) == band]

    def work(start: int, stop: int) -> Any:
        block = [cells[i % len(cells)] for i in range(start, stop)]
        return [rater.rate_chunk(b"".join(block[k : k + CHUNK])) for k in range(0, len(block), CHUNK)]

    return work


def verifying(name: str, single: bool, **options: Any) -> Work:
    """Puzzles of a sample, one by one or as a stream of texts."""
    from cpsudoku import samples, verify, verify_many

    lines = lines_of(samples.path_of(name))

    def work(start: int, stop: int) -> Any:
        texts = [lines[i % len(lines)] for i in range(start, stop)]
        return [verify(text, **options) for text in texts] if single else list(verify_many(texts, **options))

    return work


def generating(single: bool, **options: Any) -> Work:
    """Puzzles by seed 1, without confirmation."""
    from cpsudoku.generation.front import generate, generate_many

    options["confirm"] = "none"
    try:
        generate(seed=1, **options)
    except ValueError:  # older checkouts called engine hybrid sat
        options["engine"] = "sat"

    def work(start: int, stop: int) -> Any:
        if single:
            return [generate(seed=1, index=i, **options) for i in range(start, stop)]
        return list(generate_many(stop, start=start, seed=1, **options))

    return work


def front_function(name: str, file: str, rows: Sequence[int] | slice = slice(None)) -> Work:
    """The front's function of that name, about some lines of a file in turn."""
    import cpsudoku

    function = getattr(cpsudoku, name)
    lines = [line[:81] if file.endswith(".txt") else line for line in Path(file).read_text("utf-8").splitlines()]
    warnings.simplefilter("ignore")  # that rules are guessed
    chosen = lines[rows] if isinstance(rows, slice) else [lines[row] for row in rows]
    puzzles = [cpsudoku.Puzzle.parse(line) for line in chosen]

    def work(start: int, stop: int) -> Any:
        return [function(puzzles[i % len(puzzles)]) for i in range(start, stop)]

    return work


def tasks(rated: str, variants: str, rows: Sequence[int]) -> dict[str, Callable[[], Work]]:
    """Everything that is compared, by name."""
    found: dict[str, Callable[[], Work]] = {f"rate {band}": partial(rating, rated, band) for band in range(1, 11)}
    for name in ("verify", "candidates", "explain"):
        found[f"{name} with rules"] = partial(front_function, name, variants)
        for row in rows if name != "explain" else ():
            found[f"{name} with rules, row {row}"] = partial(front_function, name, variants, [row])
    found["explain"] = partial(front_function, "explain", str(ROOT / "tests/puzzles/random_minimal.txt"))
    for sample in ("17-clue", "minimal", "hardest"):
        for engine in ("bitmask", "sat"):
            found[f"verify one, {engine}, {sample}"] = partial(verifying, sample, True, engine=engine)
            found[f"verify_many, {engine}, {sample}"] = partial(verifying, sample, False, engine=engine)
    found["generate one"] = partial(generating, True)
    found["generate_many"] = partial(generating, False)
    found["generate_many, 24 clues"] = partial(generating, False, clues=24)
    found["generate_many, hybrid"] = partial(generating, False, engine="hybrid")
    return found


def digest(answers: Any) -> str:
    """Of grids, words and numbers: what both checkouts have, whatever their types are called."""
    if isinstance(answers, list):
        return hashlib.sha256("".join(map(digest, answers)).encode()).hexdigest()
    if hasattr(answers, "word"):
        return str(answers.word) + bytes(getattr(answers, "cells", b"")).hex()
    if hasattr(answers, "largest"):  # an explanation, whose steps may be others of the same sizes
        return f"{answers.largest} {answers.total}"
    if hasattr(answers, "to_array"):  # true candidates
        return str(answers.to_array().tobytes().hex())
    return answers.puzzle.line() if hasattr(answers, "puzzle") else repr(answers)


def serve(options: argparse.Namespace) -> None:
    """The worker: a line ["task", start, stop] in, [CPU seconds, digest] out."""
    known, works = tasks(options.rated, options.variants, options.rows), {}
    for line in sys.stdin:
        name, start, stop = json.loads(line)
        if name not in works:
            works[name] = known[name]()
        begun = time.process_time()
        answers = works[name](start, stop)
        spent = time.process_time() - begun
        print(json.dumps([spent, digest(answers)]), flush=True)


class Ended(Exception):
    """The process of a checkout ended, as it does not know the task."""


class Checkout:
    """A process that works in a checkout."""

    def __init__(self, path: Path, options: argparse.Namespace):
        self.path = path
        files = ["--rated", options.rated, "--variants", options.variants]
        self.process = subprocess.Popen(
            [sys.executable, str(HERE), str(path), "--worker", *files, "--rows", *map(str, options.rows)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=path,
            env=os.environ | {"PYTHONPATH": str(path)},
        )

    def do(self, name: str, start: int, stop: int) -> tuple[float, str]:
        """CPU seconds, and the digest of the answers."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([name, start, stop]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise Ended(self.path)
        spent, answers = json.loads(line)
        return spent, answers

    def end(self) -> None:
        """No more questions."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def slices_of(new: Checkout, name: str, seconds: float) -> tuple[int, int]:
    """How many puzzles make a slice, and how many slices, an even number, about so many seconds."""
    count = 1
    new.do(name, 0, 1)
    while True:
        spent, _ = new.do(name, 0, count)
        if spent > SLICE / 4 or count > 1_000_000:
            step = max(1, round(count * SLICE / spent))
            return step, max(2, round(seconds / (spent / count * step) / 2) * 2)
        count *= 4


def compare(old: Checkout, new: Checkout, name: str, step: int, slices: range) -> tuple[float, int]:
    """Old / new CPU time over some slices in turn, and how many slices the two answer differently."""
    spent = {old: 0.0, new: 0.0}
    differ = 0
    for side in (old, new):
        side.do(name, 0, 1)
    for k in slices:
        answers = []
        for side in (old, new) if k % 2 else (new, old):
            seconds, answer = side.do(name, k * step, (k + 1) * step)
            spent[side] += seconds
            answers.append(answer)
        differ += answers[0] != answers[1]
    return spent[old] / spent[new], differ


def interval(ratios: list[float], random_: random.Random) -> tuple[float, float]:
    """95 percent of the medians of samples drawn from *ratios* with replacement."""
    medians = sorted(statistics.median(random_.choices(ratios, k=len(ratios))) for _ in range(SAMPLES))
    return medians[SAMPLES // 40], medians[-SAMPLES // 40]


def measured(name: str, options: argparse.Namespace) -> list[tuple[float, int]]:
    """`compare` for each round. Raises Ended."""
    found = []
    step = count = 0
    for number in range(options.rounds):
        old, new = (Checkout(path, options) for path in (Path(options.old).resolve(), ROOT))
        try:
            if not step:
                step, count = slices_of(new, name, options.seconds)
            found.append(compare(old, new, name, step, range(number * count, (number + 1) * count)))
        finally:
            old.end()
            new.end()
    return found


def main() -> int:
    files = {name: str(ROOT / "tests/puzzles" / file) for name, file in FILES.items()}
    parser = command_line(__doc__, old=..., rounds=11, seconds=0.8, least=0.97, worker=False, **files)
    parser.add_argument("--only", nargs="+", default=[""], metavar="TASK", help="what begins so: 'rate 7', verify ...")
    parser.add_argument("--rows", type=int, nargs="*", default=[0, 15, 31])
    options = parser.parse_args()
    if options.worker:
        serve(options)
        return 0
    options.rated, options.variants = str(Path(options.rated).resolve()), str(Path(options.variants).resolve())
    every = tasks(options.rated, options.variants, options.rows)
    names = [name for name in every if name.startswith(tuple(options.only))]
    slow = 0
    print(f"{'old / new, CPU time':32} {'median':>7}  {'95 %':15} rounds", flush=True)
    for name in names:
        try:
            rounds = measured(name, options)
        except Ended as error:
            print(f"{name:32} not done by {error}", flush=True)
            slow += 1
            continue
        ratios = [ratio for ratio, _ in rounds]
        median = statistics.median(ratios)
        low, high = interval(ratios, random.Random(1))
        slow += median < options.least
        differ = sum(number for _, number in rounds)
        note = f"  answers differ in {differ} slices" if differ else ""
        each = " ".join(f"{ratio:.3f}" for ratio in ratios)
        print(f"{name:32} {median:7.3f}  [{low:.3f}, {high:.3f}]  {each}{note}", flush=True)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
