"""The one path to many cores: joblib's processes here, or a Dask cluster. Order is kept for any number of jobs.

Work that consists of compiled kernels, which release the GIL, runs in threads: they start at once.

A worker that dies (killed, out of memory) costs only time: finished results of the others are kept, and unfinished
items are done again, piece by piece, each in its own worker. WorkerLost names an item that kills its worker again. An
item that a worker cannot unpickle is reported by WorkerLost at once. No worker outlives the process that started it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cpsudoku.batch.workers import handed_out, pool_of
from cpsudoku.errors import UsageError, WorkerLost
from cpsudoku.interrupts import IN_BROWSER, Awaited, put_off

if TYPE_CHECKING:
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

ALONE = 0.5
"""Seconds in which a process that lends a hand works without workers: short work is done by then."""
AHEAD = 3
"""Items handed out before their results are taken, times the number of workers."""
CONNECT = 5
"""Seconds in which a Dask scheduler must answer, and have a worker."""

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Hints(Generic[T]):
    """What is known of the items besides the work.

    *parts* of an item and its *name* are for the message about one that kills its workers. *lend*: this process does
    small items itself until workers have started, which takes them half a second. *light*: whether the work of an item
    is mostly compiled kernels; threads do the items before the first that is not.
    """

    parts: Callable[[T], Sequence[T]] | None = None
    name: Callable[[T], str] | None = None
    lend: bool = False
    light: Callable[[T], bool] | None = None

    def named(self, item: T) -> str:
        """The name of an item in messages."""
        return (self.name or described)(item)


NO_HINTS: Hints[Any] = Hints()


def in_order(
    work: Callable[[T], R],
    items: Iterable[T],
    jobs: int,
    dask: str | None = None,
    hints: Hints[T] = NO_HINTS,
    alone: Callable[[T], R] | None = None,
) -> Iterator[tuple[T, R]]:
    """(item, work(item)) in order; with jobs != 1 on processes (-1: every core), lazily, a few ahead.

    Never on more processes than there are cores or items. *dask* is a scheduler's address (tcp://HOST:8786). Where a
    worker dies of an item twice, raises WorkerLost, which names the item and the part of it that is at fault, after the
    results before it. *alone*: the same work on as many cores as it can use; used instead where there is only one item,
    and for the last item on threads.
    """
    if jobs == 0 or jobs < -1:
        raise UsageError(f"jobs {jobs}: a number of processes, or -1 for every core")
    if dask is not None:
        return _on_cluster(work, items, dask, hints)
    stream = iter(items)
    if jobs == 1 or IN_BROWSER:  # a browser gives one core
        return ((item, work(item)) for item in stream)
    return _shared_out(work, stream, jobs, hints, alone or work)


def _shared_out(
    work: Callable[[T], R], stream: Iterator[T], jobs: int, hints: Hints[T], alone: Callable[[T], R]
) -> Iterator[tuple[T, R]]:
    first = list(islice(stream, 2))
    if len(first) < 2:
        for item in first:
            yield item, alone(item)
        return
    stream = chain(first, stream)
    from cpsudoku.kernels import compiled
    from cpsudoku.kernels.work_sharing import cores

    if hints.light is not None and compiled():
        heavy: list[T] = []
        threads = min(jobs, cores()) if jobs > 0 else cores()
        yield from on_threads(work, _while(hints.light, stream, heavy), threads, alone)
        if not heavy:
            return
        stream = chain(heavy, stream)
    yield from _on_workers(work, stream, jobs, hints)


def on_threads(
    work: Callable[[T], R], items: Iterable[T], workers: int, alone: Callable[[T], R] | None = None
) -> Iterator[tuple[T, R]]:
    """(item, work(item)) in order, on so many threads, a few items ahead.

    *alone*: the same work with threads of its own; used instead for the last item, when the other threads become idle.
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
    """The work; it detects the last item."""

    def __init__(self, work: Callable[[T], R], alone: Callable[[T], R]):
        self.work, self.alone = work, alone
        self.waiting, self.no_more = 0, False
        self.counting = threading.Lock()

    def __call__(self, item: T) -> R:
        with self.counting:
            self.waiting -= 1
            last = self.no_more and not self.waiting
        return (self.alone if last else self.work)(item)


def _while(light: Callable[[T], bool], stream: Iterator[T], rest: list[T]) -> Iterator[T]:
    """The light items up to the first that is not light, which goes to *rest*."""
    for item in stream:
        if not light(item):
            rest.append(item)
            return
        yield item


def _on_workers(work: Callable[[T], R], stream: Iterator[T], jobs: int, hints: Hints[T]) -> Iterator[tuple[T, R]]:
    if hints.lend:
        end = time.monotonic() + ALONE
        for item in stream:
            yield item, work(item)
            if time.monotonic() > end:
                break
        else:
            return
    import joblib

    most = joblib.cpu_count()
    first = list(islice(stream, most if jobs < 0 else min(jobs, most)))
    workers = len(first)
    stream = chain(first, stream)
    if workers < 2:
        for item in stream:
            yield item, work(item)
        return
    yield from on_pool(work, stream, workers, hints)


