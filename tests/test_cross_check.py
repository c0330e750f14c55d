"""The benchmark that compares engines finds no difference, and would find one."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from cpsudoku.board.geometry import CLASSIC
from cpsudoku.engines.block import Answers, Status

PATH = Path(__file__).resolve().parent.parent / "benchmarks" / "cross_check.py"


@pytest.fixture(scope="module")
def cross_check() -> ModuleType:
    spec = importlib.util.spec_from_file_location("cross_check", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look there
    spec.loader.exec_module(module)
    return module


def test_a_tiny_share(cross_check: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    """Every pair agrees on a few puzzles of each kind; the counts depend on the seed alone."""
    words = [word for name in cross_check.PAIRS for word in ("--pair", f"{name}=60")]
    assert cross_check.main([*words, "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert told.count(" 0 differences") == len(cross_check.PAIRS) + 1
    assert f"0 differences in {60 * len(cross_check.PAIRS)} puzzles" in told
    assert all(kind in told for kind in ("unique", "several", "none"))
    assert cross_check.main(["--pair", "sat", "--share", "0.00001", "--seed", "3"]) == 0
    assert " 100 puzzles" in capsys.readouterr().out


def test_as_a_script_on_two_processes() -> None:
    """Run from a checkout, worker processes find what they are sent; the counts are those of one process."""
    words = ["--pair", "sat=1200", "--seed", "5"]
    environment = {**os.environ, "PYTHONPATH": str(PATH.parents[1])}
    told = [
        subprocess.run(
            [sys.executable, str(PATH), *words, "--jobs", jobs], env=environment, capture_output=True, text=True
        )
        for jobs in ("1", "2")
    ]
    assert [(run.returncode, run.stderr) for run in told] == [(0, "")] * 2
    alone, two = (run.stdout.splitlines() for run in told)
    assert alone[0].rpartition(",")[0] == two[0].rpartition(",")[0]  # but for the seconds
    assert alone[1:] == two[1:]


def test_every_kind_of_difference_is_found(cross_check: ModuleType) -> None:
    """Another number of solutions, another grid, a spoilt or missing witness: each is a difference."""
    cells = cross_check.classic_puzzles(random.Random(1), 40, (0, 4))
    right = cross_check.by_bitmask(CLASSIC, cells)

    def differences(theirs: Answers) -> list[str]:
        found: list[str] = cross_check.compared(CLASSIC, cells, right, theirs, "other").differences
        return found

    assert differences(right) == []
    unique, several, none = (
        right.statuses.index(status) for status in (Status.UNIQUE, Status.MULTIPLE, Status.IMPOSSIBLE)
    )

    def said(at: int, status: int) -> Answers:
        return replace(right, statuses=right.statuses[:at] + bytes([status]) + right.statuses[at + 1 :])

    def grid(at: int, change: bytes) -> Answers:
        return replace(right, grids=right.grids[: 81 * at] + change + right.grids[81 * at + 81 :])

    first = right.grids[81 * several : 81 * several + 81]
    other = right.grids[81 * unique : 81 * unique + 81].translate(bytes([0, 2, 1, *range(3, 256)]))
    for wrong, words in (
        (said(unique, Status.IMPOSSIBLE), "bitmask says 0, other says 2"),
        (said(unique, Status.MULTIPLE), "without a second witness"),
        (said(none, Status.UNIQUE), "no solution of the puzzle"),
        (said(several, Status.UNIQUE), "bitmask says 1, other says 0"),
        (grid(unique, other), "no solution of the puzzle"),
        (grid(several, bytes(81)), "no solution of the puzzle"),
        (replace(right, seconds={**right.seconds, several: first}), "no second solution"),
    ):
        assert len(differences(wrong)) == 1, words
        assert words in differences(wrong)[0]
