# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A record that keeps every deduction it is given."""

import cython

if not cython.compiled:  # compiled, see the .pxd
    from cpsudoku.techniques.core.hint import Hint


class Collector(Hint):
    """`found` grows by a copy of the record at each `emit`, and the producer goes on."""

    def __init__(self) -> None:
        Hint.__init__(self)
        self.found = []
        self.every = True
        self.explain = True

    def emit(self) -> cython.bint:
        with cython.gil:
            self.keep()
        return False

    def keep(self) -> object:
        copy: Hint = Hint()
        copy.copy_from(self)
        copy.chain = self.chain
        self.found.append(copy)
        return None
