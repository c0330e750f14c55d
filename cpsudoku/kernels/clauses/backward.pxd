import cython
@cython.final
cdef class Backward:
    cdef readonly int odd
    cdef readonly object kept, hints
    cdef int clauses, given, end, trail_end, used_end
    cdef int[::1] lits, first, watch, after, place, reason, trail, used
    cdef signed char[::1] value, needed, gone, seen
    cdef double stop[2]  # see polling.py
    cdef int _forward(self) noexcept nogil
    cdef int _watched(self, int c) noexcept nogil
    cdef void _attach(self, int node, int literal, int kind) noexcept nogil
    cdef void _assign(self, int literal, int reason) noexcept nogil
    cdef void _undo(self, int mark) noexcept nogil
    cdef int _propagate(self, int head) noexcept nogil
    cdef int _visit(self, int literal, int kind) noexcept nogil
    cdef void _explain(self, int false) noexcept nogil
    cdef int _use(self, int c) noexcept nogil
    cdef int _back(self, int lemma) noexcept nogil
    cdef void _forget(self, int c, int literal) noexcept nogil
    cdef int _follows(self, int c) noexcept nogil
