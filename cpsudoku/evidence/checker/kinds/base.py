"""The base class of the kinds of rules: how a rule is read, its definition, its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, ClassVar

from .. import work
from ..errors import Rejected, require, shown
from ..parts import Part, Sheet

CELL = re.compile(r"r([1-9][0-9]{0,2})c([1-9][0-9]{0,2})", re.ASCII)
LARGEST_NUMBER = 10**9
DEEPEST = 20
"""Rules inside rules."""


@dataclass(frozen=True)
class Place:
    """The board as rules see it. `boxes`: the regions. `read` reads a rule inside a rule."""

    rows: int
    columns: int
    digits: range
    boxes: tuple[tuple[int, ...], ...]
    read: Callable[[object, Place], Rule]
    depth: int = 0
    """Of how many rules these are the inside."""

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.columns

    @property
    def cells(self) -> range:
        """All cells, row by row from 0."""
        return range(self.size)

    def at(self, cell: int) -> tuple[int, int]:
        """(row, column) from 0."""
        return divmod(cell, self.columns)

    def touching(self) -> Iterator[tuple[int, int]]:
        """Every two cells that share a side, each pair once."""
        return self.apart((0, 1), (1, 0))

    def apart(self, *steps: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Every cell with the one so many (rows down, columns right) from it."""
        for cell in self.cells:
            row, column = self.at(cell)
            for down, right in steps:
                if row + down < self.rows and 0 <= column + right < self.columns:
                    yield cell, cell + down * self.columns + right

    def squares(self) -> Iterator[tuple[int, int, int, int]]:
        """Every four cells that form a 2x2 square."""
        for cell, other in self.apart((1, 1)):
            yield cell, cell + 1, other - 1, other

    def lines(self) -> list[tuple[int, ...]]:
        """Every row and every column, read from each end."""
        rows = [tuple(self.cells[row * self.columns : (row + 1) * self.columns]) for row in range(self.rows)]
        columns = [tuple(self.cells[column :: self.columns]) for column in range(self.columns)]
        return [way for line in chain(rows, columns) for way in (line, line[::-1])]


