# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Open candidates as rows of which exactly one holds, by way of crossings: where a line crosses a box.

"This digit lies where this line crosses this box" is a variable, too. For each digit a line has one such place among
the boxes it crosses, a box one among its rows and one among its columns. The solutions are those of the rows of cells
and houses, but unit propagation sees more: a digit that a box has in one line only leaves the rest of that line, and
the other way round. (The variables are the triads of Tom Dillon's tdoku, 2019.)
"""

from array import array

import cython

from cpsudoku.kernels import zeros


class Crossings:
    """The crossings of a board's boxes with its rows (way 0) and its columns (way 1), and memory to work in.

    *houses*: `side` rows, then as many columns, then boxes or regions, for each its cells; ValueError for others. Not
    to be shared between threads.

    number, of_rows   how many crossings there are; those with rows, which come first
    house             of each cell three: row, column, box
    many              candidates of each house and digit
    crossing          of each cell: with its row at 2 * cell, with its column behind it
    groups            the two of each crossing: the line, rows before columns; the box, by rows or by columns
    first, last       of each crossing and digit: the first and the last candidate, from 1 on, 0 where there is none
    after             of each candidate and way: the next one of its crossing and digit
    literal           of each crossing and digit: the variable that says it
    entrance          of each group and digit: the first place (crossing and digit), from 1 on
    beyond            of each place: the next one of its line, and of its box
    row_room          where rows are written
    """

    def __init__(self, side: cython.int, houses):
        n: int = side
        families = [houses[k * n : k * n + n] for k in range(3)]
        if len(houses) != 3 * n or any([sorted(sum(map(list, f), [])) != [*range(n * n)] for f in families]):
            raise ValueError(
                f"Crossings: {len(houses)} houses are not {n} rows, {n} columns and {n} boxes of all cells"
            )
        rows, columns, boxes = [{cell: h for h, house in enumerate(f) for cell in house} for f in families]
        houses_of = [(rows[cell], n + columns[cell], 2 * n + boxes[cell]) for cell in range(n * n)]
        with_rows = [(row, box) for row, _, box in houses_of]
        with_columns = [(column, n + box) for _, column, box in houses_of]
        names: dict = {pair: k for k, pair in enumerate(dict.fromkeys(with_rows + with_columns))}
        self.side, self.cells, self.number, self.of_rows = n, n * n, len(names), len(set(with_rows))
        self.house = array("i", [house for found in houses_of for house in found])
        self.many = zeros("i", 3 * n * n)
        self.crossing = array("i", [names[pair] for both in zip(with_rows, with_columns) for pair in both])
        self.groups = array("i", [group for pair in names for group in pair])
        places = len(names) * n
        self.first, self.last, self.literal = zeros("i", places), zeros("i", places), zeros("i", places)
        self.entrance, self.beyond = zeros("i", 4 * n * n), zeros("i", 2 * places)
        self.after = zeros("i", 2 * n**3)
        self.row_room = zeros("i", 3 * n**3 + 4 * places + 5 * n * n)

    def pairs(self, candidates: cython.const[cython.int][::1]) -> int:
        """In how many cells are two candidates open, and how many digits have two places in a house.

        Two places that a line and a box have alone in common count once. Candidates as `rows` takes them; raises
        ValueError for one that is not on the board.
        """
        self._check(candidates)
        found: cython.int = 0
        with cython.nogil:
            self._count(candidates)
            for k in range(3 * self.cells):
                found += self.many[k] == 2
            found += self._pairs_of_cells(candidates) - self._twice(candidates)
        return found

    @cython.locals(cell=cython.int, digit=cython.int, h=cython.int, n=cython.int, k=cython.Py_ssize_t)
    def _count(self, candidates: cython.const[cython.int][::1]) -> cython.void:
        """How many candidates each house has of each digit, and (in `literal`) each crossing."""
        n = self.side
        for k in range(3 * self.cells):
            self.many[k] = 0
        for k in range(self.number * n):
            self.literal[k] = 0
        for k in range(len(candidates)):
            cell = candidates[k] // n
            digit = candidates[k] - cell * n
            for h in range(3):
                self.many[self.house[3 * cell + h] * n + digit] += 1
            self.literal[self.crossing[2 * cell] * n + digit] += 1
            self.literal[self.crossing[2 * cell + 1] * n + digit] += 1

    @cython.locals(last=cython.int, count=cython.int, found=cython.int, k=cython.Py_ssize_t)
    def _pairs_of_cells(self, candidates: cython.const[cython.int][::1]) -> cython.int:
        """How many cells have two candidates."""
        last = -1
        count = found = 0
        for k in range(len(candidates)):
            if candidates[k] // self.side != last:
                found += count == 2
                count = 0
                last = candidates[k] // self.side
            count += 1
        return found + (count == 2)

    @cython.locals(k=cython.Py_ssize_t, cell=cython.int, digit=cython.int, way=cython.int, found=cython.int)
    def _twice(self, candidates: cython.const[cython.int][::1]) -> cython.int:
        """How many pairs are a line's and a box's."""
        n: cython.int = self.side
        found = 0
        for k in range(len(candidates)):
            cell = candidates[k] // n
            digit = candidates[k] - cell * n
            if self.many[self.house[3 * cell + 2] * n + digit] == 2:
                for way in range(2):
                    if self.many[self.house[3 * cell + way] * n + digit] == 2:
                        found += self.literal[self.crossing[2 * cell + way] * n + digit] == 2
        return found // 2

    def _check(self, candidates: cython.const[cython.int][::1]):
        if len(candidates) > self.cells * self.side:
            raise ValueError(f"{len(candidates)} candidates on a board of {self.cells} cells")
        for k in range(len(candidates)):
            if not 0 <= candidates[k] < self.cells * self.side:
                raise ValueError(f"candidate {candidates[k]} on a board of {self.cells} cells")

    def rows(self, candidates: cython.const[cython.int][::1]) -> tuple[array, int]:
        """Rows of which exactly one holds, and over how many variables, where these *candidates* are open.

        A candidate is cell * side + digit - 1; those of a cell follow each other. The rows are one array("i") with a 0
        after each, negative literals with a minus. Variable v is candidates[v - 1]; behind them are those of crossings
        where a digit has several candidates. About linear in the candidates and the crossings. Raises ValueError for
        a candidate that is not on the board, or where there are too many.
        """
        cython.declare(k=cython.Py_ssize_t, used=cython.Py_ssize_t)
        self._check(candidates)
        n: cython.int = self.side
        out: cython.int[::1] = self.row_room
        variables: cython.int = cython.cast(cython.int, len(candidates))
        with cython.nogil:
            self._gather(candidates)
            used = self._cells(candidates, out)
            for k in range(self.number * n):
                if self.first[k]:
                    if self.first[k] == self.last[k]:
                        self.literal[k] = self.first[k]
                    else:
                        variables += 1
                        self.literal[k] = variables
                        used = self._define(k, out, used)
                    self._enter(k)
            used = self._groups(out, used)
        return self.row_room[:used], variables

    @cython.locals(k=cython.Py_ssize_t, cell=cython.int, at=cython.int, way=cython.int)
    def _gather(self, candidates: cython.const[cython.int][::1]) -> cython.void:
        """The candidates of each crossing and digit, as chains."""
        n: cython.int = self.side
        for k in range(self.number * n):
            self.first[k] = 0
        for k in range(4 * self.cells):
            self.entrance[k] = 0
        for k in range(len(candidates)):
            cell = candidates[k] // n
            for way in range(2):
                at = self.crossing[2 * cell + way] * n + candidates[k] - cell * n
                self.after[2 * k + way] = 0
                if self.first[at]:
                    self.after[2 * (self.last[at] - 1) + way] = cython.cast(cython.int, k + 1)
                else:
                    self.first[at] = cython.cast(cython.int, k + 1)
                self.last[at] = cython.cast(cython.int, k + 1)

    @cython.locals(k=cython.Py_ssize_t)
    def _cells(self, candidates: cython.const[cython.int][::1], out: cython.int[::1]) -> cython.Py_ssize_t:
        """The rows of cells; how much they fill."""
        used: cython.Py_ssize_t = 0
        for k in range(len(candidates)):
            if k and candidates[k] // self.side != candidates[k - 1] // self.side:
                out[used] = 0
                used += 1
            out[used] = cython.cast(cython.int, k + 1)
            used += 1
        if used:
            out[used] = 0
            used += 1
        return used

    def _define(self, place: cython.Py_ssize_t, out: cython.int[::1], used: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """What the variable of a place means: one of its candidates holds, or its negation."""
        way: cython.int = place // self.side >= self.of_rows
        candidate: cython.int = self.first[place]
        while candidate:
            out[used] = candidate
            used += 1
            candidate = self.after[2 * (candidate - 1) + way]
        out[used] = -self.literal[place]
        out[used + 1] = 0
        return used + 2

    @cython.locals(which=cython.int, at=cython.int)
    def _enter(self, place: cython.Py_ssize_t) -> cython.void:
        """The place among those of its line and of its box, for its digit."""
        for which in range(2):
            at = self.groups[2 * (place // self.side) + which] * self.side + place % self.side
            self.beyond[2 * place + which] = self.entrance[at]
            self.entrance[at] = cython.cast(cython.int, place + 1)

    @cython.locals(k=cython.Py_ssize_t, which=cython.int, place=cython.int)
    def _groups(self, out: cython.int[::1], used: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The rows of lines and boxes: each digit that is open there has one place."""
        for k in range(4 * self.cells):
            place = self.entrance[k]
            if place:
                which = k >= 2 * self.cells
                while place:
                    out[used] = self.literal[place - 1]
                    used += 1
                    place = self.beyond[2 * (place - 1) + which]
                out[used] = 0
                used += 1
        return used
