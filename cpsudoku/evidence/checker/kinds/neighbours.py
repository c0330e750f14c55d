"""Rules of two cells, and of all cells that lie some way apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import ClassVar

from .. import work
from ..parts import Pair, Part
from .base import Rule, cells, groups, number, numbers, pairs, word


class Compared(Rule):
    """Some pairs of cells, each of which `fits`."""

    def couples(self) -> Iterable[tuple[int, int]]:
        """The pairs."""
        return pairwise(self.cells)

    def fits(self, a: int, b: int) -> bool:
        """Whether a pair may hold these two digits."""
        raise NotImplementedError

    def cost(self) -> int:
        return super().cost() + self._most_couples() * self._fits_cost()

    def _most_couples(self) -> int:
        """How many pairs of cells `couples` generates, apart from neighbours on a line."""
        return 0

    def _fits_cost(self) -> int:
        """Steps of `fits`."""
        return 1

    def holds(self, digits: Sequence[int]) -> bool:
        return all(self.fits(digits[a], digits[b]) for a, b in self.couples())

    def parts(self) -> list[Part]:
        table = self.table()
        return [Pair(a, b, table) for a, b in self.couples()]

    def table(self) -> frozenset[tuple[int, int]]:
        """The pairs of digits that do."""
        digits = self.place.digits
        work.spend(len(digits) ** 2 * self._fits_cost(), held=250 * len(digits) ** 2)
        return frozenset((x, y) for x in digits for y in digits if self.fits(x, y))


class Difference(Compared):
    """The two digits differ by exactly `difference`."""

    kind, needs = "difference", {"cells": cells(2, 2), "difference": number(0)}
    difference: int

    def fits(self, a: int, b: int) -> bool:
        return abs(a - b) == self.difference


class Ratio(Compared):
    """One of the two digits is `ratio` times the other."""

    kind, needs = "ratio", {"cells": cells(2, 2), "ratio": number(1)}
    ratio: int

    def fits(self, a: int, b: int) -> bool:
        return a == self.ratio * b or b == self.ratio * a


class Xv(Compared):
    """The two digits add up to `sum`."""

    kind, needs = "xv", {"cells": cells(2, 2), "sum": number(0)}
    sum: int

    def fits(self, a: int, b: int) -> bool:
        return a + b == self.sum


class Greater(Compared):
    """The first digit is greater than the second."""

    kind, needs = "greater", {"cells": cells(2, 2)}

    def fits(self, a: int, b: int) -> bool:
        return a > b


class Whisper(Compared):
    """Neighbours on the line differ by at least `difference`. The line may come back to a cell."""

    kind, needs = "whisper", {"cells": cells(2, repeats=True), "difference": number(1)}
    difference: int

    def fits(self, a: int, b: int) -> bool:
        return abs(a - b) >= self.difference


class Thermo(Compared):
    """Digits rise from the first cell on."""

    kind, needs = "thermo", {"cells": cells()}

    def fits(self, a: int, b: int) -> bool:
        return a < b


class SlowThermo(Compared):
    """Digits do not fall from the first cell on."""

    kind, needs = "slow_thermo", {"cells": cells()}

    def fits(self, a: int, b: int) -> bool:
        return a <= b


class Nabner(Compared):
    """No two cells of the line, wherever they are on it, hold equal or consecutive digits."""

    kind, needs = "nabner", {"cells": cells(2)}

    def _most_couples(self) -> int:
        return len(self.cells) ** 2 // 2

    def couples(self) -> Iterator[tuple[int, int]]:
        return combinations(self.cells, 2)

    def fits(self, a: int, b: int) -> bool:
        return abs(a - b) > 1


class Palindrome(Compared):
    """The line reads the same from both ends."""

    kind, needs = "palindrome", {"cells": cells(2)}

    def couples(self) -> list[tuple[int, int]]:
        half = len(self.cells) // 2
        return list(zip(self.cells[:half], self.cells[: -half - 1 : -1]))

    def fits(self, a: int, b: int) -> bool:
        return a == b


class Clone(Compared):
    """Each of `cells` equals the one at the same place of `clone_cells`; those without a partner are free."""

    kind, needs = "clone", {"cells": cells(), "clone_cells": cells()}
    clone_cells: tuple[int, ...]

    def couples(self) -> list[tuple[int, int]]:
        return list(zip(self.cells, self.clone_cells))

    def fits(self, a: int, b: int) -> bool:
        return a == b


class Pairwise(Compared):
    """(digit, digit) is one of `allowed`: for each cell and the next, or in mode "all" each and every later one."""

    kind, needs = "pairwise", {"cells": cells(2), "allowed": pairs, "mode": word("consecutive", "all")}
    allowed: frozenset[tuple[int, int]]
    mode: str

    def _most_couples(self) -> int:
        return len(self.cells) ** 2 // 2 if self.mode == "all" else 0

    def couples(self) -> Iterator[tuple[int, int]]:
        return pairwise(self.cells) if self.mode == "consecutive" else combinations(self.cells, 2)

    def fits(self, a: int, b: int) -> bool:
        return (a, b) in self.allowed


class ApartBySteps(Compared):
    """Cells that lie one of `steps` (rows down, columns right) apart differ."""

    steps: ClassVar[tuple[tuple[int, int], ...]]

    def _most_couples(self) -> int:
        return len(self.steps) * self.place.size

    def couples(self) -> Iterator[tuple[int, int]]:
        return self.place.apart(*self.steps)

    def fits(self, a: int, b: int) -> bool:
        return a != b


class AntiKing(ApartBySteps):
    """Cells that touch at a corner differ."""

    kind, steps = "anti_king", ((1, 1), (1, -1))


class AntiKnight(ApartBySteps):
    """Cells a chess knight's move apart differ."""

    kind, steps = "anti_knight", ((1, 2), (1, -2), (2, 1), (2, -1))


