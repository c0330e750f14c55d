"""A search in a process of its own, ended at the limit: for libraries that do not end in time what they began.

The process runs as external programs do (`external.process`). It makes the engine anew, searches, and writes what it
found; where it must be ended, the answer is unknown.
"""

from __future__ import annotations

import base64
import os
import pickle
import sys
import tempfile
import time
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import Limits
from cpsudoku.engines.engine import Outcome
from cpsudoku.errors import CpSudokuError, UsageError

GRACE = 0.2
"""Seconds beyond the limit in which the process may write what it has found."""
MEMORY = 3 << 29
"""Bytes of address space that the process may take."""
COMMAND = ("-m", "cpsudoku.engines.apart")
"""What the interpreter is given."""
POSSIBLE = os.name == "posix"


def searched(
    name: str, geometry: Geometry, seed: int, cells: bytes, limit: int, limits: Limits, memory: int = MEMORY
) -> Outcome:
    """`Engine.search` by an optional solver of that name. Raises UsageError where its process failed.

    `stats`: also `cpu_seconds`, those of the search, without the start of the process.
    """
    from cpsudoku.engines.external.process import run_program

    assert limits.seconds is not None
    end = time.time() + limits.seconds
    with tempfile.TemporaryDirectory() as folder:
        question = Path(folder) / "question"
        question.write_bytes(pickle.dumps((name, geometry, seed, cells, limit, limits, end)))
        done = run_program([sys.executable, *COMMAND], question, limits.seconds + GRACE, memory)
    if done.late:
        return Outcome((), False, limits.reached, {"cpu_seconds": done.cpu})
    if done.code:
        last = done.errors.strip().rpartition("\n")[2]
        raise UsageError(
            f"engine {name!r} failed in its process, which may take {memory >> 20:,} MB: {last or f'code {done.code}'}"
        )
    answer: Outcome | str = pickle.loads(zlib.decompress(base64.b64decode(done.output)))
    if isinstance(answer, str):
        raise UsageError(answer)
    return answer


def _answer(question: bytes) -> Outcome | str:
    """What the process found, or the error that ended it."""
    from cpsudoku.engines.registry import engine

    name, geometry, seed, cells, limit, limits, end = pickle.loads(question)
    try:
        solver: Any = engine(name, geometry, seed=seed)  # an OptionalSolver
        left = Limits(max(0.0, end - time.time()), limits.conflicts)
        cpu = time.process_time()
        found: Outcome = solver.search_here(cells, limit, left)
    except CpSudokuError as error:
        return str(error)
    stats = {**found.stats, "cpu_seconds": time.process_time() - cpu}
    return replace(found, why=limits.reached if found.why else "", stats=stats)


if __name__ == "__main__":
    written = zlib.compress(pickle.dumps(_answer(sys.stdin.buffer.read())))
    print(base64.b64encode(written).decode(), flush=True)
    os._exit(0)  # at once: freeing a large model takes as long as making it
