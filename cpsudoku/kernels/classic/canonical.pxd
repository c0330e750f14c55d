from cpsudoku.kernels.classic.canonical_stands cimport Stands

cdef class LeastRows(Stands):
    cdef long long branches, max_branches, ways
    cdef double stop[2]  # see polling.py
    cdef void run(self) noexcept nogil
    cdef void descend(self, int level, int board) noexcept nogil
    cdef void follow(self, int level, int board, int same, int sorted_) noexcept nogil
    cdef void branch(self, int level, int base, int p, int count) noexcept nogil
    cdef bint hopeful(self, int level, int board) noexcept nogil
    cdef int choice(self, int level) noexcept nogil
    cdef bint halted(self) noexcept nogil
