"""Ctrl-C and SIGTERM put off while something would be left half done, or locked, for other threads.

Python raises KeyboardInterrupt between any two steps of the main thread. Where that is inside `Thread.start`, or inside
`Future.result` just after it has taken its lock, the other thread waits for the lock for ever, and so does
every thread that waits for that one.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Generic, TypeVar

T = TypeVar("T")
_PUT_OFF = (signal.SIGTERM, signal.SIGINT)
IN_BROWSER = sys.platform == "emscripten"
"""Where neither threads nor processes can be started; nor are there signals."""


@contextmanager
def put_off(notify: Callable[[], None] | None = None) -> Iterator[None]:
    """Deliver signals that end a program after the block, however it ends. For short steps of the main thread.

    A longer step passes *notify*, which is called at each signal, and ends soon after.

    A mask of signals would not do: another thread of the process may get what the main thread has masked, and the
    handler then runs in the main thread at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []

    def later(number: int, _: FrameType | None) -> None:
        heard.append(number)
        if notify is not None:
            notify()

    handlers = {number: signal.getsignal(number) for number in _PUT_OFF}
    ours = [number for number, handler in handlers.items() if handler not in (None, signal.SIG_IGN)]
    try:
        for number in ours:
            signal.signal(number, later)
        yield
    finally:
        try:
            for number in ours:
                signal.signal(number, handlers[number])
        finally:  # SIGTERM may strike between the two
            if signal.SIGINT in ours:
                signal.signal(signal.SIGINT, handlers[signal.SIGINT])
        for each in dict.fromkeys(heard):
            signal.raise_signal(each)


class Awaited(Generic[T]):
    """What a future will bring, for one waiter that Ctrl-C may strike: it waits without holding the future's lock.

    Make it within `put_off` where another thread brings the result: making it takes the lock.
    """

    def __init__(self, future: Future[T]) -> None:
        self._future = future
        self._gate: SimpleQueue[None] = SimpleQueue()
        self._over: list[bool] = []
        gate, over = self._gate, self._over

        def opened(_: object) -> None:
            over.append(True)
            gate.put(None)

        future.add_done_callback(opened)

    def done(self) -> bool:
        """Whether it has come."""
        return bool(self._over)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for it, no longer than so many seconds; whether it has come."""
        if not self._over:
            with suppress(Empty):
                self._gate.get(timeout=seconds)
        return bool(self._over)

    def failure(self) -> BaseException | None:
        """What `result` raises, where it has come; None before."""
        return self._future.exception() if self._over else None

    def result(self) -> T:
        """The result, or the exception, when it has come."""
        self.wait()
        return self._future.result()


def run_beside(work: Callable[[], T], stop: Callable[[], object]) -> T:
    """What *work* returns or raises. In the main thread another thread does it, so that Ctrl-C is heard meanwhile: then
    *stop* is called, in turn with short waits, until the work is over.

    For libraries with a handler of Ctrl-C of their own, which they set in the main thread alone.
    """
    if IN_BROWSER or threading.current_thread() is not threading.main_thread():
        return work()
    future: Future[T] = Future()
    with put_off():
        awaited = Awaited(future)

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    thread = threading.Thread(target=run, daemon=True)
    try:
        with put_off():
            thread.start()
        return awaited.result()
    except BaseException:
        while thread.is_alive() and not awaited.done():  # the caller would free what it works with
            with suppress(KeyboardInterrupt):
                stop()
                awaited.wait(0.05)
        raise
