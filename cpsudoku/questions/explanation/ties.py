"""Which of several steps of one size is taken: by what scrambled twins of a puzzle have in common.

The least of their colours (see `colours`) chooses the same step in each. Candidates of one colour are mostly images of
each other; among them, and on boards with constraints, which the colours do not know, the number decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpsudoku.questions.explanation.model import Literal, Model, Set

TRIED = 24
"""Conclusions of least weight whose sets are stripped, to choose the best among."""
ASKED = 64
"""Questions for other sets of that weight."""
HEAVY = 8
"""Weight from which on no other sets are looked for: there are too many for all to be found."""


def lightest_of(model: Model, found: Sequence[tuple[Literal, Set]], solution: bytes) -> Set:
    """Of refutations (literal, reasons) of one weight, stripped of what is needless, the set of the step to take.

    Cost: a millisecond or two where there are no constraints, half of it for other sets of that weight.
    """
    kernel = model.kernel
    if model.puzzle.constraints:
        first: dict[Set, Literal] = {}
        for literal, why in found:
            first.setdefault(why, literal)
        tried = (kernel.smaller(literal, why) for why, literal in islice(first.items(), TRIED))
        return min(tried, key=lambda why: (model.weight(why), why))
    from cpsudoku.questions.explanation.colours import Colours  # loads numpy

    colours = Colours(model, solution)
    order = sorted(found, key=lambda one: (colours.of(one[0]), one))[:TRIED]
    stripped = [(x, kernel.smaller(x, tuple(sorted(why, key=colours.of_reason)))) for x, why in order]
    literal, least = min(stripped, key=lambda one: model.weight(one[1]))
    return min(others(model, literal, least), key=lambda why: (colours.of_set(why), why))


def others(model: Model, literal: Literal, reasons: Set) -> set[Set]:
    """*reasons*, which refute *literal*, and other sets no heavier that do: each lacks a part of one before it."""
    weight = model.weight(reasons)
    found = {tuple(sorted(reasons))}
    if weight >= HEAVY:
        return found
    seen: set[frozenset[int]] = set()
    todo: list[tuple[Set, frozenset[int]]] = [(reasons, frozenset())]
    for one, barred in todo:
        for out in (barred | {reason} for reason in one):
            if out in seen:
                continue
            if len(seen) == ASKED:
                return found
            seen.add(out)
            other = model.kernel.without(literal, out, weight)
            if other:
                todo.append((other, out))
                found.add(other)
    return found
