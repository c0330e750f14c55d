# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""How far a search for a canonical form has come: the order of the columns and the names of the digits, row by row.

Columns are held as ordered classes: those that looked alike so far (no clue in any row chosen) stay in one class. A
row chosen sorts each class: empty first, then named digits by name, then digits met for the first time, which take
the next names in turn. That fixes the row's text.
"""

import cython

MAX_SIDE = 25
if not cython.compiled:
    CUT = 4


class Stands:
    """A puzzle with boxes of *box_rows* x *box_cols*, side 2 to 25, beside its transpose; the stand of each level, and
    those that wait at level CUT. Raises ValueError for a larger side.

    board, clued            the puzzle and its transpose (of `boards`, 2 where that counts); of each row the columns
                            with clues, as bits
    clues, best             of each row, the clues in each stack; those of the least first row, in order
    least, found            the least board so far, 255 where nothing is known; the ways that end in it
    order, start            for each level, the column at each position, and the first position of its class
    name, names             for each level, the new name of each digit, 0 for none yet; how many are named
    rows, row               for each level, the rows left, as bits, and the row chosen
    kept                    how many stands of the search wait: `kept_order`, `kept_start`, `kept_name` at level CUT;
                            in `kept_rest` the board, the names given, rows left, and the row chosen last
    """

    def __init__(self, box_rows: cython.int, box_cols: cython.int):
        if box_rows < 1 or box_cols < 1 or not 2 <= box_rows * box_cols <= MAX_SIDE:
            raise ValueError(f"side {box_rows * box_cols}; canonical forms take 2 to {MAX_SIDE}")
        self.n = box_rows * box_cols
        self.box_rows = box_rows
        self.box_cols = box_cols
        self.boards = 2 if box_rows == box_cols else 1

    def load(self, cells: cython.p_const_uchar, at: cython.longlong) -> cython.int:
        """Fill `board`: 1 done, 0 a digit beyond the side, -1 a digit twice in a row or column."""
        n: cython.int = self.n
        twice: cython.uint = 0
        columns = cython.declare(cython.uint[25])
        for i in range(n):
            columns[i] = self.clued[n + i] = 0
        for i in range(n):
            used: cython.uint = 0
            self.clued[i] = 0
            for k in range(n):
                value: cython.uchar = cells[at + n * i + k]
                if value > n:
                    return 0
                self.board[n * i + k] = value
                self.board[n * n + n * k + i] = value
                bit: cython.uint = 1 << value & ~1
                twice |= (used | columns[k]) & bit
                used |= bit
                columns[k] |= bit
                if value:
                    self.clued[i] |= 1 << k
                    self.clued[n + k] |= 1 << i
        return -1 if twice else 1

    @cython.locals(i=cython.int)
    def first_row(self) -> cython.void:
        """Fill `clues`, `best` and the first row of `least`."""
        n: cython.int = self.n
        stacks: cython.int = self.box_rows
        wide: cython.int = self.box_cols
        here = cython.declare(cython.uchar[25])
        for i in range(stacks):
            self.best[i] = 255
        for row in range(n * self.boards):
            for i in range(stacks):
                value: cython.uchar = 0
                for c in range(wide):
                    value += self.board[n * row + wide * i + c] != 0
                self.clues[stacks * row + i] = value
                k: cython.int = i
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
        p: cython.int = 0
        value = 0
        for i in range(stacks):
            for c in range(wide):
                if c >= wide - self.best[i]:
                    value += 1
                    self.least[p] = value
                else:
                    self.least[p] = 0
                p += 1

    def compare(self, level: cython.int, base: cython.int) -> cython.int:
        """Sort the row at board[base] into the classes of this level: order and start of the next level.

        -1: its text is less than the least so far, which it becomes; 0: the same; 1: greater (and not sorted on).
        Digits met for the first time keep the class they came in (see `branch`).
        """
        key = cython.declare(cython.int[25])
        column = cython.declare(cython.uchar[25])
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
                value: cython.int = self.board[base + self.order[here + p]]
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
            size: cython.int = 0
            end: cython.int = p
            while end < n and self.start[here + end] == p:
                value = self.board[base + self.order[here + end]]
                if value:
                    value = self.name[26 * level + value]
                    if value == 0:
                        value = 26
                i: cython.int = size
                while i > 0 and key[i - 1] > value:
                    key[i] = key[i - 1]
                    column[i] = column[i - 1]
                    i -= 1
                key[i] = value
                column[i] = self.order[here + end]
                size += 1
                end += 1
            for i in range(size):
                k: cython.int = p + i
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

    @cython.locals(p=cython.int, i=cython.int)
    def could(self, level: cython.int, above: cython.int, base: cython.int) -> cython.bint:
        """Can the row at board[base] follow the one at board[above]?"""
        first = cython.declare(cython.int[25])  # the next name of the run of the class that starts here
        run = cython.declare(cython.int[26])  # of a new digit: where its class starts
        key = cython.declare(cython.int[25])
        n: cython.int = self.n
        name: cython.int = 26 * level + 26
        next_: cython.int = n * level + n
        last_name: cython.int = self.names[level]
        for i in range(n + 1):
            run[i] = 26
        for p in range(n):
            digit: cython.int = self.board[above + self.order[next_ + p]]
            if digit and self.name[name - 26 + digit] == 0:
                last_name += 1
                run[digit] = self.start[next_ + p]
                if self.start[next_ + p] == p:
                    first[p] = last_name
        p = 0
        while p < n:
            size: cython.int = 0
            end: cython.int = p
            while end < n and self.start[next_ + end] == p:
                digit = self.board[base + self.order[next_ + end]]
                value: cython.int = 0
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

    def keep(self, board: cython.int) -> cython.void:
        """Remember where the search stands at level CUT."""
        n: cython.int = self.n
        at: cython.int = 25 * self.kept
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

    def take(self) -> cython.int:
        """Go back to what was kept as number `kept`; the board it is on."""
        n: cython.int = self.n
        at: cython.int = 25 * self.kept
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
