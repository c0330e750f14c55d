"""Engine `sat` on boards from side 25 on."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from cpsudoku.board.geometry import Geometry, boxes
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines.answer import Answer, Unknown, Unsat
from cpsudoku.engines.sat import large_boards, residual
from cpsudoku.engines.sat.engine import SatEngine
from cpsudoku.engines.sat.pysat_solvers import Incremental


def holes(side: int, fill: float, seed: int = 0) -> tuple[Geometry, bytes]:
    """A shuffled pattern grid with this share of its cells kept."""
    b = int(side**0.5)
    chance = random.Random(f"{side} {fill} {seed}")

    def lines() -> list[int]:
        bands = [[band * b + k for k in chance.sample(range(b), b)] for band in chance.sample(range(b), b)]
        return [line for band in bands for line in band]

    rows, columns, digits = lines(), lines(), chance.sample(range(1, side + 1), side)
    grid = [digits[(b * (r % b) + r // b + c) % side] for r in rows for c in columns]
    kept = set(chance.sample(range(side * side), round(fill * side * side)))
    return boxes(b, b), bytes(digit if cell in kept else 0 for cell, digit in enumerate(grid))


def is_solution(board: Geometry, grid: bytes, clues: bytes) -> bool:
    """Every house a permutation, every clue kept."""
    wanted = list(range(1, board.side + 1))
    houses = all(sorted(grid[cell] for cell in house.cells) == wanted for house in board.houses)
    return houses and all(clue in (0, digit) for clue, digit in zip(clues, grid))


def test_conflicts_are_for_all_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attempt on a large board may spend what those before it have left of the puzzle's budget."""
    budgets: list[int | None] = []

    def gives_up(self: Incremental, assumptions: object = (), limits: Limits = NO_LIMITS) -> Unknown:
        budgets.append(limits.conflicts)
        return Unknown("gave up")

    monkeypatch.setattr(Incremental, "solve", gives_up)
    monkeypatch.setattr(large_boards, "MOST_PAIRS", 0)  # without repair, which would find a solution
    board, clues = holes(25, 0.45)
    most = 2_500
    outcome = SatEngine(board).search(clues, 2, Limits(conflicts=most))
    assert not outcome.complete
    assert len(budgets) >= 2
    assert sum(budget or 0 for budget in budgets) == most
    assert all(budget is not None and 0 < budget <= most for budget in budgets)


@pytest.mark.parametrize(("side", "fill"), [(25, 0.40), (25, 0.45), (36, 0.36), (49, 0.62)])
def test_random_holes_are_filled(side: int, fill: float) -> None:
    """The solution found is one, by a check that shares nothing with the engine."""
    board, clues = holes(side, fill)
    outcome = SatEngine(board).search(clues, 1)
    assert len(outcome.solutions) == 1
    assert is_solution(board, outcome.solutions[0], clues)


def test_two_solutions_differ_and_solvers_agree_on_how_many_there_are() -> None:
    """At 25x25, the number of solutions up to 20 is the same for MiniSat, CaDiCaL and native Minicard."""
    for seed in range(3):
        board, clues = holes(25, 0.52, seed)
        found = [SatEngine(board, name).search(clues, 20) for name in (None, "cadical153", "minicard")]
        assert len({len(outcome.solutions) for outcome in found}) == 1
        assert len(set(found[0].solutions)) == len(found[0].solutions)
        assert all(is_solution(board, grid, clues) for outcome in found for grid in outcome.solutions)


def test_a_wrong_clue_is_found_out() -> None:
    """A 25x25 puzzle one of whose holes gets a digit of no solution is impossible, for each solver alike."""
    board, clues = holes(25, 0.55)
    outcome = SatEngine(board).search(clues, 0)
    assert outcome.complete
    cell = clues.index(0)
    peers = {clues[p] for p in board.peers[cell]}
    taken = {grid[cell] for grid in outcome.solutions}
    wrong = next(d for d in range(1, 26) if d not in taken | peers)
    spoilt = clues[:cell] + bytes([wrong]) + clues[cell + 1 :]
    for name in (None, "glucose3"):
        again = SatEngine(board, name).search(spoilt, 1)
        assert (again.solutions, again.complete) == ((), True)


def test_a_limit_gives_unknown() -> None:
    """One conflict is not enough for a hard 36x36 board: no answer, with the reason."""
    board, clues = holes(36, 0.45)
    outcome = SatEngine(board).search(clues, 1, Limits(conflicts=1))
    assert not outcome.complete
    assert outcome.solutions == ()
    assert "1 conflicts" in outcome.why


