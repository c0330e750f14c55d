"""What is known about the bias of a recipe's puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.generation import effort
from cpsudoku.generation.digging import DIGS
from cpsudoku.generation.filling import FILLS
from cpsudoku.generation.recipe import Recipe

if TYPE_CHECKING:
    from cpsudoku.generation.making.wanted import Wanted

CONTROLLED = (
    "controlled-bias: chance 1/C(81, n) for a puzzle with n clues, which the weights below undo exactly; "
    "some 267,000 beginnings a puzzle, 0.5 to 1 CPU seconds"
)
"""Source: Berthier 2009; the cost is measured."""
BOTTOM_UP = "bottom-up: mean about 23.87 clues, sd 1.08; favours few clues more than top-down (24.38)"


def bias_of(recipe: Recipe) -> str:
    """One or more sentences; figures only where they were measured for this recipe."""
    parts = []
    if recipe.making is not None:
        return ". ".join(_variant(recipe, recipe.making))
    if recipe.aim is not None:
        parts.append(f"aimed at {recipe.aim}: chosen for that by a search, no sample of all such puzzles")
    if recipe.method == "controlled-bias":
        parts.append(CONTROLLED)
    elif recipe.method == "bottom-up":
        parts.append(BOTTOM_UP if plain(recipe) else "bottom-up: favours few clues more than top-down does")
    elif recipe.method == "effort":
        parts.append(effort.BIAS)
    elif recipe.aim is None:
        parts += [_grid(recipe), _digging(recipe)]
    if recipe.clues is not None:
        parts.append(f"only puzzles of {recipe.clues[0]} to {recipe.clues[1]} clues are kept")
    if recipe.minimal and recipe.symmetry != "none":
        parts.append("only puzzles that are minimal clue by clue are kept")
    return ". ".join(parts)


def _variant(recipe: Recipe, wanted: Wanted) -> list[str]:
    """The bias of variant puzzles."""
    from cpsudoku.generation.makers import maker_of
    from cpsudoku.generation.making.layout import kinds_laid_out

    lines = kinds_laid_out(recipe, wanted)
    under = ", ".join([*wanted.board_wide, *(f"{kind} lines drawn before" for kind in lines)])
    grid = (
        f"grids under {under} are found by a search with random choices, not uniformly"
        if under and recipe.start is None
        else _grid(recipe)
    )
    placed = [f"{kind}: {maker_of(kind).about}" for kind in wanted.placed]
    if placed and not lines:
        placed.append(
            "where they stand is drawn for the grid at random: lines and cages by walks, which favour some of them"
        )
    parts = [grid, *placed]
    parts.append(
        "givens and constraints go one after the other in a random order: favours puzzles with few of them; "
        "drafts with a question too hard for kernel and SAT are given up"
    )
    if recipe.clues is not None:
        parts.append(f"only puzzles of {recipe.clues[0]} to {recipe.clues[1]} givens are kept")
    if wanted.constraints is not None or wanted.is_explained:
        parts.append("only puzzles with the constraints and steps that were asked for are kept")
    return parts


def plain(recipe: Recipe) -> bool:
    """True for the recipes that the published figures are about: classic board, uniform grids, no further options."""
    free = recipe.clues is None and recipe.symmetry == "none" and recipe.pattern is None and recipe.start is None
    return free and recipe.geometry.is_classic and recipe.aim is None and recipe.fill == "uniform" and not recipe.limits


def _grid(recipe: Recipe) -> str:
    if recipe.start is None:
        return f"fill {recipe.fill}: {FILLS[recipe.fill].bias}"
    if recipe.fill.startswith("swap"):
        return f"fill {recipe.fill} from the grid given: {FILLS[recipe.fill].bias}"
    return "all from the one grid given"


def _digging(recipe: Recipe) -> str:
    if recipe.pattern is not None:
        return "pattern: digits come from a random grid and are mended until unique; what that favours is not known"
    dig = DIGS[recipe.dig]
    numbers = f" ({dig.numbers})" if dig.numbers and plain(recipe) else ""
    whole = "" if recipe.symmetry == "none" else f"; {recipe.symmetry} orbits go as a whole"
    return f"dig {recipe.dig}: {dig.bias}{numbers}{whole}"
