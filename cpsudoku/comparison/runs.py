"""Running engines over the same puzzles, in turns."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.comparison.contestant import REFUSED, UNKNOWN, WRONG, Contestant, check, claim_of, limit_of, refutation
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.errors import EncodingError, UsageError
from cpsudoku.formula.clauses import formula
from cpsudoku.kernels import compiled
from cpsudoku.version import __version__

WARM_UP = 3
"""Puzzles, spread over the first set, that each engine searches untimed on a board (up to 16x16) beforehand."""

BLOCK = 10
"""Puzzles an engine searches in a turn; one where all solutions are counted, as they are kept until compared."""


WARM_SECONDS = 0.5
"""A puzzle whose rules are not houses warms an engine up no longer than this."""


@dataclass(frozen=True, slots=True)
class Run:
    """One engine on one puzzle.

    `row`: the puzzle's number in its set, from 1. `board`: the geometry in words.
    `fill`: the share of cells that are clues.
    `seconds`: CPU time in this process, or of a program from outside, the median of the repetitions; making the engine
    is part of it where the puzzle has rules that are not houses. `answer`: see `answers`, "wrong" where a program's is
    refuted. `stats`: the engine's counters, of the last repetition. `why`: where the answer is "refused", what the
    engine does not serve; where it is "wrong", how; where a program gave none, why. `wall`: seconds on the clock, the
    median; `repetitions`: the CPU seconds of each, where there are several. `is_bound`: the program took less than the
    noise of its subtracted start-up, and `seconds` is that noise, an upper bound.
    """

    group: str
    row: int
    board: str
    fill: float
    contestant: Contestant
    answer: str
    seconds: float
    stats: Mapping[str, float] = field(default_factory=dict)
    why: str = ""
    wall: float = 0.0
    repetitions: tuple[float, ...] = ()
    is_bound: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The record: `verdict` is the answer, or "counted" with the `count`."""
        record: dict[str, Any] = {
            "set": self.group,
            "row": self.row,
            "fill": round(self.fill, 4),
            "engine": self.contestant.label,
            "verdict": self.answer,
            "seconds": self.seconds,
            "wall_seconds": self.wall,
            "stats": dict(self.stats),
        }
        if self.repetitions:
            record["repetitions"] = list(self.repetitions)
        if self.is_bound:
            record["censored"] = True
        number = self.answer.partition(" solution")[0]
        if number.isdecimal():
            record |= {"verdict": "counted", "count": int(number)}
        if self.why:
            record["message"] = self.why
        return record

    @property
    def solved(self) -> bool:
        """True where the engine answered, and nothing refutes it: no limit reached, the puzzle not refused."""
        return self.answer not in (UNKNOWN, REFUSED, WRONG)


@dataclass(frozen=True, slots=True)
class SetUp:
    """What an engine spends once for a board, in CPU seconds: making its formula or model, and loading it."""

    encode: float = 0.0
    load: float = 0.0


def set_up(
    contestant: Contestant, geometry: Geometry, warm: Sequence[Puzzle], seed: int, limit: int, limits: Limits
) -> tuple[Engine, SetUp]:
    """An engine that has searched the puzzles *warm*, and what making it took.

    It is made twice where there are such puzzles: the first also imports libraries, and is not timed.
    Where a formula is kept, its load is what the first search takes longer than the same one again.
    """
    board = Puzzle.trusted(bytes(geometry.size), geometry)
    subject = contestant.make(board, seed)
    if not warm:
        return subject, SetUp()
    subject.search(warm[0].cells, limit, limits)
    formula.cache_clear()
    start = process_time()
    subject = contestant.make(board, seed)
    loads = subject.prepare()
    encode = process_time() - start
    times = []
    for puzzle in (warm[0], warm[0], *warm[1:]):
        start = process_time()
        subject.search(puzzle.cells, limit, limits)
        times.append(process_time() - start)
    return subject, SetUp(encode, max(0.0, times[0] - times[1]) if loads else 0.0)


