"""The guards of what retraces ratings, each with a forged step that only it stops.

`forgeries/steps.jsonl` holds them: a position, a step, and the guard it is stopped by. They were found by changing
honest steps and positions at random. Guards for which that found none are in `UNTRIED`, which may only shrink.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..guards import Guard, checker_without, guards, modules

FORGERIES = Path(__file__).parents[1] / "forgeries"
STEPS: dict[str, list[Any]] = {}
for line in (FORGERIES / "steps.jsonl").read_text().splitlines():
    STEPS.setdefault(json.loads(line)["guard"], []).append(json.loads(line))
UNTRIED = set((FORGERIES / "untried.txt").read_text().splitlines())
GUARDS = [guard for module, path in modules().items() if module.startswith("rating") for guard in guards(module, path)]


def words(guard: Guard) -> str:
    """The guard, whatever its line."""
    return f"{guard.module}.{guard.within}: {guard.words}"


def examined(package: Any, entry: Any) -> None:
    """Nothing where *package*, a copy of the checker, accepts the step; raises what it raises."""
    grid = package.rating.grid.Grid([0] * 81)
    grid.digit = [int(c) for c in entry["digits"]]
    grid.held = [frozenset(map(int, c)) for c in entry["held"].split(",")]
    grid.clue = [c == "1" for c in entry["clues"]]
    claim = package.rating.claim.claim_of(entry["step"])
    package.rating.retracing._check(claim, grid)


@pytest.mark.parametrize("guard", GUARDS, ids=str)
def test_removing_a_guard_is_noticed(guard: Guard) -> None:
    """Its forged step is refused with it; without it, accepted or a traceback."""
    if words(guard) in UNTRIED:
        pytest.skip("no forgery known")
    refusals = []
    for entry in STEPS[words(guard)]:
        with checker_without(None) as package, pytest.raises(package.Rejected):
            examined(package, entry)
        with checker_without(guard) as package:
            try:
                examined(package, entry)
            except package.Rejected as why:
                refusals.append(str(why))
                continue
            except Exception:
                return
            return
    raise AssertionError(f"without {guard} it is refused all the same: {refusals}")


def test_lists_are_of_guards_there_are() -> None:
    """No forgery, and no excuse, is of a guard that is gone or for one that has a forgery."""
    there = {words(guard) for guard in GUARDS}
    assert set(STEPS) | UNTRIED <= there
    assert not set(STEPS) & UNTRIED
