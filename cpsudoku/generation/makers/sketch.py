"""Random cages, lines and marks that a grid satisfies, with an optional symmetry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.board.symmetry import cell_maps
from cpsudoku.constraints.base import Constraint
from cpsudoku.kernels.randomness import Stream

Cells = tuple[Cell, ...]
Span = tuple[int, int]
"""Least and most."""
Group = tuple[Constraint, ...]
"""Constraints that a symmetry maps onto each other; they are removed together."""
Known = dict[tuple[Cells, tuple[int, ...]], Constraint | None]
"""The constraint on cells with these digits, None for none."""
MOST_KNOWN = 20_000
"""Constraints that are kept to be used again."""
TRIES = 100
"""Lines tried for each requested one before the grid is considered exhausted."""


@dataclass(frozen=True)
class Wishes:
    """Options of the constraints: cells of a cage or line, number, symmetry; None is the maker's default."""

    sizes: Span | None = None
    number: Span | None = None
    symmetry: str | None = None


class Line(NamedTuple):
    """Lines of a kind: the constraint on its cells, the usual numbers of cells (beside *head*) and of lines.

    `directed`: the same cells in another order are another constraint. `can_hold`: False where no digits keep the rule,
    or all do; it may be True for such cells, too.
    """

    make: Callable[[Cells], Constraint]
    sizes: Span
    number: Span
    directed: bool = False
    head: int = 0
    can_hold: Callable[[Geometry, Cells], bool] = lambda board, cells: True


class Sketch:
    """The constraints drawn so far on a *grid* (a byte a cell). `groups` holds them, `values` the real digits.

    *agrees*: whether constraints, about to be added, may be.
    *known*: what `every` made of cells and digits, to be used again by sketches with the same maker and board.
    """

    def __init__(
        self,
        board: Geometry,
        grid: bytes,
        stream: Stream,
        wishes: Wishes,
        known: Known | None = None,
        agrees: Callable[[Group], bool] = lambda group: True,
    ) -> None:
        self.board, self.stream, self.wishes = board, stream, wishes
        self._agrees = agrees
        self._known = {} if known is None else known
        self.values = [digit + board.lo - 1 for digit in grid]
        self.groups: list[Group] = []
        self.taken: set[Cell] = set()
        self._crossings: set[tuple[int, int]] = set()
        self._maps = cell_maps(board, wishes.symmetry or "none")

    def sizes(self, least: int, most: int) -> Span:
        """Cells of a cage or line, else the maker's default; one cell only where the default allows it."""
        if self.wishes.sizes is None:
            return least, most
        low, high = self.wishes.sizes
        low = max(low, min(least, 2))
        return low, max(low, high)

    def size(self, least: int, most: int) -> int:
        """A random number of cells within `sizes`."""
        low, high = self.sizes(least, most)
        return low + self.stream.number(high - low + 1)

    def number(self, least: int, most: int) -> Span:
        """The number of constraints, else the maker's default."""
        return self.wishes.number or (least, most)

    def add(
        self,
        cells: Sequence[Cell],
        make: Callable[[Cells], Constraint | None],
        *,
        directed: bool = True,
        apart: bool = False,
        line: bool = False,
    ) -> bool:
        """Add the constraint of *make* for the cells and all their images; False, and none added, where one is None.

        *directed*: the same cells in another order are another constraint. *apart*: no cell is in two of them. *line*:
        it is a line, apart from others; none touches itself, and no two cross.
        """
        images: dict[object, Cells] = {}
        for image_of in self._maps:
            image = tuple([image_of[cell] for cell in cells])
            images.setdefault(image if directed else frozenset(image), image)
        every = [cell for image in images.values() for cell in image] if apart or line else []
        crossings = [corner for image in images.values() for corner in self._corners(image)] if line else []
        for new, old in ((every, self.taken), (crossings, self._crossings)):
            if len(set(new)) < len(new) or not old.isdisjoint(new):
                return False
        if line and not self._is_plain(cells):
            return False
        found = []
        for image in images.values():
            rule = make(image)
            if rule is None:
                return False
            found.append(rule.on(self.board))
        if not self._agrees(tuple(found)):
            return False
        self.groups.append(tuple(found))
        self.taken.update(every)
        self._crossings.update(crossings)
        return True

    def _corners(self, cells: Sequence[Cell]) -> list[tuple[int, int]]:
        """The corners of cells over which a line goes."""
        places = [divmod(cell, self.board.columns) for cell in cells]
        steps = [(a, b) for a, b in pairwise(places) if a[0] != b[0] and a[1] != b[1]]
        return [(max(a[0], b[0]), max(a[1], b[1])) for a, b in steps]

    def _is_plain(self, cells: Sequence[Cell]) -> bool:
        """Whether no two cells of a line share a side unless one follows the other."""
        around = sides(self.board)
        return all(b not in around[a] for k, a in enumerate(cells) for b in cells[k + 2 :])

    def onward(self, path: Sequence[Cell]) -> list[Cell]:
        """The cells in which a line may go on: free ones that do not touch it, so that it crosses nothing."""
        around, last = sides(self.board), path[-1]
        before = path[:-1]
        return [
            cell
            for cell in kings(self.board)[last]
            if cell not in self.taken and cell not in path
            if not any(other in before for other in around[cell])
            if self._crossings.isdisjoint(self._corners((last, cell)))
        ]

    def kept(self, rule: Constraint) -> Constraint | None:
        """The rule on the board, if the grid satisfies it."""
        placed = rule.on(self.board)
        return placed if placed.holds(self.values) else None

    def several(self, wanted: Span, draw: Callable[[], bool]) -> None:
        """Draw a random number of groups within *wanted*; fewer where TRIES attempts for each failed."""
        low, high = wanted
        most = low + self.stream.number(high - low + 1)
        count, tries = 0, TRIES * max(1, most)
        while count < most and tries:
            tries -= 1
            if draw():
                count += len(self.groups[-1])

    def every(
        self,
        spots: Sequence[Sequence[Cell]],
        make: Callable[[Cells, list[int]], Constraint | None],
        number: Span | None = None,
        *,
        directed: bool = True,
    ) -> None:
        """Draw what *make* makes of the cells and digits of *spots*, in random order, until there are enough.

        *number*: how many are usual, all where None. *directed* as in `add`.
        """
        low, high = self.number(*(number or (len(spots), len(spots))))
        most = low + self.stream.number(high - low + 1)
        count = 0
        done: set[Cells] = set()

        def placed(cells: Cells) -> Constraint | None:
            digits = [self.values[cell] for cell in cells]
            key = cells, tuple(digits)
            if key not in self._known:
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                rule = make(cells, digits)
                self._known[key] = rule and rule.on(self.board)
            return self._known[key]

        for spot in self.stream.shuffled(spots):
            if count >= most:
                break
            if tuple(spot) not in done and self.add(spot, placed, directed=directed):
                count += len(self.groups[-1])
                images = [tuple([image_of[cell] for cell in spot]) for image_of in self._maps]
                done.update(images)
                if not directed:
                    done.update(image[::-1] for image in images)

    def walk(self, size: int, fits: Callable[[list[int]], bool]) -> Cells | None:
        """A random path of king's moves over cells not taken, its digits always fitting; None where it got stuck."""
        start = self.stream.number(self.board.size)
        if start in self.taken:
            return None
        path = [start]
        digits = [self.values[start]]
        while len(path) < size:
            open_ = [cell for cell in self.onward(path) if fits([*digits, self.values[cell]])]
            if not open_:
                return None
            path.append(open_[self.stream.number(len(open_))])
            digits.append(self.values[path[-1]])
        return tuple(path)

    def lines(self, line: Line, fits: Callable[[list[int]], bool] = lambda digits: True) -> None:
        """Lines along which *fits* holds of the digits so far, and the constraint in the end; no two share a cell."""

        def draw() -> bool:
            path = self.walk(self.size(*line.sizes), fits)
            return path is not None and self.add(
                path, lambda cells: self.kept(line.make(cells)), directed=line.directed, line=True
            )

        self.several(self.number(*line.number), draw)

    def similar(self, line: Line) -> None:
        """Lines of one random length, whatever the digits; no two share a cell."""
        size = line.head + self.size(*line.sizes)

        def draw() -> bool:
            path = self.walk(size, lambda digits: True)
            if path is None or not line.can_hold(self.board, path):
                return False
            return self.add(path, line.make, directed=line.directed, line=True)

        self.several(self.number(*line.number), draw)


