"""Verify the puzzles of a corpus of variants: right verdicts, unknown ones, and CPU time by source and by kind.

    python benchmarks/variants.py --corpus puzzles.jsonl [--engine sat] [--seconds 60] [--only ID,ID] [--confirm cp-sat]
    python benchmarks/variants.py --corpus puzzles.jsonl --iss CHECKOUT [--ask candidates] [--against cp-sat]

The corpus (see `variant_corpus.py`) is yours to bring. Each row is verified by the engine under a limit of seconds;
solutions are checked by the constraints' definitions. `--confirm ENGINE` asks a second engine about the rows whose
label rests on one engine only. Exit code 1 where a verdict is wrong.

Beside us: `--iss CHECKOUT` starts Interactive Sudoku Solver (git clone github.com/sigh/Interactive-Sudoku-Solver
anywhere outside, node on the PATH; no build) as a warm node process, `--against ENGINE` (repeatable) another engine.
All answer the same rows in the same run, row by row in turn, `--passes` times (3; the first warms up); a row's time
is its least. A time is CPU time from a parsed puzzle to the answer, building the model included, reading the text not;
node's collector and compiler threads count. Rows over half a second are not repeated. Those beside us have
`--rival-seconds` (6) a row, we `--seconds`. `--ask candidates` compares true candidates instead of verdicts, with
`--jobs 2` ours on two threads, timed by the clock. A ratio is their time / ours: above 1.0 we are faster. Rows that an
ISS string cannot state are left out and named; rules without a type of theirs are restated as relations of two cells.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import variant_corpus as corpus
from interactive_solver import Rival, Unsaid, text_of
from measuring import command_line

from cpsudoku import Impossible, Limits, Multiple, Puzzle, Unique, verify
from cpsudoku.errors import CpSudokuError

WORDS = {Unique: "unique", Multiple: "multiple", Impossible: "none"}
QUICK = 0.5
"""Rows that take longer are measured once."""


def judged(row: dict[str, Any], engine: str, seconds: float) -> tuple[str, float, str]:
    """(word, CPU seconds, complaint) of one row."""
    begun = time.process_time()
    try:
        puzzle = corpus.converted(row)
        begun = time.process_time()
        answer = verify(puzzle, engine=engine, limits=Limits(seconds=seconds))
    except CpSudokuError as problem:
        return "error", time.process_time() - begun, str(problem)
    spent = time.process_time() - begun
    word = WORDS.get(type(answer), "unknown")
    shift = puzzle.geometry.lo - 1
    stored = [*([row["solution"]] if row.get("solution") else []), *(row.get("witnesses") or [])]
    if not all(puzzle.is_solved_by(bytes(value - shift for value in grid)) for grid in stored):
        return word, spent, "a stored solution breaks a rule"
    found = [value + shift for value in answer.cells] if isinstance(answer, Unique) else None
    if found and row.get("solution") and found != row["solution"]:
        return word, spent, "another solution than the stored one"
    expected = row["expected"].rstrip("?")
    if word not in ("unknown", expected):
        return word, spent, f"expected {row['expected']}"
    return word, spent, ""


def judge(rows: list[dict[str, Any]], options: argparse.Namespace) -> int:
    """Verify every row, and print what came of it."""
    times: dict[str, list[float]] = defaultdict(list)
    wrong, unknown, confirmed, open_ = [], [], [], []
    for row in rows:
        word, spent, complaint = judged(row, options.engine, options.seconds)
        for key in ("all", f"source {corpus.source(row)}", *(f"kind {kind}" for kind in corpus.kinds(row))):
            times[key].append(spent)
        if complaint or word == "error":
            wrong.append(row["id"])
            print(f"{row['id']}: {word}, {complaint}", flush=True)
        elif word == "unknown":
            unknown.append(row["id"])
            print(f"{row['id']}: unknown after {spent:.1f} s of CPU", flush=True)
        if options.confirm and corpus.rests_on_one(row):
            second, spent, complaint = judged(row, options.confirm, options.seconds)
            (confirmed if second == word != "unknown" and not complaint else open_).append(row["id"])
            if complaint or second != word:
                print(f"{row['id']}: {options.engine} says {word}, {options.confirm} {second} {complaint}", flush=True)
    print(f"\n{len(rows)} rows: {len(wrong)} wrong, {len(unknown)} unknown")
    print("wrong:", *wrong)
    print("unknown:", *unknown)
    if options.confirm:
        print(f"labels that rested on one engine: {len(confirmed)} confirmed by {options.confirm}, open:", *open_)
    print(f"{'CPU ms':30} {'rows':>5} {'median':>9} {'worst':>10}")
    for key in sorted(times, key=lambda key: (key != "all", key)):
        found = times[key]
        print(f"{key:30} {len(found):5} {1000 * median(found):9.1f} {1000 * max(found):10.0f}")
    return 1 if wrong else 0


@dataclass
class Run:
    """What one of those compared did on a row: least CPU seconds, its answer (None: none in time)."""

    seconds: float = float("inf")
    answer: Any = None
    problem: str = ""


@dataclass
class Contestant:
    """Who answers: a function of (row, puzzle) that gives (CPU seconds, answer), None for none in time."""

    name: str
    ask: Callable[[dict[str, Any], Puzzle], tuple[float, Any]]
    runs: dict[str, Run] = field(default_factory=dict)

    def answer(self, row: dict[str, Any], puzzle: Puzzle) -> None:
        """Ask once more, where that is quick, and keep the least time."""
        run = self.runs.setdefault(row["id"], Run())
        if run.problem or QUICK < run.seconds < float("inf"):
            return
        try:
            spent, run.answer = self.ask(row, puzzle)
        except Unsaid as problem:
            run.problem = f"not stated: {problem}"
        except CpSudokuError as problem:
            run.problem = str(problem)
        else:
            run.seconds = min(run.seconds, spent)


def ours(
    engine: str, question: str, seconds: float, jobs: int = 1
) -> Callable[[dict[str, Any], Puzzle], tuple[float, Any]]:
    """One of our engines; by the clock where several threads share a search."""
    limits = Limits(seconds=seconds)
    clock = time.process_time if jobs == 1 else time.perf_counter

    def verdict(row: dict[str, Any], puzzle: Puzzle) -> tuple[float, Any]:
        begun = time.process_time()
        answer = verify(puzzle, engine=engine, limits=limits)
        return time.process_time() - begun, WORDS.get(type(answer))

    def candidates(row: dict[str, Any], puzzle: Puzzle) -> tuple[float, Any]:
        from cpsudoku import candidates as true_candidates

        begun = clock()
        answer = true_candidates(puzzle, engine=engine, limits=limits, jobs=jobs)
        return clock() - begun, [list(digits) for digits in answer.digits] if answer.complete else None

    return verdict if question == "unique" else candidates


def theirs(rival: Rival, question: str, seconds: float) -> Callable[[dict[str, Any], Puzzle], tuple[float, Any]]:
    """Interactive Sudoku Solver."""
    texts: dict[str, str] = {}

    def ask(row: dict[str, Any], puzzle: Puzzle) -> tuple[float, Any]:
        text = texts.setdefault(row["id"], "") or text_of(puzzle)
        texts[row["id"]] = text
        found = rival.ask(text, question, seconds)
        if "error" in found:
            raise Unsaid(found["error"])
        answer = found.get("candidates")
        if question == "unique" and "solutions" in found:
            answer = ("none", "unique", "multiple")[found["solutions"]]
        return found["ms"] / 1000, None if found.get("limit") else answer

    return ask


def side_by_side(rows: list[dict[str, Any]], options: argparse.Namespace) -> int:
    """All contestants on the same rows, in turn; prints times, ratios and differing answers."""
    with ExitStack() as stack:
        us = Contestant(options.engine, ours(options.engine, options.ask, options.seconds, options.jobs))
        others = [Contestant(name, ours(name, options.ask, options.rival_seconds)) for name in options.against]
        if options.iss:
            rival = stack.enter_context(Rival(options.iss))
            others.insert(0, Contestant("ISS", theirs(rival, options.ask, options.rival_seconds)))
        for number in range(options.passes):
            for row in rows:
                for contestant in (us, *others):
                    contestant.answer(row, corpus.converted(row))
            print(f"pass {number + 1} of {options.passes}", file=sys.stderr, flush=True)
            gc.collect()
    return max(report(rows, us, other, options) for other in others)


def groups(rows: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Ids by source, of rows with cages, and by kind."""
    found: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        mine = corpus.kinds(row)
        keys = ["all", f"source {corpus.source(row)}", *(["with cages"] if "cage" in mine else [])]
        for key in (*keys, *(f"kind {kind}" for kind in mine)):
            found[key].append(row["id"])
    order = ("all", "source", "with", "kind")
    return dict(sorted(found.items(), key=lambda item: (order.index(item[0].split()[0]), item[0])))


