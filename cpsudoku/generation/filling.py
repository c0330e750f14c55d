"""Ways to fill a grid, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple, TypedDict, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.errors import UsageError, check_known
from cpsudoku.kernels.classic.swapping import Swapper
from cpsudoku.kernels.classic.uniform import uniform as uniform9
from cpsudoku.kernels.general.plain import PlainSearch
from cpsudoku.kernels.randomness import Stream
from cpsudoku.lending import Lender


class FillOptions(TypedDict, total=False):
    """What only some fills take: where `swap` starts and how often it goes round, and how long `sat` may take."""

    start: bytes | None
    loops: int
    limits: Limits


MOST = 200_000
"""Grids with a given first row that fill `uniform` lists at most (6x6 has 39,168)."""
MOST_NODES = 20_000_000
"""Steps of fill `recursive`."""
LOOPS = 5
"""Loops of fill `swap`."""
NAMED = {"vb6": bytes(map(int, "123456789456789123789123456312645978645978312978312645231564897564897231897231564"))}
"""9x9 grids to start from, by name: `vb6` is that of the VB6 article."""


def uniform(geometry: Geometry, stream: Stream) -> bytes:
    """Every grid of the board equally likely. Raises UsageError for a board whose grids are too many to list.

    9x9: column sets and acceptance, exact (see `kernels.uniform`). Small boards: renaming the digits makes of each grid
    n! grids, exactly one of them with 1 .. n in the first row. Those are listed once, one is drawn, and its digits are
    renamed at random.
    """
    if geometry.is_classic:
        return uniform9(stream)
    listed = reduced_grids(geometry)
    side = geometry.side
    grid = listed[stream.number(len(listed))]
    names = stream.shuffled(range(1, side + 1))
    return grid.translate(bytes([0, *names, *range(side + 1, 256)]))


@lru_cache(maxsize=4)
def reduced_grids(geometry: Geometry) -> tuple[bytes, ...]:
    """Every grid with 1 .. n in the first row, in order. Raises UsageError where they are too many, or none."""
    found: list[bytes] = []
    if geometry.side <= 8:
        with _search(geometry) as search:
            search.start(bytes(range(1, geometry.side + 1)).ljust(geometry.size, b"\0"))
            while len(found) <= MOST and search.resume() == 1:
                found.append(search.grid())
    if geometry.side > 8 or len(found) > MOST:
        raise UsageError(f"fill uniform knows 9x9 and boards with few grids (4x4, 6x6), not {geometry}: use sat")
    if not found:
        raise UsageError(f"{geometry} has no filled grid")
    return tuple(sorted(found))


def sat(geometry: Geometry, stream: Stream, *, limits: Limits = NO_LIMITS) -> bytes:
    """A solution from a SAT solver with randomised phases. Raises UsageError where the board has none, BudgetSpent.

    The first row is a random permutation (where no region or extra house objects), variables are numbered in random
    order and the solver gets random phases; a fresh solver each time, so that a grid depends on its stream alone.
    """
    from cpsudoku.engines.sat.propagation import board_of
    from cpsudoku.engines.sat.pysat_solvers import random_solution

    side = geometry.side
    first = bytes(stream.shuffled(range(1, side + 1))) + bytes(geometry.size - side)
    with board_of(geometry) as board:
        status = board.load(first)
        rows, candidates = board.residue()
        grid = bytearray(board.values())
    names = stream.shuffled(range(1, len(candidates) + 1))
    liked = [v if stream.number(side) == 0 else -v for v in range(1, len(candidates) + 1)]
    model = random_solution([[names[v - 1] for v in row] for row in rows], liked, "minicard", limits)
    if model is None:
        raise UsageError(f"{geometry} has no filled grid (status {status})")
    for v, name in enumerate(names):
        if model[name - 1] > 0:
            cell, digit = divmod(candidates[v], side)
            grid[cell] = digit + 1
    return bytes(grid)


def recursive(geometry: Geometry, stream: Stream) -> bytes:
    """The fill of the C# RecursiveGenerator. Raises UsageError where the search does not end (beyond 16x16).

    Take the cell with the fewest possible digits (the first of them), try its digits in random order, go on, and come
    back where a cell has none left.
    """
    with _search(geometry) as search:
        grid: bytes | None = search.filled(stream, MOST_NODES)
    if grid is None:
        raise UsageError(f"fill recursive found no grid of {geometry} in {MOST_NODES:,} steps; use sat or swap")
    return grid


def _new_search(geometry: Geometry) -> PlainSearch:
    return PlainSearch(geometry.side, [house.cells for house in geometry.houses])


_search: Lender[PlainSearch] = Lender(_new_search)
"""A board's tables and the memory of one search."""
_swapper: Lender[Swapper] = Lender(Swapper)
"""The mover of a board with boxes of so many rows and columns."""


