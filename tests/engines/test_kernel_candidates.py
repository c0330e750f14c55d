"""True candidates by the kernel: every part of the way gives what enumeration gives."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cpsudoku import Limits, Puzzle, solve
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent
from cpsudoku.constraints import parse
from cpsudoku.engines import kernel_candidates
from cpsudoku.engines.kernel_candidates import KernelCandidates
from cpsudoku.engines.model import Model
from cpsudoku.engines.parallel_search import Search, SharedSearch
from cpsudoku.engines.portfolio import OpenFormula
from cpsudoku.engines.sat.candidate_support import Steering
from cpsudoku.engines.support import Tally
from cpsudoku.kernels.classic.masked_search import MaskSearch
from cpsudoku.kernels.rules.search import RuleSearch
from tests.questions.test_candidates import RULED

PUZZLES = {name: puzzle for name, puzzle in RULED.items() if puzzle.geometry.size > 6}


REFUTED = Puzzle.parse("." * 7 + "2...3...24" + "." * 19).under(map(parse, ["anti-king", "sum 12 r6c1 r6c2 r5c3"]))
"""Has several candidates that only a search refutes."""
SUMS = Puzzle(bytes(81)).under(parse(f"cage 10 r{row}c{k} r{row}c{k + 1}") for row in (1, 2, 4, 5) for k in (1, 4, 7))
"""Has so many sums that the kernel is patient."""
CHOICE = Puzzle(bytes(81)).under([parse("candidates 1,2,3 r1c1")])
"""Has no rule but candidates, on the classic board."""


HARD = PUZZLES["a line and a dot"]


def kernel_of(puzzle: Puzzle, nodes: int = 1000, limits: Limits = NO_LIMITS, jobs: int = 1) -> KernelCandidates:
    placed = Puzzle(puzzle.cells, puzzle.geometry, puzzle.constraints)
    return KernelCandidates(Model(placed.geometry, placed.constraints), placed, nodes, limits, jobs)


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


@pytest.mark.parametrize(
    ("puzzle", "nodes", "first"), [(HARD, 0, "sat"), (HARD, 1, "sat"), (REFUTED, 5, "sat"), (REFUTED, 5, "kernel")]
)
def test_kernel_and_sat_take_turns(puzzle: Puzzle, nodes: int, first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The two alternate until either finishes; a patient kernel that begins again is first; all their work is spent.

    SAT is given what the kernel refuted before each turn, but for its first where the kernel begins again."""
    monkeypatch.setattr(kernel_candidates, "TRIAL", 0)
    monkeypatch.setattr(kernel_candidates, "FAILED", 1)
    monkeypatch.setattr(kernel_candidates, "fitting", lambda *_: 1)
    monkeypatch.setattr(kernel_candidates, "longer", lambda *_: (1, 1))
    if first == "kernel":
        monkeypatch.setattr(kernel_candidates, "patient", lambda *_: (1, 1))
    turns: list[str] = []
    work = [0, 0]
    refusals_before: list[bool] = []
    steered, resume, resumed = KernelCandidates._steered, Steering.resume, kernel_candidates.resumed

    def by_kernel(self: KernelCandidates, search: Search, nodes: int, known: list[bytes] | None = None) -> bool:
        turns.extend(["kernel"] * (known is not None))
        return steered(self, search, nodes, known)

    def by_sat(self: Steering, limits: Limits) -> bool:
        turns.append("sat")
        refusals_before.append(len(refused) > 0)
        before = self.solver.conflicts()
        done = resume(self, limits)
        work[0] += self.solver.conflicts() - before
        return done

    def counted(search: Search, budget: Budget, nodes: int) -> int:
        before = search.branches()
        answer = resumed(search, budget, nodes)
        work[1] += search.branches() - before
        return answer

    refused: list[object] = []
    refuse = OpenFormula.refuse
    monkeypatch.setattr(OpenFormula, "refuse", lambda self, sets: (refused.append(sets), refuse(self, sets))[1])
    monkeypatch.setattr(KernelCandidates, "_steered", by_kernel)
    monkeypatch.setattr(Steering, "resume", by_sat)
    monkeypatch.setattr(kernel_candidates, "resumed", counted)
    kernel = kernel_of(puzzle, nodes, Limits(conflicts=10**9))
    found = kernel.support()
    assert (found.counts, found.open, found.why) == (truth(puzzle), (), "")
    assert len(turns) > 2
    assert turns[0] == first
    assert all(one != other for one, other in pairwise(turns))
    assert refusals_before == [puzzle is HARD or first == "kernel", *[True] * (len(refusals_before) - 1)]
    assert all(work)
    assert kernel.budget.spent == sum(work)


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize(
    ("puzzle", "nodes", "seen", "turns"),
    [
        (PUZZLES["cages"], 75, True, [75]),
        (PUZZLES["cages"], 75, False, [75]),
        (SUMS, 75, True, [75]),
        (SUMS, 75, False, [75, 525]),
        (CHOICE, 75, True, [7, -1]),
    ],
)
def test_branches_of_each_part(
    puzzle: Puzzle, nodes: int, seen: bool, turns: list[int], done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel gets eight times as many where sums are many and nothing was found, a tenth before the classic one."""
    kernel = kernel_of(puzzle, nodes)
    search = kernel.model.begin(kernel.model.clued(puzzle.cells), weighted=True)
    assert search is not None
    noted: list[int] = []

    def steered(self: KernelCandidates, search: Search, nodes: int) -> bool:
        noted.append(nodes)
        return done and len(noted) == len(turns)

    monkeypatch.setattr(KernelCandidates, "_steered", steered)
    monkeypatch.setattr(KernelCandidates, "_singly", lambda self: False)
    kernel.masks = kernel.model.masks()
    kernel.seen[0] = int(seen)
    assert kernel._by_kernel(search) == done
    assert noted == turns


@pytest.mark.parametrize("puzzle", [REFUTED, CHOICE])
def test_threads_share_the_search_of_rules(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread shares nothing; two share the kernel's search, and the answer is the same."""
    shared: list[int] = []

    class Noted(SharedSearch):
        def __init__(self, search: RuleSearch, jobs: int) -> None:
            assert isinstance(search, RuleSearch)
            shared.append(jobs)
            super().__init__(search, jobs)

    monkeypatch.setattr(kernel_candidates, "SharedSearch", Noted)
    alone = kernel_of(puzzle).support()
    assert not shared
    assert kernel_of(puzzle, jobs=2).support() == alone
    assert set(shared) == {2}


def test_candidates_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only open ones are placed; what a search refutes leaves the masks, and does not count as one that needs more."""
    monkeypatch.setattr(KernelCandidates, "_in_turns", lambda self: pytest.fail("SAT is asked"))
    kernel = kernel_of(REFUTED, 5)
    begin = kernel.model.begin

    def noted(masks: list[int], weighted: bool = False) -> RuleSearch | MaskSearch | None:
        placed = [(kernel.open[k], mask) for k, mask in enumerate(masks) if kernel.masks and mask != kernel.masks[k]]
        assert all(is_open & mask for is_open, mask in placed)
        return begin(masks, weighted)

    monkeypatch.setattr(kernel.model, "begin", noted)
    counts = kernel.support().counts
    assert counts == truth(REFUTED)
    assert tuple(mask >> k & 1 for mask in kernel.masks for k in range(6)) == counts


@pytest.mark.parametrize("failed", [1, 2, 4])
def test_candidates_that_need_more(failed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many that their few branches did not settle, no more candidates are placed."""
    monkeypatch.setattr(kernel_candidates, "FAILED", failed)
    kernel = kernel_of(REFUTED, 5)
    answers = iter([0, *[-1] * failed])
    monkeypatch.setattr(kernel, "_resumed", lambda search, nodes: next(answers))
    kernel.open = kernel.masks = kernel.model.propagate(kernel.model.clued(REFUTED.cells)) or []
    assert not kernel._singly()
    assert not list(answers)


def test_no_time_for_the_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula that is not ready in time leaves a partial answer."""

    def late(*_: object) -> None:
        raise BudgetSpent

    monkeypatch.setattr(kernel_candidates, "open_formula", late)
    found = kernel_of(HARD, 0, Limits(seconds=3600)).support()
    assert found.open
    assert found.why == "gave up after 3600 s"


def test_the_kernel_alone_decides_small_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """What candidates placed one by one decide is not asked of SAT."""

    def refused(self: KernelCandidates) -> bool:
        raise AssertionError("SAT is asked")

    monkeypatch.setattr(KernelCandidates, "_in_turns", refused)
    for name in PUZZLES:
        found = kernel_of(PUZZLES[name], 8).support()
        assert (found.counts, found.open) == (truth(PUZZLES[name]), ())
