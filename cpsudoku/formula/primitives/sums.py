"""Sums as clauses, in three ways.

`states`: the running sum is the state of an automaton (see `machines`), pruned to sums that can still become a total.
`chain`: running sums in order encoding ("at least v"), one term after the other. `tree`: the same, halves added
to halves (generalised totalizer; Joshi, Martins, Manquinho, CP 2015): few clauses where sums are long or far apart.
`auto` takes states while they are few, else the tree.

Long sums are cut into groups of cells that share a house: such cells differ, so their sum has fewer values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from cpsudoku.board.geometry import Geometry
from cpsudoku.constraints import primitives
from cpsudoku.constraints.primitives import Cell, Literal
from cpsudoku.formula.primitives.templates import MACHINES, Layer, Ways
from cpsudoku.kernels.clauses.clause_template import ClauseTemplate as Template
from cpsudoku.kernels.clauses.machines import columns_of
from cpsudoku.kernels.clauses.sums import closed, leaf, merged, unrolled

Column = list[tuple[int, int]]
"""A term of a sum: (value, literal) for each value it can have; exactly one of the literals is true."""
Kind = tuple[bool | tuple[int, ...], int]
"""A term without its cells: True for a cell, False for a literal, or the values of one literal each; coefficient."""
MANY_STEPS = 3000
"""Transitions of an automaton beyond which `auto` takes the tree."""
Node = tuple[list[int], list[int]]
"""Values ascending, and for each the literal "at least this value", 0 for the first."""


def states(template: Template, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    _machine(template, columns, unrolled(columns, totals, -1), machines)


def auto(template: Template, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    layers = unrolled(columns, totals, MANY_STEPS)
    if layers == [] and columns:
        tree(template, columns, totals, machines)
    else:
        _machine(template, columns, layers, machines)


def _machine(template: Template, columns: Sequence[Column], layers: Sequence[Layer] | None, machines: str) -> None:
    if layers is None:
        template.add()
    else:
        MACHINES[machines](template, layers, [[literal for _, literal in column] for column in columns])


def chain(template: Template, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    nodes: list[Node] = [leaf(template, column) for column in columns]
    while len(nodes) > 2:
        nodes[:2] = [merged(template, nodes[0], nodes[1], *_room(nodes[2:], totals))]
    _close(template, nodes, totals)


def tree(template: Template, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    nodes: list[Node] = [leaf(template, column) for column in columns]
    while len(nodes) > 2:
        nodes.sort(key=lambda node: len(node[0]))
        nodes[:2] = [merged(template, nodes[0], nodes[1], *_room(nodes[2:], totals))]
    _close(template, nodes, totals)


SUMS: dict[str, Callable[[Template, Sequence[Column], Sequence[int], str], None]] = {
    "auto": auto,
    "chain": chain,
    "states": states,
    "tree": tree,
}
"""Ways of a sum, by the word of an encoding."""


def _room(others: Sequence[Node], totals: Sequence[int]) -> tuple[int, int]:
    """What a partial sum must lie between for the other terms to complete it."""
    least = sum(values[0] for values, _ in others)
    most = sum(values[-1] for values, _ in others)
    return min(totals, default=0) - most, max(totals, default=0) - least


def _close(template: Template, nodes: list[Node], totals: Sequence[int]) -> None:
    """The sum of the last nodes is one of *totals*."""
    if not totals:
        template.add()
        return
    while len(nodes) > 1:
        nodes[:2] = [merged(template, nodes[0], nodes[1], min(totals), max(totals))]
    if nodes:
        closed(template, nodes[0], totals)
    elif 0 not in totals:
        template.add()


LONG = 6
"""Cells from which a sum is cut."""
Term = tuple[Cell | Literal, int]


def by_house(geometry: Geometry, terms: Sequence[Term]) -> tuple[list[tuple[tuple[Cell, ...], int]], Sequence[Term]]:
    """Groups of two cells or more that share a house and a coefficient, largest first, and the terms left over.

    Sums of fewer than LONG cells come back whole. A cell that is there several times has its coefficients added.
    """
    if sum(isinstance(term, int) for term, _ in terms) < LONG:
        return [], terms
    added: dict[Cell | Literal, int] = {}
    for term, by in terms:
        added[term] = added.get(term, 0) + by
    left = [(term, by) for term, by in added.items() if by]
    groups: list[tuple[tuple[Cell, ...], int]] = []
    while True:
        best: tuple[Cell, ...] = ()
        coefficient = 0
        for by in sorted({by for _, by in left}):
            cells = {term for term, b in left if isinstance(term, int) and b == by}
            for house in geometry.houses:
                common = tuple(cell for cell in house.cells if cell in cells)
                if len(common) > max(1, len(best)):
                    best, coefficient = common, by
        if not best:
            return groups, left
        groups.append((best, coefficient))
        left = [(term, by) for term, by in left if term not in best]


def _columns(kinds: Sequence[Kind], digits: tuple[int, ...]) -> tuple[list[Column], int]:
    """The columns of terms over local inputs, and how many inputs they take."""
    columns: list[Column] = []
    at = 0
    for kind, by in kinds:
        if isinstance(kind, tuple):
            columns.append([(value * by, at + k + 1) for k, value in enumerate(kind)])
            at += len(kind)
        elif kind:
            columns.append([(digit * by, at + k + 1) for k, digit in enumerate(digits)])
            at += len(digits)
        else:
            columns.append([(0, -(at + 1)), (by, at + 1)])
            at += 1
    return columns, at


def written_sum(kinds: Sequence[Kind], totals: tuple[int, ...], digits: tuple[int, ...], ways: Ways) -> Template:
    columns, inputs = _columns(kinds, digits)
    template = Template(inputs)
    SUMS[ways.sums](template, sorted(columns, key=_spread, reverse=True), totals, ways.automata)
    return template


sum_template = lru_cache(maxsize=1024)(written_sum)


@lru_cache(maxsize=64)
def house_sum_template(cells: int, digits: tuple[int, ...], automata: str) -> tuple[Template, tuple[int, ...]]:
    """The sum of different cells. Inputs: their digits, then a literal for each value, which are returned.

    A machine reads which digits are there and keeps (how many, their sum).
    """
    n = len(digits)
    values = tuple(range(sum(digits[:cells]), sum(digits[n - cells :]) + 1))
    template = Template(cells * n + len(values))
    there = []
    for k in range(n):
        name = template.new()
        holders = [c * n + k + 1 for c in range(cells)]
        template.extend((-x, name) for x in holders)
        template.add(-name, *holders)
        there.append(name)

    def step(position: int, state: Any, label: int) -> Any:
        if position == n:
            return "end" if state == (cells, values[0] + label) else None
        count, total = state
        if label > 1:
            return None
        return (count + 1, total + digits[position]) if label else state

    layers = primitives.unrolled(n + 1, tuple(range(max(2, len(values)))), (0, 0), step, lambda state: state == "end")
    if layers is None:
        template.add()
        return template, values
    labels: list[list[int]] = [[-name, name] for name in there]
    labels.append([cells * n + 1 + k for k in range(len(values))])
    template.add(*labels[-1])
    places = {k: k for k in range(max(2, len(values)))}
    MACHINES[automata](template, [columns_of(rows, places) for rows in layers], labels)
    return template, values


def written_shared(kinds: tuple[Kind, ...], shared: tuple[int, ...], digits: tuple[int, ...], ways: Ways) -> Template:
    """The sum equals the shared value, whose literals come after the terms' inputs."""
    columns, inputs = _columns(kinds, digits)
    template = Template(inputs + len(shared))
    value: Column = [(-total, inputs + 1 + k) for k, total in enumerate(shared)]
    SUMS[ways.sums](template, [*columns, value], (0,), ways.automata)
    return template


shared_template = lru_cache(maxsize=256)(written_shared)


def _spread(column: Column) -> int:
    return max(abs(value) for value, _ in column)