def timed(
    subject: Callable[[], Engine], puzzle: Puzzle, limit: int, limits: Limits, repeat: int
) -> tuple[list[float], float, Outcome]:
    """CPU seconds of each of *repeat* searches, getting the engine included, the median wall time, the last outcome.

    A program's CPU seconds are those it used itself.
    """
    times, walls = [], []
    for _ in range(repeat):
        wall, start = perf_counter(), process_time()
        outcome = subject().search(puzzle.cells, limit, limits)
        times.append(outcome.stats.get("cpu_seconds", process_time() - start))
        walls.append(perf_counter() - wall)
    return times, median(walls), outcome


@contextmanager
def pinned(cpu: int | None) -> Iterator[None]:
    """On that processor alone meanwhile, and so are programs started. Raises UsageError where there is none such."""
    if cpu is None:
        yield
        return
    if not hasattr(os, "sched_setaffinity"):
        raise UsageError("--pin: this system does not let a process choose its processor")
    allowed = os.sched_getaffinity(0)
    if cpu not in allowed:
        raise UsageError(f"--pin {cpu}: this process may use {', '.join(map(str, sorted(allowed)))}")
    os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def refusal(contestant: Contestant, puzzle: Puzzle, seed: int) -> str:
    """Why an engine does not serve the rules of *puzzle*; empty where it does. Houses are served by all."""
    if puzzle.houses_only:
        return ""
    try:
        contestant.make(puzzle, seed).prepare()
    except (UsageError, EncodingError) as problem:
        return str(problem)
    return ""


