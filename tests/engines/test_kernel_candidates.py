"""True candidates by the kernel: every part of the way gives what enumeration gives."""

from __future__ import annotations

import pytest

from cpsudoku import Limits, Puzzle, solve
from cpsudoku.engines import kernel_candidates
from cpsudoku.engines.kernel_candidates import KernelCandidates
from cpsudoku.engines.model import Model
from cpsudoku.engines.parallel_search import Search
from cpsudoku.engines.support import Tally
from tests.questions.test_candidates import RULED

PUZZLES = {name: puzzle for name, puzzle in RULED.items() if puzzle.geometry.size > 6}


def kernel_of(puzzle: Puzzle, nodes: int = 1000, limits: Limits = Limits()) -> KernelCandidates:  # noqa: B008
    placed = Puzzle(puzzle.cells, puzzle.geometry, puzzle.constraints)
    return KernelCandidates(Model(placed.geometry, placed.constraints), placed, nodes, limits)


def truth(puzzle: Puzzle) -> tuple[int, ...]:
    tally = Tally(puzzle.cells, puzzle.geometry)
    for solution in solve(puzzle, limit=0, engine="recursive").solutions:
        tally.enter(solution.cells)
    return tuple(tally.counts)


@pytest.mark.parametrize(("nodes", "trial", "failed"), [(1000, 200, 3), (0, 200, 3), (2, 0, 1), (3, 1, 2), (0, 0, 1)])
@pytest.mark.parametrize("name", PUZZLES)
def test_every_part_of_the_way(name: str, nodes: int, trial: int, failed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steered search alone, candidates placed one by one, SAT at once, and mixtures."""
    monkeypatch.setattr(kernel_candidates, "TRIAL", trial)
    monkeypatch.setattr(kernel_candidates, "FAILED", failed)
    found = kernel_of(PUZZLES[name], nodes).support()
    assert (found.counts, found.open, found.why) == (truth(PUZZLES[name]), (), "")


def test_solutions_that_show_something_new() -> None:
    """Steered, the search gives each solution for a candidate that was wanted still, and few of them."""
    puzzle = PUZZLES["a line and a dot"]
    placed = Puzzle(puzzle.cells, puzzle.geometry, puzzle.constraints)
    model = Model(placed.geometry, placed.constraints)
    search = model.begin(model.clued(placed.cells))
    assert search is not None
    search.want(model.masks())
    wanted = list(model.masks())
    found = []
    while search.resume() == 1:
        grid = search.grid()
        assert any(wanted[cell] >> (digit - 1) & 1 for cell, digit in enumerate(grid))
        for cell, digit in enumerate(grid):
            wanted[cell] &= ~(1 << (digit - 1))
        found.append(grid)
    every = {solution.cells for solution in solve(puzzle, limit=0, engine="recursive").solutions}
    assert set(found) <= every
    assert len(set(found)) == len(found) < len(every) / 4
    seen = [0] * 36
    for grid in every:
        for cell, digit in enumerate(grid):
            seen[cell] |= 1 << (digit - 1)
    assert not any(mask & left for mask, left in zip(seen, wanted))


def test_limits_in_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Branches of the kernel and conflicts of SAT count together; what is open is said, the same every time."""
    puzzle = PUZZLES["a line and a dot"]
    right = truth(puzzle)
    for conflicts in (1, 3, 8, 20):
        for nodes in (1000, 2):
            found = kernel_of(puzzle, nodes, Limits(conflicts=conflicts)).support()
            assert found == kernel_of(puzzle, nodes, Limits(conflicts=conflicts)).support()
            assert all(count <= most for count, most in zip(found.counts, right))
            assert all(right[k] == found.counts[k] or k in found.open for k in range(len(right)))
            assert found.why == (f"gave up after {conflicts} conflicts" if found.open else "")
    assert kernel_of(puzzle, 1000, Limits(conflicts=1)).support().open
    assert kernel_of(puzzle, 1000, Limits(seconds=0)).support().why == "gave up after 0 s"


@pytest.mark.parametrize("nodes", [0, 1, 2])
def test_kernel_and_sat_take_turns(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where SAT does not finish, the kernel goes on; each knows the solutions of the other, and either may finish."""
    monkeypatch.setattr(kernel_candidates, "TRIAL", 0)
    monkeypatch.setattr(kernel_candidates, "FAILED", 1)
    monkeypatch.setattr(kernel_candidates, "fitting", lambda *_: 1)
    puzzle = PUZZLES["a line and a dot"]
    turns: list[bool] = []
    steered = KernelCandidates._steered

    def noted(self: KernelCandidates, search: Search, nodes: int, known: list[bytes] | None = None) -> bool:
        done = steered(self, search, nodes, known)
        if known is not None:
            turns.append(done)
        return done

    monkeypatch.setattr(KernelCandidates, "_steered", noted)
    found = kernel_of(puzzle, nodes).support()
    assert (found.counts, found.open, found.why) == (truth(puzzle), (), "")
    assert turns


def test_the_kernel_alone_decides_small_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """What candidates placed one by one decide is not asked of SAT."""

    def refused(self: KernelCandidates) -> bool:
        raise AssertionError("SAT is asked")

    monkeypatch.setattr(KernelCandidates, "_in_turns", refused)
    for name in PUZZLES:
        found = kernel_of(PUZZLES[name], 8).support()
        assert (found.counts, found.open) == (truth(PUZZLES[name]), ())
