"""Positions of chain steps, and the oracle."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.rating.rater import Rater

State = tuple[bytes, tuple[int, ...]]
"""Values and candidate masks."""


@pytest.fixture(scope="session")
def plain() -> Any:
    """The definitions of chains, written plainly."""
    path = Path(__file__).parents[1] / "plain_chains.py"
    spec = importlib.util.spec_from_file_location("plain_chains", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["plain_chains"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def chain_states(reference: list[dict[str, str]]) -> dict[int, list[State]]:
    """Rung -> grids on which it is the first to find something."""
    found: dict[int, list[State]] = {}
    rater = Rater()
    for row in reference:
        if float(row["ER"]) < 6.5:
            continue
        rater.start(Puzzle.parse(row["puzzle"]).cells)
        while rater.grid.cells_left:
            state = rater.grid.values(), tuple(rater.grid.candidates())
            if not rater.advance():
                break
            hint = rater.hint
            rung = 21 if 24 <= hint.technique <= 28 else 23 if hint.technique == 30 else 0
            rung = 24 if 31 <= hint.technique <= 32 else 25 + hint.variant if hint.technique > 32 else rung
            if rung:
                found.setdefault(rung, []).append(state)
            rater.accept()
    return found


@pytest.fixture(scope="session")
def winner() -> Callable[[State, int], Any]:
    """winner(state, rung): the record of the rung on this grid, or None."""

    def find(state: State, rung: int) -> Any:
        rater = Rater()
        rater.start(state[0], list(state[1]))
        rater.rungs = 1 << rung
        return rater.hint if rater.advance() else None

    return find


@pytest.fixture(scope="session")
def same() -> Callable[[Any, Any], bool]:
    """same(hint, found): does the record say what the first deduction of the oracle says?"""

    def agree(hint: Any, found: Any) -> bool:
        if hint is None or found is None:
            return hint is None and found is None
        gone = {(cell, d) for cell, mask in hint.removals() for d in range(1, 10) if mask >> (d - 1) & 1}
        placed = (hint.cell, hint.digit) if hint.cell >= 0 else None
        return (
            hint.rating == found.rating
            and hint.complexity == found.complexity
            and gone == found.removals
            and placed == found.placement
        )

    return agree
