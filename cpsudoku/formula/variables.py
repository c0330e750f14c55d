"""Kinds of cell variables: how "cell holds digit" is written in literals, and read back from a model.

Cell variables come first: `cell * per_cell + 1` is the first of a cell. Adding a kind: a class here and
a line in VARIABLES.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from cpsudoku.kernels.literals import digits_of_model


class CellVariables(Protocol):
    """`per_cell` variables a cell; the cell holds a digit exactly where all of `equals` are true."""

    per_cell: int

    def __init__(self, side: int): ...

    def equals(self, cell: int, digit: int) -> tuple[int, ...]:
        """The literals that are all true exactly when *cell* holds *digit*."""
        ...

    def axioms(self, cell: int) -> Iterable[list[int]]:
        """Clauses that give the variables of one cell their meaning, before any rule."""
        ...

    def decode(self, model: Iterable[int], cells: int) -> bytes:
        """One byte a cell: its digit under the true literals of *model* (in any order; others are ignored)."""
        ...

    def meaning(self, variable: int) -> str:
        """What one of a cell's variables (1 .. per_cell) says, such as `=3`."""
        ...


class Direct:
    """n Booleans a cell: variable d says "= d". A digit of a cell is one literal."""

    def __init__(self, side: int):
        self.per_cell = side

    def equals(self, cell: int, digit: int) -> tuple[int, ...]:
        return (cell * self.per_cell + digit,)

    def axioms(self, cell: int) -> Iterable[list[int]]:
        return ()

    def decode(self, model: Iterable[int], cells: int) -> bytes:
        return digits_of_model(model if isinstance(model, list) else list(model), cells, self.per_cell)

    def meaning(self, variable: int) -> str:
        return f"={variable}"


class Order:
    """n - 1 Booleans a cell: variable d says "<= d". Source: Crawford and Baker, AAAI 1994."""

    def __init__(self, side: int):
        self.side, self.per_cell = side, side - 1

    def equals(self, cell: int, digit: int) -> tuple[int, ...]:
        base = cell * self.per_cell
        upper = (base + digit,) if digit < self.side else ()
        return (*upper, -(base + digit - 1)) if digit > 1 else upper

    def axioms(self, cell: int) -> Iterable[list[int]]:
        base = cell * self.per_cell
        return [[-(base + d), base + d + 1] for d in range(1, self.per_cell)]

    def decode(self, model: Iterable[int], cells: int) -> bytes:
        digits = bytearray([self.side]) * cells
        for literal in model:
            if 0 < literal <= cells * self.per_cell:
                cell, below = divmod(literal - 1, self.per_cell)
                digits[cell] = min(digits[cell], below + 1)
        return bytes(digits)

    def meaning(self, variable: int) -> str:
        return f"<={variable}"


class Log:
    """ceil(lg n) Booleans a cell: the bits of digit - 1, lowest first. Source: Iwama and Miyazaki, IFIP 1994."""

    def __init__(self, side: int):
        self.side, self.per_cell = side, (side - 1).bit_length()

    def equals(self, cell: int, digit: int) -> tuple[int, ...]:
        first = cell * self.per_cell + 1
        return tuple(first + bit if (digit - 1) >> bit & 1 else -(first + bit) for bit in range(self.per_cell))

    def axioms(self, cell: int) -> Iterable[list[int]]:
        return [[-x for x in self.equals(cell, code + 1)] for code in range(self.side, 1 << self.per_cell)]

    def decode(self, model: Iterable[int], cells: int) -> bytes:
        digits = bytearray([1]) * cells
        for literal in model:
            if 0 < literal <= cells * self.per_cell:
                cell, bit = divmod(literal - 1, self.per_cell)
                digits[cell] += 1 << bit
        return bytes(digits)

    def meaning(self, variable: int) -> str:
        return f".bit{variable - 1}"


VARIABLES: dict[str, type[CellVariables]] = {"direct": Direct, "order": Order, "log": Log}
"""Kinds of cell variables a cnf definition may name."""
