"""The guards of what retraces ratings, each with a forgery that only it stops.

`forgeries/steps.jsonl` holds steps found by changing honest ones and positions at random, `forgeries/steps.py` those
made by hand, `forgeries/ratings.py` ratings as a whole.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.evidence import checker
from cpsudoku.evidence.checker.rating import retrace
from cpsudoku.evidence.checker.rating.board import Grid, name
from tests.selection import long_after

from ..forgeries.ratings import PUZZLE, RATING, SOLUTION, WHOLE
from ..forgeries.steps import MADE
from ..guards import Guard, checker_without, guards, modules

FORGERIES = Path(__file__).parents[1] / "forgeries"
STEPS: dict[str, list[Any]] = {}
for line in (FORGERIES / "steps.jsonl").read_text().splitlines():
    STEPS.setdefault(json.loads(line)["guard"], []).append(json.loads(line))
GUARDS = [guard for module, path in modules().items() if module.startswith("rating") for guard in guards(module, path)]


def words(guard: Guard) -> str:
    """The guard, whatever its line."""
    return f"{guard.module}.{guard.within}: {guard.words}"


def examined(package: Any, grid: Any, step: Any) -> None:
    """Nothing where *package*, a copy of the checker, accepts the step; raises what it raises."""
    own = package.rating.board.Grid([0] * 81)
    own.digit, own.held, own.clue = list(grid.digit), list(grid.held), list(grid.clue)
    package.rating.retracing._check(package.rating.claim.claim_of(step), own)


def stored(entry: Any) -> tuple[Grid, Any]:
    """Position and step of a line of `steps.jsonl`."""
    grid = Grid([0] * 81)
    grid.digit = [int(c) for c in entry["digits"]]
    grid.held = [frozenset(map(int, c)) for c in entry["held"].split(",")]
    grid.clue = [c == "1" for c in entry["clues"]]
    return grid, entry["step"]


def concluded(package: Any, grid: Any, step: Any) -> Any:
    """The step with the number and the conclusion that *package* draws from its pattern, unless it has them."""
    if not isinstance(step, dict) or "rating" in step:
        return step
    forged = {**copy.deepcopy(step), "rating": 1.0, "remove": ""}
    claim = package.rating.claim.claim_of(forged)
    try:
        found = package.rating.retracing.FAMILIES[claim.technique](claim, grid)
    except TypeError:
        return forged
    place = found.place and f"{name(found.place[0])}={found.place[1]}"
    removed = " ".join(f"{name(cell)}-{digit}" for cell, digit in sorted(found.removals))
    return forged | {"rating": found.tenths / 10, "place": place or "", "remove": removed}


def forgeries(package: Any, guard: Guard) -> list[Callable[[Any], None]]:
    """What a checker is asked, that only *guard* lets it refuse. *package* is without it."""
    calls: list[Callable[[Any], None]] = []
    for grid, step in map(stored, STEPS.get(words(guard), ())):
        calls.append(partial(examined, grid=grid, step=step))
    if words(guard) in MADE:
        grid, step = MADE[words(guard)]
        calls.append(partial(examined, grid=grid, step=concluded(package, grid, step)))
    if words(guard) in WHOLE:
        calls.append(lambda package: package.rating.retrace(*WHOLE[words(guard)]))
    return calls


@pytest.mark.parametrize("guard", [*STEPS, *WHOLE])
def test_forgeries_are_refused(guard: str) -> None:
    """By the checker as it is, each step and each rating."""
    for grid, step in map(stored, STEPS.get(guard, ())):
        with pytest.raises(checker.Rejected):
            examined(checker, grid, step)
    if guard in WHOLE:
        with pytest.raises(checker.Rejected):
            retrace(*WHOLE[guard])


@pytest.mark.parametrize("guard", long_after(0, GUARDS), ids=str)
def test_removing_a_guard_is_noticed(guard: Guard) -> None:
    """Its forgery is refused with it; without it, accepted or a traceback."""
    refusals = []
    with checker_without(guard) as package:
        calls = forgeries(package, guard)
        for ask in calls:
            try:
                ask(package)
            except package.Rejected as why:
                refusals.append(str(why))
            except Exception:
                continue
    assert len(refusals) < len(calls), f"without {guard} it is refused all the same: {refusals}"
    with checker_without(None) as package:
        for ask in calls:
            with pytest.raises(package.Rejected):
                ask(package)


def test_forgeries_are_of_guards_there_are() -> None:
    """No forgery is of a guard that is gone."""
    assert {*STEPS, *MADE, *WHOLE} <= {words(guard) for guard in GUARDS}


def test_what_ratings_are_forged_from_is_accepted() -> None:
    """The rating that all forged ones were once holds, and exactly."""
    assert retrace(RATING, PUZZLE, SOLUTION, exact=True).startswith("rating exactly 1.0")
