# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The canonical form of a puzzle with plain boxes: the least of all boards it can be turned into.

Allowed are exchange of bands, of stacks, of rows within a band, of columns within a stack, transposition where
boxes are square, and renaming of digits. "Least" compares the cells row by row, empty = 0.

The rows of the result are chosen one after another. Columns are held as ordered classes: columns that looked
alike so far (no clue in any row chosen) stay in one class. A row chosen sorts each class: empty first, then named
digits by name, then digits met for the first time, which take the next names in turn. That fixes the row's text,
so all but the least rows are dropped before the search branches on which of the new digits comes first; and it
does so only where the row after it could still be as small as the least known. Of boards that agree in the first CUT
rows up to KEPT wait until the least such rows are known; few boards are ever written to their end.
"""

from array import array

import cython

if cython.compiled:
    from cython.cimports.cpsudoku.kernels.bits import ones
    from cython.cimports.cpsudoku.kernels.patience import look, settle
else:
    from cpsudoku.kernels.bits import ones
    from cpsudoku.kernels.patience import look, settle

MAX_SIDE = 25
CUT = cython.declare(cython.int, 4)
KEPT = cython.declare(cython.int, 32)


@cython.cclass
class Canonizer:
    """Canonical forms on boards with boxes of *box_rows* x *box_cols*, side 2 to 25; one puzzle at a time.

    *max_branches* bounds the work for one puzzle (0: no bound): dense or empty large boards have too many
    orders to try. Raises ValueError for a larger side.
    """

    n: cython.int
    box_rows: cython.int
    box_cols: cython.int
    boards: cython.int  # 2 where the transpose counts too
    board: cython.uchar[1250]  # the puzzle and its transpose
    least: cython.uchar[625]
    order: cython.uchar[650]  # the column at each position, for each level
    start: cython.uchar[650]  # the first position of its class
    clued: cython.uint[50]  # of each row of board, the columns with clues, as bits
    clues: cython.uchar[1250]  # of each row of board, in each stack
    best: cython.uchar[26]  # those of the least first row, in order
    name: cython.uchar[676]  # the new name of each digit, 0 = none yet; 26 a level
    names: cython.uchar[26]  # how many are named
    kept: cython.int  # how many stands of the search wait
    kept_order: cython.uchar[800]  # of each, order, start and name at level CUT
    kept_start: cython.uchar[800]
    kept_name: cython.uchar[832]
    kept_rest: cython.int[128]  # of each, the board, the names given, rows left, and the row chosen last
    rows: cython.int[26]  # rows left, as bits
    row: cython.int[26]  # row chosen
    found: cython.longlong
    branches: cython.longlong
    max_branches: cython.longlong
    ways: cython.longlong  # orders tried
    stop: cython.double[2]  # see patience.py

    def __init__(self, box_rows: int = 3, box_cols: int = 3, max_branches: int = 0):
        if box_rows < 1 or box_cols < 1 or not 2 <= box_rows * box_cols <= MAX_SIDE:
            raise ValueError(f"side {box_rows * box_cols}; canonical forms take 2 to {MAX_SIDE}")
        if not cython.compiled:
            self.board, self.least = [0] * 1250, [0] * 625
            self.clues, self.best, self.clued = [0] * 1250, [0] * 26, [0] * 50
            self.kept_order, self.kept_start = [0] * 800, [0] * 800
            self.kept_name, self.kept_rest = [0] * 832, [0] * 128
            self.order, self.start, self.name = [0] * 650, [0] * 650, [0] * 676
            self.names, self.rows, self.row = [0] * 26, [0] * 26, [0] * 26
        if not cython.compiled:
            self.stop = [0.0, 0.0]
        self.stop[0] = self.stop[1] = 0
        self.n = box_rows * box_cols
        self.ways = 0
        self.box_rows = box_rows
        self.box_cols = box_cols
        self.boards = 2 if box_rows == box_cols else 1
        self.max_branches = max_branches
        self.found = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(end=cython.int, i=cython.int, k=cython.int, size=cython.int, value=cython.int)
    def _compare(self, level: cython.int, base: cython.int) -> cython.int:
        """Sort the row at board[base] into the classes of this level: order and start of the next level.

        -1: its text is less than the least so far, which it becomes; 0: the same; 1: greater (and not sorted on).
        Digits met for the first time keep the class they came in (see `_branch`).
        """
        key: cython.int[25]
        column: cython.uchar[25]
        if not cython.compiled:
            key, column = [0] * 25, [0] * 25
        n: cython.int = self.n
        here: cython.int = n * level
        next_: cython.int = n * level + n
        next_name: cython.int = self.names[level]
        less: cython.bint = False
        p: cython.int = 0
        while p < n:
            if p + 1 == n or self.start[here + p + 1] != p:  # a column alone
                self.order[next_ + p] = self.order[here + p]
                self.start[next_ + p] = p
                value = self.board[base + self.order[here + p]]
                if value:
                    value = self.name[26 * level + value]
                    if value == 0:
                        next_name += 1
                        value = next_name
                if value != self.least[here + p] and not less:
                    if value > self.least[here + p]:
                        return 1
                    less = True
                if less:
                    self.least[here + p] = value
                p += 1
                continue
            size = 0
            end = p
            while end < n and self.start[here + end] == p:
                value = self.board[base + self.order[here + end]]
                if value:
                    value = self.name[26 * level + value]
                    if value == 0:
                        value = 26
                i = size
                while i > 0 and key[i - 1] > value:
                    key[i] = key[i - 1]
                    column[i] = column[i - 1]
                    i -= 1
                key[i] = value
                column[i] = self.order[here + end]
                size += 1
                end += 1
            for i in range(size):
                k = p + i
                value = key[i]
                self.order[next_ + k] = column[i]
                self.start[next_ + k] = k
                if i and value == key[i - 1] and (value == 0 or value == 26):
                    self.start[next_ + k] = self.start[next_ + k - 1]
                if value == 26:
                    next_name += 1
                    value = next_name
                if less:
                    self.least[here + k] = value
                elif value != self.least[here + k]:
                    if value > self.least[here + k]:
                        return 1
                    less = True
                    self.least[here + k] = value
            p = end
        if less:
            for k in range(next_, n * n):
                self.least[k] = 255
            self.found = 0
            if level < CUT:
                self.kept = 0
            return -1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hopeful(self, level: cython.int, board: cython.int) -> cython.bint:
        """Can any row follow the row just chosen, its digits not yet named being named at best?

        A class of new digits shares a run of names; here each digit of it, as it turns up, takes the first of
        the run not taken. That is never more than what any order gives.
        """
        n: cython.int = self.n
        r: cython.int
        choice: cython.int = self._choice(level + 1)
        if choice == 0:
            return True
        for r in range(n):
            if choice >> r & 1 and self._could(level, board + n * self.row[level], board + n * r):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(p=cython.int, i=cython.int, end=cython.int, size=cython.int, value=cython.int, digit=cython.int)
    def _could(self, level: cython.int, above: cython.int, base: cython.int) -> cython.bint:
        """Can the row at board[base] follow the one at board[above]?"""
        first: cython.int[25]  # the next name of the run of the class that starts here
        run: cython.int[26]  # of a new digit: where its class starts
        key: cython.int[25]
        if not cython.compiled:
            first, run, key = [0] * 25, [0] * 26, [0] * 25
        n: cython.int = self.n
        name: cython.int = 26 * level + 26
        next_: cython.int = n * level + n
        last_name: cython.int = self.names[level]
        for i in range(n + 1):
            run[i] = 26
        for p in range(n):
            digit = self.board[above + self.order[next_ + p]]
            if digit and self.name[name - 26 + digit] == 0:
                last_name += 1
                run[digit] = self.start[next_ + p]
                if self.start[next_ + p] == p:
                    first[p] = last_name
        p = 0
        while p < n:
            size = 0
            end = p
            while end < n and self.start[next_ + end] == p:
                digit = self.board[base + self.order[next_ + end]]
                value = 0
                if digit:
                    value = self.name[name + digit]
                    if value == 0:
                        if run[digit] == 26:
                            value = 255
                        else:
                            value = first[run[digit]]
                            first[run[digit]] += 1
                i = size
                while i > 0 and key[i - 1] > value:
                    key[i] = key[i - 1]
                    i -= 1
                key[i] = value
                size += 1
                end += 1
            for i in range(size):
                value = key[i]
                if value == 255:
                    last_name += 1
                    value = last_name
                if value != self.least[next_ + p + i]:
                    return value < self.least[next_ + p + i]
            p = end
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(way=cython.longlong, left=cython.longlong, i=cython.int, k=cython.int, digit=cython.int)
    @cython.locals(column=cython.uchar)
    def _branch(self, level: cython.int, base: cython.int, p: cython.int, count: cython.int) -> cython.void:
        """Go on with every order of the new digits, from position *p* on, of the row that `_compare` just sorted.

        *count*: digits named so far. One class is ordered at a time, and given up where no row can follow; where there
        is nothing to order, the next row itself tells.
        """
        first: cython.bint = p == 0
        sorted_: cython.uchar[25]
        if not cython.compiled:
            sorted_ = [0] * 25
        n: cython.int = self.n
        name: cython.int = 26 * level + 26
        next_: cython.int = n * level + n
        ways: cython.longlong = 1
        end: cython.int = p
        while end < n:
            p = end
            digit = self.board[base + self.order[next_ + p]]
            end = p + 1
            if digit and self.name[name + digit] == 0:
                while end < n and self.start[next_ + end] == p:
                    end += 1
                if end - p > 1:
                    break
                count += 1
                self.name[name + digit] = count
        else:
            self.names[level + 1] = count
            self.branches += 1
            if level + 1 == CUT and self.kept < KEPT and n > CUT:
                self._keep(base // (n * n))
            else:
                self._descend(level + 1, base // (n * n) * n * n)
            return
        if first and not self._hopeful(level, base // (n * n) * n * n):
            return
        for i in range(p, end):
            sorted_[i] = self.order[next_ + i]
            self.start[next_ + i] = i
            ways *= i - p + 1
        for way in range(ways):
            left = way
            for i in range(p, end):  # the order of number left, by insertion
                column = sorted_[i]
                k = p + left % (i - p + 1)
                left //= i - p + 1
                self.order[next_ + i] = self.order[next_ + k]
                self.order[next_ + k] = column
            for i in range(p, end):
                self.name[name + self.board[base + self.order[next_ + i]]] = count + i - p + 1
            if self._hopeful(level, base // (n * n) * n * n):
                self._branch(level, base, end, count + end - p)
            self.ways += 1
            if (self.max_branches and self.branches > self.max_branches) or self._halted():
                break
            for i in range(end, n):  # singles named further on
                digit = self.board[base + self.order[next_ + i]]
                if self.name[name - 26 + digit] == 0:
                    self.name[name + digit] = 0
        for i in range(p, end):
            self.order[next_ + i] = sorted_[i]
            self.start[next_ + i] = p
            self.name[name + self.board[base + sorted_[i]]] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.inline
    def _halted(self) -> cython.bint:
        """A signal ends the search."""
        return self.stop[1] != 0 or (self.ways & 255 == 0 and look(self.stop) != 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choice(self, level: cython.int) -> cython.int:
        """Rows that may come next, as bits: the rest of the band, or any row where it is complete."""
        if level % self.box_rows == 0:
            return self.rows[level]
        return self.rows[level] & ((1 << self.box_rows) - 1) << self.row[level - 1] // self.box_rows * self.box_rows

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(r=cython.int, p=cython.int, choice=cython.int, told=cython.int, here=cython.int)
    @cython.locals(size=cython.int, zeros=cython.int, columns=cython.ulonglong)
    def _descend(self, level: cython.int, board: cython.int) -> cython.void:
        """Choose the rows from this level on; `found` counts the ways that end in the least board."""
        n: cython.int = self.n
        same: cython.int = 0
        none: cython.ulonglong = 0  # columns where the row has no clue
        some: cython.ulonglong = 0  # and where it has *most* at most: else it is not the least
        most: cython.int = 0
        sorted_: cython.int = -1  # the row that `_compare` sorted last
        ways: cython.longlong = 1
        if level == n:
            for r in range(n):
                ways *= r - self.start[n * n + r] + 1  # columns without any clue stay in one class
            self.found += ways
            return
        choice = self._choice(level)
        here = n * level
        p = 0
        while p < n and self.start[here + p] == p:  # classes without a clue in the least row, and the next one
            size = zeros = 0
            columns = 0
            while p + size < n and self.start[here + p + size] == p:
                columns |= 1 << self.order[here + p + size]
                zeros += self.least[here + p + size] == 0
                size += 1
            if zeros < size:
                some = columns
                most = size - zeros
                break
            none |= columns
            p += size
        for r in range(n):
            if choice >> r & 1:
                columns = self.clued[board // n + r]
                if columns & none or ones(columns & some) > most:
                    continue
                told = self._compare(level, board + n * r)
                if told < 0:
                    same = 0
                sorted_ = -1
                if told <= 0:
                    same |= 1 << r
                    sorted_ = r
        if sorted_ < 0 or same != 1 << sorted_:
            sorted_ = -1
        self._follow(level, board, same, sorted_)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(r=cython.int, k=cython.int)
    def _follow(self, level: cython.int, board: cython.int, same: cython.int, sorted_: cython.int) -> cython.void:
        """Choose each row of *same* for this level, and go on. *sorted_*: the only row, sorted already, or -1."""
        n: cython.int = self.n
        for r in range(n):
            if same >> r & 1 and (r == sorted_ or self._compare(level, board + n * r) == 0):
                self.ways += 1
                if self._halted():
                    return
                self.rows[level + 1] = self.rows[level] & ~(1 << r)
                self.row[level] = r
                for k in range(n + 1):
                    self.name[26 * level + 26 + k] = self.name[26 * level + k]
                self._branch(level, board + n * r, 0, self.names[level])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(turn=cython.longlong, left=cython.longlong, board=cython.int)
    @cython.locals(i=cython.int, k=cython.int, same=cython.int)
    def _run(self) -> cython.void:
        """Fill `least` and `found` from `board`.

        Of a first row all that counts is how many clues it has in each stack: the fewer in the first, then in the
        second, ..., the less its text.
        """
        stack: cython.int[25]
        if not cython.compiled:
            stack = [0] * 25
        n: cython.int = self.n
        stacks: cython.int = self.box_rows
        turns: cython.longlong = 1
        for i in range(n * n):
            self.least[i] = 255
        for i in range(26):
            self.name[i] = 0
        self.names[0] = 0
        self.rows[0] = (1 << n) - 1
        self.found = 0
        self.branches = 0
        for i in range(2, self.box_rows + 1):
            turns *= i
        self.kept = 0
        self._first_row()
        for board in range(self.boards):
            for turn in range(turns):
                left = turn
                for i in range(stacks):  # the order of number turn, by insertion
                    k = left % (i + 1)
                    left //= i + 1
                    stack[i] = stack[k]
                    stack[k] = i
                same = 0
                for i in range(n):
                    k = 0
                    while k < stacks and self.clues[stacks * (n * board + i) + stack[k]] == self.best[k]:
                        k += 1
                    if k == stacks:
                        same |= 1 << i
                if same:
                    for i in range(n):
                        self.order[i] = stack[i // self.box_cols] * self.box_cols + i % self.box_cols
                        self.start[i] = i - i % self.box_cols
                    self._follow(0, n * n * board, same, -1)
        while self.kept and not self._halted():
            self.kept -= 1
            self._descend(CUT, n * n * self._take())

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, at=cython.int)
    def _keep(self, board: cython.int) -> cython.void:
        """Remember where the search stands at level CUT."""
        n: cython.int = self.n
        at = 25 * self.kept
        for i in range(n):
            self.kept_order[at + i] = self.order[n * CUT + i]
            self.kept_start[at + i] = self.start[n * CUT + i]
        at = 26 * self.kept
        for i in range(n + 1):
            self.kept_name[at + i] = self.name[26 * CUT + i]
        at = 4 * self.kept
        self.kept_rest[at] = board
        self.kept_rest[at + 1] = self.names[CUT]
        self.kept_rest[at + 2] = self.rows[CUT]
        self.kept_rest[at + 3] = self.row[CUT - 1]
        self.kept += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, at=cython.int)
    def _take(self) -> cython.int:
        """Go back to what was kept as number `kept`; the board it is on."""
        n: cython.int = self.n
        at = 25 * self.kept
        for i in range(n):
            self.order[n * CUT + i] = self.kept_order[at + i]
            self.start[n * CUT + i] = self.kept_start[at + i]
        at = 26 * self.kept
        for i in range(n + 1):
            self.name[26 * CUT + i] = self.kept_name[at + i]
        at = 4 * self.kept
        self.names[CUT] = self.kept_rest[at + 1]
        self.rows[CUT] = self.kept_rest[at + 2]
        self.row[CUT - 1] = self.kept_rest[at + 3]
        return self.kept_rest[at]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, k=cython.int, c=cython.int, p=cython.int, row=cython.int, value=cython.uchar)
    def _first_row(self) -> cython.void:
        """Fill `clues`, `best` and the first row of `least`."""
        n: cython.int = self.n
        stacks: cython.int = self.box_rows
        wide: cython.int = self.box_cols
        here: cython.uchar[25]
        if not cython.compiled:
            here = [0] * 25
        for i in range(stacks):
            self.best[i] = 255
        for row in range(n * self.boards):
            for i in range(stacks):
                value = 0
                for c in range(wide):
                    value += self.board[n * row + wide * i + c] != 0
                self.clues[stacks * row + i] = value
                k = i
                while k > 0 and here[k - 1] > value:
                    here[k] = here[k - 1]
                    k -= 1
                here[k] = value
            i = 0
            while i < stacks and here[i] == self.best[i]:
                i += 1
            if i < stacks and here[i] < self.best[i]:
                for k in range(stacks):
                    self.best[k] = here[k]
        p = 0
        value = 0
        for i in range(stacks):
            for c in range(wide):
                if c >= wide - self.best[i]:
                    value += 1
                    self.least[p] = value
                else:
                    self.least[p] = 0
                p += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(i=cython.int, k=cython.int, bit=cython.uint, used=cython.uint, value=cython.uchar)
    def _load(self, cells: cython.p_const_uchar, at: cython.longlong) -> cython.int:
        """Fill `board`: 1 done, 0 a digit beyond the side, -1 a digit twice in a row or column."""
        n: cython.int = self.n
        twice: cython.uint = 0
        columns: cython.uint[25]
        if not cython.compiled:
            columns = [0] * 25
        for i in range(n):
            columns[i] = self.clued[n + i] = 0
        for i in range(n):
            used = 0
            self.clued[i] = 0
            for k in range(n):
                value = cells[at + n * i + k]
                if value > n:
                    return 0
                self.board[n * i + k] = value
                self.board[n * n + n * k + i] = value
                bit = 1 << value & ~1
                twice |= (used | columns[k]) & bit
                used |= bit
                columns[k] |= bit
                if value:
                    self.clued[i] |= 1 << k
                    self.clued[n + k] |= 1 << i
        return -1 if twice else 1

    def batch(self, cells: bytes) -> tuple:
        """Canonical forms of puzzles or grids, a byte a cell (0 = empty): (forms, automorphisms).

        `forms`: as long as *cells*. `automorphisms`: array of int64, how many of the moves turn the puzzle
        into itself up to the names of the digits. There is no form where that is 0 (the bound on branches was
        reached) or -1 (a digit twice in a row or column). Two puzzles are essentially the same exactly when
        their forms are equal. The GIL is released. Raises ValueError for a wrong length or a digit beyond the side.
        """
        size: cython.int = self.n * self.n
        if len(cells) % size:
            raise ValueError(f"{len(cells)} bytes; a batch has {size} bytes a puzzle")
        count: cython.longlong = len(cells) // size
        forms = bytearray(max(len(cells), 1))
        sizes = array("q", bytes(8 * max(count, 1)))
        i: cython.longlong = 0
        k: cython.int
        good: cython.int = 1
        out: cython.uchar[::1] = forms
        into: cython.longlong[::1] = sizes
        text: cython.p_const_uchar = cells
        self.stop[1] = 0
        with cython.nogil:
            for i in range(count):
                if (i & 255 == 255 or self.stop[1]) and look(self.stop):
                    break
                good = self._load(text, size * i)
                if good == 0:
                    break
                if good < 0:
                    into[i] = -1
                    continue
                self._run()
                for k in range(size):
                    out[size * i + k] = self.least[k]
                into[i] = self.found
                if self.max_branches and self.branches > self.max_branches:
                    into[i] = 0
        settle(self.stop)
        if good == 0:
            raise ValueError(f"puzzle {i + 1} of the batch has a digit beyond {self.n}")
        return bytes(forms[: len(cells)]), sizes[:count]
