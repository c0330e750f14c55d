"""Templates of clauses over local variables, written once a shape and renumbered for every use (`kernels.clauses`).

A function a primitive; sums are in `sums`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from cpsudoku.formula.at_most_one import AT_MOST_ONE
from cpsudoku.kernels.clauses.clause_template import ClauseTemplate as Template
from cpsudoku.kernels.clauses.machines import EDGES, FORWARD, LAYERED, columns_of, written

if TYPE_CHECKING:
    from cpsudoku.formula.definition import Encoding

Layer = tuple["array[int]", "array[int]", "array[int]"]
"""States, labels and next states of the transitions; a label is its place among the layer's literals."""

MACHINES: dict[str, Callable[[Template, Sequence[Layer], Sequence[Sequence[int]]], None]] = {
    "edges": partial(written, way=EDGES),
    "forward": partial(written, way=FORWARD),
    "layered": partial(written, way=LAYERED),
}
"""Ways of an automaton, by the word of an encoding; `kernels.clauses.machines` says what they are.

Each takes a template, the layers, and of each layer its literals, of which exactly one is true.
"""


@dataclass(frozen=True, slots=True)
class Ways:
    """Which way each primitive becomes clauses: words of `sums.SUMS`, MACHINES and AT_MOST_ONE."""

    sums: str = "auto"
    automata: str = "layered"
    at_most_one: str = "pairwise"

    @classmethod
    def of(cls, encoding: Encoding | None) -> Ways:
        """Those an encoding names, the default ones for what it leaves out."""
        if encoding is None:
            return DEFAULT
        method = encoding.at_most_one if encoding.at_most_one not in ("", "native") else "pairwise"
        return cls(encoding.sums or DEFAULT.sums, encoding.automata or DEFAULT.automata, method)


DEFAULT = Ways()


@lru_cache(maxsize=16)
def places_of(digits: tuple[int, ...]) -> dict[int, int]:
    """The place of each digit among them, from 0."""
    return {digit: k for k, digit in enumerate(digits)}


@lru_cache(maxsize=256)
def different(cells: int, digits: int, method: str) -> Template:
    """All different: each digit at most once, and once where there are as many cells as digits.

    Inputs: the digits of the first cell, of the second, ...
    """
    template = Template(cells * digits)
    if cells > digits:
        template.add()
        return template
    for digit in range(1, digits + 1):
        holders = list(range(digit, cells * digits + 1, digits))
        if cells > 1:
            template.extend(AT_MOST_ONE[method](holders, template.new))
        if cells == digits:
            template.add(*holders)
    return template


@lru_cache(maxsize=1024)
def digit_set(cells: int, sets: tuple[frozenset[int], ...], digits: tuple[int, ...], method: str) -> Template:
    """Which set of digits a cage holds: a selector a set, and a variable a digit that says it is there.

    Inputs: the digits of the first cell, of the second, ...
    """
    n = len(digits)
    template = Template(cells * n)
    base = different(cells, n, method)
    template.grow(base.variables)
    template.extend(base.clauses)
    if not sets:
        template.add()
        return template
    there: dict[int, int] = {}
    for k, digit in enumerate(digits):
        holders = [c * n + k + 1 for c in range(cells)]
        if all(digit not in chosen for chosen in sets):
            template.extend([-x] for x in holders)
        elif all(digit in chosen for chosen in sets):
            template.add(*holders)
        else:
            name = there[digit] = template.new()
            template.extend((-x, name) for x in holders)
            template.add(-name, *holders)
    if not there:
        return template
    selectors = [template.new() for _ in sets]
    template.add(*selectors)
    for selector, chosen in zip(selectors, sets):
        for digit, name in there.items():
            template.add(-selector, name if digit in chosen else -name)
    for digit, name in there.items():
        template.add(-name, *[s for s, chosen in zip(selectors, sets) if digit in chosen])
        template.add(name, *[s for s, chosen in zip(selectors, sets) if digit not in chosen])
    return template


@lru_cache(maxsize=1024)
def pair(allowed: frozenset[tuple[int, int]], digits: tuple[int, ...]) -> Template:
    """A relation of two cells, by support: a digit of one cell needs one of its partners in the other.

    Unit propagation on these clauses is arc consistency; clauses that forbid single pairs would propagate less.
    Inputs: the digits of the first cell, then those of the second.
    """
    n = len(digits)
    template = Template(2 * n)
    for k, x in enumerate(digits):
        partners = [n + 1 + j for j, y in enumerate(digits) if (x, y) in allowed]
        if len(partners) < n:
            template.add(-(k + 1), *partners)
        partners = [1 + j for j, y in enumerate(digits) if (y, x) in allowed]
        if len(partners) < n:
            template.add(-(n + k + 1), *partners)
    return template


@lru_cache(maxsize=1024)
def automaton(layers: tuple[tuple[tuple[int, int, int], ...], ...], digits: tuple[int, ...], way: str) -> Template:
    """A line accepted by an automaton. Inputs: the digits of the first cell, of the second, ..."""
    n = len(digits)
    template = Template(len(layers) * n)
    places = places_of(digits)
    labels = [range(k * n + 1, k * n + n + 1) for k in range(len(layers))]
    MACHINES[way](template, [columns_of(rows, places) for rows in layers], labels)
    return template
