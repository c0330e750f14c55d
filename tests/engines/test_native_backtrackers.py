"""The compiled backtrackers: the same steps as the search by definitions, limits, what they refuse."""

from __future__ import annotations

from random import Random

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.budget import Limits
from cpsudoku.engines.recursive import RecursiveEngine
from cpsudoku.engines.registry import engine
from cpsudoku.errors import UsageError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def cells_of(text: str) -> bytes:
    return bytes(int(x) if x.isdigit() else 0 for x in text)


def boards() -> list[tuple[Geometry, bytes]]:
    """Puzzles with one solution, several, many and none, on boards of several shapes."""
    chance = Random(3)
    found = [(boxes(3, 3), cells_of(EASY)), (boxes(3, 3), cells_of(EASY[:50] + "." * 31)), (boxes(2, 2), bytes(16))]
    for geometry in (boxes(2, 2), boxes(2, 3), boxes(3, 3), Geometry.jigsaw("1112132233243444")):
        for _ in range(6):
            cells = bytearray(geometry.size)
            for cell in chance.sample(range(geometry.size), geometry.size // 5):
                cells[cell] = chance.randint(1, geometry.side)
            found.append((geometry, bytes(cells)))
    return found


@pytest.mark.parametrize("limit", [1, 2, 40])
def test_the_same_steps(limit: int) -> None:
    """The search by definitions and the compiled one: the same solutions in the same order, nodes and end."""
    for geometry, cells in boards():
        slow, fast = RecursiveEngine(geometry), RecursiveEngine(geometry)
        slow._compiled = False
        for limits in (Limits(conflicts=400), Limits(conflicts=7), Limits(conflicts=0)):
            ours, theirs = slow.search(cells, limit, limits), fast.search(cells, limit, limits)
            assert (ours.solutions, ours.complete, ours.why) == (theirs.solutions, theirs.complete, theirs.why)
            assert ours.stats["nodes"] == theirs.stats["nodes"]


@pytest.mark.parametrize("name", ["recursive:native", "dlx:native"])
def test_a_time_limit_ends_the_search(name: str) -> None:
    """Within a search, and before it."""
    for seconds in (0.02, 0.0):
        outcome = engine(name, boxes(4, 4)).search(bytes(256), 0, Limits(seconds=seconds))
        assert not outcome.complete
        assert outcome.why == f"gave up after {seconds:g} s"


def test_what_they_do_not_take() -> None:
    """A side beyond a machine word, and any other argument."""
    with pytest.raises(UsageError, match="up to 64"):
        engine("recursive:native", boxes(9, 9))
    for name in ("recursive:quick", "dlx:quick"):
        with pytest.raises(UsageError, match="takes the argument native"):
            engine(name, boxes(3, 3))


def test_the_kernels_know_their_boards() -> None:
    """A puzzle of another size is refused, a digit beyond the side has no solution."""
    from cpsudoku.kernels.general.dancing import DancingLinks
    from cpsudoku.kernels.general.plain import PlainSearch

    houses = [house.cells for house in boxes(2, 2).houses]
    for kernel in (DancingLinks(4, houses), PlainSearch(4, houses)):
        with pytest.raises(ValueError, match="16 cells"):
            kernel.start(bytes(15))
        kernel.start(bytes([5]) + bytes(15))
        assert kernel.resume() == 0
