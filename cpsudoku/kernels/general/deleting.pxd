from cpsudoku.kernels.classic.rivals cimport Witnesses
from cpsudoku.kernels.clauses.solver_methods cimport Assuming
from cpsudoku.kernels.general.unavoidable cimport Ledger
cdef class Deleting:
    cdef int size, groups, kept_count, next, clue_count, rival
    cdef int[::1] start, members, kept, clues
    cdef unsigned char[::1] gone, core
    cdef bint guessing, has_core
    cdef Ledger ledger
    cdef object ask
    cdef Assuming solver
    cdef Witnesses witnesses
    cdef double stop[2]
    cdef readonly bint skipped
    cdef readonly int questions, by_sets, by_witnesses, by_cores, by_rivals
    cpdef int settle_next(self) except -1
    cdef void gather(self, int first) noexcept
    cdef void begin_again(self) noexcept
    cdef int take_away(self, int fewest, bint thorough) except -1
    cdef int sure(self, int first) except -1
    cdef void gather_waiting(self, int first, bint known) noexcept
    cdef int enough(self, int first) except -1
    cdef int slowly(self) except -1
    cdef int room(self, int most) noexcept
    cdef bint known_needed(self, int group) noexcept
    cdef bint known_spare(self, int group) noexcept
    cdef void go(self, int group) noexcept
    cdef void stay(self, int group) noexcept
    cdef int prefix(self, int most) except -1
    cdef int first_guess(self, int most) noexcept
