"""The protocol every engine follows, and what it answers.

An engine is built once per geometry (and encoding) and then searched for many puzzles.
"Unknown" is an answer of its own: an Outcome that is neither complete nor at its limit says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from cpsudoku.board.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up on one puzzle; None is no limit. Only *conflicts* gives the same answer every time."""

    seconds: float | None = None
    conflicts: int | None = None

    def __bool__(self) -> bool:
        return self.seconds is not None or self.conflicts is not None


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found.

    `solutions`: distinct full grids, one byte a cell. `complete`: there are no others.
    `why`: non-empty exactly where a limit stopped the search before it was complete or had as
    many solutions as asked. `stats`: counters by name (conflicts, decisions, propagations, nodes ...).
    """

    solutions: tuple[bytes, ...]
    complete: bool
    why: str = ""
    stats: Mapping[str, float] = field(default_factory=dict)


@runtime_checkable
class Engine(Protocol):
    """Finds solutions. `name` is what `--engine` accepts, such as `sat:glucose4`."""

    name: str
    geometry: Geometry

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """Up to *limit* solutions (0 = all) of the puzzle with these clues (a byte a cell, 0 = empty).

        Contradictory clues give no solution, complete. Never raises for a bad puzzle.
        """
        ...
