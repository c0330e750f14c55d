# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What a rung of the ladder is to the rater: something that finds its next deduction.

A technique's file derives its classes from `Search` and hands them over by `searches(chains)`: technique -> its search.
"""

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.techniques.core.grid import Grid
    from cpsudoku.techniques.core.hint import Hint
    from cpsudoku.techniques.ladder import RATING  # noqa: F401  # a technique's file takes all it needs from here


class Search:
    """One rung; it may keep buffers, so it belongs to one rater.

    rung    its number, given by the ladder; also the place in `Grid.dirty` and `Grid.dirty_digits` where it keeps what
            it has yet to look at
    """

    def __init__(self) -> None:
        self.rung = 0

    def find(self, grid: Grid, hint: Hint) -> cython.bint:
        """The first deduction of the rung, into *hint*: see `hint` for how it is handed over."""
        return False

    def stand_on(self, rung: int) -> None:
        """Take this place on the ladder."""
        self.rung = rung
