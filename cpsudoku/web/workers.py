"""A few worker processes with a hard time limit: one that takes too long is ended and replaced."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

MEMORY = 4 << 30
"""Bytes of address space a worker may take, where the system can limit it."""
GRACE = 0.3
"""Seconds in which an abandoned job may still end; a new process costs more than most jobs."""
JOBS_EACH = 2000
"""After so many jobs a worker is replaced, which bounds what it holds."""


class Busy(Exception):
    """More requests wait than are allowed."""


class TookTooLong(Exception):
    """A job passed its time limit and was ended."""


class Stopping(Exception):
    """The page is being stopped; no job runs any more."""


class WorkerDied(Exception):
    """The process that did the work ended; the message has the reason."""

    def __init__(self, code: int | None):
        if code is not None and code < 0:
            try:
                name = signal.Signals(-code).name
            except ValueError:
                name = "unknown"
            how = f"was ended by signal {-code} ({name}), from outside or because memory ran out"
        else:
            how = f"ended by itself with exit code {code}"
        super().__init__(f"the process that did the work {how}; another has taken its place")


class Workers:
    """*count* processes; at most *waiting* jobs queue for them; a job has *seconds* once it has begun.

    Start and stop it inside the running event loop.
    """

    def __init__(self, count: int = 2, waiting: int = 512, seconds: float = 10.0):
        self._count, self._waiting, self.seconds = count, waiting, seconds
        self._context = multiprocessing.get_context("spawn")
        self._idle: asyncio.Queue[_Worker | None] = asyncio.Queue()
        self._all: set[_Worker] = set()
        self._queued = 0
        self._stopping = False
        self._threads = ThreadPoolExecutor(count, "worker")

    def start(self) -> None:
        """Start the processes; they load the engines while the first request is on its way."""
        for _ in range(self._count):
            self._idle.put_nowait(self._new())

    def stop(self) -> None:
        """End all processes at once with their jobs; waiting requests raise Stopping."""
        self._stopping = True
        for _ in range(self._queued):
            self._idle.put_nowait(None)
        for worker in list(self._all):
            self._end(worker)
        self._threads.shutdown(wait=False)

    async def run(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The answer of a job. Cancelled, it is not begun, or is ended unless it ends by itself within GRACE.

        Raises Busy, TookTooLong, WorkerDied, Stopping.
        """
        if self._stopping:
            raise Stopping
        if self._queued >= self._waiting:
            raise Busy
        self._queued += 1
        try:
            worker = await self._idle.get()
        finally:
            self._queued -= 1
        if worker is None:
            raise Stopping
        answering = asyncio.ensure_future(self._ask(worker, name, arguments))
        # the exception of an abandoned job is ignored
        answering.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(answering)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(GRACE, _give_up, answering, worker)
            raise
        except EOFError:
            if self._stopping:
                raise Stopping from None
            raise WorkerDied(worker.exit_code()) from None

    async def _ask(self, worker: _Worker, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Run a job on a worker that is not idle; afterwards the worker, or its replacement, is idle again."""
        kept = False
        try:
            loop = asyncio.get_running_loop()
            answered = await loop.run_in_executor(self._threads, worker.ask, name, arguments, self.seconds)
            if answered is None:
                raise TookTooLong
            kept = worker.jobs < JOBS_EACH
            return answered
        finally:
            if not kept:
                self._end(worker)
            if not self._stopping:
                self._idle.put_nowait(worker if kept else self._new())

    def _new(self) -> _Worker:
        worker = _Worker(self._context)
        self._all.add(worker)
        return worker

    def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.end()


def _give_up(answering: asyncio.Future[Any], worker: _Worker) -> None:
    """Kill a worker that still works on its job; the job ends, and another worker takes its place."""
    if not answering.done():
        worker.kill()


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

    def kill(self) -> None:
        """Kill the process; a pending `ask` raises EOFError."""
        self._process.kill()

    def exit_code(self) -> int | None:
        """How the process ended: minus the signal where one ended it."""
        self._process.join(5)
        code: int | None = self._process.exitcode
        return code

    def end(self) -> None:
        """Kill the process and wait until it is gone."""
        self._process.kill()
        self._process.join(5)
        self._pipe.close()


def _serve(pipe: Connection) -> None:
    """The main loop of a worker process: answer jobs until the pipe closes."""
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
