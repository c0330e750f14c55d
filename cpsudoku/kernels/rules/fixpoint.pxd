# C-level face of fixpoint.py, for the other compiled files.
from cpsudoku.kernels.rules.state cimport State

cdef int propagate(State state) noexcept nogil