HEAD_START = 1.0
"""How far givens are removed before constraints, by default; see `making.wanted.Wanted`."""


@dataclass(frozen=True)
class Maker:
    """What it makes, in words, and either `place`, which draws constraints on a sketch, or `rules` of the whole board.

    `head_start`: how far givens are removed before its constraints, see `making.wanted.Wanted`. `keeps`: the renamings
    of digits under which its rules stay true, see `renaming`: "any", "parity" (odd and even ones among themselves),
    "reflection" (lowest for highest and so on), "ends" (lowest and highest exchanged), "sums 5 and 10", "" for none.
    `line`: what is laid out before there is a grid, by default; `symmetry`: of what is drawn, by default.
    `everywhere`: its constraints do not take cells from each other. `left_open`: a measure, soon computed, of what its
    constraints leave open on a grid.
    """

    about: str
    place: Callable[[Sketch], None] | None = None
    rules: tuple[Constraint, ...] = ()
    head_start: float = HEAD_START
    keeps: str = ""
    everywhere: bool = False
    left_open: Callable[[Geometry, bytes], float] | None = None
    line: Line | None = None
    symmetry: str = "none"


@lru_cache(maxsize=64)
def kings(board: Geometry) -> tuple[Cells, ...]:
    """For each cell the cells a king's move away."""
    found = []
    for cell in range(board.size):
        r, c = divmod(cell, board.columns)
        found.append(
            tuple(
                y * board.columns + x
                for y in range(max(0, r - 1), min(board.rows, r + 2))
                for x in range(max(0, c - 1), min(board.columns, c + 2))
                if (y, x) != (r, c)
            )
        )
    return tuple(found)


@lru_cache(maxsize=64)
def sides(board: Geometry) -> tuple[Cells, ...]:
    """For each cell the cells that share a side with it."""
    found: list[list[Cell]] = [[] for _ in range(board.size)]
    for a, b in board.adjacent():
        found[a].append(b)
        found[b].append(a)
    return tuple(map(tuple, found))
