"""Sums as clauses, in three ways.

`states`: the running sum is the state of an automaton (see `machines`), pruned to sums that can still become a total.
`chain`: running sums in order encoding ("at least v"), one term after the other. `tree`: the same, halves added
to halves (generalised totalizer; Joshi, Martins, Manquinho, CP 2015): few clauses where sums are long or far apart.
`auto` takes states while they are few, else the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cpsudoku.formula.primitives.machines import MACHINES, Layer
from cpsudoku.formula.primitives.sheet import Column, Sheet
from cpsudoku.kernels.clauses.sums import closed, leaf, merged, unrolled

MANY_STEPS = 3000
"""Transitions of an automaton beyond which `auto` takes the tree."""
Node = tuple[list[int], list[int]]
"""Values ascending, and for each the literal "at least this value", 0 for the first."""


def states(sheet: Sheet, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    _machine(sheet, columns, unrolled(columns, totals, -1), machines)


def auto(sheet: Sheet, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    layers = unrolled(columns, totals, MANY_STEPS)
    if layers == [] and columns:
        tree(sheet, columns, totals, machines)
    else:
        _machine(sheet, columns, layers, machines)


def _machine(sheet: Sheet, columns: Sequence[Column], layers: Sequence[Layer] | None, machines: str) -> None:
    if layers is None:
        sheet.add()
    else:
        MACHINES[machines](sheet, layers, [[literal for _, literal in column] for column in columns])


def chain(sheet: Sheet, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    nodes: list[Node] = [leaf(sheet, column) for column in columns]
    while len(nodes) > 2:
        nodes[:2] = [merged(sheet, nodes[0], nodes[1], *_room(nodes[2:], totals))]
    _close(sheet, nodes, totals)


def tree(sheet: Sheet, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    nodes: list[Node] = [leaf(sheet, column) for column in columns]
    while len(nodes) > 2:
        nodes.sort(key=lambda node: len(node[0]))
        nodes[:2] = [merged(sheet, nodes[0], nodes[1], *_room(nodes[2:], totals))]
    _close(sheet, nodes, totals)


SUMS: dict[str, Callable[[Sheet, Sequence[Column], Sequence[int], str], None]] = {
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


def _close(sheet: Sheet, nodes: list[Node], totals: Sequence[int]) -> None:
    """The sum of the last nodes is one of *totals*."""
    if not totals:
        sheet.add()
        return
    while len(nodes) > 1:
        nodes[:2] = [merged(sheet, nodes[0], nodes[1], min(totals), max(totals))]
    if nodes:
        closed(sheet, nodes[0], totals)
    elif 0 not in totals:
        sheet.add()
