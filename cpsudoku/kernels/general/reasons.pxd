cimport cython
@cython.final
cdef class Reasoner:
    cdef int variables, shown, clauses, words, planes, trail_end, pending, heaviest, best
    cdef int[::1] literal, start, group, used, used_from, falses, trail, heads, tails, pending_literal, pending_clause, link
    cdef unsigned long long[::1] group_set, plane, support, best_set, work, enabled
    cdef signed char[::1] value
    cdef bint limited
    cdef list derived
    cdef void _index(self) except *
    cdef int _weight(self) noexcept
    cdef void _gather(self, int clause, int but) noexcept
    cdef bint _barred(self) noexcept
    cdef bint _alone(self, int clause) noexcept
    cdef void _push(self, int literal, int clause, int weight) noexcept
    cdef void _look(self, int clause, int bound, bint settling) noexcept
    cdef void _assign(self, int literal, int bound, bint settling) noexcept
    cdef void _run(self, int bound, bint settling) except *
    cdef _derive(self, int literal)
    cdef void _undo(self, int down_to) noexcept
    cdef bint _probe(self, int literal, int bound) except -1
    cdef bint _known(self, int literal) noexcept
    cdef _round(self, int[::1] query, int number, int high, int slack)
