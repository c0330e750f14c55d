"""Boards, rules and grids in the words of a certificate (`cpsudoku.evidence.checker` reads them)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.errors import UsageError
from cpsudoku.evidence.checker.kinds import KINDS

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint


def board_of(geometry: Geometry, constraints: Iterable[Constraint] = ()) -> dict[str, object]:
    """How a certificate states a board and the rules on it.

    Raises UsageError where there are rules of a kind that certificates do not know, and names the kinds.
    """
    stated: dict[str, object]
    if geometry.layout is not None:
        stated = geometry.layout.to_dict()
    elif geometry.regions is None:
        stated = {"box": [geometry.box_rows, geometry.box_cols]}
    else:
        stated = {"regions": list(geometry.regions)}
    if geometry.extras:
        stated["extras"] = list(geometry.extras)
    placed = tuple(constraints)
    if placed:
        unknown = sorted(_unknown(placed))
        if unknown:
            raise UsageError(f"rules of these kinds have no certificate yet: {', '.join(unknown)}")
        stated["constraints"] = [stated_rule(rule) for rule in placed]
    return stated


def uncertified(puzzle: Puzzle) -> list[str]:
    """The kinds of the puzzle's rules, those inside others included, that certificates do not know."""
    return sorted(_unknown(puzzle.constraints))


def _unknown(rules: Iterable[Constraint]) -> set[str]:
    found = set()
    for rule in rules:
        if rule.word not in KINDS:
            found.add(rule.word)
        found |= _unknown(rule.inner)
    return found


def stated_rule(rule: Constraint) -> dict[str, Any]:
    """The record of a placed rule with every part written out, also those that are as usual.

    What a negative rule takes its marks from is left out: it states the marked pairs themselves.
    """
    parts = rule.whole()
    if rule.word == "negative":
        del parts["of"]
    for key in list(parts):
        if rule.inner and key != "type":
            parts[key] = _rules(getattr(rule, key))
    plain: dict[str, Any] = json.loads(json.dumps(parts))
    return plain


def _rules(kept: Any) -> Any:
    """The rules inside, in the lists they are in."""
    return [_rules(part) if isinstance(part, tuple) else stated_rule(part) for part in kept]


def grid_line(grid: Puzzle | Solution) -> str:
    """How a certificate states clues or a solution: on a board with a layout, digits between blanks."""
    geometry = grid.geometry
    if geometry.layout is None:
        return grid.line()
    shift = geometry.lo - 1
    return " ".join(str(k + shift) if k else "." for k in grid.cells)
