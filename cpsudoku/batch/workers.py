"""Pools of worker processes (joblib's loky), which do not outlive the process that started them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty
from typing import TYPE_CHECKING, TypeVar

from cpsudoku.interrupts import Awaited, put_off

if TYPE_CHECKING:
    from joblib.externals.loky.process_executor import ProcessPoolExecutor

IDLE = 300
"""Seconds after which a worker without work ends."""

T = TypeVar("T")
R = TypeVar("R")

_pools: set[ProcessPoolExecutor] = set()


@contextmanager
def pool_of(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many worker processes, always shut down on exit. They start with the first item."""
    from joblib.externals.loky.process_executor import ProcessPoolExecutor

    with put_off():
        if sys.platform != "win32":
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()  # started with the first worker, it would lift the mask of signals
        pool = ProcessPoolExecutor(workers, timeout=IDLE, initializer=_born, initargs=(os.getpid(),))
        _pools.add(pool)
    done = False
    try:
        yield pool
        done = True
    finally:
        _end(pool, kill=not done)
        _pools.discard(pool)


def handed_out(pool: ProcessPoolExecutor, work: Callable[[T], R], item: T) -> Awaited[R]:
    """A future of *work* on an item. Raises BrokenProcessPool.

    Workers start here and ignore Ctrl-C: the parent process ends them.
    """
    with put_off():
        if not hasattr(signal, "pthread_sigmask"):
            return Awaited(pool.submit(work, item))
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return Awaited(pool.submit(work, item))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_workers() -> None:
    """Kill every worker; for a process about to end while results are still awaited."""
    while _pools:
        pool = next(iter(_pools))
        _end(pool, kill=True)
        _pools.discard(pool)


def _end(pool: ProcessPoolExecutor, kill: bool) -> None:
    if kill:
        # loky forgets what is under way, and then fails on what its thread has not sent to a worker yet
        with suppress(Empty):
            while True:
                pool._work_ids.get_nowait()
    pool.shutdown(wait=True, kill_workers=kill)


def _born(parent: int) -> None:
    """In each worker: end when the parent process has ended, even if it was killed."""
    if sys.platform == "win32":
        return

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
