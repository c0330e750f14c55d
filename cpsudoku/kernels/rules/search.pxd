cimport cython
from cpsudoku.kernels.rules.path cimport Path
from cpsudoku.kernels.rules.state cimport State
@cython.final
cdef class RuleSearch:
    cdef State state
    cdef Path path
    cdef int phase, steered, by_cages, decided, quick, from_root
    cdef long long nodes, since
    cdef double bump, most, stop[2]
    cdef double[::1] weight
    cdef unsigned long long digit
    cdef unsigned long long[::1] wanted
    cdef int _run(self, State state, long long max_nodes) noexcept nogil
    cdef int _is_from_root(self) noexcept nogil
    cdef void _to_root(self, State state) noexcept nogil
    cdef int _any_wanted(self, State state) noexcept nogil
    cdef int _retreat(self, State state) noexcept nogil
    cdef void _blame(self, State state) noexcept nogil
    cdef int _choose(self, State state) noexcept nogil
    cdef int _best_open(self, State state, int wanted) noexcept nogil
    cdef int _best_place(self, State state, int best) noexcept nogil
    cdef int _best_cage(self, State state, int best) noexcept nogil
