"""A search on several threads: whoever searches what, each solution comes once, and nothing is left out."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from types import FrameType

import pytest

from cpsudoku import Limits, Puzzle, candidates, solve
from cpsudoku.constraints.primitives import Pair, pairs_allowed
from cpsudoku.engines import kernel_candidates, parallel_search, portfolio
from cpsudoku.engines.constraints import ConstraintsEngine
from cpsudoku.engines.model import Model
from cpsudoku.engines.parallel_search import SharedSearch
from cpsudoku.engines.support import Tally
from cpsudoku.errors import UsageError
from cpsudoku.kernels.rules.search import RuleSearch
from tests.engines.test_constraints import random_puzzle
from tests.kernels.rules.brute import board, state_of
from tests.selection import long_after
from tests.signals import hear_signals

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _thick_of_it() -> Iterator[None]:
    """Threads take over from each other as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def shared_search(puzzle: Puzzle, threads: int) -> SharedSearch | None:
    placed = Puzzle(puzzle.cells, puzzle.geometry, puzzle.constraints)
    model = Model(placed.geometry, placed.constraints)
    assert not model.partial
    search = model.begin(model.clued(placed.cells), weighted=True)
    return None if search is None else SharedSearch(search, threads)


def searching() -> list[threading.Thread]:
    """The threads of searches that are there now; other tests may have left threads of other kinds."""
    return [thread for thread in threading.enumerate() if thread.name == "cpsudoku-search"]


def drawn(seed: int, least: int = 0, most: int = 300) -> tuple[Puzzle, set[bytes]]:
    """A small puzzle of many rules and all its solutions, that many of them."""
    rng = random.Random(seed)
    while True:
        puzzle = random_puzzle(rng)
        every = {s.cells for s in solve(puzzle, limit=most, engine="recursive").solutions}
        if least <= len(every) < most:
            return puzzle, every


