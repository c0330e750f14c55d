"""Supports of candidates: the tally, and the way that serves every engine."""

from __future__ import annotations

import pytest

from cpsudoku import Geometry, Limits, Puzzle
from cpsudoku.budget import NO_LIMITS
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.registry import engine
from cpsudoku.engines.support import Tally
from cpsudoku.errors import EnginesDisagree
from tests.rules import all_solutions

BOARD = Geometry(2, 2)
CLUES = bytes([1, 2, *bytes(14)])
GRIDS = sorted(all_solutions(BOARD, CLUES))


def counted(grids: list[bytes], most: int) -> tuple[int, ...]:
    found = [0] * 64
    for grid in grids:
        for cell, digit in enumerate(grid):
            found[cell * 4 + digit - 1] += 1
    return tuple(min(most, number) for number in found)


class Listed(Engine):
    """Hands out the grids it was given, whatever the question."""

    name = "listed"

    def __init__(self, grids: list[bytes]) -> None:
        self.geometry, self.grids, self.questions = BOARD, grids, 0

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        self.questions += 1
        kept = [grid for grid in self.grids if all(clue in (0, digit) for clue, digit in zip(cells, grid))]
        shown = tuple(kept[:limit] if limit else kept)
        return Outcome(shown, len(shown) == len(kept) and len(shown) != limit, "", {"nodes": 10})


@pytest.mark.parametrize("most", [1, 2, 3, 100])
@pytest.mark.parametrize("name", ["bitmask", "dlx", "recursive", "sat", "listed"])
def test_supports_are_those_of_all_solutions(name: str, most: int) -> None:
    """By placing candidates or by steering: the counts of the enumerated grids, up to the bound, and nothing open."""
    solver = Listed(GRIDS) if name == "listed" else engine(name, BOARD)
    found = solver.support(CLUES, most)
    assert (found.counts, found.open, found.why) == (counted(GRIDS, most), (), "")


def test_candidates_that_were_seen_are_not_placed() -> None:
    """A solution clears all its digits: fewer questions than candidates."""
    solver = Listed(GRIDS)
    solver.support(CLUES)
    assert solver.questions < sum(counted(GRIDS, 1)) / 2


def test_limits_hold_for_all_questions_together() -> None:
    """Each question costs 10 nodes here: with 25 there are three, the third with what is left."""
    solver = Listed(GRIDS)
    found = solver.support(CLUES, 1, Limits(conflicts=25))
    assert solver.questions == 3
    assert found.why == "gave up after 25 conflicts"
    assert found.open
    assert not any(found.counts[candidate] for candidate in found.open)
    assert solver.support(CLUES, 1, Limits(seconds=0)).why == "gave up after 0 s"


def test_wrong_grids_are_found_out() -> None:
    """A grid that breaks a house is no support."""
    wrong = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 1, 2])
    with pytest.raises(EnginesDisagree):
        Listed([wrong]).support(CLUES)


def test_tally() -> None:
    """A candidate stays open until it was seen often enough; the same solution twice counts once."""
    tally = Tally(CLUES, BOARD, 2)
    assert {0, 5} <= tally.open
    assert not {1, 4, 8, 12} & tally.open  # ruled out by the clues 1 and 2
    assert tally.enter(GRIDS[0]) == []
    assert tally.enter(GRIDS[0]) == []
    assert tally.enter(GRIDS[1])[:2] == [0, 5]
    assert 0 not in tally.open
    tally.close(tally.open - {11})
    assert tally.support("late").open == (11,)
    tally.close()
    assert (tally.support("late").open, tally.support("late").why) == ((), "")


def test_clues_that_clash() -> None:
    """No candidate has a support."""
    for name in ("bitmask", "sat", "recursive"):
        found = engine(name, BOARD).support(bytes([1, 1, *bytes(14)]))
        assert (set(found.counts), found.open) == ({0}, ())


def test_limits_after() -> None:
    """What is left of limits, in words, and whether there is any."""
    assert Limits(5, 10).after(2, 3) == Limits(3, 7)
    assert Limits(5).after(9) == Limits(0.0)
    assert Limits(5).after(9).spent
    assert NO_LIMITS.after(9, 9) == NO_LIMITS
    assert not NO_LIMITS.spent
    assert Limits(2, 10).reached == "gave up after 10 conflicts or 2 s"


def test_shared_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of two questions to one engine does not know of the first."""
    solver = engine("sat", BOARD)
    first = solver.support(CLUES)
    assert solver.support(bytes(16)).counts == (1,) * 64
    assert solver.support(CLUES) == first
    assert Puzzle(CLUES, BOARD).clue_count == 2
