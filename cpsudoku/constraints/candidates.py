"""What cells may hold: a pencil mark that is a clue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import fpuzzles, iss
from cpsudoku.constraints.base import Constraint, Values, known
from cpsudoku.constraints.forms import Numbers, cells, part
from cpsudoku.constraints.given import CellList, NumberList
from cpsudoku.constraints.keys import Key
from cpsudoku.constraints.primitives import Clause, Is, Statement
from cpsudoku.constraints.shapes import Outline, Shape


@dataclass(frozen=True, repr=False)
class Candidates(Constraint):
    """Each cell holds one of *values*: a clue that allows several digits."""

    keys: ClassVar[tuple[Key, ...]] = (fpuzzles.InCells("givenPencilMarks"), iss.Given(""))
    word: ClassVar[str] = "candidates"
    cells: CellList = cells()
    values: NumberList = part(Numbers())

    def holds(self, values: Values) -> bool:
        return all(value in self.values for value in known(self.seen(values)))

    def statement(self) -> Statement:
        kept = [value for value in dict.fromkeys(self.values) if value in self.digits]
        return tuple(Clause(tuple(Is(cell, value) for value in kept)) for cell in self.at)

    def shapes(self) -> tuple[Shape, ...]:
        return (Outline(self.places(), "candidates", "".join(map(str, self.values))),)


def with_candidates(cells: bytes, board: Geometry, masks: Sequence[int]) -> Puzzle:
    """The puzzle of these clues whose cells hold one of the digits of a mask each (bit 0: the lowest digit).

    Cells of equal masks share a rule; a cell that may hold every digit, or its clue alone, needs none.
    """
    full = (1 << board.side) - 1
    held: dict[int, list[int]] = {}
    for cell, (clue, mask) in enumerate(zip(cells, masks, strict=True)):
        if mask != (1 << clue - 1 if clue else full):
            held.setdefault(mask, []).append(cell)
    rules = [
        Candidates(at, [board.lo + bit for bit in range(board.side) if mask >> bit & 1]) for mask, at in held.items()
    ]
    return Puzzle(cells, board, rules) if rules else Puzzle.trusted(cells, board)


def given_masks(puzzle: Puzzle) -> tuple[int, ...] | None:
    """The candidates that a puzzle gives, a mask a cell; None where it has a rule that says something else."""
    rules = [rule for rule in puzzle.constraints if isinstance(rule, Candidates)]
    if len(rules) < len(puzzle.constraints):
        return None
    full = (1 << puzzle.geometry.side) - 1
    masks = [1 << clue - 1 if clue else full for clue in puzzle.cells]
    for rule in rules:
        mask = sum(1 << value - rule.digits[0] for value in set(rule.values) if value in rule.digits)
        for cell in rule.at:
            masks[cell] &= mask
    return tuple(masks)
