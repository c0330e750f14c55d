"""The one path to many processes: joblib, on this machine or on a Dask cluster. Order is kept, whatever the number."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any, TypeVar

from cpsudoku.errors import UsageError

WAVE = 128
"""Pieces of work handed to processes before all their results are taken."""
CONNECT = 5
"""Seconds in which a Dask scheduler must answer, and have a worker."""

T = TypeVar("T")
R = TypeVar("R")


def in_order(work: Callable[[T], R], items: Iterable[T], jobs: int, dask: str | None = None) -> Iterator[tuple[T, R]]:
    """(item, work(item)) in order; with jobs != 1 on processes (-1: every core), lazily, a few ahead.

    `dask` is a scheduler's address (tcp://HOST:8786). One job imports nothing.
    """
    if jobs == 1 and dask is None:
        for item in items:
            yield item, work(item)
        return
    if jobs == 0 or jobs < -1:
        raise UsageError(f"jobs {jobs}: a number of processes, or -1 for every core")
    from contextlib import nullcontext

    import joblib

    import cpsudoku.kernels  # noqa: F401  # where they run interpreted this process says so, for all the others

    backend: Any = nullcontext()
    if dask is not None:
        backend = _dask(dask)
    sent: deque[T] = deque()

    def tasks() -> Iterator[Any]:
        for item in items:
            sent.append(item)
            yield joblib.delayed(work)(item)

    with backend, joblib.Parallel(n_jobs=jobs, return_as="generator", batch_size=1, pre_dispatch="3*n_jobs") as run:
        rest = tasks()
        # joblib computes on while nobody takes its results: waves bound what can pile up
        while head := list(islice(rest, 1)):
            for result in run(chain(head, islice(rest, WAVE - 1))):
                yield sent.popleft(), result


def _dask(address: str) -> Any:
    from cpsudoku.errors import ExtraMissing

    try:
        import joblib
        from distributed import Client
    except ImportError:
        raise ExtraMissing("--dask needs dask's distributed; install it with: pip install 'cpsudoku[dask]'") from None
    try:
        client = Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"--dask {address}: no Dask scheduler answers there within {CONNECT} s ({error or type(error).__name__}); "
            "give the address it prints when it starts, such as tcp://HOST:8786"
        ) from None
    try:
        client.wait_for_workers(1, timeout=CONNECT)
    except TimeoutError:
        client.close()
        raise UsageError(f"--dask {address}: the scheduler has no workers; start some: dask worker {address}") from None
    return joblib.parallel_config("dask", client=client)
