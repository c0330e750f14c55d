"""One search of the kernel on several threads.

It begins on one thread. Once it is long, each thread searches a part of its own, with the weights learnt so far; an
idle thread gets the largest part that another has not begun. A complete search finds the same solutions however its
parts are shared; which of them come first may differ.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from time import perf_counter
from typing import cast

from cpsudoku.interrupts import put_off
from cpsudoku.kernels.classic.masked_search import MaskSearch
from cpsudoku.kernels.rules.search import RuleSearch

ALONE = 512
"""Branches without a solution after which other threads take part: some 3 ms."""
LOOK = 0.05
"""Signal polling interval of a waiting thread, in seconds."""
MOST = 16
"""Threads, at most."""
ROUND = 128
"""Branches between two checks for idle threads, where no part could be given away."""


class SharedSearch:
    """*first*, just begun, and later so many more searches, each in a thread, behind the interface of one `RuleSearch`.

    The threads run only during `resume`.
    """

    def __init__(self, first: RuleSearch, threads: int) -> None:
        self.first = first
        self._searches = [first]
        self._shares = [1.0] + [0.0] * (threads - 1)  # of the whole search: what each began with
        self._threads = threads
        self._since = 0
        self._foreign = False  # the first search has been given a part
        self._found: list[int] = []  # searches at a solution that `resume` has not returned yet
        self._grid = b""
        self._wanted: list[int] = []
        self._change = threading.Condition()
        self._calls = array("I", [0])  # set where a thread waits, or the search is over
        self._at_work: set[int] = set()
        self._waiting: set[int] = set()
        self._over = self._stopped = False
        self._problem: BaseException | None = None

    def want(self, masks: Sequence[int]) -> None:
        """See `RuleSearch.want`."""
        self._wanted = list(masks)
        for search in self._searches:
            search.want(masks)

    def grid(self) -> bytes:
        """The solution `resume` just found: a byte a cell."""
        return self._grid

    def branches(self) -> int:
        """Branches so far, of all."""
        return sum([search.branches() for search in self._searches])

    def left(self) -> float:
        """See `RuleSearch.left`."""
        pairs = zip(self._searches, self._shares)
        return sum([share * search.left() for search, share in pairs if not search.ended()])

    def refused(self) -> list[tuple[int, ...]]:
        """See `RuleSearch.refused`; here what the first search has refused, while all it searches is its own."""
        return [] if self._foreign else self.first.refused()

    def resume(self, max_nodes: int = -1, seconds: float = 0.0) -> int:
        """See `RuleSearch.resume`."""
        end = perf_counter() + seconds if seconds > 0 else 0.0
        first = self.first
        if len(self._searches) == 1:
            begun = first.branches()
            alone = ALONE - (begun - self._since)
            answer = first.resume(alone if max_nodes < 0 else min(alone, max_nodes), seconds)
            if answer == 1:
                self._since = first.branches()
                self._publish(first)
            some = first.branches() - begun
            if answer >= 0 or some < alone or some == max_nodes:
                return answer
            max_nodes = max_nodes - some if max_nodes >= 0 else -1
            self._searches += [cast(RuleSearch, first.twin()) for _ in range(self._threads - 1)]
        if not self._found:
            self._together(self.branches() + max_nodes if max_nodes >= 0 else -1, end)
        if self._found:
            self._publish(self._searches[self._found[-1]])
            self._found.pop()
            return 1
        return 0 if all(search.ended() for search in self._searches) else -1

    def _publish(self, search: RuleSearch) -> None:
        """That search has found a solution: no thread looks for its candidates any more."""
        self._grid = search.grid()
        if self._wanted:
            self.want([mask & ~(1 << digit >> 1) for mask, digit in zip(self._wanted, self._grid)])

    def _together(self, most: int, end: float) -> None:
        """Run all threads until one has found a solution, nothing is left, or a limit is reached."""
        self._over = self._stopped = False
        self._calls[0] = 0
        self._waiting.clear()
        self._at_work = {0}
        others: list[threading.Thread] = []
        with put_off(self._interrupted):
            try:
                for k in range(1, len(self._searches)):
                    others += self._started(k, most, end)
                for k in range(len(self._searches) - 1, -1, -1):
                    if k == 0 or k not in self._at_work:  # these have no thread, but may have something left to search
                        self._work(k, most, end)
            finally:
                self._end()
                for thread in others:
                    thread.join()
        if self._problem is not None:
            problem, self._problem = self._problem, None
            raise problem

    def _started(self, k: int, most: int, end: float) -> list[threading.Thread]:
        """The thread of search *k*; none where the system has no more threads."""
        thread = threading.Thread(target=self._thread_body, args=(k, most, end), name="cpsudoku-search", daemon=True)
        self._at_work.add(k)
        try:
            thread.start()
        except RuntimeError:
            self._at_work.discard(k)
            return []
        return [thread]

    def _interrupted(self) -> None:
        """Stop after a signal, which may come while the main thread holds the lock."""
        self._stopped = True
        self._calls[0] = 1

    def _thread_body(self, k: int, most: int, end: float) -> None:
        """What another thread runs: an exception ends the search, and `_together` raises it."""
        try:
            self._work(k, most, end)
        except BaseException as problem:
            self._problem = problem
            self._end()

    def _end(self) -> None:
        with self._change:
            self._over = True
            self._calls[0] = 1
            self._change.notify_all()

    def _work(self, k: int, most: int, end: float) -> None:
        """Search what search number *k* has and is given."""
        search = self._searches[k]
        while self._goes_on(k):
            nodes = -1
            if most >= 0:
                nodes = max(0, most - self.branches()) // len(self._searches) + 1
            answer = self._run(search, nodes, end)
            if answer == 1:
                with self._change:
                    self._found.append(k)
                return self._end()
            if (end and perf_counter() >= end) or 0 <= most <= self.branches():
                return self._end()

    def _run(self, search: RuleSearch, nodes: int, end: float) -> int:
        seconds = max(1e-9, end - perf_counter()) if end else 0.0
        if self._calls[0]:  # others wait, and there was nothing to give
            return search.resume(ROUND if nodes < 0 else min(nodes, ROUND), seconds)
        return search.resume(nodes, seconds, self._calls)

    def _goes_on(self, k: int) -> bool:
        """Whether search *k* has something to do: it gives parts to idle threads, or waits for a part."""
        search = self._searches[k]
        with self._change:
            while not self._over and not self._stopped:
                if not search.ended():
                    self._give(k)
                    return True
                if k not in self._at_work:
                    return False
                self._waiting.add(k)
                self._calls[0] = 1
                self._over = self._waiting == self._at_work
                while not self._over and not self._stopped and k in self._waiting:
                    self._change.wait(LOOK)
            self._end()
        return False

    def _give(self, k: int) -> None:
        """Give parts of search *k* to the waiting threads, as long as there are some."""
        for other in sorted(self._waiting):
            part = self._searches[k].part()
            if part is None:
                return
            self._searches[other].take(part)
            self._shares[other] = self._shares[k] * part[-1]
            self._foreign |= other == 0
            self._waiting.discard(other)
            self._change.notify_all()
        self._calls[0] = 0
        if self._stopped:
            self._calls[0] = 1


Search = RuleSearch | MaskSearch | SharedSearch
"""The kernel searches that engines use."""


def first_of(search: Search | None) -> RuleSearch | None:
    """The search that learns, of which a search of the kernel began; None where it is one that does not learn."""
    if isinstance(search, SharedSearch):
        return search.first
    return search if isinstance(search, RuleSearch) else None
