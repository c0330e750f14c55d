"""Are limits of time and memory kept? Every command, engine and size, empty and full boards, with rules and without.

    python benchmarks/limits.py                              all of it
    python benchmarks/limits.py --share 0.1                  every tenth run
    python benchmarks/limits.py --only verify --sizes 36,49  these commands and sides
    python benchmarks/limits.py --timeout 1 --verbose        another limit; a line for each run

Each run is a command in a process of its own with --timeout. Measured are the seconds that it takes beyond its
limit and what the interpreter needs to start and import (`--version` takes so long here, at best of three, plus what
the same command takes for a 4x4 board), and its peak memory. Prints a line for each run that is over: more than
OVER seconds beyond its limit, more than MEMORY bytes, or neither an answer nor an error of the program. Exit code 1
where any is. Run it on a machine that has nothing else to do.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from measuring import options_of, part_of

from cpsudoku.engines.registry import ENGINES, OPTIONAL_SOLVERS, class_of
from cpsudoku.formula import catalog

OVER = 0.5
MEMORY = 2 << 30
"""Bytes: a formula of `MOST_CLAUSES` clauses and a solver that holds it."""
TRIES = 3
"""A run that is over is repeated: what other processes do to the clock is not counted against it."""
HANGS = 60.0
"""Seconds beyond the limit after which a run is ended."""
BOXES = {4: (2, 2), 9: (3, 3), 16: (4, 4), 25: (5, 5), 36: (6, 6), 49: (7, 7)}
RULES = {
    "plain": (),
    "sums": ("--rule", "cage 9 r1c1 r1c2", "--rule", "arrow r1c1 / r2c1 r2c2", "--rule", "anti-knight"),
    "doublers": ("--rule", "doublers { cage 9 r1c1 r1c2 ; sum 20 r2c1 r2c2 r3c3 }"),
}
SEVERAL = (("verify",), ("solve",), ("solve", "--count"), ("candidates",))
"""Commands that take an engine."""
SINGLE = (("diagnose",), ("reduce",), ("certify",), ("explain",), ("hint", "--why"), ("fewest",))


class Run(NamedTuple):
    """A command, its operands left out."""

    command: str
    options: tuple[str, ...]
    side: int
    board: str
    rules: str

    def __str__(self) -> str:
        return " ".join([self.command, *self.options, f"{self.side}x{self.side}", self.board, self.rules])


@dataclass(frozen=True, slots=True)
class Measured:
    """What a run took: seconds in all, its peak memory in bytes, its exit code and its last line of errors."""

    seconds: float
    memory: int
    code: int
    text: str


def puzzle(side: int, board: str) -> str:
    """The text of an empty or a full board: numbers between blanks, which every side has."""
    rows, columns = BOXES[side]
    if board == "empty":
        return " ".join(["0"] * side**2)
    return " ".join(
        str((columns * (row % rows) + row // rows + column) % side + 1) for row in range(side) for column in range(side)
    )


def runs(sides: list[int]) -> Iterator[Run]:
    """Every run."""
    engines = [name for name in (*ENGINES, *OPTIONAL_SOLVERS) if name != "outside"]
    for side in sides:
        yield Run("generate", (), side, "-", "plain")
        for board in ("empty", "full"):
            for rules in RULES:
                for command, *more in SINGLE:
                    yield Run(command, tuple(more), side, board, rules)
                for command, *more in SEVERAL:
                    for engine in engines:
                        if rules == "plain" or class_of(engine).serves_constraints:
                            yield Run(command, (*more, "--engine", engine), side, board, rules)
            for encoding in catalog.names():
                engine = "sat" if catalog.load(encoding).target == "cnf" else "cp-sat"
                yield Run("verify", ("--engine", engine, "--encoding", encoding), side, board, "plain")
            yield Run("verify", ("--simplify", "none"), side, board, "plain")


def words_of(run: Run, file: Path, timeout: float) -> list[str]:
    """The words of a command line."""
    size = "x".join(map(str, BOXES[run.side]))
    if run.command == "generate":
        return ["generate", "--size", size, "--timeout", f"{timeout:g}", "-q"]
    words = [run.command, str(file), *run.options, *RULES[run.rules], "--timeout", f"{timeout:g}"]
    if run.command == "certify":
        words += ["-o", str(file.with_suffix(".jsonl"))]
    return [*words, "--size", size]


def measured(words: list[str], most: float) -> Measured:
    """Run a command in a process of its own."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "cpsudoku", *words], stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True
        )
        late = False
        while True:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.perf_counter() - started > most and not late:
                late = True
                process.kill()
            time.sleep(0.005)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    return Measured(seconds, used.ru_maxrss << 10, process.returncode, lines[-1] if lines else "")


def fault(found: Measured, beyond: float) -> str:
    """What is wrong with a run; empty where nothing is."""
    if beyond > OVER:
        return f"{beyond:.1f} s over its limit"
    if found.memory > MEMORY:
        return f"{found.memory >> 20:,} MB"
    if found.code not in (0, 1, 2, 3) or (found.code == 1 and "Error" in found.text and "error: " not in found.text):
        return f"exit code {found.code}: {found.text[:200]}"
    return ""


def main(words: list[str] | None = None) -> int:
    sizes = ",".join(map(str, BOXES))
    options = options_of(__doc__, words, timeout=2.0, share=1.0, sizes=sizes, only="", verbose=False)
    sides = [int(word) for word in options.sizes.split(",") if word in map(str, BOXES)]
    every = [run for run in runs(sides) if str(run).startswith(options.only)]
    chosen = part_of(every, options.share)
    over, most, refused, worst = 0, 0, 0, 0.0
    start = min(measured(["--version"], HANGS).seconds for _ in range(3))
    small: dict[tuple[str, tuple[str, ...], str, str], float] = {}
    with tempfile.TemporaryDirectory() as folder:

        def ran(run: Run) -> Measured:
            file = Path(folder) / f"{run.side}-{run.board}.txt"
            if not file.exists():
                file.write_text(puzzle(run.side, run.board) + "\n", encoding="utf-8")
            return measured(words_of(run, file, options.timeout), options.timeout + start + HANGS)

        for run in chosen:
            key = run.command, run.options, run.board, run.rules
            if key not in small:  # imports of the command, apart from its question
                first = ran(run._replace(side=4)).seconds
                small[key] = first if first < options.timeout else start
            for _ in range(TRIES):
                found = ran(run)
                beyond = max(0.0, found.seconds - options.timeout - max(start, small[key]))
                wrong = fault(found, beyond)
                if not wrong:
                    break
            worst, most = max(worst, beyond), max(most, found.memory)
            refused += found.code == 2
            over += bool(wrong)
            if wrong or options.verbose:
                text = f"{found.seconds:.2f} s, {beyond:.2f} s over, {found.memory >> 20} MB, exit code {found.code}"
                print(f"{'OVER' if wrong else 'kept'} {run}: {text} {wrong or found.text[:100]}", flush=True)
    print(
        f"{len(chosen):,} of {len(every):,} runs with --timeout {options.timeout:g}: {over} over, {refused} refused; "
        f"at most {worst:.2f} s over, {most >> 20:,} MB; starting takes {start:.2f} s",
        flush=True,
    )
    return int(over > 0)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