def on_pool(
    work: Callable[[T], R], items: Iterable[T], workers: int, hints: Hints[T] = NO_HINTS
) -> Iterator[tuple[T, R]]:
    """As `in_order`, on exactly so many processes."""
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

    import cpsudoku.kernels  # noqa: F401  # where they run interpreted this process says so, for all the others

    stream = iter(items)
    lend = hints.lend
    while True:
        under_way: list[tuple[T, Awaited[R]]] = []
        with pool_of(workers) as pool:
            sent: deque[tuple[T, Awaited[R]]] = deque()
            try:
                while True:
                    for item in islice(stream, max(0, AHEAD * workers - len(sent))):
                        try:
                            sent.append((item, handed_out(pool, work, item)))
                        except BrokenProcessPool as broken:
                            late: Future[R] = Future()
                            late.set_exception(broken)
                            sent.append((item, Awaited(late)))
                    if not sent:
                        return
                    while lend:
                        started = any(awaited.done() for _, awaited in islice(sent, AHEAD * workers))
                        lend = not started and _lent(work, stream, sent)
                    result = sent[0][1].result()
                    yield sent.popleft()[0], result
            except BrokenProcessPool as broken:
                refuse_unread(broken)
                under_way = list(sent)
        for item, awaited in under_way:
            kept = awaited.done() and awaited.failure() is None
            yield item, awaited.result() if kept else _again(work, item, hints)


def _lent(work: Callable[[T], R], stream: Iterator[T], sent: deque[tuple[T, Awaited[R]]]) -> bool:
    """Do the next item in this process, if there is one."""
    from concurrent.futures import Future

    for item in stream:
        future: Future[R] = Future()
        try:
            future.set_result(work(item))
        except Exception as error:  # raised when its turn comes
            future.set_exception(error)
        sent.append((item, Awaited(future)))
        return True
    return False


def _again(work: Callable[[T], R], item: T, hints: Hints[T]) -> R:
    """An item whose worker died, in its own worker."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        with pool_of(1) as pool:
            return handed_out(pool, work, item).result()
    except BrokenProcessPool as broken:
        refuse_unread(broken)
    guilty = item
    for part in (hints.parts or singly)(item):
        try:
            with pool_of(1) as pool:
                handed_out(pool, work, part).result()
        except BrokenProcessPool:
            guilty = part
            break
    raise WorkerLost(f"a worker process died twice (killed, or out of memory) on {hints.named(guilty)}")


def refuse_unread(broken: BrokenProcessPool) -> None:
    """Raises WorkerLost where no worker died but one could not unpickle an item: a second try would fail, too."""
    if broken.__cause__ is not None and "task has failed to un-serialize" in str(broken):
        lines = [line.strip() for line in str(broken.__cause__).splitlines() if line.strip(' "')]
        raise WorkerLost(
            f"a worker process could not read what it was given ({lines[-1] if lines else broken}); "
            "what workers get must be importable by name there: put it in a module, not in a script"
        ) from broken


def singly(item: Any) -> Sequence[Any]:
    """The parts of a list: lists of one."""
    return [[one] for one in item] if isinstance(item, list) else ()


def described(item: Any) -> str:
    """The name of a reader's row: its number and its puzzle; of several rows, the first."""
    if isinstance(item, list) and item:
        return described(item[0]) + (f" or one of the {len(item) - 1} after it" if len(item) > 1 else "")
    if isinstance(item, tuple) and item and hasattr(item[-1], "row"):
        return described(item[-1])
    puzzle = item.puzzle.line() if hasattr(item, "puzzle") else repr(item)
    return f"row {item.row}: {puzzle}" if hasattr(item, "row") else puzzle


def _on_cluster(work: Callable[[T], R], items: Iterable[T], address: str, hints: Hints[T]) -> Iterator[tuple[T, R]]:
    """The same on a Dask cluster, which repeats lost work; an item that kills its workers repeatedly is named."""
    with _client(address) as client:
        stream = iter(items)
        sent: deque[tuple[T, Any]] = deque()
        while True:
            room = AHEAD * max(1, sum(client.nthreads().values()))
            for item in islice(stream, max(0, room - len(sent))):
                sent.append((item, client.submit(work, item, pure=False)))
            if not sent:
                return
            item, future = sent.popleft()
            try:
                result = future.result()
            except Exception as error:
                if type(error).__name__ != "KilledWorker":
                    raise
                raise WorkerLost(
                    f"workers of the cluster died repeatedly (killed, or no memory) on {hints.named(item)}"
                ) from None
            yield item, result


def _client(address: str) -> Any:
    from cpsudoku.errors import ExtraMissing

    if not address.strip():  # which would start a cluster here
        raise UsageError(
            "--dask: no address; give the one the scheduler prints when it starts, such as tcp://HOST:8786"
        )
    try:
        from distributed import Client
    except ImportError:
        raise ExtraMissing("--dask needs dask's distributed; install it with: pip install 'cpsudoku[dask]'") from None
    client = Client.__new__(Client)
    try:
        client.__init__(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        if hasattr(client, "_loop_runner"):  # Dask leaves its thread behind
            client._loop_runner.stop()
            client.status = "closed"  # else its finalizer uses the loop that was stopped, and prints a traceback
        raise UsageError(
            f"--dask {address}: no Dask scheduler answers there within {CONNECT} s ({error or type(error).__name__}); "
            "give the address it prints when it starts, such as tcp://HOST:8786"
        ) from None
    try:
        client.wait_for_workers(1, timeout=CONNECT)
    except TimeoutError:
        client.close()
        raise UsageError(f"--dask {address}: the scheduler has no workers; start some: dask worker {address}") from None
    return client
