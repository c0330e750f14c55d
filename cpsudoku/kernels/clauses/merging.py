# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Exactly-one rows simplified: variables that must be equal or opposite become one.

A row of two says x = not y; such equations make classes, and rows in which literals of one class stand together, or
whose others are known, say more: the end of it is the same in any order. (These are the strongly connected components
of the binary clauses, known literals and repeated rows, without the clauses.) A literal here is 2 * variable, plus 1
where it is negative; variable 0 holds.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.clauses.literals import weightiest_last

from cpsudoku.kernels import zeros
from cpsudoku.kernels.clauses.literals import memory_for

HOLDS = cython.declare(cython.int, 0)
FAILS = cython.declare(cython.int, 1)
WAITS = cython.declare(cython.int, 1)
"""State of a row that waits to be examined."""
DONE = cython.declare(cython.int, 2)
"""Of one that says no more than the classes do."""
LAST_STAMP = 1 << 30
"""After that many stamps the marks begin anew."""


class Merging:
    """Makes rows smaller, one puzzle's after another's, in memory that it keeps; not to be shared between threads.

    After `take`: `rows`: exactly one of each holds, a 0 after each, with a minus where a literal is negative, over
    variables 1 .. `variables`. None is shorter than three, but for those of `free` classes, of which no row is left:
    such a row has the class and an auxiliary variable. `mixed`: a byte for each variable from 0 on, 1 where it stands
    for opposites. `impossible`: there is no solution. With no variables left there is one, `spread([])`, unless it is
    impossible.

    number, of  how many rows and variables were given
    start       where in `given` each row begins
    occurs      where in `where` the rows of a variable begin
    same        the literal that a variable equals, of the one that names its class
    next, size  of a class: its variables in a circle, and how many
    name        of a class: the new variable
    seen        by literal, or by new variable: when it was met
    table       kept rows by what they hold
    row_room    where the rows left are written
    memory      for `literals.weightiest_last`
    """

    def __init__(self) -> None:
        self.variables = self.free = self.of = self.number = self.stamp = 0
        self.impossible = False
        self.rows, self.mixed = array("i"), array("B")
        self._room(700, 250, 200)

    def _room(self, entries: cython.Py_ssize_t, rows: cython.Py_ssize_t, variables: cython.Py_ssize_t):
        """Memory for rows of so many entries, their ends among them."""
        self.where, self.literals = zeros("i", entries), zeros("i", entries)
        self.start, self.queue, self.state = zeros("i", rows + 1), zeros("i", rows), zeros("i", rows)
        self.slots = 16
        while self.slots < 2 * rows:
            self.slots *= 2
        self.table = zeros("i", self.slots)
        self.occurs, self.seen = zeros("i", variables + 2), zeros("i", 2 * variables + 2)
        self.same, self.next = zeros("i", variables + 1), zeros("i", variables + 1)
        self.size, self.name = zeros("i", variables + 1), zeros("i", variables + 1)
        self.row_room = zeros("i", entries + 3 * variables)
        self.new, self.memory = zeros("i", variables + 1), zeros("i", memory_for(variables))
        self.stamp = 0

    def take(self, rows: cython.const[cython.int][::1], variables: cython.int, weighed: cython.bint = False) -> None:
        """Exactly one of each of these rows holds: literals of variables 1 .. *variables*, a 0 after each row.

        What is left is numbered as the variables given are, or, where *weighed*, by weight (`literals.py`).
        Time: about linear in the rows. Raises ValueError for a row entry that is no literal, or where the last row
        has no end.
        """
        total: cython.Py_ssize_t = len(rows)
        number: cython.int = 0
        for k in range(total):
            if not -variables <= rows[k] <= variables:
                raise ValueError(f"row entry {rows[k]}; variables are 1 to {variables}")
            number += rows[k] == 0
        if variables < 0 or (total and rows[total - 1]):
            raise ValueError("Merging: the last row has no end")
        if total > len(self.where) or number > len(self.queue) or variables >= len(self.same):
            self._room(2 * total, 2 * number, 2 * variables)
        if self.stamp > LAST_STAMP:
            self._room(len(self.where), len(self.queue), len(self.same))
        self.given, self.number, self.of = rows, number, variables
        self.impossible = False
        self.variables = self.free = 0
        with cython.nogil:
            self._begin()
            while self.waiting and not self.impossible:
                self._examine(self._next())
        if not self.impossible:
            self._state(weighed)

    @cython.locals(k=cython.Py_ssize_t, v=cython.int)
    def _begin(self) -> cython.void:
        """Where rows begin, in which each variable is; the short ones wait."""
        row: cython.int = 0
        self.start[0] = 0
        self.occurs[self.of + 1] = 0
        for v in range(self.of + 1):
            self.same[v] = 2 * v
            self.next[v] = v
            self.size[v] = 1
            self.occurs[v] = self.name[v] = 0
        for k in range(len(self.given)):
            v = self.given[k]
            if v:
                self.occurs[v if v > 0 else -v] += 1
            else:
                row += 1
                self.start[row] = cython.cast(cython.int, k + 1)
        for v in range(1, self.of + 2):
            self.occurs[v] += self.occurs[v - 1]
        for row in range(self.number - 1, -1, -1):
            for k in range(self.start[row], self.start[row + 1] - 1):
                v = self.given[k]
                if v < 0:
                    v = -v
                self.occurs[v] -= 1
                self.where[self.occurs[v]] = row
        self.head = self.waiting = 0
        for row in range(self.number):
            self.state[row] = 0
            if self.start[row + 1] - self.start[row] <= 3:  # two, and the 0
                self._wait(row)

    def _literal(self, at: cython.Py_ssize_t) -> cython.int:
        """What a literal of the rows given equals now."""
        v: cython.int = self.given[at]
        return self.same[v] if v > 0 else self.same[-v] ^ 1

    @cython.locals(at=cython.int)
    def _wait(self, row: cython.int) -> cython.void:
        """Examine the row again, unless it waits already or says nothing any more."""
        if not self.state[row]:
            self.state[row] = WAITS
            at = self.head + self.waiting
            self.queue[at if at < self.number else at - self.number] = row
            self.waiting += 1

    def _next(self) -> cython.int:
        """The row that has waited longest."""
        row: cython.int = self.queue[self.head]
        self.head = self.head + 1 if self.head + 1 < self.number else 0
        self.waiting -= 1
        self.state[row] = 0
        return row

    def _examine(self, row: cython.int) -> cython.void:
        """Draw the conclusions of one row; rows of variables that change wait again."""
        cython.declare(i=cython.int, literal=cython.int, count=cython.int, hold=cython.int, pair=cython.int)
        cython.declare(twice=cython.int, k=cython.Py_ssize_t)
        count = hold = 0
        pair = twice = -1
        self.stamp += 1
        for k in range(self.start[row], self.start[row + 1] - 1):
            literal = self._literal(k)
            if literal == HOLDS:
                hold += 1
            elif literal != FAILS:
                if self.seen[literal] == self.stamp:
                    twice = literal
                elif self.seen[literal ^ 1] == self.stamp:
                    pair = literal >> 1
                self.seen[literal] = self.stamp
                self.literals[count] = literal
                count += 1
        if hold > 1 or (hold == 0 and count == 0):
            self.impossible = True
        elif hold == 1 or (pair >= 0 and twice < 0):  # what holds, or one of the pair: all others fail
            self.state[row] = DONE
            for i in range(count):
                if hold == 1 or self.literals[i] >> 1 != pair:
                    self._unite(self.literals[i], FAILS)
        elif twice >= 0:
            self._unite(twice, FAILS)
        elif count == 1:
            self.state[row] = DONE
            self._unite(self.literals[0], HOLDS)
        elif count == 2:
            self.state[row] = DONE
            self._unite(self.literals[0], self.literals[1] ^ 1)

    @cython.locals(k=cython.int, v=cython.int, w=cython.int)
    def _unite(self, one: cython.int, other: cython.int) -> cython.void:
        """These two literals are equal; rows of the class that takes the other's name wait."""
        one = self.same[one >> 1] ^ (one & 1)
        other = self.same[other >> 1] ^ (other & 1)
        if one == other:
            return
        if one ^ other == 1:
            self.impossible = True
            return
        if other > 1 and (one <= 1 or self.size[one >> 1] > self.size[other >> 1]):
            one, other = other, one
        v = w = one >> 1  # the smaller class, or the one that is not known, takes the other's name
        while True:
            self.same[w] = other ^ ((self.same[w] ^ one) & 1)
            for k in range(self.occurs[w], self.occurs[w + 1]):
                self._wait(self.where[k])
            w = self.next[w]
            if w == v:
                break
        w = other >> 1
        self.size[w] += self.size[v]
        k = self.next[v]
        self.next[v] = self.next[w]
        self.next[w] = k

    @cython.locals(v=cython.int, literal=cython.int)
    def _classes(self) -> cython.int:
        """Name the classes that are open, as their first variables follow each other; how many there are."""
        found: cython.int = 0
        for v in range(1, self.of + 1):
            literal = self.same[v]
            if literal > 1 and not self.name[literal >> 1]:
                found += 1
                self.name[literal >> 1] = found
        return found

    @cython.locals(v=cython.int, literal=cython.int)
    def _state(self, weighed: cython.bint):
        """The rows that are left, by the new names."""
        used: cython.int = 0
        open_: cython.int = self._classes()
        if not open_:
            self.rows, self.mixed = array("i"), array("B", [0])
            return
        out: cython.int[::1] = self.row_room
        with cython.nogil:
            for v in range(self.slots):
                self.table[v] = 0
            for v in range(self.number):
                if self.state[v] != DONE:
                    used = self._keep(v, out, used)
            if weighed:
                weightiest_last(out, used, open_, self.new, self.memory)
                for v in range(1, self.of + 1):
                    self.name[v] = self.new[self.name[v]]
            self.stamp += 1
            for v in range(used):
                self.seen[abs(out[v])] = self.stamp
            self.variables = open_
            for v in range(1, open_ + 1):
                if self.seen[v] != self.stamp:
                    self.free += 1
                    self.variables += 1
                    out[used] = v
                    out[used + 1] = self.variables
                    out[used + 2] = 0
                    used += 3
        self.rows = self.row_room[:used]
        self.mixed = zeros("B", self.variables + 1)
        both: cython.uchar[::1] = self.mixed
        for v in range(1, self.of + 1):
            literal = self.same[v]
            if literal > 1 and literal & 1:
                both[self.name[literal >> 1]] = 1

    @cython.locals(k=cython.Py_ssize_t, literal=cython.int, at=cython.int, total=cython.uint, before=cython.int)
    def _keep(self, row: cython.int, out: cython.int[::1], used: cython.int) -> cython.int:
        """The row at *used* by the new names, unless it stands there already; where the next one goes."""
        at = used
        total = 0
        self.stamp += 1
        for k in range(self.start[row], self.start[row + 1] - 1):
            literal = self._literal(k)
            if literal > 1:
                self.seen[literal] = self.stamp
                total += cython.cast(cython.uint, literal) * 1640531527
                out[at] = -self.name[literal >> 1] if literal & 1 else self.name[literal >> 1]
                at += 1
        out[at] = 0
        total >>= 8
        while True:
            total &= cython.cast(cython.uint, self.slots - 1)
            before = self.table[total]
            if not before:
                self.table[total] = row + 1
                return at + 1
            if self._again(before - 1, at - used):
                return used
            total += 1

    @cython.locals(k=cython.Py_ssize_t, literal=cython.int, count=cython.int)
    def _again(self, before: cython.int, length: cython.int) -> cython.bint:
        """Whether an earlier row has the literals that were just stamped, and no others."""
        count = 0
        for k in range(self.start[before], self.start[before + 1] - 1):
            literal = self._literal(k)
            if literal > 1:
                if self.seen[literal] != self.stamp:
                    return False
                count += 1
        return count == length

    def spread(self, true: list) -> list:
        """The variables of the rows given that hold where these variables of what was left hold, and no others."""
        cython.declare(k=cython.Py_ssize_t, v=cython.int, literal=cython.int)
        holds: cython.uchar[::1] = zeros("B", self.variables + 1)
        found: list = []
        for k in range(len(true)):
            v = true[k]
            if 0 < v <= self.variables:
                holds[v] = 1
        for v in range(1, self.of + 1):
            literal = self.same[v]
            if literal == HOLDS or (literal > 1 and holds[self.name[literal >> 1]] != literal & 1):
                found.append(v)
        return found
