"""Rules of the whole board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from .. import work
from ..parts import Differ, Part, Some
from .base import Rule, groups, word


class Apart(Rule):
    """Sets of cells that all differ."""

    needs: ClassVar = {"regions": groups()}
    regions: tuple[tuple[int, ...], ...]

    def holds(self, digits: Sequence[int]) -> bool:
        return all(len({digits[cell] for cell in region}) == len(region) for region in self.regions)

    def parts(self) -> list[Part]:
        return [Differ(region) for region in self.regions]


class DisjointGroups(Apart):
    """The groups, cells at the same place of their boxes, all differ."""

    kind = "disjoint_groups"


class Windoku(Apart):
    """The windows all differ."""

    kind = "windoku"


class Diagonal(Rule):
    """The diagonal all differs: "-" falls from the top left corner, "+" from the top right."""

    kind, needs = "diagonal", {"direction": word("+", "-")}
    direction: str

    def cost(self) -> int:
        return super().cost() + self.place.columns

    def _cells(self) -> tuple[int, ...]:
        rows, columns = self.place.rows, self.place.columns
        length = min(rows, columns)
        return tuple(k * columns + (k if self.direction == "-" else columns - 1 - k) for k in range(length))

    def holds(self, digits: Sequence[int]) -> bool:
        return len({digits[cell] for cell in self._cells()}) == len(self._cells())

    def parts(self) -> list[Part]:
        return [Differ(self._cells())]


class AntiTaxicab(Rule):
    """No two cells d steps (to the sides) from each other both hold the digit d."""

    kind = "anti_taxicab"

    def cost(self) -> int:
        return super().cost() + 2 * self.place.size**2

    def _met(self) -> Iterator[tuple[int, int, int]]:
        for a, b in combinations(self.place.cells, 2):
            (r1, c1), (r2, c2) = self.place.at(a), self.place.at(b)
            yield a, b, abs(r1 - r2) + abs(c1 - c2)

    def holds(self, digits: Sequence[int]) -> bool:
        return not any(digits[a] == digits[b] == steps for a, b, steps in self._met())

    def parts(self) -> list[Part]:
        return [Some(((a, steps, False), (b, steps, False))) for a, b, steps in self._met()]


class DutchFlatmates(Rule):
    """Every 5 has a 1 directly above it or a 9 directly below it."""

    kind = "dutch_flatmates"

    def cost(self) -> int:
        return super().cost() + 4 * self.place.size

    def _around(self, cell: int) -> list[tuple[int, int]]:
        columns = self.place.columns
        return [
            (other, digit) for other, digit in ((cell - columns, 1), (cell + columns, 9)) if other in self.place.cells
        ]

    def holds(self, digits: Sequence[int]) -> bool:
        fives = [cell for cell in self.place.cells if digits[cell] == 5]
        return all(any(digits[other] == digit for other, digit in self._around(cell)) for cell in fives)

    def parts(self) -> list[Part]:
        found = []
        for cell in self.place.cells:
            mates = [(other, digit, True) for other, digit in self._around(cell)]
            found.append(Some(((cell, 5, False), *mates)))
        return list(found)


class InEverySquare(Rule):
    """Every 2x2 square holds a digit of each of three groups."""

    def group(self, digit: int) -> int:
        """0, 1 or 2."""
        raise NotImplementedError

    def cost(self) -> int:
        return super().cost() + 6 * self.place.size

    def holds(self, digits: Sequence[int]) -> bool:
        return all(len({self.group(digits[cell]) for cell in square}) == 3 for square in self.place.squares())

    def parts(self) -> list[Part]:
        work.spend(2 * self.place.size * len(self.place.digits), held=350 * self.place.size * len(self.place.digits))
        kinds = [[digit for digit in self.place.digits if self.group(digit) == k] for k in range(3)]
        return [
            Some(tuple((cell, digit, True) for cell in square for digit in kind))
            for square in self.place.squares()
            for kind in kinds
        ]


class GlobalEntropy(InEverySquare):
    """Of each third of the digits: low, middle and high."""

    kind = "global_entropy"

    def group(self, digit: int) -> int:
        return (digit - self.place.digits[0]) * 3 // len(self.place.digits)


class GlobalMod(InEverySquare):
    """Of each remainder modulo 3."""

    kind = "global_mod"

    def group(self, digit: int) -> int:
        return digit % 3
