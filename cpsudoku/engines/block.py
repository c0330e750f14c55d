"""A block: many puzzles of one board as one bytes, and the answers of an engine.

The numbers of the four statuses are given here and nowhere else.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from cpsudoku.errors import EnginesDisagree

if TYPE_CHECKING:
    from cpsudoku.engines.engine import Outcome


class Status(IntEnum):
    """What is known of a puzzle. The first two have a grid, MULTIPLE a second one, UNKNOWN a reason."""

    UNIQUE = 0
    MULTIPLE = 1
    IMPOSSIBLE = 2
    UNKNOWN = 3


class DecidedBy(IntEnum):
    """What decided a puzzle, with engine `sat`: singles alone, a SAT solver, or merging (`kernels.clauses.merging`).

    Under constraints, with `constraints` too: the kernel's propagation without a branch, its search, or the solver.
    """

    SINGLES = 0
    SAT = 1
    MERGING = 2
    PROPAGATION = 3
    SEARCH = 4


MOST = 1 << 62
"""More solutions than any search finds."""
OF_COUNT = bytes([Status.IMPOSSIBLE, Status.UNIQUE, Status.MULTIPLE])
"""The status of a puzzle by its number of solutions, counted to two."""


@dataclass(slots=True)
class Answers:
    """The answers to a block: a status and a grid a puzzle, second grids and reasons where there are any.

    `statuses`: a `Status` a byte. `grids`: the first solutions one after the other, zeros where there is none.
    `seconds` and `whys` by the puzzle's index. `by`: with engines that say it a `DecidedBy` a byte; else empty. It is
    what decided, or, where nothing did, what came last.
    """

    statuses: bytes
    grids: bytes
    seconds: dict[int, bytes] = field(default_factory=dict)
    whys: dict[int, str] = field(default_factory=dict)
    by: bytes = b""

    def forget(self, index: int, size: int, why: str) -> None:
        """Take the answer to a puzzle of *size* cells back: unknown, for this reason."""
        self.statuses = self.statuses[:index] + bytes([Status.UNKNOWN]) + self.statuses[index + 1 :]
        self.grids = self.grids[: index * size] + bytes(size) + self.grids[(index + 1) * size :]
        self.seconds.pop(index, None)
        self.whys[index] = why


class AnswersBuilder:
    """Answers in the making: *number* puzzles of *size* cells, entered one at a time."""

    __slots__ = ("by", "grids", "seconds", "size", "statuses", "whys")

    def __init__(self, number: int, size: int) -> None:
        self.size = size
        self.by = bytearray()
        self.statuses, self.grids = bytearray(number), bytearray(number * size)
        self.seconds: dict[int, bytes] = {}
        self.whys: dict[int, str] = {}

    def enter(self, index: int, outcome: Outcome, by: DecidedBy | None = None) -> None:
        """What a search for two solutions found, and what decided it, where known.

        Raises EnginesDisagree where it gave up without a reason.
        """
        if by is not None:
            self.by = self.by or bytearray(len(self.statuses))
            self.by[index] = by
        found = outcome.solutions
        if len(found) < 2 and not outcome.complete:
            if not outcome.why:
                raise EnginesDisagree(f"an engine gave up on puzzle {index + 1} of a block without a reason")
            self.statuses[index] = Status.UNKNOWN
            self.whys[index] = outcome.why
            return
        self.statuses[index] = OF_COUNT[min(len(found), 2)]
        if found:
            self.grids[index * self.size : (index + 1) * self.size] = found[0]
        if len(found) > 1:
            self.seconds[index] = found[1]

    def answers(self) -> Answers:
        """All that was entered."""
        return Answers(bytes(self.statuses), bytes(self.grids), self.seconds, self.whys, bytes(self.by))


@dataclass(slots=True)
class Found:
    """The solutions of a block's puzzles up to a limit, or how many there are.

    `numbers`: solutions found of each puzzle (int64). `complete`: 1 where there are no others, a byte a puzzle.
    `grids`: the solutions of one puzzle after those of the other; empty where they were only counted. `whys`: the limit
    that ended a search, by the puzzle's index.
    """

    numbers: array[int]
    complete: bytes
    grids: bytes = b""
    whys: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Found:
        """What searches found, a puzzle each."""
        every = list(outcomes)
        return cls(
            array("q", [len(outcome.solutions) for outcome in every]),
            bytes([outcome.complete for outcome in every]),
            b"".join([grid for outcome in every for grid in outcome.solutions]),
            {k: outcome.why for k, outcome in enumerate(every) if outcome.why},
        )

    @classmethod
    def counted(cls, counts: Iterable[tuple[int, str]], limit: int) -> Found:
        """Numbers of solutions, counted up to *limit* (0: all), and why counting ended early."""
        every = list(counts)
        return cls(
            array("q", [number for number, _ in every]),
            bytes([not why and (not limit or number < limit) for number, why in every]),
            whys={k: why for k, (_, why) in enumerate(every) if why},
        )

    def forget(self, puzzles: Sequence[int], size: int, why: str) -> None:
        """Take back what was found of these puzzles of *size* cells: nothing, for this reason."""
        starts = self.starts()
        for k in sorted(puzzles, reverse=True):
            end = starts[k] + self.numbers[k]
            self.grids = self.grids[: starts[k] * size] + self.grids[end * size :]
            self.numbers[k] = 0
            self.complete = self.complete[:k] + bytes(1) + self.complete[k + 1 :]
            self.whys[k] = why

    def starts(self) -> list[int]:
        """The place of each puzzle's first grid among `grids`."""
        found, place = [], 0
        for number in self.numbers:
            found.append(place)
            place += number
        return found