@pytest.mark.parametrize("seed", long_after(6, range(20)))
def test_every_solution_once(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All solutions, each once, whether the search is bounded or not, and however soon it is shared."""
    monkeypatch.setattr(parallel_search, "ALONE", seed % 3)
    monkeypatch.setattr(parallel_search, "ROUND", 1 + seed % 2)
    puzzle, every = drawn(seed)
    for nodes in (-1, 1, 3):
        search = shared_search(puzzle, 2 + seed % 3)
        found: list[bytes] = []
        while search is not None and (answer := search.resume(nodes)) != 0:
            if answer == 1:
                found.append(search.grid())
            assert 0 <= search.left() <= 1 + 1e-9
        assert sorted(found) == sorted(every)
        assert search is None or (search.resume(nodes), search.left()) == (0, 0)
    assert searching() == []


@pytest.mark.parametrize("seed", long_after(6, range(20)))
def test_what_is_refused(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first search has refused is in no solution but those found by then."""
    monkeypatch.setattr(parallel_search, "ALONE", 1)
    monkeypatch.setattr(parallel_search, "ROUND", 1)
    puzzle, every = drawn(seed, least=2)
    search = shared_search(puzzle, 3)
    side, found = puzzle.geometry.side, set()
    assert search is not None
    while (answer := search.resume(2)) != 0:
        if answer == 1:
            found.add(search.grid())
        for refused in search.refused():
            for grid in every - found:
                assert any(grid[candidate // side] != candidate % side + 1 for candidate in refused)


@pytest.mark.parametrize("seed", long_after(4, range(16)))
def test_true_candidates(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever part of the way is taken, the answer is what one thread finds."""
    puzzle, every = drawn(seed)
    monkeypatch.setattr(parallel_search, "ALONE", seed % 4)
    monkeypatch.setattr(parallel_search, "ROUND", 1)
    monkeypatch.setattr(portfolio, "CONFLICTS", 1 + seed % 4)
    monkeypatch.setattr(portfolio, "SUMS", (0, 100)[seed % 2])
    monkeypatch.setattr(kernel_candidates, "TRIAL", 0)
    placed = Puzzle(puzzle.cells, puzzle.geometry, puzzle.constraints)
    tally = Tally(puzzle.cells, puzzle.geometry)
    for grid in every:
        tally.enter(grid)
    for nodes in (1, 4, 1000):
        monkeypatch.setattr(ConstraintsEngine, "nodes", nodes)
        engine = ConstraintsEngine(placed.geometry, constraints=placed.constraints)
        support = engine.support(puzzle.cells, 1, Limits(seconds=1000), 3)
        assert (support.counts, support.open, support.why) == (tuple(tally.counts), (), "")


PIGEONS = tuple(Pair(a, b, pairs_allowed(range(1, 9), lambda x, y: x != y)) for a, b in combinations(range(9), 2))
"""Nine cells that differ, with eight digits, said pair by pair: no solution, and thousands of branches to see it."""


def pigeons() -> RuleSearch:
    state = state_of(board(9, 8), PIGEONS)
    assert state is not None
    search = RuleSearch(state)
    assert search.narrow([255] * 9) == 2
    return search


@pytest.mark.parametrize("threads", [2, 5])
def test_a_long_search(threads: int) -> None:
    """Alone at first, then in parts; limits of branches are kept, nearly; all has been searched at the end."""
    search = SharedSearch(pigeons(), threads)
    assert search.resume(parallel_search.ALONE - 1) == -1
    assert search.branches() == search.first.branches() == parallel_search.ALONE - 1
    while True:
        before = search.branches()
        answer = search.resume(700)
        assert search.branches() - before < 1400
        if answer == 0:
            break
    assert search.branches() > search.first.branches()
    assert search.left() == 0
    assert search.resume(700) == 0


def test_the_clock() -> None:
    """A search whose time is up answers -1, alone and shared, and leaves no thread behind."""
    search = SharedSearch(pigeons(), 3)
    assert search.resume(-1, 1e-9) == -1
    assert search.resume(parallel_search.ALONE + 700) == -1
    assert search.resume(-1, 1e-9) == -1
    assert searching() == []
    assert search.resume() == 0


def test_what_another_thread_meets(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong in one of the threads is raised by `resume`, once none is at work."""
    give = SharedSearch._give

    def fails(self: SharedSearch, k: int) -> None:
        if k:
            raise MemoryError("no room")
        give(self, k)

    monkeypatch.setattr(SharedSearch, "_give", fails)
    search = SharedSearch(pigeons(), 2)
    with pytest.raises(MemoryError, match="no room"):
        search.resume()
    assert searching() == []


@pytest.mark.parametrize("lost", [2, 7])
def test_no_more_threads(lost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no thread is to be had, others do what it has left, and the search comes to its end."""
    start, asked = threading.Thread.start, []

    def refuses(self: threading.Thread) -> None:
        asked.append(self)
        if len(asked) % lost == 0:
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", refuses)
    search = SharedSearch(pigeons(), 4)
    while search.resume(200) != 0:
        assert search.left() > 0
    assert search.left() == 0
    assert len(asked) > lost


def test_jobs() -> None:
    """`candidates` takes threads as other functions do; a limit of conflicts gives the same answer as one thread."""
    puzzle, _ = drawn(3, least=2)
    assert candidates(puzzle, jobs=2) == candidates(puzzle, jobs=-1) == candidates(puzzle)
    few = Limits(conflicts=1)
    assert candidates(puzzle, jobs=2, limits=few) == candidates(puzzle, limits=few)
    with pytest.raises(UsageError, match="jobs 0: a number of threads"):
        candidates(puzzle, jobs=0)


class Strikes:
    """Ctrl-C before the given one of the lines of `resume` that are run; once."""

    def __init__(self, line: int) -> None:
        self.left = line

    def __call__(self, frame: FrameType, event: str, _: object) -> Strikes | None:
        if frame.f_code is not SharedSearch.resume.__code__:
            return None
        if event == "line":
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
        return self


@pytest.mark.long
@pytest.mark.parametrize("stride", long_after(1, [7, 1]))
def test_struck_between_steps(stride: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever in `resume` Ctrl-C strikes, the search can go on to its end, and tells nothing twice."""
    monkeypatch.setattr(parallel_search, "ALONE", 1)
    puzzle, every = drawn(6, least=5)
    before = sys.gettrace()
    struck, line = 1, 0
    while struck:
        line += stride
        search = shared_search(puzzle, 3)
        assert search is not None
        found: list[bytes] = []
        struck, answer = 0, -1
        sys.settrace(Strikes(line))
        try:
            while answer != 0:
                try:
                    answer = search.resume(4)
                    found += [search.grid()] * (answer == 1)
                except KeyboardInterrupt:
                    struck = 1
        finally:
            sys.settrace(before)
        assert len(set(found)) == len(found) >= len(every) - struck
        assert every >= set(found)
        assert search.left() == 0
        assert searching() == []
    assert line > 20


STRUCK = """
import os, random, signal, sys, threading, time
from cpsudoku.engines.parallel_search import SharedSearch
from cpsudoku.interrupts import put_off
from tests.engines.test_parallel_search import pigeons, searching

rng, struck = random.Random(int(sys.argv[1])), 0
whole = SharedSearch(pigeons(), 1)
assert whole.resume() == 0
while struck < 60:
    search, answer = SharedSearch(pigeons(), 3), -1
    while answer != 0:
        struck += 1
        timer = threading.Timer(rng.uniform(0, 0.01), os.kill, (os.getpid(), signal.SIGINT))
        try:
            with put_off():
                timer.start()
            answer = search.resume()
            timer.join()
            time.sleep(0.01)
        except KeyboardInterrupt:
            pass
        assert searching() == []
    assert search.left() == 0
print("struck", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("seed", long_after(1, range(3)))
def test_ctrl_c(seed: int) -> None:
    """Wherever it strikes, no thread is left at work or waiting, and the search can go on to its end."""
    process = subprocess.run(
        [sys.executable, "-c", STRUCK, str(seed)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=hear_signals,
    )
    assert (process.stdout, process.stderr) == ("struck\n", "")
