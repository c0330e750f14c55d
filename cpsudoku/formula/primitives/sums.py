"""Sums as clauses, in three ways.

`states`: the running sum is the state of an automaton (see `machines`), pruned to sums that can still become a total.
`chain`: running sums in order encoding ("at least v"), one term after the other. `tree`: the same, halves added
to halves (generalised totalizer; Joshi, Martins, Manquinho, CP 2015): few clauses where sums are long or far apart.
`auto` takes states while they are few, else the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from cpsudoku.formula.primitives.machines import MACHINES
from cpsudoku.formula.primitives.sheet import Column, Sheet

MANY_STEPS = 3000
"""Transitions of an automaton beyond which `auto` takes the tree."""
Node = tuple[list[int], list[int]]
"""Values ascending, and for each but the first the literal "at least this value"."""


def states(sheet: Sheet, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    layers = _unrolled(columns, frozenset(totals))
    if layers is None:
        sheet.add()
    elif columns:  # else it is a true sum of nothing
        MACHINES[machines](sheet, layers, [dict(column) for column in columns])


def chain(sheet: Sheet, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    nodes = [_leaf(sheet, column) for column in columns]
    while len(nodes) > 2:
        nodes[:2] = [_merged(sheet, nodes[0], nodes[1], _room(nodes[2:], totals))]
    _close(sheet, nodes, totals)


def tree(sheet: Sheet, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    nodes = [_leaf(sheet, column) for column in columns]
    while len(nodes) > 2:
        nodes.sort(key=lambda node: len(node[0]))
        nodes[:2] = [_merged(sheet, nodes[0], nodes[1], _room(nodes[2:], totals))]
    _close(sheet, nodes, totals)


def auto(sheet: Sheet, columns: Sequence[Column], totals: Sequence[int], machines: str) -> None:
    layers = _unrolled(columns, frozenset(totals), MANY_STEPS)
    if layers is None:
        sheet.add()
    elif not layers:
        if columns:
            tree(sheet, columns, totals, machines)
    else:
        MACHINES[machines](sheet, layers, [dict(column) for column in columns])


SUMS: dict[str, Callable[[Sheet, Sequence[Column], Sequence[int], str], None]] = {
    "auto": auto,
    "chain": chain,
    "states": states,
    "tree": tree,
}
"""Ways of a sum, by the word of an encoding."""


def _unrolled(
    columns: Sequence[Column], totals: frozenset[int], most: int | None = None
) -> list[list[tuple[int, int, int]]] | None:
    """(sum so far, value, next sum) of each layer, states renumbered from 0; None without any way; [] beyond *most*.

    A state stays only where a total can still be reached.
    """
    ends: list[set[int]] = [set(totals)]  # sums from which the rest leads to a total, from the last layer back
    low, high = [0], [0]
    for column in columns:
        low.append(low[-1] + min(value for value, _ in column))
        high.append(high[-1] + max(value for value, _ in column))
    for k in range(len(columns) - 1, -1, -1):
        before = {to - value for to in ends[-1] for value, _ in columns[k]}
        ends.append({total for total in before if low[k] <= total <= high[k]})
    ends.reverse()
    front = {0} & ends[0]
    if not front:
        return None
    layers: list[list[tuple[int, int, int]]] = []
    number = {0: 0}
    size = 0
    for k, column in enumerate(columns):
        rows: list[tuple[int, int, int]] = []
        after: dict[int, int] = {}
        allowed = ends[k + 1]
        for total, index in number.items():
            for value, _ in column:
                to = total + value
                if to in allowed:
                    rows.append((index, value, after.setdefault(to, len(after))))
        if not rows:
            return None
        size += len(rows)
        if most is not None and size > most:
            return []
        layers.append(rows)
        number = after
    # the last layer's sums are all totals: one accepting state will do
    layers[-1:] = [[(index, value, 0) for index, value, _ in rows] for rows in layers[-1:]]
    return layers


def _leaf(sheet: Sheet, column: Column) -> Node:
    ordered = sorted(column)
    values = [value for value, _ in ordered]
    if len(ordered) == 2:
        return values, [ordered[1][1]]
    literals = [sheet.new() for _ in ordered[1:]]
    for k, (_, literal) in enumerate(ordered):
        for j, at_least in enumerate(literals, start=1):
            if j in (k, k + 1):
                sheet.add(-literal, at_least if j <= k else -at_least)
    for lower, higher in pairwise(literals):
        sheet.add(-higher, lower)
    return values, literals


def _room(others: Sequence[Node], totals: Sequence[int]) -> tuple[int, int]:
    """What a partial sum must lie between for the other terms to complete it."""
    least = sum(values[0] for values, _ in others)
    most = sum(values[-1] for values, _ in others)
    return min(totals, default=0) - most, max(totals, default=0) - least


def _at_least(node: Node, value: int) -> int | None:
    """The literal "at least value": 0 where always, None where never."""
    values, literals = node
    for k, known in enumerate(values):
        if known >= value:
            return literals[k - 1] if k else 0
    return None


def _merged(sheet: Sheet, left: Node, right: Node, room: tuple[int, int]) -> Node:
    """The sum of two nodes; what leaves *room* is refused."""
    every = sorted({a + b for a in left[0] for b in right[0]})
    kept = [value for value in every if room[0] <= value <= room[1]]
    if not kept:
        sheet.add()
        kept = every[:1]
    made: Node = kept, [sheet.new() for _ in kept[1:]]
    for lower, higher in pairwise(made[1]):
        sheet.add(-higher, lower)
    for i, a in enumerate(left[0]):
        for j, b in enumerate(right[0]):
            up = ([-left[1][i - 1]] if i else []) + ([-right[1][j - 1]] if j else [])
            total = _at_least(made, a + b)
            if total is None:
                sheet.add(*up)
            elif total:
                sheet.add(*up, total)
            down = ([left[1][i]] if i < len(left[1]) else []) + ([right[1][j]] if j < len(right[1]) else [])
            if a + b < kept[0]:
                sheet.add(*down)
            else:
                over = _at_least(made, a + b + 1)
                if over:
                    sheet.add(*down, -over)
    return made


def _close(sheet: Sheet, nodes: list[Node], totals: Sequence[int]) -> None:
    """The sum of the last nodes is one of *totals*."""
    if not totals:
        sheet.add()
        return
    while len(nodes) > 1:
        nodes[:2] = [_merged(sheet, nodes[0], nodes[1], (min(totals), max(totals)))]
    if not nodes:
        if 0 not in totals:
            sheet.add()
        return
    values, literals = nodes[0]
    for k, value in enumerate(values):
        if value not in totals:
            below = [-literals[k - 1]] if k else []
            sheet.add(*below, *literals[k : k + 1])
