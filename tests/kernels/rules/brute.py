"""Small problems for the rules' kernel, and every filling of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import product

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints.primitives import Statement
from cpsudoku.engines.model import WORDS
from cpsudoku.kernels.rules.base import Base
from cpsudoku.kernels.rules.program import Program
from cpsudoku.kernels.rules.search import RuleSearch
from cpsudoku.kernels.rules.state import State

Filling = tuple[int, ...]
Rule = Callable[[Filling], bool]
"""Whether digits, a cell each, keep a rule."""


def board(cells: int, side: int, lo: int = 1) -> Geometry:
    """A row of cells that need not differ."""
    return Geometry.shaped(1, cells, lo, lo + side - 1, latin=False)


def state_of(geometry: Geometry, statement: Statement) -> State | None:
    """The kernel's state for a statement; None where it cannot hold by itself."""
    base = Base(geometry.side, geometry.size, tuple(house.cells for house in geometry.houses))
    program = Program(base, geometry.lo, WORDS)
    program.add(statement)
    _, masks, propagators = program.finished()
    return None if masks is None else State(geometry.side, geometry.size, masks, propagators)


def random_masks(rng: random.Random, cells: int, side: int) -> list[int]:
    """Some candidates in each cell, at least one."""
    return [rng.getrandbits(side) | 1 << rng.randrange(side) for _ in range(cells)]


def fillings(geometry: Geometry, masks: Iterable[int], rule: Rule) -> set[Filling]:
    """Every filling within the masks that keeps houses and rule."""
    digits = [[geometry.lo + k for k in range(geometry.side) if mask >> k & 1] for mask in masks]
    houses = [house.cells for house in geometry.houses]
    return {
        found
        for found in product(*digits)
        if all(len({found[cell] for cell in house}) == len(house) for house in houses) and rule(found)
    }


def hull(geometry: Geometry, found: Iterable[Filling]) -> list[int] | None:
    """The candidates that occur in some filling; None where there are no fillings."""
    masks = [0] * geometry.size
    for filling in found:
        for cell, digit in enumerate(filling):
            masks[cell] |= 1 << (digit - geometry.lo)
    return masks if any(masks) else None


def narrowed(geometry: Geometry, statement: Statement, masks: list[int]) -> list[int] | None:
    """What the kernel leaves of the masks."""
    state = state_of(geometry, statement)
    return state.values() if state is not None and RuleSearch(state).narrow(masks) else None


def solved(geometry: Geometry, statement: Statement, masks: list[int]) -> list[Filling]:
    """What the kernel's search finds, in its order."""
    state = state_of(geometry, statement)
    if state is None:
        return []
    search, found = RuleSearch(state), []
    if search.narrow(masks):
        while search.resume() == 1:
            found.append(tuple(digit + geometry.lo - 1 for digit in search.grid()))
    return found


def check(geometry: Geometry, statement: Statement, rule: Rule, masks: list[int], exact: bool) -> None:
    """Propagation loses no filling (*exact*: leaves nothing else), and the search finds each filling once."""
    every = fillings(geometry, masks, rule)
    kept, needed = narrowed(geometry, statement, masks), hull(geometry, every)
    if exact:
        assert kept == needed, (statement, masks)
    elif needed is not None:
        assert kept is not None, (statement, masks)
        assert all(a & b == b for a, b in zip(kept, needed)), (statement, masks)
    found = solved(geometry, statement, masks)
    assert sorted(found) == sorted(every), (statement, masks)