class NonConsecutive(ApartBySteps):
    """Cells that share a side do not hold consecutive digits."""

    kind, steps = "non_consecutive", ((0, 1), (1, 0))

    def fits(self, a: int, b: int) -> bool:
        return abs(a - b) != 1


class Negative(Compared):
    """Cells that share a side, but for the pairs `marked`, have none of these differences, ratios and sums."""

    kind, needs = "negative", {"marked": groups(size=2)}
    may: ClassVar = {"difference": numbers(), "ratio": numbers(), "sum": numbers()}
    marked: tuple[tuple[int, ...], ...]
    difference: tuple[int, ...] | None
    ratio: tuple[int, ...] | None
    sum: tuple[int, ...] | None

    def _most_couples(self) -> int:
        return 2 * self.place.size

    def _fits_cost(self) -> int:
        return 3 + sum(len(listed or ()) for listed in (self.difference, self.ratio, self.sum)) // 4

    def couples(self) -> list[tuple[int, int]]:
        marked = {frozenset(pair) for pair in self.marked}
        return [pair for pair in self.place.touching() if frozenset(pair) not in marked]

    def fits(self, a: int, b: int) -> bool:
        ratio = any(a == by * b or b == by * a for by in self.ratio or ())
        return not ratio and abs(a - b) not in (self.difference or ()) and a + b not in (self.sum or ())


class _Extreme(Compared):
    """Each of `cells` with every cell at its sides that is not one of them."""

    needs: ClassVar = {"cells": cells()}

    def _most_couples(self) -> int:
        return 2 * self.place.size

    def couples(self) -> Iterator[tuple[int, int]]:
        inside = set(self.cells)
        for one, other in self.place.touching():
            if one in inside and other not in inside:
                yield one, other
            if other in inside and one not in inside:
                yield other, one


class Minimum(_Extreme):
    """Each cell is lower than its neighbours that are not of the set."""

    kind = "minimum"

    def fits(self, a: int, b: int) -> bool:
        return a < b


class Maximum(_Extreme):
    """Each cell is higher than its neighbours that are not of the set."""

    kind = "maximum"

    def fits(self, a: int, b: int) -> bool:
        return a > b
