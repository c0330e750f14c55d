"""Rules that are not houses, for formats: a puzzle from a board, clues and rules; what a format can say of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints.keys import written_as
from cpsudoku.errors import CpSudokuError, GeometryError, NotationError

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint

MAX_DESCRIBED = 5
"""Rules that one message lists."""


def placed(cells: bytes, board: Geometry, rules: Iterable[Constraint]) -> Puzzle:
    """The puzzle under these rules. Raises NotationError where one does not fit the board."""
    kept = tuple(rules)
    if not kept:
        return Puzzle.trusted(cells, board)
    try:
        return Puzzle(cells, board, kept)
    except NotationError:
        raise
    except CpSudokuError as error:
        raise NotationError(str(error)) from None


def shaped(
    rows: int, columns: int, lo: int, hi: int, regions: Iterable[Sequence[int]] = (), latin: bool = True
) -> Geometry:
    """A board of any shape. Raises NotationError."""
    try:
        return Geometry.shaped(rows, columns, lo, hi, regions, latin)
    except GeometryError as error:
        raise NotationError(str(error)) from None


def unsaid(puzzle: Puzzle, format: str) -> list[Constraint]:
    """The puzzle's rules that a format has no key for."""
    return [rule for rule in puzzle.constraints if written_as(rule, format, puzzle.constraints) is None]


def named(rules: Sequence[Constraint]) -> str:
    """The kinds of some rules: "cage, thermo"."""
    return ", ".join(dict.fromkeys(rule.name for rule in rules))
