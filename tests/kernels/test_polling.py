"""Kernels that may run long hear signals, and those that take a limit keep it."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable

import pytest

from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.kernels import compiled, search
from cpsudoku.kernels.classic.canonical import Canonizer
from cpsudoku.kernels.classic.clue_local_search import ClueLocalSearch
from cpsudoku.kernels.classic.digging import batch, controlled_batch
from cpsudoku.kernels.classic.fewclues import FewClues
from cpsudoku.kernels.general.backtrack import Backtracker
from cpsudoku.kernels.general.differences import Differences
from cpsudoku.kernels.general.plain import PlainSearch
from cpsudoku.kernels.randomness import Stream

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
    pytest.mark.skipif(not compiled(), reason="interpreted, Python itself delivers signals"),
]
GRID = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
CELLS = [(cell,) for cell in range(81)]


def backtracker() -> Backtracker:
    board = Backtracker(9, [house.cells for house in CLASSIC.houses])
    board.start(bytes(81))
    return board


def plain(geometry: Geometry) -> PlainSearch:
    return PlainSearch(geometry.side, [house.cells for house in geometry.houses])


ENDLESS: dict[str, Callable[[], object]] = {
    "count": lambda: search.count(bytes(81), 0),
    "scalar": lambda: search.solve_batch(bytes(81), 0, 0, 0, True),
    "batch": lambda: search.count_batch(bytes(81) * 3, 0),
    "any board": lambda: backtracker().count(0),
    "canonical": lambda: Canonizer(4, 4).batch(bytes(256)),
    "filling": lambda: plain(boxes(8, 8)).filled(Stream(1)),
    "effort": lambda: plain(CLASSIC).effort(bytes(81)),
    "digging": lambda: batch([1], None, CELLS, 17, 17, 0, True, 1, 0),
    "controlled": lambda: controlled_batch(list(range(100_000)), 1000, 0),
    "differences": lambda: Differences(9, [house.cells for house in CLASSIC.houses], GRID).search(40),
    "fewest": lambda: FewClues(GRID, [(0, 1, 9, 10)], 16).run(10**15),
    "clue_local_search": lambda: ClueLocalSearch(GRID, [(0, 1, 9, 10)], 1).run(10, 10**15),
}


class Rang(Exception):
    """What the test's signal handler raises."""


@pytest.mark.parametrize("name", ENDLESS)
def test_hears_signals(name: str) -> None:
    """A search that would take for ever ends with what the handler of a signal raises."""
    assert threading.current_thread() is threading.main_thread()

    def ring(*_: object) -> None:
        raise Rang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(Rang):
            ENDLESS[name]()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_limit_of_time() -> None:
    """Searches given seconds end before they are through, with what they counted."""
    found, ended, nodes = search.counted(bytes(81), 0, 0, 0.05)
    assert found > 0
    assert nodes > 0
    assert not ended
    assert search.search(bytes(81), 1_000_000_000, room=1, seconds=0.05)[2] is False
    assert list(search.solve_batch(bytes(81) * 2, 0, 0, 0, True, 0.05)[0])[1] == -1
    assert backtracker().count(0, -1, 0.05) < 0
    board = Backtracker(64, [house.cells for house in boxes(8, 8).houses])
    board.start(bytes([1, *[0] * 4093, 2, 3]))
    assert board.resume(-1, 0.05) in (-1, 1)


def test_other_threads_go_on() -> None:
    """A search in another thread is not ended by a signal, which is the main thread's affair."""
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(search.counted(bytes(81), 0, 0, 0.6)))

    def ring(*_: object) -> None:
        raise Rang

    before = signal.signal(signal.SIGALRM, ring)
    try:
        thread.start()
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Rang):
            time.sleep(30)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    thread.join()
    assert len(found) == 1
