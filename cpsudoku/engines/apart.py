"""A search in a process of its own, ended at the limit: for libraries that do not end in time what they began.

The process runs as external programs do (`external.process`). It makes the engine anew, searches, and writes what it
found; where it must be ended, the answer is unknown.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import sys
import tempfile
import time
import zlib
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
    return _outcome(json.loads(done.output), geometry.size)


def _outcome(written: dict[str, Any], size: int) -> Outcome:
    if "error" in written:
        raise UsageError(written["error"])
    grids = zlib.decompress(base64.b64decode(written["grids"]))
    found = tuple(grids[at : at + size] for at in range(0, len(grids), size))
    return Outcome(found, written["complete"], written["why"], written["stats"])


def _answer(question: bytes) -> dict[str, Any]:
    """What the process writes."""
    from cpsudoku.engines.registry import engine

    name, geometry, seed, cells, limit, limits, end = pickle.loads(question)
    try:
        solver: Any = engine(name, geometry, seed=seed)  # an OptionalSolver
        left = Limits(max(0.0, end - time.time()), limits.conflicts)
        cpu = time.process_time()
        found = solver.search_here(cells, limit, left)
    except CpSudokuError as error:
        return {"error": str(error)}
    return {
        "grids": base64.b64encode(zlib.compress(b"".join(found.solutions))).decode(),
        "complete": found.complete,
        "why": limits.reached if found.why else "",
        "stats": {**found.stats, "cpu_seconds": time.process_time() - cpu},
    }


if __name__ == "__main__":
    print(json.dumps(_answer(sys.stdin.buffer.read())), flush=True)
    os._exit(0)  # at once: freeing a large model takes as long as making it
