"""Peak memory of our engines: each searches a set in a process of its own, of which the system reports the peak.

The figure is that of the whole process, interpreter and libraries included; `BASELINE` is the same without an engine.
"""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import Limits
from cpsudoku.comparison.contestant import limit_of
from cpsudoku.comparison.runs import refusal
from cpsudoku.engines.engine import Engine

if TYPE_CHECKING:
    from cpsudoku.comparison.contestant import Contestant

BASELINE = "MB without an engine"
"""The key in `about` of the peak of a process without an engine."""
_ALONE = "from cpsudoku.comparison.memory import alone; alone()"


def peaks(
    groups: Mapping[str, Sequence[tuple[int, Puzzle]]],
    contestants: Sequence[Contestant],
    *,
    task: str,
    timeout: float | None,
    seed: int,
    advance: Callable[[int], None],
) -> dict[tuple[str, str], float]:
    """`peak` of every engine of ours on every set, by (set, label), less what is not known or refused.

    *advance* is called with the number of puzzles after each set.
    """
    found: dict[tuple[str, str], float] = {}
    for name, members in groups.items():
        for contestant in contestants:
            puzzles = [puzzle for _, puzzle in members if not refusal(contestant, puzzle, seed)]
            if puzzles and not contestant.outside:
                megabytes = peak(contestant, puzzles, seed, limit_of(task), timeout)
                found |= {} if megabytes is None else {(name, contestant.label): megabytes}
            advance(len(members))
    return found


def peak(
    contestant: Contestant | None, puzzles: Sequence[Puzzle], seed: int, limit: int, timeout: float | None
) -> float | None:
    """Most megabytes a process has in memory that searches these puzzles with this engine, one after the other.

    None for *contestant*: the process without an engine. Returns None where the system does not report it, or the
    process failed, out of memory for instance. Takes about half a second more than the searches.
    """
    request = pickle.dumps((contestant, list(puzzles), seed, limit, timeout))
    root = str(Path(__file__).resolve().parents[2])
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {root!r}); {_ALONE}"]
    process = subprocess.run(command, input=request, capture_output=True, check=False)
    words = process.stdout.split()
    return float(words[-1]) if process.returncode == 0 and words and words[-1] != b"None" else None


def alone() -> None:
    """The process: reads the request on standard input, prints megabytes."""
    contestant, puzzles, seed, limit, timeout = pickle.load(sys.stdin.buffer)
    engines: dict[Geometry, Engine] = {}
    for puzzle in puzzles if contestant is not None else ():
        if not puzzle.houses_only:
            engine = contestant.make(puzzle, seed)
        elif puzzle.geometry in engines:
            engine = engines[puzzle.geometry]
        else:
            engine = engines[puzzle.geometry] = contestant.make(puzzle, seed)
        engine.search(puzzle.cells, limit, Limits(seconds=timeout))
    print(most())


def most() -> float | None:
    """Peak memory of this process in megabytes; None where the system does not report it."""
    try:
        found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError):
        found = None
    if found:
        return int(found[1]) * 1024 / 1e6
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6
