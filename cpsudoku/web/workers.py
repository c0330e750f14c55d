"""A few worker processes with a hard time limit: one that takes too long is ended and replaced."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

MEMORY = 4 << 30
"""Bytes of address space a worker may take, where the system can limit it."""
JOBS_EACH = 2000
"""After so many jobs a worker is replaced, which bounds what it holds."""


class Busy(Exception):
    """More requests wait than the page takes."""


class TookTooLong(Exception):
    """A job passed its time limit and was ended."""


class Workers:
    """*count* processes; at most *waiting* jobs queue for them; a job has *seconds* once it has begun.

    Start and stop it inside the running event loop.
    """

    def __init__(self, count: int = 2, waiting: int = 512, seconds: float = 10.0):
        self._count, self._waiting, self.seconds = count, waiting, seconds
        self._context = multiprocessing.get_context("spawn")
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all: set[_Worker] = set()
        self._queued = 0

    def start(self) -> None:
        """Start the processes; they load the engines while the first request is on its way."""
        for _ in range(self._count):
            self._idle.put_nowait(self._new())

    def stop(self) -> None:
        """End them all."""
        for worker in list(self._all):
            self._end(worker)

    async def run(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The answer of a job. Raises Busy, TookTooLong."""
        if self._queued >= self._waiting:
            raise Busy
        self._queued += 1
        try:
            worker = await self._idle.get()
        finally:
            self._queued -= 1
        try:
            return await asyncio.shield(asyncio.ensure_future(self._ask(worker, name, arguments)))
        except EOFError:
            return {"error": "the work needed more memory than a request may take"}

    async def _ask(self, worker: _Worker, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Ask a worker that is ours alone; afterwards it, or its replacement, is idle again."""
        kept = False
        try:
            answered = await asyncio.to_thread(worker.ask, name, arguments, self.seconds)
            if answered is None:
                raise TookTooLong
            kept = worker.jobs < JOBS_EACH
            return answered
        finally:
            if not kept:
                self._end(worker)
                worker = self._new()
            self._idle.put_nowait(worker)

    def _new(self) -> _Worker:
        worker = _Worker(self._context)
        self._all.add(worker)
        return worker

    def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.end()


class _Worker:
    def __init__(self, context: Any):
        self.jobs = 0
        self._ready = False
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, name: str, arguments: dict[str, Any], seconds: float) -> dict[str, Any] | None:
        """The answer, None where there was none in time. Raises EOFError where the process died."""
        self.jobs += 1
        try:
            if not self._ready:
                # loading the engines is not the request's fault
                if not self._pipe.poll(60):
                    return None
                self._pipe.recv()
                self._ready = True
            self._pipe.send((name, arguments))
            if not self._pipe.poll(seconds):
                return None
            answered: dict[str, Any] = self._pipe.recv()
            return answered
        except OSError:
            raise EOFError from None

    def end(self) -> None:
        """Kill the process and wait until it is gone."""
        self._process.kill()
        self._process.join(5)
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    """The life of a worker: answer until the pipe closes."""
    import signal

    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from cpsudoku.web.jobs import answer

    answer("rate", {"puzzle": "." * 80 + "1"})
    pipe.send("ready")
    with contextlib.suppress(EOFError, OSError):
        while True:
            name, arguments = pipe.recv()
            pipe.send(answer(name, arguments))
