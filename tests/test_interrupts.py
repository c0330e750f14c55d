"""Signals put off, and results awaited without a lock: what Ctrl-C must not leave behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import cpsudoku
from cpsudoku.interrupts import Awaited, put_off

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Ctrl-C is KeyboardInterrupt in these tests, and as before afterwards."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_signal_is_heard_at_the_end() -> None:
    """What is put off is done to its end, then Ctrl-C is heard, once; the handlers are as before."""
    done = []

    def step() -> None:
        with put_off():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        step()
    assert done == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with put_off():
        pass


def test_an_error_inside_is_not_lost() -> None:
    """Where the step fails too, Ctrl-C is heard and the error is its context; the handlers are as before."""
    before = signal.getsignal(signal.SIGTERM)

    def step() -> None:
        with put_off():
            signal.raise_signal(signal.SIGINT)
            raise ValueError("three")

    with pytest.raises(KeyboardInterrupt) as caught:
        step()
    assert isinstance(caught.value.__context__, ValueError)
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_is_ignored_stays_ignored() -> None:
    """As behind `nohup`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with put_off():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_other_threads_leave_signals_alone() -> None:
    """Only the main thread may set handlers, and only it hears signals."""
    found: list[Any] = []

    def look() -> None:
        with put_off():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


class Struck:
    """A profile function: KeyboardInterrupt at step number *at*."""

    def __init__(self, at: int) -> None:
        self.at, self.steps = at, 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        self.steps += frame.f_code.co_filename != __file__
        if self.steps == self.at:
            sys.setprofile(None)
            raise KeyboardInterrupt


def test_a_result_can_be_brought_wherever_the_wait_was_struck() -> None:
    """Struck at any step of waiting, the future is not locked: another thread can still bring the result."""
    for at in range(1, 1000):
        with put_off():
            future: Future[int] = Future()
            awaited = Awaited(future)
        timer = threading.Timer(0.02, future.set_result, [at])
        timer.start()
        struck = Struck(at)
        sys.setprofile(struck)
        try:
            found = awaited.result()
        except KeyboardInterrupt:
            found = None
        finally:
            sys.setprofile(None)
        timer.join(10)
        assert not timer.is_alive(), f"step {at}"
        assert awaited.done()
        assert awaited.wait()
        assert awaited.result() == at
        if found is not None:
            break
    assert found == at
    assert at > 5


def test_what_failed_is_told() -> None:
    """A failure is there to look at, and `result` raises it."""
    future: Future[int] = Future()
    awaited = Awaited(future)
    assert not awaited.wait(0.001)
    assert awaited.failure() is None
    future.set_exception(ValueError("three"))
    assert isinstance(awaited.failure(), ValueError)
    with pytest.raises(ValueError, match="three"):
        awaited.result()


@pytest.mark.long
@pytest.mark.parametrize("within", ["__enter__ (from wait)", "(from handed_out)"])
def test_a_pool_ends_wherever_it_was_struck(within: str) -> None:
    """`benchmarks/interrupts.py` at some of its places: locks taken, a thread just started, a result asked for."""
    command = [sys.executable, "benchmarks/interrupts.py", "--within", within, "--share", "0.34", "--seconds", "120"]
    variables = {**os.environ, "PYTHONPATH": str(Path(cpsudoku.__file__).parents[1])}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].endswith(" 0 failed")


STRUCK = """
import signal, sys
class Striking:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == {name!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Striking)
sys.argv = ["cpsudoku", "verify", "-"]
from cpsudoku.__main__ import main
main()
"""


@pytest.mark.parametrize(
    "name", ["cpsudoku.cli", "typer", "cpsudoku.errors", "cpsudoku.cli.verify", "cpsudoku.formats"]
)
def test_ctrl_c_while_the_command_is_imported_ends_it(name: str) -> None:
    """Exit code 130, at most one line for people, and no traceback."""
    line = [sys.executable, "-c", STRUCK.format(name=name)]
    done = subprocess.run(line, input="", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 130
    assert done.stderr in ("", "interrupted; what was written so far is complete\n")
