"""What a board's houses make, shared by all puzzles on it: where every program begins."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations

from cpsudoku.kernels.rules import board
from cpsudoku.kernels.rules.records import BOARD, CROSSING, HOUSE, Board, Crossing, House, record_in
from cpsudoku.kernels.rules.regions import Peers, Regions, unions
from cpsudoku.kernels.rules.visibility import visibility

POINTED = 3
"""Places of a digit in a house up to which it is removed from the cells that see them all (`houses.py`)."""


class Base:
    """The houses of a board: peers, hidden singles of full houses, and what two of these share.

    `houses`: a tuple of cells each. Not changed once made. `code` and `table` begin those of a program; `places` is
    where each propagator begins, `scopes` its variables, those of number k from `scope_from[k]` on. `visibility` is
    `State.visibility` where nothing else differs. *digits*: those that cells may have, as bits, where these are not
    all: a house of as many cells is full. `lined`: `board.py` propagates rows, columns and boxes; their code begins at
    `first` and ends at `end`, and `covered` is what differs by them.
    """

    def __init__(self, side: int, cells: int, houses: Sequence[tuple[int, ...]], digits: int = 0):
        if not (1 <= side <= 64 and cells >= 1):
            raise ValueError(f"{side} digits in {cells} cells; this kernel takes up to 64 digits")
        self.side = side
        self.cells = cells
        self.houses = houses
        self.digits = digits or (1 << side) - 1
        self.number = self.digits.bit_count()
        self.peers = Peers(cells)
        self.code = [0]
        self.table = array("Q")
        self.places = array("i")
        self.scope_from = array("i", [0])
        self.scopes = array("i")
        self.covered = Peers(cells)
        self.first = self.end = 0
        self.lined = set(board.HOUSES) <= set(houses) and self.number == side == board.SIDE and cells == side**2
        if self.lined:
            self._part(BOARD, Board.fields(), tuple(range(cells)))
            self.first = len(self.code)
            for house in board.HOUSES:
                self.covered.differ(house)
                self._part(HOUSE, House.fields(size=len(house), cells=house), house)
            self.end = Board(record_in(self.code, self.places[0])).end = len(self.code)
        for house in houses:
            if not all(0 <= cell < cells for cell in house):
                raise ValueError(f"a house with cells {house}; this board has {cells}")
            self.peers.differ(house)
            if len(house) == self.number and not (self.lined and house in board.HOUSES):
                self._part(HOUSE, House.fields(size=len(house), cells=house), house)
        self.full = [house for house in houses if len(house) == self.number]
        self.sets = [frozenset(house) for house in self.full]
        self.regions = Regions(cells, unions(self.full, sum(k for k in range(side) if self.digits >> k & 1)))
        self.areas = Regions(cells, [(sum(1 << cell for cell in house), 0) for house in houses])
        for one, other in combinations(self.full, 2):
            shared = set(one) & set(other)
            if POINTED < len(shared) < self.number:
                left = [cell for cell in one if cell not in shared]
                right = [cell for cell in other if cell not in shared]
                crossing = Crossing.fields(left=len(left), right=len(right), cells=left + right)
                self._part(CROSSING, crossing, (*left, *right))
        code = array("i", self.code)
        apart = self.peers.beyond(self.covered)
        self.visibility = visibility(code, self.places, self.peers.rows, apart, self.end, cells)
        self.code = code.tolist()

    def _part(self, kind: int, rest: list[int], variables: tuple[int, ...]) -> None:
        self.places.append(len(self.code))
        self.code.extend([kind, 0, *rest])
        self.scopes.extend(variables)
        self.scope_from.append(len(self.scopes))
