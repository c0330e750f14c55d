"""Text on the terminal: remarks, progress, tables, and ASCII in place of characters that a stream lacks."""

from __future__ import annotations

import codecs
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from cpsudoku.interrupts import put_off

FIRST_WORD = 5.0
"""Seconds without a result before the first report that the search goes on."""
AGAIN = 0.5
"""Seconds after which a bar that gave way to output is shown again."""
HANDLER = "cpsudoku-plain"
_PLAIN = {
    "≠": "!=", "≤": "<=", "≥": ">=", "±": "+-", "×": "x", "÷": "/", "·": ".", "…": "...", "→": "->", "←": "<-",
    "–": "-", "—": "-",
    "‘": "'", "’": "'", "“": '"', "”": '"', "│": "|", "┃": "|", "║": "|", "─": "-", "━": "-", "═": "=",
}  # fmt: skip


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


def plain(character: str) -> str:
    """The nearest ASCII of a character, ? where there is none."""
    known = _PLAIN.get(character)
    if known is not None:
        return known
    if "\u2500" <= character <= "\u257f":
        return "+"
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character = error.object[error.start]
    if "\udc80" <= character <= "\udcff":  # a byte of a file's name that is no text: handed back as it came
        return bytes([ord(character) - 0xDC00]), error.start + 1
    return plain(character), error.start + 1


def fall_back(*streams: Any) -> None:
    """Let these text streams write the nearest ASCII where their encoding lacks a character."""
    codecs.register_error(HANDLER, _replace)
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=HANDLER)


def table(
    columns: list[str], rows: Iterable[Iterable[object]], title: str | None = None, right: Iterable[int] = ()
) -> str:
    """A table as text: as wide as it needs off a terminal, fitted to it on one. *right* are right-aligned columns."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(title=title, box=box.SIMPLE, title_justify="left", pad_edge=False)
    aligned = set(right)
    for index, name in enumerate(columns):
        grid.add_column(name, justify="right" if index in aligned else "left", overflow="fold")
    for row in rows:
        grid.add_row(*map(str, row))
    terminal = sys.stdout.isatty()
    console = Console(width=None if terminal else 500, color_system="auto" if terminal else None, highlight=False)
    with console.capture() as capture:
        console.print(grid)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()).strip("\n")
