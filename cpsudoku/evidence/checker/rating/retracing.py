"""Retraces the steps of a rating from its own definitions of the techniques; standard library only.

Each step must be an instance of the technique it names, with that technique's number, and conclude exactly what follows
from the pattern it states: see `patterns`, `uniqueness` and `forcing`. Where a step rests on the puzzle
having one solution, the certificate proves that. The steps must lead to the solution, and `er`, `ep`, `ed` be the
numbers of these steps. Whatever cannot be retraced is a failure.

Certified is then: a path of valid steps solves the puzzle, and its hardest step is ER. That no easier path exists is
not (see `exact`). Certificates of format 1 stated no patterns; theirs are not certified at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import work
from ..errors import Rejected, require, shown
from . import forcing, patterns, uniqueness
from .board import Grid
from .claim import Claim, Deduction, claim_of
from .exact import easier, searched

Family = Callable[[Claim, Grid], Deduction]
FAMILIES: dict[str, Family] = {
    **dict.fromkeys(("last-cell", "hidden-single-box", "hidden-single-line", "naked-single"), patterns.single),
    **dict.fromkeys(("direct-pointing", "direct-claiming", "pointing", "claiming"), patterns.locking),
    **dict.fromkeys(("naked-pair", "naked-triplet", "naked-quad"), patterns.naked_set),
    **dict.fromkeys(("hidden-pair", "hidden-triplet", "hidden-quad"), patterns.hidden_set),
    **dict.fromkeys(("direct-hidden-pair", "direct-hidden-triplet"), patterns.hidden_set),
    **dict.fromkeys(("x-wing", "swordfish", "jellyfish"), patterns.fish),
    **dict.fromkeys(("xy-wing", "xyz-wing"), patterns.wing),
    "unique-loop": uniqueness.loop,
    "bug": uniqueness.bug,
    **dict.fromkeys(("aligned-pair", "aligned-triplet"), patterns.exclusion),
    **dict.fromkeys(forcing.BASES, forcing.chain),
}
"""Technique -> the function that recognises it."""
OPEN = "not known to be exact"
"""What is said of a rating that `exact` leaves open."""


def retrace(rating: Any, puzzle: Sequence[int], solution: Sequence[int], exact: bool = False) -> str:
    """What the rating shows, in words; *exact*: that no easier step existed too, as far as `easier` can tell.

    *puzzle* and *solution* are of the classic board. Each step uses up one of 729 candidates or more.
    Raises Rejected where a step does not hold, or an easier one exists.
    """
    require(isinstance(rating, dict), "rating: not an object")
    require(set(rating) == {"er", "ep", "ed", "steps"}, "rating: not er, ep, ed, steps")
    require(isinstance(rating["steps"], list) and rating["steps"], "rating: no steps")
    stated = tuple(rating[key] for key in ("er", "ep", "ed"))
    require(all(type(value) in (int, float) for value in stated), f"rating: er, ep, ed {shown(stated)}")
    grid = Grid(puzzle)
    numbers: list[int] = []
    first_placing = 0
    beyond = 0
    for number, step in enumerate(rating["steps"], 1):
        work.spend(200)
        try:
            claim = claim_of(step)
            _check(claim, grid)
            if exact:
                better = easier(claim, grid)
                require(not better, f"an easier step exists: {better}")
                beyond += not searched(claim.technique)
        except Rejected as error:
            technique = step.get("technique") if isinstance(step, dict) else None
            raise Rejected(f"step {number} ({str(technique)[:30]}): {error}") from None
        grid.remove(claim.removals)
        if claim.place:
            grid.place(*claim.place)
            first_placing = first_placing or number
        numbers.append(claim.tenths)
    require(tuple(grid.digit) == tuple(solution), "the steps do not solve the puzzle")
    found = tuple(tenths / 10 for tenths in (max(numbers), max(numbers[:first_placing]), numbers[0]))
    require(stated == found, f"er, ep, ed {stated} are not the steps' {found}")
    said = f"a solution path of {len(numbers)} valid steps whose hardest is {found[0]}"
    if not exact:
        return f"rating at most {found[0]}: {said} (that no easier step existed is not certified)"
    if beyond:
        return (
            f"rating at most {found[0]}: {said} ({OPEN}: no easier step below 6.5 existed; chains are not searched, "
            f"and {beyond} steps are chains or come after them)"
        )
    return f"rating exactly {found[0]}: {said}, and at none of them an easier one existed"


def _check(claim: Claim, grid: Grid) -> None:
    """The step is what it says. (Were a definition here false, its path could not end in the solution.)"""
    require(claim.technique in FAMILIES, "no technique of the scale")
    require(claim.place or claim.removals, "concludes nothing")
    found = FAMILIES[claim.technique](claim, grid)
    require(claim.place == found.place, "it does not place that digit")
    require(claim.removals == found.removals, "it does not remove exactly these candidates")
    require(claim.tenths == found.tenths, f"rating {claim.tenths / 10}; by its definition it is {found.tenths / 10}")
