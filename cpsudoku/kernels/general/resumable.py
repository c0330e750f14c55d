# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the general searches share: a board's houses laid flat, and a search that is left and taken up again."""

import cython
from cython.cimports.cpsudoku.kernels.polling import look, now, settle

from cpsudoku.kernels.given import flattened, houses_of_cells


class Resumable:
    """A board, and one search on it at a time: a subclass has `start`, and `_run`, its search."""

    # compiled: see resumable.pxd. in_houses: houses of a cell, from in_from[cell] to in_from[cell + 1];
    # slice: nodes between two looks at the clock and for signals; stop: see polling.py

    def resume(self, max_nodes: cython.longlong = -1, seconds: cython.double = 0) -> int:
        """Search on: 1 a solution was found (see `grid`), 0 no more, -1 after *max_nodes* nodes or *seconds*.

        -1 nodes, or 0 seconds: no bound.
        """
        self._bound(seconds)
        with cython.nogil:
            found: cython.int = self._patiently(max_nodes)
        settle(self.stop)
        return found

    def _lay(self, side: cython.int, houses: object, slice: cython.longlong) -> object:
        """Keep the board of *side* with these *houses*, tuples of cells; the houses of each cell, as lists."""
        of: list = houses_of_cells(side * side, houses)
        self.side = side
        self.size = side * side
        self.in_from, self.in_houses = flattened(of)
        self.slice = slice
        return of

    def _bound(self, seconds: cython.double) -> cython.void:
        """The search ends *seconds* from now; 0: it has no such end."""
        self.stop[0] = now() + seconds if seconds > 0 else 0
        self.stop[1] = 0

    def _patiently(self, max_nodes: cython.longlong) -> cython.int:
        """As `_run`, in slices, with a look at `stop` between them."""
        left: cython.longlong = max_nodes
        start: cython.longlong = self.nodes
        while True:
            if max_nodes >= 0:
                left = max_nodes - (self.nodes - start)
            found: cython.int = self._run(self.slice if left < 0 or left > self.slice else left)
            if found >= 0 or (max_nodes >= 0 and self.nodes - start >= max_nodes) or look(self.stop):
                return found

    def _run(self, max_nodes: cython.longlong) -> cython.int:
        """The subclass's: search on for at most *max_nodes* nodes; 1, 0 and -1 as in `resume`."""
        return 0
