"""A contestant, an engine with an encoding or a simplification; and whether two of them can both be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.registry import ENGINES, class_of, engine_for
from cpsudoku.errors import EnginesDisagree, UsageError, check_known
from cpsudoku.formula.catalog import load
from cpsudoku.formula.definition import Encoding

DEFAULT_ENGINES = tuple(ENGINES)


@dataclass(frozen=True)
class Contestant:
    """`engine` as `--engine` takes it; `encoding` None is the engine's own choice, `simplify` None its default."""

    engine: str
    encoding: Encoding | None = None
    simplify: str | None = None

    @property
    def title(self) -> str:
        """What tables call the engine."""
        return class_of(self.engine).title(self.engine)

    @property
    def label(self) -> str:
        """`sat:glucose4 extended`, `sat none`, `dlx`: one contestant, one label."""
        words = [self.title, self.encoding.name if self.encoding else "", self.simplify or ""]
        return " ".join(word for word in words if word)

    @property
    def outside(self) -> bool:
        """True for a program of other people, whose answers do not speak against ours."""
        return class_of(self.engine).outside

    def make(self, puzzle: Puzzle, seed: int) -> Engine:
        """The engine for the board and the constraints of *puzzle*. Raises what `registry.engine_for` raises."""
        engine = engine_for(puzzle, self.engine, encoding=self.encoding, simplify=self.simplify, seed=seed)
        return engine.contestant()


def line_up(
    engines: Iterable[str] = DEFAULT_ENGINES,
    encodings: Iterable[str | Path | Encoding] = (),
    simplify: Sequence[str] = (),
) -> list[Contestant]:
    """The contestants: each engine with every encoding it can take, on its full formula.

    An engine that takes encodings but none of these, and an engine without encodings, takes part
    once, or with each *simplify* where it has that choice. "singles" beside encodings adds the
    engine's own choice after singles. Raises UsageError where an encoding suits no engine, or
    no engine takes part.
    """
    loaded = [load(encoding) for encoding in encodings]
    found: list[Contestant] = []
    used: set[str] = set()
    for name in dict.fromkeys(engines):
        target = class_of(name).target
        suited = [encoding for encoding in loaded if encoding.target == target]
        used |= {encoding.name for encoding in suited}
        found += [Contestant(name, encoding) for encoding in suited]
        if target is None:
            found.append(Contestant(name))
        elif not suited:
            found += [Contestant(name, None, stage) for stage in simplify] or [Contestant(name)]
        elif "singles" in simplify:
            found.append(Contestant(name, None, "singles"))
    for encoding in loaded:
        if encoding.name not in used:
            raise UsageError(f"encoding {encoding.name!r} (target {encoding.target}) suits none of the engines given")
    if not found:
        raise UsageError("no engine to compare")
    for label, number in Counter(contestant.label for contestant in found).items():
        if number > 1:
            raise UsageError(f"two engines are called {label!r}: give one of their files another name")
    return found


TASKS = {"unique": 2, "solve": 1, "count": 0}
"""Task -> the limit on solutions an engine is given."""
UNKNOWN = "unknown"
REFUSED = "refused"
"""The answer of an engine that does not support the puzzle's rules."""
WRONG = "wrong"
"""The answer of a run that is refuted; its `why` says how."""


def limit_of(task: str) -> int:
    """The limit of a task. Raises UsageError for an unknown one."""
    check_known("task", task, TASKS, UsageError)
    return TASKS[task]


def answer_of(outcome: Outcome, task: str) -> str:
    """The answer in a word or two, the same for engines that agree; "unknown" where a limit ended the search."""
    if outcome.why:
        return UNKNOWN
    return _word_of(len(outcome.solutions), task)


def _word_of(count: int, task: str) -> str:
    if task == "count":
        return f"{count} solutions" if count != 1 else "1 solution"
    if not count:
        return "impossible"
    return "solved" if task == "solve" else "multiple" if count > 1 else "unique"


