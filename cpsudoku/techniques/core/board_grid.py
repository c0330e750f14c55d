"""The candidate grid of any board: any box size, jigsaw regions, extra houses. Plain Python.

Numbers and conventions are those of `grid`, which serves the classic board: houses are boxes (regions), rows, columns,
then extra houses; a position is the place of a cell in its house; bit d - 1 of a mask is digit d.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cpsudoku.board.geometry import CLASSIC, Geometry
from cpsudoku.techniques.ladder import TECHNIQUES

BOX, ROW, COLUMN, EXTRA = range(4)
"""Kinds of houses."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """What a pattern concludes, and the pattern: for any board what `hint.Hint` is for the classic one.

    `removed` are (cell, mask) pairs; the other fields mean what they mean there.
    """

    technique: int
    cell: int = -1
    digit: int = 0
    removed: tuple[tuple[int, int], ...] = ()
    base: tuple[int, ...] = ()
    cover: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    digits: int = 0
    extra: int = 0
    variant: int = 0
    chain: Any = None

    @property
    def rating(self) -> float:
        """The base rating of the technique."""
        return TECHNIQUES[self.technique].rating

    def removals(self) -> list[tuple[int, int]]:
        """(cell, mask) of what is removed, by cell."""
        return sorted(self.removed)

    def houses(self) -> tuple[list[int], list[int]]:
        """Base and cover houses."""
        return list(self.base), list(self.cover)

    def members(self) -> list[int]:
        """The cells of the pattern."""
        return list(self.cells)


def bits(mask: int) -> list[int]:
    """The numbers of a mask's bits, ascending."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


Choice = tuple[tuple[int, ...], int]
"""Some members, and their joint mask."""


def choices(
    members: Iterable[int], masks: Mapping[int, int] | Sequence[int], size: int, least: int = 1
) -> Iterator[Choice]:
    """The choices of *size* members whose masks have *size* bits together, each mask at least *least* of them.

    Every technique of sets is such a choice: a naked set of cells by their digits, a hidden set of digits by their
    positions, a fish of lines by their positions. In the order of the members; a branch ends as soon as it has too many
    bits.
    """
    eligible = [member for member in members if least <= masks[member].bit_count() <= size]
    chosen: list[int] = []
    unions = [0]
    at = 0
    while at <= len(eligible) - size + len(chosen) or chosen:
        if len(chosen) == size and unions[-1].bit_count() == size:
            yield tuple(eligible[k] for k in chosen), unions[-1]
        if len(chosen) == size or at > len(eligible) - size + len(chosen):
            at = chosen.pop() + 1
            unions.pop()
            continue
        wider = unions[-1] | masks[eligible[at]]
        if wider.bit_count() <= size:
            chosen.append(at)
            unions.append(wider)
        at += 1


def by_mask(found: Iterable[Choice]) -> list[Choice]:
    """Choices of ascending members by increasing mask, the order of the scale: {0,1} {0,2} {1,2} {0,3} ..."""
    return sorted(found, key=lambda choice: choice[0][::-1])


class Layout:
    """`houses[h][k]` is the cell at position k of house h: boxes (regions) by number, rows, columns, extra houses.

    `peers[cell]`: by box, row, column, extra houses, each once.
    """

    def __init__(self, geometry: Geometry) -> None:
        n = self.side = geometry.side
        boxes: list[list[int]] = [[] for _ in range(n)]
        for cell in range(n * n):
            boxes[geometry.box_of(cell)].append(cell)
        rows = [[n * r + k for k in range(n)] for r in range(n)]
        columns = [[n * k + c for k in range(n)] for c in range(n)]
        self.houses = boxes + rows + columns + [list(house.cells) for house in geometry.houses[3 * n :]]
        found: list[list[int]] = [[] for _ in range(n * n)]
        for number, house in enumerate(self.houses):
            for cell in house:
                found[cell].append(number)
        self.houses_of = found
        self.peers = [self._peers(cell) for cell in range(n * n)]

    def _peers(self, cell: int) -> list[int]:
        """By box, row, column, each once."""
        found = dict.fromkeys(other for house in self.houses_of[cell] for other in self.houses[house])
        return [other for other in found if other != cell]


LAYOUT = Layout(CLASSIC)
"""The compiled `grid` is made for this one."""


class BoardGrid(Layout):
    """Values and candidates of the cells of one board.

    kind[h]            BOX, ROW, COLUMN or EXTRA
    groups             the houses in the order of the search: boxes, columns, rows, extra houses
    value, cand, pos   digit (0: none), mask of digits, `pos[h][digit - 1]` mask of positions
    open[h]            number of cells without a value
    placed[digit - 1]  how often the digit is placed
    """

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry)
        n = self.side
        self.kind = [BOX] * n + [ROW] * n + [COLUMN] * n + [EXTRA] * (len(self.houses) - 3 * n)
        boxes, rows, columns, extras = ([h for h, k in enumerate(self.kind) if k == kind] for kind in range(4))
        self.groups = (boxes, columns, rows, extras)
        self.in_order = boxes + columns + rows + extras
        self._at = [{cell: k for k, cell in enumerate(house)} for house in self.houses]
        self.shared = [[sum(1 << at[c] for c in other if c in at) for other in self.houses] for at in self._at]
        """shared[a][b]: the positions of house a whose cells are in house b, as a mask."""

    def set_clues(self, cells: bytes) -> None:
        """Every empty cell gets the digits no peer shows."""
        full = (1 << self.side) - 1
        masks = []
        for cell, digit in enumerate(cells):
            shown = {cells[other] for other in self.peers[cell]}
            masks.append(0 if digit else full & ~sum(1 << d - 1 for d in shown if d))
        self.set_state(cells, masks)

    def set_state(self, values: bytes, masks: list[int]) -> None:
        """Values of all cells, and the candidates of those that are 0."""
        n = self.side
        self.value = list(values)
        self.cand = [0 if value else mask for value, mask in zip(values, masks)]
        self.cells_left = self.value.count(0)
        self.placed = [self.value.count(digit) for digit in range(1, n + 1)]
        self.open = [sum(not self.value[cell] for cell in house) for house in self.houses]
        self.pos = [
            [sum(1 << k for k, cell in enumerate(house) if self.cand[cell] >> d & 1) for d in range(n)]
            for house in self.houses
        ]

    def remove(self, cell: int, mask: int) -> None:
        """Take the digits of *mask* off the cell; those it does not have do not matter."""
        mask &= self.cand[cell]
        self.cand[cell] &= ~mask
        for digit in bits(mask):
            for house in self.houses_of[cell]:
                self.pos[house][digit] &= ~(1 << self._at[house][cell])

    def place(self, cell: int, digit: int) -> None:
        """Give the cell its digit: it loses its candidates, its peers lose the digit."""
        self.value[cell] = digit
        self.cells_left -= 1
        self.placed[digit - 1] += 1
        self.remove(cell, self.cand[cell])
        for house in self.houses_of[cell]:
            self.open[house] -= 1
        for peer in self.peers[cell]:
            self.remove(peer, 1 << digit - 1)

    def candidates(self) -> list[int]:
        """The mask of each cell."""
        return list(self.cand)

    def found_in(self, house: int, positions: int) -> list[int]:
        """The cells at these positions (a mask) of the house."""
        return [self.houses[house][k] for k in bits(positions)]

    def losing(self, cells: list[int], mask: int) -> tuple[tuple[int, int], ...]:
        """(cell, digits it loses) of those cells that have digits of *mask*."""
        return tuple((cell, self.cand[cell] & mask) for cell in cells if self.cand[cell] & mask)
