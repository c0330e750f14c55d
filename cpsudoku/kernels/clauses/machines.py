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

FEW = 12
"""States of a layer up to which they are said to exclude each other, though that follows."""
LAYERED = 0
EDGES = 1
FORWARD = 2


@cython.cclass
class Layer:
    """One layer's transitions in flat rows, and links between those that share a state, a label, an end."""

    template: ClauseTemplate
    cython.declare(rows=cython.int, labels=cython.int)
    befores: cython.int  # numbers of states before are below this
    cython.declare(afters=cython.int, before_count=cython.int, after_count=cython.int, state=cython.int[::1])
    cython.declare(label=cython.int[::1], to=cython.int[::1], literal=cython.int[::1])
    before: cython.int[::1]  # the variable of a state; 0: always true, -1: no such state
    cython.declare(after=cython.int[::1], chain=cython.int[::1], head=cython.int[::1], mark=cython.int[::1])
    cython.declare(order=cython.int[::1])

    def __init__(self, template: ClauseTemplate, rows, literals, before):
        """*rows*: three arrays, states, labels (their places in *literals*), next states. *before*: see `before`."""
        cython.declare(k=cython.int)
        self.template = template
        self.state, self.label, self.to = rows
        count: cython.int = len(rows[0])
        most: cython.int = -1
        self.rows = count
        self.labels = len(literals)
        self.literal = array("i", literals)
        self.before = before
        self.befores = len(before)
        if not len(rows[1]) == len(rows[2]) == count:
            raise ValueError("a layer has as many labels and next states as states")
        for k in range(count):
            most = max(most, self.to[k])
            if (
                not 0 <= self.state[k] < self.befores
                or self.before[self.state[k]] < 0
                or not 0 <= self.label[k] < self.labels
                or self.to[k] < 0
            ):
                raise ValueError(f"transition {k} of a layer has a state or a label that is not there")
        self.afters = most + 1
        self.after = array("i", [-1]) * self.afters
        self.before_count = 0
        for k in range(self.befores):
            self.before_count += self.before[k] >= 0
        size: cython.int = max(self.befores, self.afters)
        self.chain = array("i", bytes(4 * count))
        self.mark = array("i", bytes(4 * size))
        self.order = array("i", bytes(4 * size))
        self._number_states()

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(k=cython.int)
    def _number_states(self) -> cython.int:
        """A variable for each state the rows lead to, in their order; 0 where there is one only."""
        self.after_count = 0
        for k in range(self.rows):
            if self.after[self.to[k]] < 0:
                self.after[self.to[k]] = 0
                self.after_count += 1
        if self.after_count > 1:
            for k in range(self.afters):
                if self.after[k] >= 0:
                    self.after[k] = self.template.fresh()
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def _not(self, variable: cython.int) -> cython.int:
        """The state is not so; nothing where it always is."""
        if variable:
            self.template.put(-variable)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(k=cython.int)
    def _one_of_states(self) -> cython.int:
        if self.after_count > 1:
            for k in range(self.afters):
                if self.after[k] > 0:
                    self.template.put(self.after[k])
            self.template.end()
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(s=cython.int, j=cython.int, k=cython.int, to=cython.int)
    def forward(self) -> cython.int:
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
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(k=cython.int, j=cython.int, t=cython.int, found=cython.int)
    def backward(self) -> cython.int:
        """The next state and a label give one of the states before; each state goes on, and is fed."""
        template: ClauseTemplate = self.template
        cells: cython.int = self.afters * self.labels
        self.head = array("i", [-1]) * cells
        for k in range(self.rows):
            j = self.to[k] * self.labels + self.label[k]
            self.chain[k] = self.head[j]
            self.head[j] = k
        for t in range(self.afters):
            if self.after[t] < 0:
                continue
            for j in range(self.labels):
                found = 0
                k = self.head[t * self.labels + j]
                while k >= 0:
                    found += 1
                    k = self.chain[k]
                if found and found == self.before_count:
                    continue
                self._not(self.after[t])
                template.put(-self.literal[j])
                k = self.head[t * self.labels + j]
                while k >= 0:
                    template.put(self.before[self.state[k]])
                    k = self.chain[k]
                template.end()
        self._out()
        self._fed()
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(k=cython.int)
    def _link(self, by: cython.int[::1], size: cython.int) -> cython.int:
        """Chains of the rows that agree in *by*."""
        self.head = array("i", [-1]) * size
        for k in range(self.rows):
            self.chain[k] = self.head[by[k]]
            self.head[by[k]] = k
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(s=cython.int, k=cython.int, found=cython.int)
    def _out(self) -> cython.int:
        """A state takes one of its labels."""
        self._link(self.state, self.befores)
        for s in range(self.befores):
            found = 0
            k = self.head[s]
            while k >= 0:
                found += 1
                k = self.chain[k]
            if not 0 < found < self.labels:
                continue
            self._not(self.before[s])
            k = self.head[s]
            while k >= 0:
                self.template.put(self.literal[self.label[k]])
                k = self.chain[k]
            self.template.end()
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(k=cython.int, i=cython.int, t=cython.int, distinct=cython.int)
    def _fed(self) -> cython.int:
        """A next state has one of its states before; both together take one of the labels between them."""
        template: ClauseTemplate = self.template
        self._link(self.to, self.afters)
        first: cython.int[::1] = array("i", bytes(4 * self.befores))  # the last row between, plus 1
        more: cython.int[::1] = array("i", bytes(4 * self.rows))
        for t in range(self.afters):
            distinct = 0
            k = self.head[t]
            while k >= 0:
                i = self.state[k]
                if not self.mark[i]:
                    self.order[distinct] = i
                    distinct += 1
                    first[i] = 0
                self.mark[i] += 1
                more[k] = first[i]
                first[i] = k + 1
                k = self.chain[k]
            if 0 < distinct < self.before_count:
                self._not(self.after[t])
                for i in range(distinct):
                    template.put(self.before[self.order[i]])
                template.end()
            for i in range(distinct):
                if self.mark[self.order[i]] < self.labels:
                    self._not(self.before[self.order[i]])
                    self._not(self.after[t])
                    k = first[self.order[i]]
                    while k:
                        template.put(self.literal[self.label[k - 1]])
                        k = more[k - 1]
                    template.end()
                self.mark[self.order[i]] = 0
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(k=cython.int, edge=cython.int, s=cython.int)
    def edges(self) -> cython.int:
        """A variable a transition: it has its label and its ends; states and labels have a transition."""
        template: ClauseTemplate = self.template
        edges: cython.int[::1] = array("i", bytes(4 * self.rows))
        for k in range(self.rows):
            s = self.before[self.state[k]]
            if self.before_count == 1:
                edge = self.literal[self.label[k]]  # the label alone says which transition it is
            else:
                edge = template.fresh()
                template.put(-edge)
                template.put(self.literal[self.label[k]])
                template.end()
            if s:
                template.put(-edge)
                template.put(s)
                template.end()
            if self.after[self.to[k]]:
                template.put(-edge)
                template.put(self.after[self.to[k]])
                template.end()
            edges[k] = edge
        self._one_of_edges(self.state, self.befores, edges, self.before)
        self._one_of_edges(self.to, self.afters, edges, self.after)
        self._link(self.label, self.labels)
        for s in range(self.labels):
            k = self.head[s]
            if k >= 0 and self.chain[k] < 0 and edges[k] == self.literal[s]:
                continue
            template.put(-self.literal[s])
            while k >= 0:
                template.put(edges[k])
                k = self.chain[k]
            template.end()
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(k=cython.int, s=cython.int)
    def _one_of_edges(
        self, by: cython.int[::1], size: cython.int, edges: cython.int[::1], variable: cython.int[::1]
    ) -> cython.int:
        self._link(by, size)
        for s in range(size):
            k = self.head[s]
            if k < 0:
                continue
            self._not(variable[s])
            while k >= 0:
                self.template.put(edges[k])
                k = self.chain[k]
            self.template.end()
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    @cython.locals(a=cython.int, b=cython.int)
    def exclude(self) -> cython.int:
        """No two states, where they are few."""
        if not 1 < self.after_count <= FEW:
            return 0
        for a in range(self.afters):
            for b in range(a):
                if self.after[a] > 0 and self.after[b] > 0:
                    self.template.put(-self.after[a])
                    self.template.put(-self.after[b])
                    self.template.end()
        return 0

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
    cython.declare(k=cython.int)
    count: cython.int = len(layer)
    states = array("i", bytes(4 * count))
    labels = array("i", bytes(4 * count))
    targets = array("i", bytes(4 * count))
    state: cython.int[::1] = states
    label: cython.int[::1] = labels
    to: cython.int[::1] = targets
    for k in range(count):
        row = layer[k]
        state[k] = row[0]
        label[k] = places[row[1]]
        to[k] = row[2]
    return states, labels, targets


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
        rows = []
        ends: set = set()
        for row in layers[k]:
            if row[0] in reached and mask >> cython.cast(cython.int, places[row[1]]) & 1:
                rows.append(row)
                ends.add(row[2])
        if not rows:
            return None
        kept.append(rows)
        reached = ends
    steps: list = []
    lefts: list = [0] * count
    onward: dict = {}  # where a state after the last layer kept leads, through positions with one label
    for state in reached:
        onward[state] = state
    for k in range(count - 1, -1, -1):
        rows = []
        left = 0
        for row in kept[k]:
            if row[2] in onward:
                rows.append((row[0], places[row[1]], onward[row[2]]))
                left |= cython.cast(cython.ulonglong, 1) << cython.cast(cython.int, places[row[1]])
        lefts[k] = left
        if left & (left - 1):
            steps.append((k, rows))
            onward = {}
            for row in rows:
                onward[row[0]] = row[0]
        else:
            before: dict = {}
            for row in rows:
                before[row[0]] = row[2]
            onward = before
    steps.reverse()
    positions: list = []
    targets_of: list = []
    number: dict = {}
    number[onward[0]] = 0
    for position, found in steps:
        place: list = []
        k = 0
        mask = lefts[position]
        while mask:
            place.append(k)
            k += mask & 1
            mask >>= 1
        states = array("i")
        names = array("i")
        targets = array("i")
        after: dict = {}
        for row in found:
            if row[0] in number:
                states.append(number[row[0]])
                names.append(place[row[1]])
                at = after.get(row[2])
                if at is None:
                    after[row[2]] = at = len(after)
                targets.append(at)
        positions.append(position)
        targets_of.append((states, names, targets))
        number = after
    return lefts, positions, targets_of
