"""Kernels look at what they are given before compiled code trusts it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, House, boxes, full_houses
from cpsudoku.errors import GeometryError
from cpsudoku.kernels.classic.clue_local_search import ClueLocalSearch
from cpsudoku.kernels.classic.digging import batch, still_removable
from cpsudoku.kernels.classic.exchanges import unavoidable_sets
from cpsudoku.kernels.classic.fewclues import FewClues
from cpsudoku.kernels.classic.neighbours import neighbours
from cpsudoku.kernels.classic.swapping import Swapper
from cpsudoku.kernels.classic.uniform import completions
from cpsudoku.kernels.general.backtrack import Backtracker
from cpsudoku.kernels.general.differences import Differences
from cpsudoku.kernels.general.plain import PlainSearch
from cpsudoku.kernels.general.residual import shared_groups
from cpsudoku.kernels.general.singles import Propagator
from cpsudoku.kernels.general.unavoidable import Ledger, Tables

GRID = bytes((2 * (r % 2) + r // 2 + c) % 4 + 1 for r in range(4) for c in range(4))
GRID9 = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
GOOD = [house.cells for house in boxes(2, 2).houses]
BAD = {
    "too few": ((0, 1, 2), "has 3 cells"),
    "too many": ((0, 1, 2, 3, 4), "has 5 cells"),
    "repeated": ((0, 1, 2, 2), "cell 2 twice"),
    "beyond": ((0, 1, 2, 16), "cell 16; this board has cells 0 to 15"),
    "negative": ((0, 1, 2, -1), "cell -1"),
    "no number": ((0, 1, 2, "3"), "cell '3'"),
}
Cells = list[tuple[int, ...]]
MAKERS: dict[str, Callable[[Cells], object]] = {
    "backtrack": lambda houses: Backtracker(4, houses),
    "singles": lambda houses: Propagator(4, houses),
    "plain": lambda houses: PlainSearch(4, houses),
    "unavoidable": lambda houses: Tables(4, tuple(House("box", "", cells) for cells in houses)),
    "differences": lambda houses: Differences(4, houses, GRID),
    "residual": lambda houses: shared_groups([], 4, bytes(16), houses),
}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("fault", BAD)
def test_houses_that_are_not_full(name: str, fault: str) -> None:
    """Every kernel that takes houses refuses one with fewer, more, repeated or foreign cells, and says which."""
    cells, words = BAD[fault]
    MAKERS[name](GOOD)
    with pytest.raises(GeometryError, match=rf"house {len(GOOD) + 1}.*{words}"):
        MAKERS[name]([*GOOD, cells])  # type: ignore[list-item]


def test_the_sum_of_lengths_is_not_enough() -> None:
    """A house too short beside one too long does not pass for two full ones."""
    with pytest.raises(GeometryError, match="house 1 has 3 cells"):
        Backtracker(4, [(0, 1, 2), (3, 4, 5, 6, 7), *GOOD])


def test_full_houses() -> None:
    """What is right comes back as tuples, whatever it came as."""
    assert full_houses(4, map(list, GOOD)) == GOOD


def test_geometry_refuses_extras_that_are_no_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registered extra house with a repeated, foreign or missing cell makes no board."""
    from cpsudoku.board import geometry

    for cells in ((0, 0, 1, 2, 3, 4, 5, 6, 7), tuple(range(73, 82)), tuple(range(8))):
        monkeypatch.setitem(geometry.EXTRAS, "toy", lambda board, cells=cells: [House("extra", "toy", cells)])
        with pytest.raises(GeometryError, match="house 1 has"):
            Geometry(extras=("toy",))


def test_geometry_refuses_strange_numbers() -> None:
    """Regions below 0, beyond the side or no numbers, and boxes of fractions, make no board."""
    for region in (-1, 4, "a", 1.5):
        regions = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, region]
        with pytest.raises(GeometryError, match="regions are numbered 0 to 3"):
            Geometry(1, 4, tuple(regions))  # type: ignore[arg-type]
    for box in ((3.0, 3), ("3", 3), (None, 3)):
        with pytest.raises(GeometryError, match="whole"):
            Geometry(*box)  # type: ignore[arg-type]


CALLS: dict[str, Callable[[], object]] = {
    "grid too short": lambda: Ledger(GRID[:-1], Tables(4, boxes(2, 2).houses)),
    "digit 0 in a grid": lambda: Ledger(bytes(16), Tables(4, boxes(2, 2).houses)),
    "digit beyond": lambda: Differences(4, GOOD, bytes([200, *GRID[1:]])),
    "few clues: grid": lambda: FewClues(GRID, [], 17),
    "few clues: cell": lambda: FewClues(GRID9, [(0, 81)], 17),
    "few clues: negative cell": lambda: FewClues(GRID9, [(0, -1)], 17),
    "clue_local_search: grid": lambda: ClueLocalSearch(bytes(81), [], 1),
    "clue_local_search: cell": lambda: ClueLocalSearch(GRID9, [(3, 99)], 1),
    "digging: cell": lambda: batch([1], None, [(0, 81)], 0, 81, 0, True, 0, 1),
    "digging: cell twice": lambda: batch([1], None, [(0, 1), (1, 2)], 0, 81, 0, True, 0, 1),
    "digging: empty group": lambda: batch([1], None, [()], 0, 81, 0, True, 0, 1),
    "digging: grid": lambda: batch([1], bytes(80), [(0,)], 0, 81, 0, True, 0, 1),
    "sets of a short grid": lambda: unavoidable_sets(bytes(3)),
    "removable: order": lambda: still_removable(GRID9, [0, 81]),
    "vicinity: puzzle": lambda: neighbours(1, bytes(80), [(0,)], 1, False, 1),
    "vicinity: cell": lambda: neighbours(1, GRID9, [(0, 100)], 1, False, 1),
    "plain: short": lambda: PlainSearch(4, GOOD).effort(bytes(15)),
    "plain: side": lambda: PlainSearch(65, GOOD),
    "swapping: sides": lambda: Swapper(-3, -3),
    "swapping: grid": lambda: Swapper(3, 3).swap(GRID, 0, True, 0),
    "swapping: cell": lambda: Swapper(3, 3).exchange(GRID9, 81, 1),
    "uniform: partition": lambda: completions(280, 0),
    "singles: short": lambda: Propagator(4, GOOD).load(bytes(15)),
    "singles: start": lambda: Propagator(4, GOOD).load(bytes(16), 1),
    "singles: negative start": lambda: Propagator(4, GOOD).load(bytes(16), -1),
    "singles: batch": lambda: Propagator(4, GOOD).batch(bytes(16), 2, bytearray(32), bytearray(2)),
    "singles: no room": lambda: Propagator(4, GOOD).batch(bytes(32), 2, bytearray(32), bytearray(1)),
    "residual: boxes": lambda: shared_groups([], 4, bytes([7] * 16), []),
}


@pytest.mark.parametrize("name", CALLS)
def test_other_bad_input(name: str) -> None:
    """Grids, cells, groups and boxes that compiled code would read beyond are a ValueError."""
    with pytest.raises(ValueError, match=r"\d"):
        CALLS[name]()


def test_a_digit_beyond_the_side_is_a_contradiction() -> None:
    """Clues of a larger board contradict the rules of a smaller one; nothing is read out of bounds."""
    assert [Propagator(4, GOOD).load(bytes([digit, *[0] * 15])) for digit in (4, 5, 64, 65, 255)] == [0, 2, 2, 2, 2]
    assert CLASSIC.side == 9
