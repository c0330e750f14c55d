"""Resistance to trial and error as a measure of hardness."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.kernels.classic.probing import resistances

PUZZLES = Path(__file__).parents[1] / "puzzles"
TELL = (
    "import sys; from cpsudoku.kernels.classic.probing import resistances; print(*resistances(sys.stdin.buffer.read()))"
)


def cells(name: str, count: int) -> list[bytes]:
    lines = (PUZZLES / f"{name}.txt").read_text().split()[:count]
    return [bytes(int(c) if c.isdigit() else 0 for c in line[:81]) for line in lines]


@pytest.mark.interpreted
def test_grids_and_easy_puzzles_resist_nothing() -> None:
    """Singles leave nothing to try; digits renamed, the round that refutes least is as narrow."""
    grid = bytes((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
    nearly = bytes(9) + grid[9:]
    assert list(resistances(grid + nearly)) == [0, 0]
    puzzle = cells("random_minimal", 8)[-1]
    names = bytes([0, *random.Random(1).sample(range(1, 10), 9)])
    assert resistances(puzzle, False)[0] == resistances(puzzle.translate(names + bytes(246)), False)[0]


def test_hard_puzzles_resist() -> None:
    """Trials that are not nested solve the random puzzles, and none rated above 11; there nested ones are thousands."""
    drawn, hard = b"".join(cells("random_minimal", 100)), b"".join(cells("hardest_1905_11plus", 20))
    assert max(resistances(drawn)) < 1000
    assert list(resistances(hard, False)) == [1000] * 20
    assert min(resistances(hard)) > 15_000
    assert list(resistances(drawn, False)) == list(resistances(drawn))


@pytest.mark.parametrize("word", ["scalar", "avx2", "avx512"])
def test_the_same_with_all_instructions(word: str) -> None:
    """Whatever the processor has, the trials end the same."""
    several = b"".join(cells("random_minimal", 20) + cells("hardest_1905_11plus", 3))
    process = subprocess.run(
        [sys.executable, "-c", TELL],
        input=several,
        env={**os.environ, "CPSUDOKU_INSTRUCTIONS": word},
        capture_output=True,
        check=True,
    )
    assert [int(number) for number in process.stdout.split()] == list(resistances(several))


def test_bad_input() -> None:
    """Half puzzles and digits out of range are refused."""
    with pytest.raises(ValueError, match="81 bytes a puzzle"):
        resistances(b"12")
    with pytest.raises(ValueError, match="a byte of 10"):
        resistances(bytes([10] * 81))
