"""Kinds that restrict each of their cells by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.constraints import artwork, forms, fpuzzles, iss, shapes
from cpsudoku.constraints.base import Constraint, Values
from cpsudoku.constraints.forms import CellList, NumberList, cells, constraint, part
from cpsudoku.constraints.primitives import Clause, Is, Statement


class CellRule(Constraint):
    """Each of the cells holds a digit that `allows` accepts."""

    def allows(self, digit: int) -> bool:
        """Whether a cell may hold the digit."""
        raise NotImplementedError

    def holds(self, values: Values) -> bool:
        return not [cell for cell in self.at if (value := values[cell]) is not None and not self.allows(value)]

    def allowed(self) -> Iterable[int]:
        """The digits of the board that a cell may hold."""
        return filter(self.allows, self.digits)

    def statement(self) -> Statement:
        allowed = list(self.allowed())
        return tuple([Clause(tuple([Is(cell, digit) for digit in allowed])) for cell in self.at])


@constraint
class Even(CellRule):
    """The cells contain even digits."""

    prose = "A grey square holds an even digit."
    advice = "A house has four even digits: where they are known, the other cells are odd."
    keys = (
        fpuzzles.Marks("even"),
        artwork.Drawn("even", r"(?=.*\beven\b)(?=.*square)", "square", never=r"how many|number of|surround"),
    )
    marks = "cell"
    figure = shapes.Shade()
    cells: CellList = cells()

    def allows(self, digit: int) -> bool:
        return digit % 2 == 0


@constraint
class Odd(CellRule):
    """The cells contain odd digits."""

    prose = "A grey circle holds an odd digit."
    advice = "A house has five odd digits: where they are known, the other cells are even."
    keys = (
        fpuzzles.Marks("odd"),
        artwork.Drawn("odd", r"(?=.*\bodd\b)(?=.*circle)", "disc", never=r"how many|number of|surround"),
    )
    marks = "cell"
    cells: CellList = cells()

    def allows(self, digit: int) -> bool:
        return digit % 2 == 1

    def shapes(self) -> tuple[shapes.Shape, ...]:
        return self.draw_each(shapes.Pill(), zip(self.at))


@constraint
class Candidates(CellRule):
    """Each cell contains one of *values*: a clue that allows several digits."""

    keys = (fpuzzles.InCells("givenPencilMarks", written_only=True), iss.Values(""))
    figure = shapes.Outline()
    cells: CellList = cells()
    values: NumberList = part(forms.Numbers())

    def allows(self, digit: int) -> bool:
        return digit in self.values

    def allowed(self) -> Iterable[int]:  # a quarter of the time that a test of each digit takes
        return [value for value in dict.fromkeys(self.values) if value in self.digits]

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
