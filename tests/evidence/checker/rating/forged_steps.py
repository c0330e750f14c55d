"""Random forgeries of honest steps: something of the pattern, a statement or a chain inside changed."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from cpsudoku.evidence.checker.rating.board import HOUSES as BOARD
from cpsudoku.evidence.checker.rating.board import NUMBER, Grid, cell_of
from cpsudoku.evidence.checker.rating.claim import claim_of
from cpsudoku.evidence.checker.rating.retracing import FAMILIES

Step = dict[str, Any]
HOUSES = list(NUMBER)
CELLS = [f"r{r}c{c}" for r in range(1, 10) for c in range(1, 10)]
REASONS = (
    "assumption",
    "cell",
    "box",
    "row",
    "column",
    "locking",
    "hidden-pair",
    "naked-pair",
    "x-wing",
    "chain",
    "guess",
)


def positions(rating: Any, puzzle: bytes) -> Iterator[tuple[Step, Grid]]:
    """Each step with the grid before it."""
    grid = Grid(puzzle)
    for step in rating["steps"]:
        before = grid.without([])
        before.digit = list(grid.digit)
        yield step, before
        claim = claim_of(step)
        grid.remove(claim.removals)
        if claim.place:
            grid.place(*claim.place)


def forged(step: Step, rng: random.Random) -> Step:
    """One thing of the step changed, sometimes two."""
    changed = copy.deepcopy(step)
    for _ in range(rng.choice((1, 1, 1, 2))):
        part = changed
        while "nodes" in part:
            part = rng.choice([*part["nodes"], *part.get("inner", []), part])
            if part is changed or "is" in part:
                break
        _changed(part, rng)
    return changed


def disturbed(step: Step, grid: Grid, rng: random.Random) -> Grid:
    """The grid with a candidate or two near the pattern there or gone, or a cell of it placed or a clue."""
    copy_ = grid.without([])
    copy_.clue, copy_.digit = list(grid.clue), list(grid.digit)
    near = [c for key in ("houses", "cover") for name in step.get(key, []) for c in BOARD[NUMBER[name]]]
    near += [cell_of(name) for name in step.get("cells", [])] * 3
    near += [cell_of(node["is"][:4]) for node in step.get("nodes", [])]
    for _ in range(rng.randrange(1, 4)):
        cell = rng.choice(near or [rng.randrange(81)])
        way = rng.randrange(12)
        if way == 0:
            copy_.clue[cell] = True
        elif way == 1:
            copy_.digit[cell] = rng.randrange(1, 10)
        elif way == 2:
            copy_.digit[cell] = 0
        else:
            copy_.held[cell] ^= {rng.choice([*step.get("digits", []), *step.get("extra", []), rng.randrange(1, 10)])}
    return copy_


def _changed(part: Step, rng: random.Random) -> None:
    key = rng.choice([key for key in part if key not in ("rating", "remove")])
    value = part[key]
    if key in ("houses", "cover"):
        _listed(value, HOUSES, rng)
    elif key == "cells":
        _listed(value, CELLS, rng)
    elif key in ("digits", "extra"):
        _listed(value, list(range(1, 10)), rng)
    elif key in ("from", "besides", "targets", "nodes", "inner") and isinstance(value, list):
        if value and key in ("nodes", "inner"):
            value.append(value[rng.randrange(len(value))])
        elif value:
            _listed(value, [k for k in range(max(value) + 2) if k >= 0], rng)
    elif key in ("type", "level", "inner"):
        part[key] = rng.randrange(-1, 6)
    elif key == "by":
        part[key] = rng.choice(REASONS)
    elif key == "technique":
        part[key] = rng.choice(list(FAMILIES))
    elif key == "is":
        part[key] = (
            rng.choice((rng.choice(CELLS), value[:4]))
            + rng.choice("=-")
            + rng.choice((value[5], rng.choice("123456789")))
        )
    elif key == "place" and value:
        part[key] = f"{rng.choice(CELLS)}={rng.choice('123456789')}"


def _listed(values: list[Any], known: list[Any], rng: random.Random) -> None:
    """An item replaced, dropped, added or exchanged."""
    way = rng.randrange(4)
    if way == 0 and values:
        values[rng.randrange(len(values))] = rng.choice(known)
    elif way == 1 and values:
        values.pop(rng.randrange(len(values)))
    elif way == 2:
        values.append(rng.choice(known))
    else:
        rng.shuffle(values)