def fault_of(puzzle: Puzzle, grid: bytes) -> str:
    """Why *grid* is no solution of *puzzle*, in words; empty where it is one. Shares nothing with the engines.

    Constraints are checked by their definitions.
    """
    geometry = puzzle.geometry
    shift = geometry.lo - 1
    for cell, digit in enumerate(grid):
        if not 1 <= digit <= geometry.side:
            return f"{geometry.name_of(cell)} holds no digit"
    for house in geometry.houses:
        if len({grid[cell] for cell in house.cells}) < len(house.cells):
            return (
                f"{house.name} is not 1 to {geometry.side} once each"
                if geometry.layout is None
                else f"{house.name} holds a digit twice"
            )
    for cell, digit in puzzle.clues:
        if grid[cell] != digit:
            return f"{geometry.name_of(cell)} is {grid[cell] + shift}, its clue {digit + shift}"
    values = [digit + shift for digit in grid]
    for constraint in puzzle.constraints:
        if not constraint.holds(values):
            return f"it breaks {constraint.describe()}"
    return ""


def check(puzzle: Puzzle, place: str, outcomes: Iterable[tuple[str, Outcome]], task: str) -> None:
    """Raises EnginesDisagree, naming the puzzle, where an answer cannot be right beside the others.

    Each outcome comes with the label of its engine. Every solution is checked against rules and
    clues, distinctness included; solutions of a search that was cut off count as well.
    """
    heard: tuple[str, str] | None = None
    most: tuple[int, str] = (0, "")
    unique: tuple[bytes, str] | None = None
    complete: tuple[int, str] | None = None
    for label, outcome in outcomes:
        fault = next(filter(None, (fault_of(puzzle, grid) for grid in outcome.solutions)), "")
        if fault:
            raise _disagreement(puzzle, place, f"{label} gave a grid that is no solution: {fault}")
        if len(set(outcome.solutions)) < len(outcome.solutions):
            raise _disagreement(puzzle, place, f"{label} gave a solution twice")
        found = len(outcome.solutions), label
        most = max(most, found)
        answer = answer_of(outcome, task)
        if answer == UNKNOWN:
            continue
        if outcome.complete:
            complete = min(complete or found, found)
        if answer == "unique":
            if unique is not None and unique[0] != outcome.solutions[0]:
                text = f"{unique[1]} and {label} each call another solution the only one"
                raise _disagreement(puzzle, place, text)
            unique = (outcome.solutions[0], label)
        if heard is not None and heard[0] != answer:
            raise _disagreement(puzzle, place, f"{heard[1]} says {heard[0]}, {label} says {answer}")
        heard = (answer, label)
    if complete is not None and most[0] > complete[0]:
        text = f"{complete[1]} says no more than {complete[0]} solutions, {most[1]} has {most[0]}"
        raise _disagreement(puzzle, place, text)


def _disagreement(puzzle: Puzzle, place: str, text: str) -> EnginesDisagree:
    return EnginesDisagree(f"{place}: {puzzle.line()}: {text}")


def claim_of(outcome: Outcome, task: str) -> str:
    """As `answer_of`; where a program says how many solutions there are without showing them, what that says."""
    claimed = int(outcome.stats.get("claimed", 0))
    return _word_of(claimed, task) if claimed else answer_of(outcome, task)


def refutation(
    puzzle: Puzzle, outcome: Outcome, task: str, others: Sequence[tuple[str, Outcome, bool]], place: str
) -> str:
    """Why a program's *outcome* is wrong, in words; empty where nothing speaks against it.

    *others*: (label, outcome, whether it is from outside, too) of the rest. Only grids that keep the rules speak
    against it, and, where it shows too few itself, what our own engines say. Raises EnginesDisagree, naming the puzzle,
    where it shows a solution that one of ours says does not exist.
    """
    for grid in outcome.solutions:
        fault = fault_of(puzzle, grid)
        if fault:
            return f"a grid that is no solution: {fault}"
    shown = set(outcome.solutions)
    if len(shown) < len(outcome.solutions):
        return "a solution twice"
    for label, other, outside in others:
        if other.complete and not other.why and not outside and not shown <= set(other.solutions):
            raise _disagreement(puzzle, place, f"{label} has not found every solution a program shows")
    answer = claim_of(outcome, task)
    if answer == UNKNOWN:
        return ""
    for label, other, _ in others:
        rest = [grid for grid in other.solutions if not fault_of(puzzle, grid)]
        if outcome.complete and not set(rest) <= shown:
            return f"says there are no more than {len(shown)} solutions; {label} shows another"
    for label, other, outside in others:
        said = answer_of(other, task)
        if not outside and said not in (UNKNOWN, answer):
            return f"says {answer}; {label} says {said}"
    return ""
