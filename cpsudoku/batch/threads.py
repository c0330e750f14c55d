"""Work that gives up the interpreter lock, on threads of this process: they start at once. Order is kept."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Generic, TypeVar

from cpsudoku.interrupts import Awaited, put_off

AHEAD = 3
"""Items handed out before their results are taken, times the number of threads."""

T = TypeVar("T")
R = TypeVar("R")


def on_threads(
    work: Callable[[T], R], items: Iterable[T], workers: int, alone: Callable[[T], R] | None = None
) -> Iterator[tuple[T, R]]:
    """(item, work(item)) in order, on so many threads, a few items ahead.

    *alone*: the same work, with as many threads of its own as it likes; done instead of the last item, beside which
    the others run out of work.
    """
    stream = iter(items)
    sent: deque[tuple[T, Awaited[R]]] = deque()
    begun = _Begun(work, alone or work)
    with ThreadPoolExecutor(workers, "cpsudoku-work") as pool:
        try:
            while True:
                room = max(0, AHEAD * workers - len(sent))
                for item in islice(stream, room):
                    room -= 1
                    with begun.counting:
                        begun.waiting += 1
                    with put_off():
                        sent.append((item, Awaited(pool.submit(begun, item))))
                begun.no_more |= room > 0
                if not sent:
                    return
                result = sent[0][1].result()
                yield sent.popleft()[0], result
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class _Begun(Generic[T, R]):
    """The work, which knows when it does the last item."""

    def __init__(self, work: Callable[[T], R], alone: Callable[[T], R]):
        self.work, self.alone = work, alone
        self.waiting, self.no_more = 0, False
        self.counting = threading.Lock()

    def __call__(self, item: T) -> R:
        with self.counting:
            self.waiting -= 1
            last = self.no_more and not self.waiting
        return (self.alone if last else self.work)(item)
