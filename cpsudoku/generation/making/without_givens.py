"""Constraints of a puzzle without givens: on a grid that they narrow much, each chosen by how much it narrows.

What can be everywhere (clues outside, marks) is stated everywhere, and the grid is improved by exchanging digits, rows
and columns until propagation leaves few candidates; first by a measure of its maker, where there is one. Then
constraints go, in several orders, as long as a short search proves the rest unique: what few branches prove is soon
dug, while most orders soon lead to questions that are too hard. What excludes each other (cages, lines) is added one at
a time: of some random ones that a known second solution breaks, the one after which propagation leaves the fewest
candidates, until no second solution is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import exp, inf

from cpsudoku.board.geometry import Cell, Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.model import Model, SelectorModel
from cpsudoku.generation.makers import drawn, maker_of
from cpsudoku.generation.makers.sketch import Group, Known, Sketch, Wishes
from cpsudoku.kernels.randomness import Stream

GRIDS, PATIENCE = 20, 400
"""Grids to begin with, and exchanges without success before the best is taken."""
MOST_MOVES = 2
FEW_GRIDS, EXCHANGES, TEMPERATURE = 2, 5_000, 0.5
"""Where makers have a measure: grids, exchanges in each, and the rise of it that is accepted with chance 1 / e."""
RIVALS, RIVAL_NODES, LAST_NODES = 12, 300, 3_000
"""Second solutions that proposals are tried on, branches for each, and for the question whether there is one."""
PROPOSALS, EACH = 6, 8
"""Sketches for one choice, and the constraints of each."""
EVERYWHERE = 1_000
ORDERS, THIN_NODES = 16, 100
"""Orders in which constraints are taken away, and branches for each question."""

Chosen = list[tuple[str, Group]]
"""Constraints with their kinds."""


class Chooser:
    """Draws grids, by *draw*, and constraints of *kinds* on them; *always* are rules of the whole board."""

    def __init__(
        self,
        board: Geometry,
        kinds: Sequence[str],
        always: Sequence[Constraint],
        wishes: Wishes,
        draw: Callable[[Stream], bytes],
        may_move: bool,
    ) -> None:
        self.board, self.always, self.draw = board, tuple(always), draw
        self._free = [kind for kind in kinds if maker_of(kind).everywhere]
        self._apart = [kind for kind in kinds if not maker_of(kind).everywhere]
        self._everywhere = Wishes(wishes.sizes, (EVERYWHERE, EVERYWHERE), wishes.symmetry)
        self._some = Wishes(wishes.sizes, (EACH, EACH), wishes.symmetry)
        self._may_move = may_move and not self._apart
        self._measures = [measure for kind in self._free if (measure := maker_of(kind).left_open)]
        self._known: dict[str, Known] = {kind: {} for kind in kinds}

    def drawn(self, stream: Stream) -> tuple[bytes, Chosen]:
        """A grid and the constraints on it, which need not suffice. Raises BudgetSpent."""
        grid = self.draw(stream)
        if self._may_move:
            grids = [grid, *(self.draw(stream) for _ in range(GRIDS - 1))]
            grid = self._improved(
                [self._annealed(grid, stream) for grid in grids[:FEW_GRIDS]] if self._measures else grids, stream
            )
        chosen = self._chosen(grid, stream) if self._apart else []
        return grid, [*chosen, *self._thinned(grid, chosen, self._everywhere_on(grid, stream), stream)]

    def _everywhere_on(self, grid: bytes, stream: Stream) -> Chosen:
        return [(kind, group) for kind in self._free for group in self._sketched(kind, grid, stream, self._everywhere)]

    def _sketched(
        self, kind: str, grid: bytes, stream: Stream, wishes: Wishes, taken: frozenset[int] = frozenset()
    ) -> list[Group]:
        sketch = Sketch(self.board, grid, stream, wishes, self._known[kind])
        sketch.taken.update(taken)
        return drawn(kind, sketch)

    def _narrowed(self, groups: Chosen) -> list[int]:
        """The number of candidates of each cell that propagation leaves on the empty board."""
        check_deadline()
        rules = chain(self.always, *(group for _, group in groups))
        model = Model(self.board, rules)
        return [mask.bit_count() for mask in model.propagate(model.clued(bytes(self.board.size))) or []]

    # clues everywhere: the grid is chosen

    def _annealed(self, grid: bytes, stream: Stream) -> bytes:
        """The grid after exchanges that mostly lower the measures of the makers."""
        least = inf
        for k in range(EXCHANGES):
            if k % 100 == 0:
                check_deadline()
            other = moved(grid, self.board, stream, range(self.board.size)) if k else grid
            left = sum(measure(self.board, other) for measure in self._measures)
            if left <= least or stream.fraction() < exp((least - left) / TEMPERATURE):
                grid, least = other, left
        return grid

    def _improved(self, grids: Sequence[bytes], stream: Stream) -> bytes:
        def measured(grid: bytes) -> tuple[int, list[int]]:
            left = self._narrowed(self._everywhere_on(grid, stream))
            return sum(left), [cell for cell, count in enumerate(left) if count > 1]

        (least, open_), best = min((measured(grid), grid) for grid in grids)
        since = 0
        while since < PATIENCE and open_:
            grid = best
            for _ in range(1 + stream.number(MOST_MOVES)):
                grid = moved(grid, self.board, stream, open_)
            left, still = measured(grid)
            since = 0 if left < least else since + 1
            if left <= least:
                least, open_, best = left, still, grid
        return best

    def _thinned(self, grid: bytes, others: Chosen, groups: Chosen, stream: Stream) -> Chosen:
        """Fewest of *groups* that a short search proves to suffice beside *others*; all where it proves nothing."""
        sizes = [len(group) for _, group in groups]
        fixed = sum(len(group) for _, group in others)
        rules = [rule for _, group in (*others, *groups) for rule in group]
        model = SelectorModel(self.board, rules, self.always)
        model.know(grid)
        every = [(1 << self.board.side) - 1] * self.board.size

        def suffice(kept: list[bool]) -> bool:
            check_deadline()
            on = b"\1" * fixed + b"".join(bytes([is_kept]) * size for is_kept, size in zip(kept, sizes))
            return model.rival(every, on, range(self.board.size), THIN_NODES) is None

        best = [True] * len(groups)
        if not suffice(best):
            return groups
        for _ in range(ORDERS):
            kept = [True] * len(groups)
            for k in stream.shuffled(range(len(groups))):
                kept[k] = False
                kept[k] = not suffice(kept)
            best = min(best, kept, key=sum)
        return [group for group, is_kept in zip(groups, best) if is_kept]

    # cages and lines: they are chosen

    def _chosen(self, grid: bytes, stream: Stream) -> Chosen:
        chosen: Chosen = []
        taken: frozenset[int] = frozenset()
        while True:
            rivals = self._rivals(grid, chosen, stream)
            if not rivals:
                return chosen
            proposals = [
                (kind, group)
                for _ in range(PROPOSALS)
                for kind in self._apart
                for group in self._sketched(kind, grid, stream, self._some, taken)
                if any(not rule.holds(rival) for rule in group for rival in rivals)
            ]
            if not proposals:
                return chosen
            best = min(range(len(proposals)), key=lambda k: sum(self._narrowed([*chosen, proposals[k]])))
            chosen.append(proposals[best])
            taken = taken.union(*(rule.scope for rule in proposals[best][1]))

    def _rivals(self, grid: bytes, chosen: Chosen, stream: Stream) -> list[list[int]]:
        """Some second solutions, as digits of the board; none where there is none, or none is found."""
        check_deadline()
        every = [(1 << self.board.side) - 1] * self.board.size
        model = SelectorModel(self.board, (), (*self.always, *chain(*(group for _, group in chosen))))
        model.know(grid)
        found = {model.drawn(every, b"", stream.word(), RIVAL_NODES) for _ in range(RIVALS)} - {grid}
        if not any(isinstance(rival, bytes) for rival in found):
            found = {model.rival(every, b"", range(self.board.size), LAST_NODES)}
        rivals = sorted(rival for rival in found if isinstance(rival, bytes))
        return [[digit + self.board.lo - 1 for digit in rival] for rival in rivals]


def moved(grid: bytes, board: Geometry, stream: Stream, open_: Sequence[Cell]) -> bytes:
    """The grid with two digits exchanged, everywhere or in a part, or two lines of a band of boxes, or two such bands.

    The part begins at one of the *open_* cells; no house joins it with other places of the two digits.
    """
    side = board.side
    regular = board.regions is None and not board.extras
    what = stream.number(20 if regular else 4)
    if what > 5 or (what > 1 and not regular):
        start = open_[stream.number(len(open_))]
        return _exchanged(grid, board, start, 1 + (grid[start] + stream.number(side - 1)) % side)
    if what in (0, 1):
        a, b = _two(side, stream)
        names = {a + 1: b + 1, b + 1: a + 1}
        return bytes(names.get(digit, digit) for digit in grid)
    depth = board.box_rows if what in (2, 4) else board.box_cols
    order = list(range(side))
    if what in (2, 3):  # two lines of a band
        first = depth * stream.number(side // depth)
        a, b = _two(depth, stream)
        order[first + a], order[first + b] = first + b, first + a
    else:  # two bands
        a, b = _two(side // depth, stream)
        for k in range(depth):
            order[depth * a + k], order[depth * b + k] = depth * b + k, depth * a + k
    if what in (2, 4):
        return b"".join([grid[side * row : side * row + side] for row in order])
    return bytes(grid[side * row + column] for row in range(side) for column in order)


def _exchanged(grid: bytes, board: Geometry, start: Cell, digit: int) -> bytes:
    """The grid with another digit in the *start* cell, exchanged with its own in the part around it."""
    both = grid[start], digit
    part = [start]
    for cell in part:
        part += [other for other in board.peers[cell] if grid[other] in both and other not in part]
    new = bytearray(grid)
    for cell in part:
        new[cell] = sum(both) - grid[cell]
    return bytes(new)


def _two(number: int, stream: Stream) -> tuple[int, int]:
    """Two of the numbers from 0, different ones where there are two."""
    a = stream.number(number)
    return a, (a + 1 + stream.number(max(1, number - 1))) % number