class _Race:
    """The engines of a comparison, what each spent once for a board, and the runs so far."""

    def __init__(self, task: str, timeout: float | None, repeat: int, seed: int) -> None:
        self.task, self.timeout, self.repeat, self.seed = task, timeout, repeat, seed
        self.limit, self.limits = limit_of(task), Limits(seconds=timeout)
        self.runs: list[Run] = []
        self.setups: dict[tuple[str, str], SetUp] = {}
        self._warm: dict[Geometry, list[Puzzle]] = {}
        self._engines: dict[tuple[Contestant, Geometry], Engine] = {}

    def choose_warm_ups(self, puzzles: Sequence[tuple[int, Puzzle]]) -> None:
        """The puzzles of a set that engines search beforehand, for each board that is new."""
        plain = [puzzle for _, puzzle in puzzles if puzzle.houses_only]
        for board in {puzzle.geometry for puzzle in plain} - self._warm.keys():
            same = [puzzle for puzzle in plain if puzzle.geometry == board]
            self._warm[board] = same[:: max(1, len(same) // WARM_UP)][:WARM_UP] if board.side <= 16 else []

    def engine(self, contestant: Contestant, puzzle: Puzzle) -> Engine:
        """The engine kept for the board of a puzzle of houses; for other rules one of its own."""
        board = puzzle.geometry
        if not puzzle.houses_only:
            return contestant.make(puzzle, self.seed)
        if (contestant, board) not in self._engines:
            warm = [] if contestant.outside else self._warm[board]  # a program starts afresh each time
            subject, spent = set_up(contestant, board, warm, self.seed, self.limit, self.limits)
            self._engines[contestant, board], self.setups[contestant.label, str(board)] = subject, spent
        return self._engines[contestant, board]

    def warm_up(self, contestant: Contestant, puzzle: Puzzle) -> None:
        """An untimed search before a turn; rules that are not houses are searched for WARM_SECONDS at most."""
        engine = self.engine(contestant, puzzle)
        if not puzzle.houses_only:
            some = self.limits if self.timeout is None else Limits(seconds=min(self.timeout, WARM_SECONDS))
            engine.search(puzzle.cells, self.limit, some)
            return
        for first in self._warm[puzzle.geometry][:1]:
            engine.search(first.cells, self.limit, self.limits)

    def search(self, run: Run, puzzle: Puzzle) -> Outcome:
        """Search a puzzle, and add *run* with the result."""
        contestant = run.contestant
        subject = partial(self.engine, contestant, puzzle)
        times, wall, outcome = timed(subject, puzzle, self.limit, self.limits, self.repeat)
        seconds, noise = median(times), dict(outcome.stats).get("start_noise", 0.0)
        done = replace(
            run,
            answer=claim_of(outcome, self.task),
            seconds=max(seconds, noise),
            stats=dict(outcome.stats),
            why=outcome.why if contestant.outside else "",
            wall=wall,
            repetitions=tuple(times) if self.repeat > 1 else (),
            is_bound=seconds < noise,
        )
        self.runs.append(done)
        return outcome


def run(
    groups: Mapping[str, Sequence[tuple[int, Puzzle]]],
    contestants: Sequence[Contestant],
    *,
    task: str = "unique",
    timeout: float | None = None,
    repeat: int = 1,
    seed: int = 0,
    shuffle: bool = False,
    advance: Callable[[int], None] = lambda steps: None,
) -> tuple[list[Run], dict[tuple[str, str], SetUp]]:
    """Every contestant on every puzzle; *groups* maps a set's name to (row, puzzle) pairs.

    The second value has what each engine spent once, by its label and the board.

    Block by block all contestants take their turn, beginning with another one each time, so that a
    slow spell of the machine meets all. A turn begins with an untimed search, for a fast engine would
    else be measured on the caches a slow one left. Rules that are not houses belong to their puzzle: there the
    engine is made for each search, and its time counts; an engine that does not serve them has "refused".
    *shuffle*: puzzles in an order drawn by *seed*, and in each turn the engines in one of their own.
    Raises EnginesDisagree, naming the puzzle.
    """
    race = _Race(task, timeout, repeat, seed)
    chance = Random(f"{seed}/order")
    for name, puzzles in groups.items():
        race.choose_warm_ups(puzzles)
        if shuffle:
            puzzles = chance.sample(puzzles, len(puzzles))
        size = 1 if task == "count" else BLOCK
        for turn, start in enumerate(range(0, len(puzzles), size)):
            block = puzzles[start : start + size]
            outcomes: list[list[tuple[int, Outcome]]] = [[] for _ in block]
            order = [contestants[(turn + k) % len(contestants)] for k in range(len(contestants))]
            if shuffle:
                chance.shuffle(order)
            for contestant in order:
                is_warm = contestant.outside
                for (row, puzzle), answers in zip(block, outcomes):
                    board, fill = str(puzzle.geometry), puzzle.clue_count / puzzle.geometry.size
                    one = Run(name, row, board, fill, contestant, REFUSED, 0.0, {}, refusal(contestant, puzzle, seed))
                    advance(1)
                    if one.why:
                        race.runs.append(one)
                        continue
                    if not is_warm:
                        race.warm_up(contestant, puzzle)
                        is_warm = True
                    answers.append((len(race.runs), race.search(one, puzzle)))
            for (row, puzzle), answers in zip(block, outcomes):
                judge(puzzle, f"{name}, row {row}", race.runs, answers, task)
    return race.runs, race.setups


def judge(puzzle: Puzzle, place: str, runs: list[Run], answers: Sequence[tuple[int, Outcome]], task: str) -> None:
    """Call a program's refuted answer wrong, in *runs*; *answers*: all on one puzzle, by their places there.

    Raises EnginesDisagree.
    """
    outcomes = [(runs[at].contestant.label, outcome, runs[at].contestant.outside) for at, outcome in answers]
    check(puzzle, place, [(label, outcome) for label, outcome, outside in outcomes if not outside], task)
    for k, (at, outcome) in enumerate(answers):
        if runs[at].contestant.outside:
            why = refutation(puzzle, outcome, task, outcomes[:k] + outcomes[k + 1 :], place)
            runs[at] = replace(runs[at], answer=WRONG, why=why) if why else runs[at]


PACKAGES = ("python-sat", "ortools", "networkx", "numpy")


def description() -> dict[str, str]:
    """Versions, machine and date, as written into every result."""
    found = {
        "cpsudoku": __version__,
        "kernels": "compiled" if compiled() else "interpreted",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    found["machine"] = f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    found["date"] = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return found


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.lower().startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
