# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Builds a formula: clause templates renumbered, one after the other, into one flat array of integers.

With candidates (see `Clauses`) only what is open is written: true clauses and false literals are left out, and units
are followed within each template, forwards and backwards, until nothing more follows.
"""

from array import array

import cython
from cython.cimports.cpsudoku.kernels.clauses.clause_template import ClauseTemplate

from cpsudoku.kernels import zeros
from cpsudoku.kernels.clauses.clause_template import lists

ROOM = 4096
"""Integers a formula first has room for."""


@cython.cclass
class Clauses:
    """Clauses over variables 1 .. `last`; the first are those of cells, `cell * n + k` for the k-th of *n* digits.

    *masks*: for each cell its candidates, bit k - 1 for the k-th digit; other digits are false, a single one is true,
    and neither is mentioned. `refuted`: candidates and clauses already contradict each other.

    known          by variable: 1 true, -1 false, 0 open
    number, value  of a template's variable: its literal here, and what is known of it
    """

    last = cython.declare(cython.int, visibility="readonly")
    count = cython.declare(cython.int, visibility="readonly")
    refuted = cython.declare(cython.bint, visibility="readonly")
    cython.declare(masked=cython.bint, cell_variables=cython.int, used=cython.int, kept=cython.int, open_=list)
    cython.declare(known=cython.schar[::1], number=cython.int[::1], value=cython.schar[::1])
    cython.declare(data=cython.int[::1], work=cython.int[::1])

    def __init__(self, cells: cython.int, n: cython.int, masks=None):
        cython.declare(c=cython.int, d=cython.int, mask=cython.ulonglong)
        self.last = self.cell_variables = cells * n
        self.count = self.used = 0
        self.refuted = False
        self.masked = masks is not None
        self.data, self.number = zeros("i", ROOM), zeros("i", ROOM)
        self.value = zeros("b", ROOM)
        self.work, self.known = zeros("i", 1), zeros("b", 1)
        self.open_ = []
        if masks is None:
            return
        beyond: object = 2 ** cython.cast(object, n)
        if len(masks) != cells or n > 64 or not all([0 <= given < beyond for given in masks]):
            raise ValueError(f"candidates: a mask of up to 64 digits for each of {cells} cells, of {n} digits here")
        self.known = zeros("b", self.last + 1 + ROOM)
        self.work = zeros("i", ROOM)
        for c in range(cells):
            mask = masks[c]
            if not mask:
                self.refuted = True
            for d in range(n):
                if not mask >> d & 1:
                    self.known[c * n + d + 1] = -1
                elif not mask & (mask - 1):
                    self.known[c * n + d + 1] = 1
                else:
                    self.open_.append(c * n + d + 1)
        if self.refuted:
            self._end()

    def __len__(self) -> int:
        return self.count

    @cython.cfunc
    def _room(self, more: cython.int):
        """Room for *more* integers."""
        have: cython.int = len(self.data)
        if self.used + more > have:
            larger: cython.int[::1] = zeros("i", 2 * have + more)
            larger[: self.used] = self.data[: self.used]
            self.data = larger

    @cython.cfunc
    def _end(self):
        self._room(1)
        self.data[self.used] = 0
        self.used += 1
        self.count += 1

    def new(self) -> cython.int:
        """An auxiliary variable."""
        self.last += 1
        self._know(self.last)
        return self.last

    @cython.cfunc
    def _know(self, variable: cython.int):
        """Room for what is known of variables up to this one."""
        have: cython.int = len(self.known)
        if self.masked and variable >= have:
            larger: cython.schar[::1] = zeros("b", 2 * variable)
            larger[:have] = self.known
            self.known = larger

    @cython.cfunc
    def _of(self, literal: cython.int) -> cython.int:
        """1 for a true literal, -1 for a false one."""
        return self.known[literal] if literal > 0 else -self.known[-literal]

    def value_of(self, literal: cython.int) -> cython.int:
        """1 for a literal known to be true, -1 for one known to be false, 0 where it is open."""
        if not self.masked:
            return 0
        if not 0 < abs(literal) <= self.last:
            raise ValueError(f"{literal} is no literal; variables are 1 to {self.last}")
        return self._of(literal)

    def add(self, literals, unless=()) -> None:
        """A clause; *unless* are more literals of it."""
        cython.declare(x=cython.int, v=cython.int)
        start: cython.int = self.used
        self._room(len(literals) + len(unless) + 1)
        for part in (literals, unless):
            for given in part:
                x = given
                if self.masked:
                    v = self._of(x)
                    if v > 0:
                        self.used = start
                        return
                    if v < 0:
                        continue
                self.data[self.used] = x
                self.used += 1
        self._note(start)
        self._end()

    @cython.cfunc
    @cython.locals(x=cython.int)
    def _note(self, start: cython.int):
        """Record what the clause from *start* on says by itself: a unit is known, an empty clause refutes."""
        if self.masked and self.used == start:
            self.refuted = True
        elif self.masked and self.used == start + 1:
            x = self.data[start]
            self.known[abs(x)] = 1 if x > 0 else -1

    def copy(self, template: ClauseTemplate) -> None:
        """The clauses of a template as they are, its inputs being the first variables here."""
        if self.masked or self.last != self.cell_variables or template.inputs != self.last:
            self.write(template, range(1, template.inputs + 1), ())
            return
        self._room(template.used)
        self.data[self.used : self.used + template.used] = template.data[: template.used]
        self.used += template.used
        self.count += template.count
        self.last = template.variables

    def write(self, template: ClauseTemplate, inputs, unless) -> None:
        """The clauses of a template with these literals as inputs and new auxiliaries, each clause with *unless*.

        *unless* are literals that make every clause true: negated guards.
        """
        self.write_rows(template, (), 0, inputs, unless)

    def write_rows(self, template: ClauseTemplate, cells, n: cython.int, more, unless) -> None:
        """As `write`; the inputs are the digits of each of the *cells*, then the literals *more*."""
        cython.declare(d=cython.int, at=cython.int)
        if len(cells) * n + len(more) != template.inputs:
            raise ValueError(f"{len(cells)} cells and {len(more)} literals; the template has {template.inputs} inputs")
        k: cython.int = 1
        have: cython.int = len(self.number)
        if template.variables >= have:
            self.number = zeros("i", 2 * template.variables)
            self.value = zeros("b", 2 * template.variables)
        for cell in cells:
            at = cell * n
            if not 0 <= at < self.cell_variables:
                raise ValueError(f"cell {cell} is not on this board")
            for d in range(1, n + 1):
                self.number[k] = at + d
                k += 1
        for x in more:
            self.number[k] = x
            k += 1
        self._write(template, unless)

    @cython.cfunc
    def _write(self, template: ClauseTemplate, unless):
        open_: list = []
        for x in unless:
            if self.masked and self._of(x):
                if self._of(x) > 0:
                    return
            else:
                open_.append(x)
        if self.masked:
            self._write_open(template, open_)
        else:
            self._write_all(template, open_)

    @cython.cfunc
    @cython.locals(k=cython.int, x=cython.int, at=cython.int)
    def _write_all(self, template: ClauseTemplate, unless: list):
        more: cython.int = len(unless)
        for k in range(template.inputs + 1, template.variables + 1):
            self.number[k] = self.last + k - template.inputs
        self.last += template.variables - template.inputs
        self._room(template.used + more * template.count)
        at = self.used
        for k in range(template.used):
            x = template.data[k]
            if x > 0:
                self.data[at] = self.number[x]
            elif x < 0:
                self.data[at] = -self.number[-x]
            else:
                if more:
                    for given in unless:
                        self.data[at] = given
                        at += 1
                self.data[at] = 0
            at += 1
        self.used = at
        self.count += template.count

    @cython.cfunc
    @cython.locals(k=cython.int, x=cython.int, start=cython.int)
    def _write_open(self, template: ClauseTemplate, unless: list):
        """What of the template is open, units followed first."""
        if template.used > len(self.work):
            self.work = zeros("i", 2 * template.used)
        for k in range(1, template.inputs + 1):
            self.value[k] = self._of(self.number[k])
        for k in range(template.inputs + 1, template.variables + 1):
            self.value[k] = 0
            self.number[k] = 0
        follows: cython.int = self._reduce(template.data, template.used)
        while follows > 0:
            follows = self._backwards()
            if follows > 0:
                follows = self._reduce(self.work, self.kept)
        if follows < 0:
            self.add(unless)
            return
        for k in range(1, template.inputs + 1):
            x = self.number[k]
            if self.value[k] and self._of(x) != self.value[k]:
                self.add([x if self.value[k] > 0 else -x], unless)
        start = 0
        for k in range(self.kept):
            start += self.work[k] == 0
        self._room(self.kept + start * len(unless))
        for k in range(self.kept):
            x = self.work[k]
            if x:
                if not self.number[abs(x)]:
                    self.number[abs(x)] = self.new()
                self.data[self.used] = self.number[x] if x > 0 else -self.number[-x]
            else:
                for given in unless:
                    self.data[self.used] = given
                    self.used += 1
                self.data[self.used] = 0
                self.count += 1
            self.used += 1

    @cython.cfunc
    @cython.exceptval(-2)
    def _reduce(self, source: cython.int[::1], used: cython.int) -> cython.int:
        """Copy the open clauses of *source* to `work`, without false literals; units become known.

        1 where there were units, 0 where there were none, -1 where a clause is false.
        """
        cython.declare(start=cython.int, x=cython.int, v=cython.int, at=cython.int, k=cython.int, found=cython.int)
        at = k = found = 0
        while k < used:
            start = at
            while source[k]:
                x = source[k]
                v = self.value[x] if x > 0 else -self.value[-x]
                if v > 0:
                    while source[k]:
                        k += 1
                    at = -1
                    break
                if v == 0:
                    self.work[at] = x
                    at += 1
                k += 1
            k += 1
            if at < 0:
                at = start
            elif at == start:
                return -1
            elif at == start + 1:
                x = self.work[start]
                self.value[abs(x)] = 1 if x > 0 else -1
                at = start
                found = 1
            else:
                self.work[at] = 0
                at += 1
        self.kept = at
        return found

    @cython.cfunc
    @cython.exceptval(-2)
    @cython.locals(x=cython.int, v=cython.int, only=cython.int, open_=cython.int, true=cython.bint)
    def _backwards(self) -> cython.int:
        """As `_reduce`, on `work`, from its last clause to its first, without taking anything away.

        1 also where a clause is now true or has false literals: then `_reduce` has to follow.
        """
        k: cython.int = self.kept - 1
        found: cython.int = 0
        while k >= 0:
            k -= 1  # past the 0
            open_ = only = 0
            true = False
            while k >= 0 and self.work[k]:
                x = self.work[k]
                v = self.value[x] if x > 0 else -self.value[-x]
                if v == 0:
                    open_ += 1
                    only = x
                else:
                    found = 1
                    if v > 0:
                        true = True
                k -= 1
            if true:
                continue
            if open_ == 0:
                return -1
            if open_ == 1:
                self.value[abs(only)] = 1 if only > 0 else -1
                found = 1
        return found

    def lists(self) -> list:
        """The clauses, each a list of literals."""
        return lists(self.data, self.used)

    def flat(self) -> array:
        """The clauses as an array of integers, a 0 after each."""
        return array("i", bytes(self.data[: self.used]))

    def open_candidates(self) -> list:
        """The variables of candidates that the masks leave open; all of cells without masks."""
        if not self.masked:
            return list(range(1, self.cell_variables + 1))
        return list(self.open_)
