"""How far a run is: a bar on a terminal, and how many puzzles were done when it is interrupted."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from cpsudoku.interrupts import put_off

FIRST_WORD = 5.0
"""Seconds without a result before the first report that the search goes on."""
AGAIN = 0.5
"""Seconds after which a bar that gave way to output is shown again."""


class Bar:
    """A bar with rate and time left, on standard error. It gives way to other output on the terminal."""

    def __init__(self, label: str, total: int | None):
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class Rate(ProgressColumn):
            def render(self, task: Any) -> Text:
                return Text(f"{task.speed:,.0f}/s" if task.speed else "")

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
        self._bar = Progress(
            *columns, console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._task = self._bar.add_task(label, total=total)
        self._erased = 0.0
        self._bar.start()

    def advance(self, steps: int) -> None:
        """So many more are done."""
        self._bar.advance(self._task, steps)
        if self._erased and time.monotonic() - self._erased > AGAIN:
            self._erased = 0.0
            self._bar.start()

    def erase(self) -> None:
        """Make room for other text."""
        if not self._erased:
            self._bar.stop()
        self._erased = time.monotonic()


_bars: list[Bar] = []
"""The bar of this process's terminal, if one is shown; there is one terminal, so there is one such list."""


def erase() -> None:
    """Take the bar, if there is one, off the terminal before something else is written to it."""
    if _bars:
        _bars[-1].erase()


def say(message: str, quiet: bool = False) -> None:
    """A remark on standard error; where that cannot be written it is dropped."""
    if not quiet:
        erase()
        with suppress(OSError):
            print(message, file=sys.stderr)


@contextmanager
def while_silent(what: str | Callable[[], str], quiet: bool = False) -> Iterator[Callable[[], None]]:
    """Says on standard error, ever more rarely, that *what* goes on; until what it yields is called, or the end."""
    if quiet or sys.stderr is None:
        yield lambda: None
        return
    over = threading.Event()
    began = time.monotonic()

    def speak() -> None:
        wait = FIRST_WORD
        while not over.wait(wait):
            with suppress(OSError, ValueError):
                text = what if isinstance(what, str) else what()
                print(f"{text}: {time.monotonic() - began:.0f} s so far", file=sys.stderr, flush=True)
            wait *= 2

    speaker = threading.Thread(target=speak, daemon=True)
    with put_off():
        speaker.start()
    try:
        yield over.set
    finally:
        over.set()
        speaker.join()  # else its last line could come after what is written next


@contextmanager
def progress(label: str, total: int | None, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Yields `advance(steps)`; shows a bar where standard error is a terminal and there is more than one puzzle.

    A KeyboardInterrupt says how far the run was.
    """
    done = 0
    bar = None if quiet or total == 1 or sys.stderr is None or not sys.stderr.isatty() else Bar(label, total)

    def advance(steps: int) -> None:
        nonlocal done
        done += steps
        if bar is not None:
            bar.advance(steps)

    if bar is not None:
        _bars.append(bar)
    try:
        yield advance
    except KeyboardInterrupt:
        whole = "" if total is None else f" of {max(total, done):,}"
        raise KeyboardInterrupt(f"stopped at {done:,}{whole}; what was written so far is complete") from None
    finally:
        if bar is not None:
            bar.erase()
            _bars.remove(bar)
