# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Sums as clauses: by an automaton of running sums, or by sums in order encoding ("at least v") added up.

A column is a term of the sum: (value, literal) for each value it can have; exactly one of the literals is true.
"""

from array import array
from bisect import bisect_left
from typing import Any

import cython
from cython.cimports.cpsudoku.kernels.clauses.clause_template import ClauseTemplate

from cpsudoku.kernels import zeros


def unrolled(columns, totals, most: cython.int) -> Any:
    """The layers (as `machines.written` takes them) of the automaton whose state is the sum so far, from 0.

    None where no way leads to one of *totals*; an empty list where there are more than *most* transitions (-1: no
    bound). A state stays only where a total can still be reached; all totals are one accepting state.
    """
    cython.declare(k=cython.int, j=cython.int, index=cython.int, total=cython.longlong, least=cython.longlong)
    cython.declare(greatest=cython.longlong, after=dict)
    count: cython.int = len(columns)
    size: cython.longlong = 0
    values: list = [[pair[0] for pair in column] for column in columns]
    low: list = [0]
    high: list = [0]
    for column in values:
        low.append(low[len(low) - 1] + min(column))
        high.append(high[len(high) - 1] + max(column))
    ends: list = [None] * (count + 1)  # sums from which the rest leads to a total
    end: set = set(totals)
    ends[count] = end
    for k in range(count - 1, -1, -1):
        before: set = set()
        least, greatest = low[k], high[k]
        for value in values[k]:
            for to in end:
                total = to - value
                if least <= total <= greatest:
                    before.add(total)
        ends[k] = end = before
    if 0 not in end:
        return None
    layers: list = []
    number: dict = {0: 0}
    for k in range(count):
        states, labels, targets = array("i"), array("i"), array("i")
        after = {}
        allowed: set = ends[k + 1]
        row: list = values[k]
        for key, place in number.items():
            total = key
            index = place
            for j in range(len(row)):
                to = total + row[j]
                if to in allowed:
                    states.append(index)
                    labels.append(j)
                    targets.append(after.setdefault(to, len(after)))
        if not states:
            return None
        size += len(states)
        if 0 <= most < size:
            return []
        layers.append((states, labels, targets))
        number = after
    if layers:  # the last layer's sums are all totals: one accepting state will do
        states, labels, targets = layers[count - 1]
        layers[count - 1] = (states, labels, zeros("i", len(states)))
    return layers


def leaf(template: ClauseTemplate, column) -> tuple:
    """A column in order encoding: (values ascending, for each the literal "at least this value", 0 for the first)."""
    cython.declare(k=cython.int, j=cython.int)
    ordered = sorted(column)
    values = [value for value, _ in ordered]
    n: cython.int = len(ordered)
    if n == 2:
        return values, [0, ordered[1][1]]
    literals: list = [0]
    for _ in range(n - 1):
        literals.append(template.new())
    for k in range(n):
        for j in range(k, k + 2):
            if 1 <= j < n:
                template.put(-ordered[k][1])
                template.put(literals[j] if j <= k else -literals[j])
                template.end()
    _ordered(template, literals)
    return values, literals


@cython.cfunc
@cython.locals(k=cython.int)
def _ordered(template: ClauseTemplate, literals: list):
    """At least a value is at least the one before."""
    for k in range(2, len(literals)):
        template.put(-literals[k])
        template.put(literals[k - 1])
        template.end()


def merged(template: ClauseTemplate, left, right, least, most) -> tuple:
    """The sum of two nodes (see `leaf`); what is not within *least* .. *most* is refused."""
    cython.declare(i=cython.int, j=cython.int, k=cython.int, total=cython.longlong)
    a: cython.longlong[::1] = array("q", left[0])
    b: cython.longlong[::1] = array("q", right[0])
    at_least_a: cython.int[::1] = array("i", left[1])
    at_least_b: cython.int[::1] = array("i", right[1])
    rows: cython.int = len(left[0])
    columns: cython.int = len(right[0])
    found: set = set()
    for i in range(rows):
        for j in range(columns):
            found.add(a[i] + b[j])
    every = sorted(found)
    kept = every[bisect_left(every, least) : bisect_left(every, most + 1)]
    if not kept:
        template.end()
        kept = every[:1]
    count: cython.int = len(kept)
    literals: list = [0]
    for _ in range(count - 1):
        literals.append(template.new())
    _ordered(template, literals)
    value: cython.longlong[::1] = array("q", kept)
    literal: cython.int[::1] = array("i", literals)
    for i in range(rows):
        k = 0
        for j in range(columns):
            total = a[i] + b[j]
            while k < count and value[k] < total:
                k += 1
            if k:  # 0: the sum is always as large
                if i:
                    template.put(-at_least_a[i])
                if j:
                    template.put(-at_least_b[j])
                if k < count:
                    template.put(literal[k])
                template.end()
            # the literal "more than the total" is that of the first greater value
            if total < value[0]:
                _less(template, at_least_a, at_least_b, i, j)
                template.end()
                continue
            while k < count and value[k] <= total:
                k += 1
            if k < count:
                _less(template, at_least_a, at_least_b, i, j)
                template.put(-literal[k])
                template.end()
    return kept, literals


@cython.cfunc
def _less(template: ClauseTemplate, left: cython.int[::1], right: cython.int[::1], i: cython.int, j: cython.int):
    """One of two summands is greater than its value number i, or j."""
    if i + 1 < len(left):
        template.put(left[i + 1])
    if j + 1 < len(right):
        template.put(right[j + 1])


def closed(template: ClauseTemplate, node, totals) -> None:
    """The value of a node is one of *totals*."""
    cython.declare(k=cython.int)
    values, literals = node
    wanted: set = set(totals)
    n: cython.int = len(values)
    for k in range(n):
        if values[k] not in wanted:
            if k:
                template.put(-literals[k])
            if k + 1 < n:
                template.put(literals[k + 1])
            template.end()
