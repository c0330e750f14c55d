# C-level face of sets.py, for the other compiled files.
from cpsudoku.kernels.rules.state cimport State

cdef int sets(State state, int at) noexcept nogil
