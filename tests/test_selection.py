"""Which tests a run of the suite takes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.selection import long_after

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "collected", "notice"),
    [([], 0, True), (["--long"], 1, False), (["-m", "long"], 1, False)],
    ids=["pytest", "--long", "-m long"],
)
def test_long_tests_are_left_out_and_counted(options: list[str], collected: int, notice: bool) -> None:
    """Plain pytest leaves the long tests out and says how many; --long and -m long take them."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--collect-only",
        "tests/promises/test_engine.py",
    ]
    done = subprocess.run([*words, *options], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.count("::test_one_file_and_one_line") == collected, done.stdout + done.stderr
    assert ("1 long tests were left out; pytest --long runs them, too" in done.stdout) == notice


def test_parameters_after_the_first_are_long() -> None:
    """`long_after` keeps the first values as they are and marks the others."""
    first, *others = long_after(1, range(3))
    assert first == 0
    assert [(other.values, [mark.name for mark in other.marks]) for other in others] == [
        ((1,), ["long"]),
        ((2,), ["long"]),
    ]
