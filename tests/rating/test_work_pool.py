"""Threads that share the chains of one puzzle: the same steps, and no thread that stays."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pytest

from cpsudoku import rate
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import UsageError, WrongInput
from cpsudoku.kernels import compiled
from cpsudoku.rating import path
from cpsudoku.rating.rater import Rater
from cpsudoku.techniques.chains.work_pool import MOST
from cpsudoku.techniques.ladder import ALL_RUNGS
from tests.rating.test_chains import course

HARDEST = "98.7..6..7..........5.4....63...7....7...83....2....1....3.98......1...2.......5."
"""ER 11 and more: chains inside chains, of every level."""


@pytest.fixture(scope="module")
def dynamic(reference: list[dict[str, str]]) -> list[bytes]:
    """The puzzles of the sample that need dynamic chains, and one of the hardest known."""
    rows = [row["puzzle"] for row in reference if float(row["ER"]) >= 8.5]
    return [Puzzle.parse(text).cells for text in [*rows[::3], HARDEST]]


@pytest.mark.long
@pytest.mark.parametrize("jobs", [2, 5])
def test_threads_change_no_step(dynamic: list[bytes], jobs: int) -> None:
    """Every step, its raw rating and its number of nodes are those of one thread, with one rater for all puzzles."""
    one, several = Rater(), Rater(jobs)
    for cells in dynamic:
        assert course(several, cells) == course(one, cells)


def test_threads_change_no_number(dynamic: list[bytes]) -> None:
    """`rate_chunk` gives the same for all puzzles at once."""
    assert Rater(3).rate_chunk(b"".join(dynamic)) == Rater().rate_chunk(b"".join(dynamic))


def test_evidence_is_the_same() -> None:
    """The chains, and those inside them, with all they rest on: what helpers wrote down is read from their books."""
    puzzle = Puzzle.parse(HARDEST)
    steps = list(path.walk(puzzle, None, ALL_RUNGS, spelled=True, jobs=3))
    assert steps == list(path.walk(puzzle, None, ALL_RUNGS, spelled=True))
    assert any(step.chain and step.chain.nested for step in steps)


@pytest.mark.interpreted
@pytest.mark.parametrize("er", ["8.6", "9.0"])
def test_threads_on_plain_python(reference: list[dict[str, str]], er: str) -> None:
    """Two threads give the reference's numbers whether the files run compiled or as plain Python."""
    row = next(row for row in reference if row["ER"] == er)
    rater = Rater(2)
    (numbers,) = rater.rate_chunk(Puzzle.parse(row["puzzle"]).cells)
    assert numbers[:3] == tuple(round(10 * float(row[key])) for key in ("ER", "EP", "ED"))


@pytest.mark.interpreted
def test_who_has_not_begun_is_not_waited_for() -> None:
    """A turn that is over before a helper looked is none for it; one asleep is woken, and sent home at the end."""
    if compiled():
        pytest.skip("posts can be watched in plain Python only")
    from cpsudoku.techniques.chains.work_pool import ASLEEP, RESTING, WorkPool

    pool = WorkPool(1)
    pool.start([])
    pool.working = 1
    pool.call(True)
    pool.end_turn()  # would wait for ever for a helper that is not there
    assert pool.post[0] == RESTING
    said: list[bool] = []

    def serve() -> None:
        while pool.called(0):
            said.append(pool.take(5))
            pool.settle(5)
            pool.rest(0)

    helper = threading.Thread(target=serve)
    helper.start()
    for _ in range(3):
        while pool.post[0] != ASLEEP:
            time.sleep(0.001)
        pool.call(True)
        while not pool.is_settled(5):
            time.sleep(0.001)
        assert not pool.take(5)
        pool.end_turn()
    pool.stop()
    helper.join()
    assert said == [True] * 3


def test_no_thread_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads are started where dynamic chains are looked for, not for an easy puzzle, and are gone after the call."""
    started = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda self: started.append(self.name) or start(self))
    Rater(3).rate_chunk(Puzzle.parse("." * 9 + "123456789" + "." * 63).cells)
    assert started == []
    Rater(3).rate_chunk(Puzzle.parse(HARDEST).cells)
    assert started == ["cpsudoku-chains"] * 2
    assert "cpsudoku-chains" not in {thread.name for thread in threading.enumerate()}


def test_fewer_threads_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system gives no thread, or fewer, the rating is the same."""
    cells = Puzzle.parse(HARDEST).cells
    expected = Rater().rate_chunk(cells)
    start = threading.Thread.start
    for given in (0, 1):
        left = [None] * given

        def refused(self: threading.Thread, left: list[None] = left) -> None:
            if not left:
                raise RuntimeError("can't start new thread")
            left.pop()
            start(self)

        monkeypatch.setattr(threading.Thread, "start", refused)
        assert Rater(3).rate_chunk(cells) == expected


def test_raters_in_threads_have_pools_of_their_own() -> None:
    """Several raters at once, each with helpers: every one gives the same."""
    cells = Puzzle.parse(HARDEST).cells
    found: list[object] = []
    users = [threading.Thread(target=lambda: found.append(Rater(2).rate_chunk(cells))) for _ in range(3)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    assert len(found) == 3
    assert all(a == b for a, b in pairwise(found))


def test_jobs_of_rate() -> None:
    """`rate` takes any number, which is cut to the cores there are; what is none is refused."""
    assert rate(HARDEST, jobs=2) == rate(HARDEST) == rate(HARDEST, jobs=-1) == rate(HARDEST, jobs=1000)
    for jobs in (0, -2):
        with pytest.raises(UsageError, match=f"jobs {jobs}: a number of threads, or -1 for every core"):
            rate(HARDEST, jobs=jobs)
    with pytest.raises(WrongInput, match="jobs"):
        rate(HARDEST, jobs="two")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"1 to {MOST} are possible"):
        Rater(MOST + 2)
