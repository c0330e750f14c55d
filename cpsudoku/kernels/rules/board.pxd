# C-level face of board.py, for the other compiled files.
from cpsudoku.kernels.rules.state cimport State

cdef int board(State state, int at) noexcept nogil
