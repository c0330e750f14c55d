# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A layered automaton as clauses, in three ways.

`layered`: a variable a state; a state and a digit give the next state, the next state and the digit one of those
before, and every state is fed and goes on. `edges`: a variable a transition too, so that unit propagation finds
every digit without support (generalised arc consistency; Quimper and Walsh, CP 2007). `forward`: states and the
step forward alone: the fewest clauses, the weakest propagation.
"""

from array import array
from typing import Any

import cython
from cython.cimports.cpsudoku.kernels.clauses.clause_template import ClauseTemplate

from cpsudoku.kernels import zeros

FEW = 12
"""States of a layer up to which they are said to exclude each other, though that follows."""
LAYERED = 0
EDGES = 1
FORWARD = 2


@cython.cclass
class Layer:
    """One layer's transitions in flat rows, and chains of those that share a state, a label, an end.

    before, after          the variable of a state; 0: always true, -1: no such state
    befores, afters        numbers of states are below this
    row_before, row_label  of each row the variable of its state, and the literal of its label
    """

    cython.declare(template=ClauseTemplate, rows=cython.int, labels=cython.int, befores=cython.int)
    cython.declare(afters=cython.int, before_count=cython.int, after_count=cython.int)
    cython.declare(state=cython.int[::1], label=cython.int[::1], to=cython.int[::1], literal=cython.int[::1])
    cython.declare(before=cython.int[::1], after=cython.int[::1], chain=cython.int[::1], head=cython.int[::1])
    cython.declare(row_before=cython.int[::1], row_label=cython.int[::1])

    def __init__(self, template: ClauseTemplate, rows, literals, before):
        """*rows*: three arrays, states, labels (their places in *literals*), next states. *before*: see `before`."""
        cython.declare(k=cython.int, most=cython.int)
        self.template = template
        self.state, self.label, self.to = rows
        count: cython.int = len(rows[0])
        self.rows = count
        self.labels = len(literals)
        self.literal = array("i", literals)
        self.before = before
        self.befores = len(before)
        self.chain, self.row_before, self.row_label = [zeros("i", count) for _ in range(3)]
        if not len(rows[1]) == len(rows[2]) == count:
            raise ValueError("a layer has as many labels and next states as states")
        most = -1
        for k in range(count):
            most = max(most, self.to[k])
            if (
                not 0 <= self.state[k] < self.befores
                or self.before[self.state[k]] < 0
                or not 0 <= self.label[k] < self.labels
                or self.to[k] < 0
            ):
                raise ValueError(f"transition {k} of a layer has a state or a label that is not there")
            self.row_before[k] = self.before[self.state[k]]
            self.row_label[k] = self.literal[self.label[k]]
        self.afters = most + 1
        self.after = array("i", [-1]) * self.afters
        self.before_count = 0
        for k in range(self.befores):
            self.before_count += self.before[k] >= 0
        self._number_states()

    def _number_states(self) -> None:
        """A variable for each state the rows lead to, in their order; 0 where there is one only."""
        self.after_count = 0
        for k in range(self.rows):
            if self.after[self.to[k]] < 0:
                self.after[self.to[k]] = 0
                self.after_count += 1
        if self.after_count > 1:
            for k in range(self.afters):
                if self.after[k] >= 0:
                    self.after[k] = self.template.new()

    @cython.cfunc
    def _not(self, variable: cython.int):
        """The state is not so; nothing where it always is."""
        if variable:
            self.template.put(-variable)

    @cython.cfunc
    def _link(self, by: cython.int[::1], size: cython.int):
        """Chains of the rows that agree in *by*."""
        self.head = array("i", [-1]) * size
        for k in range(self.rows):
            self.chain[k] = self.head[by[k]]
            self.head[by[k]] = k

    @cython.cfunc
    def _length(self, row: cython.int) -> cython.int:
        """How many rows a chain has from this one on."""
        found: cython.int = 0
        while row >= 0:
            found += 1
            row = self.chain[row]
        return found

    @cython.cfunc
    def _put_chain(self, row: cython.int, literals: cython.int[::1]):
        """What each row of a chain has of the literals, at the end of a clause."""
        while row >= 0:
            self.template.put(literals[row])
            row = self.chain[row]
        self.template.end()

    def _one_of_states(self) -> None:
        if self.after_count > 1:
            for k in range(self.afters):
                if self.after[k] > 0:
                    self.template.put(self.after[k])
            self.template.end()

    @cython.locals(s=cython.int, j=cython.int, k=cython.int, to=cython.int)
    def forward(self) -> None:
        """A state and a label give the next state, or cannot be together."""
        template: ClauseTemplate = self.template
        goes: cython.int[::1] = array("i", [-1]) * (self.befores * self.labels)
        for k in range(self.rows):
            goes[self.state[k] * self.labels + self.label[k]] = self.to[k]
        for s in range(self.befores):
            if self.before[s] < 0:
                continue
            for j in range(self.labels):
                to = goes[s * self.labels + j]
                if to >= 0 and self.after[to] == 0:
                    continue
                self._not(self.before[s])
                template.put(-self.literal[j])
                if to >= 0:
                    template.put(self.after[to])
                template.end()

    @cython.locals(k=cython.int, j=cython.int, t=cython.int)
    def backward(self) -> None:
        """The next state and a label give one of the states before; each state goes on, and is fed."""
        ends: cython.int[::1] = zeros("i", self.rows)
        for k in range(self.rows):
            ends[k] = self.to[k] * self.labels + self.label[k]
        self._link(ends, self.afters * self.labels)
        for t in range(self.afters):
            if self.after[t] < 0:
                continue
            for j in range(self.labels):
                k = self.head[t * self.labels + j]
                if k < 0 or self._length(k) != self.before_count:
                    self._not(self.after[t])
                    self.template.put(-self.literal[j])
                    self._put_chain(k, self.row_before)
        self._out()
        self._fed()

    def _out(self) -> None:
        """A state takes one of its labels."""
        self._link(self.state, self.befores)
        for s in range(self.befores):
            if 0 < self._length(self.head[s]) < self.labels:
                self._not(self.before[s])
                self._put_chain(self.head[s], self.row_label)

    @cython.locals(k=cython.int, i=cython.int, t=cython.int, distinct=cython.int)
    def _fed(self) -> None:
        """A next state has one of its states before; both together take one of the labels between them."""
        template: ClauseTemplate = self.template
        self._link(self.to, self.afters)
        first: cython.int[::1] = zeros("i", self.befores)  # the last row between, plus 1
        mark: cython.int[::1] = zeros("i", self.befores)  # how many rows are between
        order: cython.int[::1] = zeros("i", self.befores)
        more: cython.int[::1] = zeros("i", self.rows)
        for t in range(self.afters):
            distinct = 0
            k = self.head[t]
            while k >= 0:
                i = self.state[k]
                if not mark[i]:
                    order[distinct] = i
                    distinct += 1
                    first[i] = 0
                mark[i] += 1
                more[k] = first[i]
                first[i] = k + 1
                k = self.chain[k]
            if 0 < distinct < self.before_count:
                self._not(self.after[t])
                for i in range(distinct):
                    template.put(self.before[order[i]])
                template.end()
            for i in range(distinct):
                if mark[order[i]] < self.labels:
                    self._not(self.before[order[i]])
                    self._not(self.after[t])
                    k = first[order[i]]
                    while k:
                        template.put(self.row_label[k - 1])
                        k = more[k - 1]
                    template.end()
                mark[order[i]] = 0

    @cython.locals(k=cython.int, s=cython.int)
    def edges(self) -> None:
        """A variable a transition: it has its label and its ends; states and labels have a transition."""
        template: ClauseTemplate = self.template
        edges: cython.int[::1] = self.row_label
        if self.before_count > 1:  # else the label alone says which transition it is
            edges = zeros("i", self.rows)
        for k in range(self.rows):
            if self.before_count > 1:
                edges[k] = template.new()
                self._implied_by(edges[k], self.row_label[k])
            self._implied_by(edges[k], self.row_before[k])
            self._implied_by(edges[k], self.after[self.to[k]])
        self._one_of_edges(self.state, edges, self.before)
        self._one_of_edges(self.to, edges, self.after)
        self._link(self.label, self.labels)
        for s in range(self.labels):
            k = self.head[s]
            if k < 0 or self.chain[k] >= 0 or edges[k] != self.literal[s]:
                template.put(-self.literal[s])
                self._put_chain(k, edges)

    @cython.cfunc
    def _implied_by(self, edge: cython.int, literal: cython.int):
        """A transition has this label, or this state unless that is always so."""
        if literal:
            self.template.put(-edge)
            self.template.put(literal)
            self.template.end()

    @cython.cfunc
    def _one_of_edges(self, by: cython.int[::1], edges: cython.int[::1], variable: cython.int[::1]):
        self._link(by, len(variable))
        for s in range(len(variable)):
            if self.head[s] >= 0:
                self._not(variable[s])
                self._put_chain(self.head[s], edges)

    def exclude(self) -> None:
        """No two states, where they are few."""
        if not 1 < self.after_count <= FEW:
            return
        for a in range(self.afters):
            for b in range(a):
                if self.after[a] > 0 and self.after[b] > 0:
                    self.template.put(-self.after[a])
                    self.template.put(-self.after[b])
                    self.template.end()

    def write(self, way: cython.int):
        """All clauses of the layer; the variables of the states it leads to."""
        if way == EDGES:
            self.edges()
            self._one_of_states()
            self.exclude()
        else:
            self.forward()
            if way == LAYERED:
                self.backward()
                self._one_of_states()
        return self.after


def written(template: ClauseTemplate, layers, labels, way: cython.int) -> None:
    """The clauses of an automaton.

    *layers*: of each, three arrays: states, labels, next states, row by row; state 0 is the only one of the first
    layer. *labels*: of each layer, a literal a label; exactly one of them is true.
    """
    states = array("i", [0])  # a layer of one state, which is always true
    for rows, literals in zip(layers, labels):
        states = Layer(template, rows, literals, states).write(way)


def columns_of(layer, places) -> tuple:
    """Rows (state, label, next state) as the three arrays of `written`; *places*: label -> its place."""
    rows = [(state, places[label], to) for state, label, to in layer]
    return tuple([array("i", [row[k] for row in rows]) for k in range(3)])


def narrowed(layers, places, masks) -> Any:
    """What is left of an automaton where the k-th label of a layer can be only where bit k of its mask is set.

    *layers*: rows (state, label, next state). The labels left of each position, as a mask, and of the positions with
    several: the positions, and their layers as `written` takes them, labels numbered among those left. None where no
    word is accepted.
    """
    cython.declare(k=cython.int, mask=cython.ulonglong, left=cython.ulonglong, rows=list)
    count: cython.int = len(layers)
    kept: list = []
    reached: set = {0}
    for k in range(count):
        mask = masks[k]
        rows = [row for row in layers[k] if row[0] in reached and mask >> cython.cast(cython.int, places[row[1]]) & 1]
        if not rows:
            return None
        kept.append(rows)
        reached = {row[2] for row in rows}
    steps: list = []
    lefts: list = [0] * count
    onward: dict = {state: state for state in reached}
    # where a state after the last layer kept leads, through positions with one label
    for k in range(count - 1, -1, -1):
        rows = [(row[0], places[row[1]], onward[row[2]]) for row in kept[k] if row[2] in onward]
        left = 0
        for row in rows:
            left |= cython.cast(cython.ulonglong, 1) << cython.cast(cython.int, row[1])
        lefts[k] = left
        if left & (left - 1):
            steps.append((k, rows))
            onward = {row[0]: row[0] for row in rows}
        else:
            onward = {row[0]: row[2] for row in rows}
    steps.reverse()
    positions: list = []
    targets_of: list = []
    number: dict = {onward[0]: 0}
    for position, found in steps:
        place: list = []
        k = 0
        mask = lefts[position]
        while mask:
            place.append(k)
            k += mask & 1
            mask >>= 1
        states, names, targets = array("i"), array("i"), array("i")
        after: dict = {}
        for row in found:
            if row[0] in number:
                states.append(number[row[0]])
                names.append(place[row[1]])
                targets.append(after.setdefault(row[2], len(after)))
        positions.append(position)
        targets_of.append((states, names, targets))
        number = after
    return lefts, positions, targets_of
