"""Kinds of cell variables: how "cell holds digit" is written in literals, and read back from a model.

Cell variables come first: `cell * per_cell + 1` is the first of a cell. Adding a kind: a class here and
a line in VARIABLES.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from cpsudoku.kernels.clauses.literals import digits_of_model


class CellVariables(ABC):
    """`per_cell` variables a cell, in the order of cells; it holds a digit exactly where all of `equals` are true."""

    per_cell: int

    @abstractmethod
    def equals(self, cell: int, digit: int) -> tuple[int, ...]:
        """The literals that are all true exactly when *cell* holds *digit*."""

    def axioms(self, cell: int) -> Iterable[list[int]]:
        """Clauses that give the variables of one cell their meaning, before any rule."""
        return ()

    @abstractmethod
    def decode(self, model: Iterable[int], cells: int) -> bytes:
        """One byte a cell: its digit under the true literals of *model* (in any order; others are ignored)."""

    def count(self, cells: int) -> int:
        """How many variables so many cells have together."""
        return cells * self.per_cell

    def said(self, variable: int) -> tuple[int, str]:
        """The cell of a variable, and what the variable says of it, such as `=3`."""
        cell, k = divmod(variable - 1, self.per_cell)
        return cell, self.meaning(k + 1)

    def meaning(self, variable: int) -> str:
        """What one of a cell's variables (1 .. per_cell) says."""
        return f"={variable}"


class Direct(CellVariables):
    """n Booleans a cell: variable d says "= d". A digit of a cell is one literal."""

    def __init__(self, side: int):
        self.per_cell = side

    def equals(self, cell: int, digit: int) -> tuple[int, ...]:
        return (cell * self.per_cell + digit,)

    def decode(self, model: Iterable[int], cells: int) -> bytes:
        return digits_of_model(model if isinstance(model, list) else list(model), cells, self.per_cell)


class Order(CellVariables):
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


class Log(CellVariables):
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


class LogSupport(Log):
    """As `log`, with the fewest bits that distinguish a digit from the others; codes without a digit do not count.

    A pair of cells is then refused by shorter clauses, and where one bit decides, by a support clause ("if this cell
    holds 9, the top bit of the other is 0"). Source: Gavanelli, The Log-Support Encoding of CSP into SAT, CP 2007.
    """

    def __init__(self, side: int):
        super().__init__(side)
        self._telling = [self._bits(code) for code in range(side)]

    def _bits(self, code: int) -> list[int]:
        """The bits of *code* that no other digit's code has all alike: the highest ones are left out first."""
        bits = list(range(self.per_cell))
        for bit in reversed(range(self.per_cell)):
            fewer = sum(1 << kept for kept in bits if kept != bit)
            if not any(other != code and not (other ^ code) & fewer for other in range(self.side)):
                bits.remove(bit)
        return bits

    def equals(self, cell: int, digit: int) -> tuple[int, ...]:
        every = super().equals(cell, digit)
        return tuple([every[bit] for bit in self._telling[digit - 1]])

    def axioms(self, cell: int) -> Iterable[list[int]]:
        """No code beyond the last, compared from the top: one clause for each bit that is 0 in the last code."""
        first, last = cell * self.per_cell + 1, self.side - 1
        ones = [bit for bit in range(self.per_cell) if last >> bit & 1]
        zeros = [bit for bit in range(self.per_cell) if not last >> bit & 1]
        return [[-(first + bit), *(-(first + one) for one in ones if one > bit)] for bit in zeros]


VARIABLES: dict[str, type[Direct] | type[Order] | type[Log]] = {
    "direct": Direct,
    "order": Order,
    "log": Log,
    "log-support": LogSupport,
}
"""Kinds of cell variables a cnf definition may name."""
