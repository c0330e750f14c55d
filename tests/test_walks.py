"""What calls enter: few climbs from a lower floor to a higher one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import long_after

ROOT = Path(__file__).resolve().parents[1]
MOST = 2
"""Climbs of a walk: the reader that the package lends to the board, and one more."""


@pytest.mark.parametrize("name", long_after(1, ["verify", "rate", "generate", "explain", "candidates"]))
def test_a_walk_climbs_at_most_twice(name: str) -> None:
    """Traced, a call enters modules from a lower floor at most MOST times, and every module says what it is for."""
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "trace_walk.py"), name],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert len(lines) > 10
    assert sum(line.startswith("↑") for line in lines) <= MOST, ran.stdout
    assert all(len(line.split(maxsplit=1)) == 2 for line in lines), ran.stdout
