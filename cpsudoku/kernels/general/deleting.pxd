from cpsudoku.kernels.classic.witnesses cimport Witnesses
from cpsudoku.kernels.clauses.assuming cimport Assuming
from cpsudoku.kernels.general.unavoidable cimport Ledger


cdef class Deleting:
    cdef int size, groups
    cdef int[::1] start  # of each group, where its cells begin; then of those in none
    cdef int[::1] members, kept
    cdef int kept_count
    cdef unsigned char[::1] gone  # of each group, whether it is
    cdef bint guessing
    cdef int next  # the first group that is neither gone nor kept
    cdef int[::1] clues  # of a question
    cdef int clue_count
    cdef unsigned char[::1] core  # of each cell, whether it is in the last core
    cdef bint has_core
    cdef int rival  # the last group in which the last model differs; -1: not known
    cdef Ledger ledger
    cdef object ask
    cdef Assuming solver
    cdef Witnesses witnesses
    cdef double stop[2]
    cdef readonly bint skipped  # groups kept for the number of clues
    cdef readonly int questions
    cdef readonly int by_sets  # groups known to be needed without a question
    cdef readonly int by_witnesses  # questions that a witness answered
    cdef readonly int by_cores  # groups known to be spare without one
    cdef readonly int by_rivals  # groups known to be needed by the model of an earlier one
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
