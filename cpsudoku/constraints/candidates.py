"""What cells may hold: a pencil mark that is a clue."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import forms, fpuzzles, iss, shapes
from cpsudoku.constraints.families import CellRule
from cpsudoku.constraints.forms import CellList, NumberList, cells, constraint, part


@constraint
class Candidates(CellRule):
    """Each cell contains one of *values*: a clue that allows several digits."""

    keys = (fpuzzles.InCells("givenPencilMarks"), iss.Values(""))
    word = "candidates"
    figure = shapes.Outline()
    cells: CellList = cells()
    values: NumberList = part(forms.Numbers())

    def allows(self, digit: int) -> bool:
        return digit in self.values

    def label(self) -> str:
        return "".join(map(str, self.values))


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
    """The candidates that a puzzle gives, a mask a cell; None if it has a rule of another kind."""
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