class Rule:
    """A rule of a board. Kinds are its subclasses: two rules are equal where kind and parts are.

    `needs` and `may`: key of the JSON object -> what reads its value; what may be missing is None then.
    """

    kind: ClassVar[str]
    needs: ClassVar[Mapping[str, Form]] = {}
    may: ClassVar[Mapping[str, Form]] = {}
    cells: tuple[int, ...]
    """Where the kind needs them."""

    def __init__(self, stated: Mapping[str, object], place: Place):
        self.place = place
        keys = set(stated) - {"type"}
        missing = sorted(set(self.needs) - keys)
        require(not missing, f"{self.kind}: no {', '.join(missing)}")
        unknown = sorted(keys - {*self.needs, *self.may})
        require(not unknown, f"{self.kind}: unknown: {', '.join(unknown)[:100]}")
        kept: list[object] = []
        for key, form in (*self.needs.items(), *self.may.items()):
            kept.append(form(stated[key], place, f"{self.kind}: {key}") if key in keys else None)
            setattr(self, key, kept[-1])
        self._kept = (self.kind, *kept)
        self._stated = values_in(kept)
        self.check()

    def check(self) -> None:
        """Raise Rejected where the parts do not go together."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rule) and self._kept == other._kept

    def __hash__(self) -> int:
        return hash(self._kept)

    def holds(self, digits: Sequence[int]) -> bool:
        """Whether the filled grid satisfies it, given the digit of each cell as it is written."""
        raise NotImplementedError

    def parts(self) -> list[Part]:
        """Parts that all hold exactly where the rule does."""
        raise NotImplementedError

    def cost(self) -> int:
        """Steps (`work`) that `holds` takes at most, but for those it counts itself; and `parts`, likewise."""
        return 4 + self._stated

    def write(self, sheet: Sheet) -> None:
        """Its clauses."""
        work.spend(2 * self.cost(), held=150 * self.cost())
        for part in self.parts():
            part.write(sheet)


class Held(Rule):
    """A rule of what its `cells` hold."""

    def holds(self, digits: Sequence[int]) -> bool:
        return self.kept_by([digits[cell] for cell in self.cells])

    def kept_by(self, held: list[int]) -> bool:
        """Whether the digits of the cells, in their order, satisfy it."""
        raise NotImplementedError


def values_in(kept: object) -> int:
    """How many values a rule states; of a rule inside, its steps."""
    if isinstance(kept, Rule):
        return kept.cost()
    return 1 + sum(map(values_in, kept)) if isinstance(kept, (tuple, list, frozenset)) else 1


Form = Callable[[Any, Place, str], Any]
"""(the value of a key, the board, rule and key in words) -> what is kept, hashable. Raises Rejected."""


def cells(least: int = 1, most: int = LARGEST_NUMBER, repeats: bool = False) -> Form:
    """Cells by name, `["r1c1", "r1c2"]`, as numbers; none twice unless *repeats*."""

    def read(value: Any, place: Place, where: str) -> tuple[int, ...]:
        named = _list(value, where)
        require(least <= len(named) <= most, f"{where}: {len(named)} cells")
        found = tuple(_cell(name, place, where) for name in named)
        require(repeats or len(set(found)) == len(found), f"{where}: a cell twice")
        return found

    return read


def groups(least: int = 0, size: int = 0) -> Form:
    """Lists of cells, all of *size* cells where it is given."""
    one = cells(size, size) if size else cells()

    def read(value: Any, place: Place, where: str) -> tuple[tuple[int, ...], ...]:
        listed = _list(value, where)
        require(least <= len(listed), f"{where}: {len(listed)} lists")
        return tuple(one(part, place, where) for part in listed)

    return read


def number(least: int) -> Form:
    """A whole number from *least*."""

    def read(value: Any, place: Place, where: str) -> int:
        require(type(value) is int, f"{where}: {shown(value)}: no whole number")
        require(least <= value <= LARGEST_NUMBER, f"{where}: {shown(value)}: out of range")
        found: int = value
        return found

    return read


def numbers(least: int = 0) -> Form:
    """Whole numbers from *least*, in their order."""
    one = number(least)
    return lambda value, place, where: tuple(one(part, place, where) for part in _list(value, where))


def pairs(value: Any, place: Place, where: str) -> frozenset[tuple[int, int]]:
    """Pairs of whole numbers."""
    one, found = numbers(), []
    for part in _list(value, where):
        pair = one(part, place, where)
        require(len(pair) == 2, f"{where}: {shown(part)}: no pair")
        found.append((pair[0], pair[1]))
    return frozenset(found)


def word(*known: str) -> Form:
    """One of a few words."""

    def read(value: Any, place: Place, where: str) -> str:
        require(value in known, f"{where}: {shown(value)}; known: {', '.join(known)}")
        return str(value)

    return read


def flag(value: Any, place: Place, where: str) -> bool:
    """True or false."""
    require(type(value) is bool, f"{where}: {shown(value)}: neither true nor false")
    return bool(value)


def rules(value: Any, place: Place, where: str) -> tuple[Rule, ...]:
    """Rules inside."""
    require(place.depth < DEEPEST, f"{where}: rules inside rules, deeper than {DEEPEST}")
    inside = replace(place, depth=place.depth + 1)
    return tuple(place.read(part, inside) for part in _list(value, where))


def rule_lists(value: Any, place: Place, where: str) -> tuple[tuple[Rule, ...], ...]:
    """Lists of rules inside."""
    return tuple(rules(part, place, where) for part in _list(value, where))


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Rejected(f"{where}: {shown(value)}: no list")
    return value


def _cell(name: Any, place: Place, where: str) -> int:
    found = CELL.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        raise Rejected(f"{where}: {shown(name)}: no cell")
    row, column = int(found[1]), int(found[2])
    require(row <= place.rows and column <= place.columns, f"{where}: {name} is off the board")
    return (row - 1) * place.columns + column - 1
