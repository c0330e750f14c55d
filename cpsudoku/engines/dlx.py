"""Dancing links: Sudoku as exact cover.

Every cell holds one digit, and every house holds each digit once: that many demands (columns).
Writing a digit into a cell meets the demand of the cell and one of each of its houses (a row).
A solution is a choice of rows that meets every demand exactly once. Algorithm X takes the demand
that the fewest rows can meet and tries each of them; the links let a column or row be taken out
and put back in its old place in constant time a node, without copying.

Only rows the clues allow are laid out, so the matrix is built for each puzzle, and large boards fit.
Source: Knuth, "Dancing links", 2000.
"""

from __future__ import annotations

from time import process_time
from typing import Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.engines import native_backtrackers
from cpsudoku.engines.budget import Budget, BudgetSpent, allow_recursion
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.engines.native_backtrackers import NATIVE
from cpsudoku.engines.options import EngineOptions, without_encoding


class DlxEngine(Engine):
    """Algorithm X on dancing links, any geometry. `dlx:native` takes the same steps compiled."""

    name = "dlx"

    def __init__(self, geometry: Geometry, argument: str | None = None, **options: Unpack[EngineOptions]) -> None:
        self._native = argument == NATIVE
        without_encoding(self.name, None if self._native else argument, **options)
        self.name = f"dlx:{argument}" if self._native else type(self).name
        self.geometry = geometry
        allow_recursion(geometry.size)

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """See `Engine.search`. `stats` counts nodes (rows tried) and updates (links taken out)."""
        if self._native:
            return native_backtrackers.dancing(self.geometry, cells, limit, limits)
        start = process_time()
        budget = Budget(limits)
        matrix = Matrix(self.geometry, cells)
        built = start
        solutions: list[bytes] = []
        complete, why = True, ""
        try:
            matrix.lay_out(budget)
            built = process_time()
            if matrix.consistent:
                complete = matrix.cover_exactly(solutions, limit, budget)
        except BudgetSpent as spent:
            complete, why = False, str(spent)
        stats = {
            "nodes": budget.nodes,
            "updates": matrix.updates,
            "encode_seconds": built - start,
            "search_seconds": process_time() - built,
        }
        return Outcome(tuple(solutions), complete, why, stats)


class Matrix:
    """The exact-cover matrix of one puzzle, its clues already chosen.

    Nodes are numbers: 0 is the root, then a header per open demand, then the ones of each row,
    side by side. `left`/`right` ring the headers, `up`/`down` ring each column. A row's nodes lie
    together and need no links of their own: `row_of[node]` is the range they fill.
    """

    def __init__(self, geometry: Geometry, cells: bytes) -> None:
        self.geometry = geometry
        self.grid = bytearray(cells)
        self.updates = 0
        self.consistent = True

    def lay_out(self, budget: Budget) -> None:
        """Choose the clues, then make the headers and rows that are left. Raises BudgetSpent."""
        geometry, cells = self.geometry, self.grid
        n, houses_of = geometry.side, geometry.houses_of
        used = [0] * len(geometry.houses)
        for cell, digit in enumerate(cells):
            if digit:
                for house in houses_of[cell]:
                    self.consistent &= not used[house] >> digit & 1
                    used[house] |= 1 << digit
        open_cells = [cell for cell, digit in enumerate(cells) if not digit]
        header: dict[tuple[int, int], int] = {}
        for cell in open_cells:
            header[-1, cell] = len(header) + 1
        for house in range(len(geometry.houses)):
            for digit in range(1, n + 1):
                if not used[house] >> digit & 1:
                    header[house, digit] = len(header) + 1
        count = len(header) + 1
        self.left = [count - 1, *range(count - 1)]
        self.right = [*range(1, count), 0]
        self.up = list(range(count))
        self.down = list(range(count))
        self.column = list(range(count))
        self.size = [0] * count
        self.row_of: list[range] = [range(0)] * count
        self.meaning: list[tuple[int, int]] = [(0, 0)] * count
        for cell in open_cells:
            budget.check()
            taken = 0
            for house in houses_of[cell]:
                taken |= used[house]
            for digit in range(1, n + 1):
                if not taken >> digit & 1:
                    columns = [header[-1, cell], *[header[house, digit] for house in houses_of[cell]]]
                    self._add_row(columns, (cell, digit))

    def _add_row(self, columns: list[int], meaning: tuple[int, int]) -> None:
        first = len(self.column)
        row = range(first, first + len(columns))
        for node, column in zip(row, columns):
            last = self.up[column]
            self.up.append(last)
            self.down.append(column)
            self.down[last] = self.up[column] = node
            self.column.append(column)
            self.size[column] += 1
            self.row_of.append(row)
            self.meaning.append(meaning)

    def cover_exactly(self, solutions: list[bytes], limit: int, budget: Budget) -> bool:
        """Append solutions to *solutions*, up to *limit* (0 = all); True where there are no others."""
        right, down, column, row_of, size = self.right, self.down, self.column, self.row_of, self.size
        if not right[0]:
            solutions.append(bytes(self.grid))
            return len(solutions) != limit
        chosen = right[0]
        candidate = right[chosen]
        while candidate and size[chosen] > 1:
            if size[candidate] < size[chosen]:
                chosen = candidate
            candidate = right[candidate]
        if not size[chosen]:
            return True
        self.cover(chosen)
        complete = True
        node = down[chosen]
        while node != chosen and complete:
            budget.spend()
            cell, digit = self.meaning[node]
            self.grid[cell] = digit
            row = row_of[node]
            for other in row:
                if other != node:
                    self.cover(column[other])
            complete = self.cover_exactly(solutions, limit, budget)
            for other in reversed(row):
                if other != node:
                    self.uncover(column[other])
            node = down[node]
        self.uncover(chosen)
        return complete

    def cover(self, header: int) -> None:
        """Take out a demand that is met, and every row that would meet it again."""
        left, right, up, down, column, size = self.left, self.right, self.up, self.down, self.column, self.size
        right[left[header]], left[right[header]] = right[header], left[header]
        node = down[header]
        while node != header:
            for other in self.row_of[node]:
                if other != node:
                    down[up[other]], up[down[other]] = down[other], up[other]
                    size[column[other]] -= 1
                    self.updates += 1
            node = down[node]

    def uncover(self, header: int) -> None:
        """Undo `cover`, in exactly the opposite order."""
        left, right, up, down, column, size = self.left, self.right, self.up, self.down, self.column, self.size
        node = up[header]
        while node != header:
            for other in reversed(self.row_of[node]):
                if other != node:
                    size[column[other]] += 1
                    down[up[other]] = up[down[other]] = other
            node = up[node]
        right[left[header]] = left[right[header]] = header