def report(rows: list[dict[str, Any]], us: Contestant, other: Contestant, options: argparse.Namespace) -> int:
    """Print one comparison; 1 where two of our engines differ, or ISS differs and the row's label is not ours."""
    labels = {row["id"]: row["expected"].rstrip("?") for row in rows}
    problems = {key: run.problem for side in (us, other) for key, run in side.runs.items() if run.problem}
    shared = {key for key in labels if key not in problems}
    print(f"\n{us.name} beside {other.name}, {options.ask}: {len(shared)} of {len(rows)} rows compared")
    for key, problem in sorted(problems.items()):
        print(f"  left out: {key}: {problem}")
    slow = sorted(key for key in shared if other.runs[key].answer is None)
    print(f"not finished by {other.name} in {options.rival_seconds:g} s ({len(slow)}), by us in s:")
    print("  " + ", ".join(f"{key} {_seconds(us.runs[key])}" for key in slow))
    late = sorted(key for key in shared if us.runs[key].answer is None)
    print(f"not finished by us in {options.seconds:g} s ({len(late)}):", *late)
    faults = 0
    for key in sorted(shared):
        mine, their = us.runs[key].answer, other.runs[key].answer
        if None not in (mine, their) and mine != their:
            right = other.name == "ISS" and options.ask == "unique" and labels[key] == mine
            faults += not right
            said = f"we say {mine}, they {their}" if options.ask == "unique" else f"cells differ: {_cells(mine, their)}"
            print(f"  DIFFERENT {key}: {said} (label: {labels[key]})")
    worst = sorted(shared, key=lambda key: -us.runs[key].seconds)[:5]
    print("our worst rows:", ", ".join(f"{key} {_seconds(us.runs[key])} s" for key in worst))
    what = "CPU ms" if options.ask == "unique" or options.jobs == 1 else "ms; ours by the clock"
    head = f"{what:24} {'rows':>4} |{'ours: median':>13} {'p90':>7} {'p99':>8} {'worst':>8} "
    print(f"{head}|{'theirs: median':>15} {'p90':>7} {'p99':>8} {'worst':>8} | of medians, of rows")
    for key, ids in groups(rows).items():
        pairs = [(us.runs[k].seconds, other.runs[k].seconds) for k in ids if k in shared]
        if pairs:
            mine, their = sorted(a for a, _ in pairs), sorted(b for _, b in pairs)
            ratio = median(b / a for a, b in pairs)
            print(
                f"{key:24} {len(pairs):4} |{_row(mine, 13)} |{_row(their, 15)} "
                f"| {median(their) / median(mine):10.2f} {ratio:8.2f}",
                flush=True,
            )
    return 1 if faults else 0


