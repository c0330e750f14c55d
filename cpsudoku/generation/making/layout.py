"""Lines laid out before there is a grid, as setters do: symmetric, of one length, and some grid keeps them all.

Lines drawn on a given grid are seldom symmetric, since digits in the image of a line rarely keep its rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import check_deadline
from cpsudoku.constraints.base import Constraint
from cpsudoku.engines.model import SelectorModel
from cpsudoku.generation.filling import default_fill
from cpsudoku.generation.makers import maker_of
from cpsudoku.generation.makers.sketch import Group, Sketch, Wishes
from cpsudoku.generation.making.wanted import Wanted
from cpsudoku.generation.recipe import Recipe
from cpsudoku.kernels.randomness import Stream

LENGTHS = 3
"""Layouts of which the one that covers most cells is taken; each has lines of another random length."""
FILLINGS, NODES = 3, 300
"""Searches for a grid that keeps the lines, and branches of each."""
REFUSALS = 12
"""Lines of a kind that no grid was found for, before the layout is taken as it is."""


class Layout(NamedTuple):
    """The lines of each kind, and a grid that keeps them."""

    grid: bytes
    groups: dict[str, list[Group]]

    @property
    def covered(self) -> int:
        """The number of cells under lines."""
        return sum(len(rule.scope) for groups in self.groups.values() for group in groups for rule in group)


def kinds_laid_out(recipe: Recipe, wanted: Wanted) -> list[str]:
    """The kinds that have lines; none where the grid or its fill is named, or constraints must do without givens."""
    chosen = recipe.clues is not None and recipe.clues[1] == 0 and wanted.number is None
    if chosen or recipe.start is not None or recipe.fill != default_fill(recipe.geometry):
        return []
    return [kind for kind in wanted.placed if maker_of(kind).line]


def laid_out(
    board: Geometry, kinds: Sequence[str], always: Sequence[Constraint], wishes: Wishes, stream: Stream
) -> Layout | None:
    """Lines of these kinds, and a grid that keeps them and *always*; None where none was found. Raises BudgetSpent."""
    layouts = [_drawn(board, kinds, always, wishes, stream) for _ in range(LENGTHS)]
    return max((layout for layout in layouts if layout), key=lambda layout: layout.covered, default=None)


def _drawn(
    board: Geometry, kinds: Sequence[str], always: Sequence[Constraint], wishes: Wishes, stream: Stream
) -> Layout | None:
    grid: bytes | None = None
    refused = 0
    every = [(1 << board.side) - 1] * board.size

    def agrees(new: Group) -> bool:
        nonlocal grid, refused
        if refused >= REFUSALS:
            return False
        check_deadline()
        model = SelectorModel(board, (), (*always, *chain(*sketch.groups), *new))
        for _ in range(FILLINGS):
            found = model.drawn(every, b"", stream.word(), NODES)
            if isinstance(found, bytes):
                grid = found
                return True
            if found is None:
                break
        refused += 1
        return False

    symmetry = wishes.symmetry or maker_of(kinds[0]).symmetry
    sketch = Sketch(board, bytes(board.size), stream, replace(wishes, symmetry=symmetry), agrees=agrees)
    groups: dict[str, list[Group]] = {}
    for kind in kinds:
        line = maker_of(kind).line
        assert line is not None
        before, refused = len(sketch.groups), 0
        sketch.similar(line)
        groups[kind] = sketch.groups[before:]
    return None if grid is None else Layout(grid, groups)
