"""Memory: where it is short, ratings end with MemoryError, never with a crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.kernels import compiled

PROGRAM = """
import resource, sys
from cpsudoku.rating.rater import Rater
cells = bytes(int(c) if c != "." else 0 for c in sys.argv[1])
full = Rater().rate_chunk(cells)
pages = int(open("/proc/self/statm").read().split()[0])
rater = Rater()
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (40 << 20),) * 2)
try:
    print("rated", rater.rate_chunk(cells) == full)
except MemoryError as error:
    print(type(error).__name__, error)
    resource.setrlimit(resource.RLIMIT_AS, (resource.getrlimit(resource.RLIMIT_AS)[1],) * 2)
"""


@pytest.mark.skipif(not compiled() or not Path("/proc/self/statm").exists(), reason="takes compiled kernels on Linux")
def test_short_of_memory() -> None:
    """A rating that needs chains, in an address space too small for their buffers, raises MemoryError."""
    puzzle = (Path(__file__).parents[1] / "puzzles" / "hardest_1106.txt").read_text().split()[0][:81]
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, puzzle.replace("0", ".")],
        capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False, timeout=300,
    )  # fmt: skip
    assert run.stdout.strip() == "MemoryError not enough memory to look for chains", run.stderr
    assert run.returncode == 0