def _seconds(run: Run) -> str:
    return f"{run.seconds:.3f}" if run.answer is not None else f"open after {run.seconds:.1f}"


def _cells(mine: list[list[int]], their: list[list[int]]) -> int:
    return sum(a != b for a, b in zip(mine, their, strict=True))


def _row(times: list[float], width: int) -> str:
    at = [median(times), times[int(0.9 * (len(times) - 1))], times[int(0.99 * (len(times) - 1))], times[-1]]
    return f"{1000 * at[0]:{width}.2f} {1000 * at[1]:7.1f} {1000 * at[2]:8.1f} {1000 * at[3]:8.0f}"


def main() -> int:
    parser = command_line(__doc__, engine="sat", seconds=60.0, passes=3)
    parser.add_argument("--corpus", required=True, help="the file of puzzles")
    parser.add_argument("--only", help="ids, separated by commas")
    parser.add_argument("--confirm", help="a second engine for labels that rest on one engine")
    parser.add_argument("--every", type=int, default=1, help="take every so many-th row")
    parser.add_argument("--iss", type=Path, metavar="CHECKOUT", help="Interactive Sudoku Solver beside us")
    parser.add_argument("--against", action="append", default=[], metavar="ENGINE", help="an engine beside us")
    parser.add_argument("--ask", choices=("unique", "candidates"), default="unique", help="what is compared")
    parser.add_argument("--jobs", type=int, default=1, help="threads that share a search of ours for candidates")
    parser.add_argument("--rival-seconds", type=float, default=6.0, help="a row's limit for those beside us")
    options = parser.parse_args()
    rows = corpus.read(options.corpus)
    if options.only:
        rows = [row for row in rows if row["id"] in options.only.split(",")]
    rows = rows[:: options.every]
    if options.iss or options.against:
        try:
            return side_by_side(rows, options)
        except FileNotFoundError as problem:
            parser.error(str(problem))
    return judge(rows, options)


if __name__ == "__main__":
    sys.exit(main())
