"""Ctrl-C at every place of a pool's life: does the program end, at once and with nothing said?

    python benchmarks/interrupts.py [--share 0.1] [--within TEXT] [--seconds 30]

A place is a call, or a return from one, in the main thread, in what this package and the libraries below it do from
the first item handed out to workers until the pool is gone. A first process lists the places; then one process for each
is sent SIGINT there, by the process itself: it must end with KeyboardInterrupt within the seconds, with no traceback
of another thread, no warning, and no worker left. --share: so much of the places, evenly spaced; --within: only those
whose line has the text; --list prints the places. Exit code 1 where one fails. One place takes about a CPU second.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from measuring import options_of

FOLDERS = ("cpsudoku", "concurrent", "multiprocessing", "loky")
FILES = ("threading.py", "queue.py")
EVENTS = ("return", "c_return")
ENDED = "ended by KeyboardInterrupt"


class Places:
    """Counts the places of a run as they are first met; at place number *target* SIGINT strikes."""

    def __init__(self, target: int = -1) -> None:
        self.met: dict[str, int] = {}
        self._target = target

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """A profile function, see `sys.setprofile`."""
        path = Path(frame.f_code.co_filename)
        if event not in EVENTS or not (path.name in FILES or any(folder in path.parts for folder in FOLDERS)):
            return
        called = f" -> {argument.__name__}" if event == "c_return" else ""
        above = frame.f_back.f_code.co_name if frame.f_back else ""
        place = f"{path.name}:{frame.f_lineno} {frame.f_code.co_name}{called} (from {above})"
        if place in self.met:
            return
        self.met[place] = len(self.met)
        if self.met[place] == self._target:
            sys.setprofile(None)
            signal.raise_signal(signal.SIGINT)


def work(item: int) -> int:
    """What workers do."""
    time.sleep(0.01)
    return item


def lived(places: Places) -> None:
    """A pool's life, traced."""
    from joblib.externals.loky import process_executor  # noqa: F401  # imports are not what is looked at

    from cpsudoku.batch.parallel import on_pool

    sys.setprofile(places)
    try:
        for _ in on_pool(work, iter(range(12)), 2):
            pass
    finally:
        sys.setprofile(None)


def struck(target: int) -> None:
    """In a process of its own: SIGINT at a place."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        lived(Places(target))
    except KeyboardInterrupt:
        print(ENDED, flush=True)


def chosen(share: float, within: str) -> Iterator[tuple[int, str]]:
    """The places to look at."""
    done = subprocess.run([sys.executable, __file__, "--list"], capture_output=True, text=True, check=True)
    fitting = [(number, line) for number, line in enumerate(done.stdout.splitlines()) if within in line]
    step = max(1, round(1 / share))
    yield from fitting[::step]


def outcome(number: int, seconds: float) -> str:
    """What was wrong with the end of a process struck at a place; empty where nothing was."""
    line = [sys.executable, __file__, "--at", str(number)]
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:  # workers hold its output too: none is left where this does not happen
        return f"not ended after {seconds:g} s"
    if done.returncode or done.stderr:
        return f"code {done.returncode}: {(done.stderr.strip().splitlines() or [''])[-1]}"
    return "" if ENDED in done.stdout else "the signal was lost"


def main() -> int:
    """Prints a line for each failure and a summary; the exit code."""
    options = options_of(__doc__, share=1.0, within="", seconds=30.0, list=False, at=int)
    if options.at is not None:
        struck(options.at)
        return 0
    if options.list:
        places = Places()
        lived(places)
        print("\n".join(places.met))
        return 0
    tried = failed = 0
    for number, place in chosen(options.share, options.within):
        tried += 1
        if wrong := outcome(number, options.seconds):
            failed += 1
            print(f"{number} {place}: {wrong}", flush=True)
    print(f"{tried} places, {failed} failed")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
