"""What a diagnosis says. A set called `smallest` or `fewest` is proven so where `proven` is true."""

from __future__ import annotations

from dataclasses import dataclass, field

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.puzzle import Puzzle, Solution

Clue = tuple[Cell, Digit]


@dataclass(frozen=True)
class Conflict:
    """Clues that no grid can have together; without any one of them some grid can. `houses` are the rules needed."""

    cells: tuple[Cell, ...]
    houses: tuple[str, ...]
    proven: bool


@dataclass(frozen=True)
class Drop:
    """Clues whose removal leaves a puzzle with `count` solutions (at least so many where not `exact`)."""

    cells: tuple[Cell, ...]
    count: int
    exact: bool

    @property
    def becomes(self) -> str:
        """`unique` or `multiple`."""
        return "unique" if self.count == 1 and self.exact else "multiple"


@dataclass(frozen=True)
class Repair:
    """The puzzle is unique with this digit in the clue's cell instead."""

    cell: Cell
    digit: Digit
    solution: Solution


@dataclass(frozen=True)
class Addition:
    """Clues that, added, leave `solution` alone."""

    clues: tuple[Clue, ...]
    solution: Solution
    proven: bool


@dataclass(frozen=True)
class Diagnosed:
    """Common part: `partial` names what a limit cut short."""

    puzzle: Puzzle
    partial: tuple[str, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class Broken(Diagnosed):
    """No solution. `drops`: all ways to drop one clue (those that leave a unique puzzle first), else one way to drop
    as few as will do (`drops_proven`). `repairs`: single digits to change."""

    conflict: Conflict
    drops: tuple[Drop, ...]
    drops_proven: bool
    repairs: tuple[Repair, ...]


@dataclass(frozen=True)
class Ambiguous(Diagnosed):
    """Several solutions, `count` of them (`exact`, else at least so many).

    `differ`: cells that are not the same in all solutions seen. `deadly`: the smallest sets of clueless cells that
    can be filled in two ways while the rest of `first` stays, smallest first. `addition`: the fewest clues that leave
    `first`; `addition_over_all`: the fewest that leave any one solution (None where there are too many to list).
    `singles`: single clues that will do; those of `first` alone where not `exact` or too many.
    """

    first: Solution
    count: int
    exact: bool
    differ: tuple[Cell, ...]
    deadly: tuple[tuple[Cell, ...], ...]
    addition: Addition | None
    addition_over_all: Addition | None
    singles: tuple[Clue, ...]


@dataclass(frozen=True)
class Sound(Diagnosed):
    """One solution. `redundant`: each clue that could go (alone; perhaps not together). None left: minimal."""

    solution: Solution
    redundant: tuple[Cell, ...]

    @property
    def minimal(self) -> bool:
        """No clue can go."""
        return not self.redundant and not self.partial


Diagnosis = Broken | Ambiguous | Sound