def swap(
    geometry: Geometry, stream: Stream, *, start: bytes | None = None, loops: int = LOOPS, across: bool = False
) -> bytes:
    """The cell swaps of the VB6 article. Raises UsageError for a board without bands.

    Start from a valid grid (*start*, or a pattern grid), visit all cells in random order for a number of loops; at each
    choose row or column and one of the other lines of its band, swap the two cells' digits, and follow the repeated
    digit along the two lines, swapping on, until the grid is valid again.

    Each move exchanges two lines on a cycle of L columns: the two lines change sign together, L columns and L box
    places change theirs. So the product of the signs of all row, column and box permutations never changes, and from
    one start only grids of its sign can be reached: at most half of all 9x9 grids, one of two components of the 6x6
    grids (all 288 grids at 4x4).

    With *across* (fill `swap+`) two digits are chosen after each loop and exchanged in one of the sets of cells in
    which they hang together through rows, columns and boxes. It joins the two components of the 6x6 grids, and at 9x9
    it can change the sign: exchanging two digits everywhere changes the sign of all 27 permutations.
    """
    if geometry.regions is not None or geometry.extras:
        raise UsageError(f"fill swap moves digits within bands of plain boxes; {geometry} is another board: use sat")
    if loops < 0:
        raise UsageError(f"loops {loops}: at least 0")
    grid = start if start is not None else pattern_grid(geometry)
    with _swapper(geometry.box_rows, geometry.box_cols) as mover:
        return bytes(mover.walk(grid, stream, loops, across))


def pattern_grid(geometry: Geometry) -> bytes:
    """The customary grid to start from: each row is the one above, shifted by a box, or by one at a new band."""
    n, rows, columns = geometry.side, geometry.box_rows, geometry.box_cols
    return bytes([(r % rows * columns + r // rows + c) % n + 1 for r in range(n) for c in range(n)])


class Fill(NamedTuple):
    """A function that fills a grid, and one sentence on its distribution."""

    fill: Callable[..., bytes]
    bias: str


FILLS = {
    "uniform": Fill(uniform, "exactly uniform: every grid equally likely"),
    "sat": Fill(sat, "unknown, and not uniform: a SAT solver promises a solution, not a fair one"),
    "recursive": Fill(recursive, "not uniform: a grid's chance is the product of 1/choices along the way to it"),
    "swap": Fill(
        swap,
        "not uniform: few loops stay near the start, and at 9x9 "
        "the moves keep a sign that half of all grids do not have",
    ),
    "swap+": Fill(
        partial(swap, across=True), "not uniform after few loops; reaches both signs at 9x9 and all 6x6 grids"
    ),
}


def fill(name: str, geometry: Geometry, stream: Stream, **options: Unpack[FillOptions]) -> bytes:
    """A filled grid, a byte a cell, drawn from *stream*. Raises UnknownName, UsageError."""
    check_known("fill", name, FILLS)
    return FILLS[name].fill(geometry, stream, **options)


def default_fill(geometry: Geometry) -> str:
    """`uniform` where it is exact and quick (9x9, and plain 4x4 and 6x6), else `sat`."""
    plain = geometry.regions is None and not geometry.extras
    return "uniform" if geometry.is_classic or (plain and geometry.side <= 6) else "sat"