def test_small_boards_take_the_large_route_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """The route changes no answer: on 6x6 with diagonals and on 9x9 the solutions are those of the small route."""
    chance = random.Random(2)
    for board in (boxes(2, 3), boxes(3, 3), Geometry(2, 3, extras=("diagonals",))):
        full = SatEngine(board).search(bytes(board.size), 1).solutions[0]
        for _ in range(8):
            clues = bytes(digit if chance.random() < 0.4 else 0 for digit in full)
            small = SatEngine(board).search(clues, 200)
            with monkeypatch.context() as patched:
                patched.setattr(residual, "LARGE_SIDE", 2)
                large = SatEngine(board).search(clues, 200)
            assert (len(large.solutions), large.complete) == (len(small.solutions), small.complete)
            if small.complete:
                assert set(large.solutions) == set(small.solutions)


def fails(self: Incremental, assumptions: object = (), limits: Limits = NO_LIMITS) -> Unknown:
    """In place of `Incremental.solve`: a solver that never comes to an answer."""
    return Unknown("gave up")


def test_repair_finds_what_solvers_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """With solvers that always give up two solutions are found all the same, the same two each time."""
    monkeypatch.setattr(Incremental, "solve", fails)
    board, clues = holes(36, 0.42)
    found = [SatEngine(board).search(clues, 2) for _ in range(2)]
    assert found[0].solutions == found[1].solutions
    assert len(set(found[0].solutions)) == 2
    assert all(is_solution(board, grid, clues) for grid in found[0].solutions)


def test_repair_counts_as_conflicts() -> None:
    """Where conflicts are limited, its moves are, too."""
    limit = 3
    board, clues = holes(49, 0.45)
    outcome = SatEngine(board).search(clues, 1, Limits(conflicts=limit))
    assert not outcome.complete
    assert outcome.solutions == ()
    assert 0 < outcome.stats["moves"] <= limit * large_boards.MOVES_A_CONFLICT


def test_time_that_is_up_ends_repair_and_solvers() -> None:
    """No time, or too little for a hard board: unknown, with the reason."""
    board, clues = holes(49, 0.50)
    for seconds in (0.0, 0.2):
        outcome = SatEngine(board).search(clues, 2, Limits(seconds=seconds))
        assert not outcome.complete
        assert len(outcome.solutions) < 2
        assert f"after {seconds:g} s" in outcome.why


def test_repair_claims_no_uniqueness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of boards with one to a few solutions all are found, and that there are no more is said by a solver."""
    claimed: list[object] = []
    plain = Incremental.solve

    def noted(self: Incremental, assumptions: Sequence[int] = (), limits: Limits = NO_LIMITS) -> Answer:
        claimed.append(plain(self, assumptions, limits))
        return claimed[-1]

    board, clues = holes(25, 0.52, 1)
    wanted = SatEngine(board, "minicard").search(clues, 0)
    monkeypatch.setattr(Incremental, "solve", noted)
    outcome = SatEngine(board).search(clues, 0)
    assert outcome.complete
    assert set(outcome.solutions) == set(wanted.solutions)
    assert isinstance(claimed[-1], Unsat)
    assert outcome.stats["moves"] > 0
    assert outcome.stats["conflicts"] > 0


def test_a_board_too_large_to_repair_goes_to_the_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is the same without repair."""
    board, clues = holes(25, 0.50)
    with_repair = SatEngine(board).search(clues, 0)
    monkeypatch.setattr(large_boards, "MOST_CANDIDATES", 0)
    without = SatEngine(board).search(clues, 0)
    assert with_repair.complete
    assert set(with_repair.solutions) == set(without.solutions)


@pytest.mark.parametrize(("side", "fill", "steady"), [(49, 0.60, True), (36, 0.40, False)])
def test_where_repair_leaves_many_conflicts_the_steady_solver_begins(
    monkeypatch: pytest.MonkeyPatch, side: int, fill: float, steady: bool
) -> None:
    """It alone is asked, and finds two solutions that differ; where few are left, repair finds both."""
    calls: list[str] = []
    plain = Incremental.solve

    def noted(self: Incremental, assumptions: Sequence[int] = (), limits: Limits = NO_LIMITS) -> Answer:
        calls.append(self.name)
        return plain(self, assumptions, limits)

    monkeypatch.setattr(Incremental, "solve", noted)
    board, clues = holes(side, fill)
    outcome = SatEngine(board).search(clues, 2)
    assert len(set(outcome.solutions)) == 2
    assert all(is_solution(board, grid, clues) for grid in outcome.solutions)
    assert set(calls) == ({large_boards.LARGE_SOLVERS[-1]} if steady else set())
