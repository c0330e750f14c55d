from cpsudoku.techniques.chains.work_pool cimport WorkPool
from cpsudoku.techniques.chains.forcing cimport ForcingNets

cdef class ParallelNets(ForcingNets):
    cdef WorkPool pool
    cdef list helpers
    cdef int cursor
    cdef unsigned char* value_ahead
    cdef unsigned short* cand_ahead
    cdef unsigned int[1] aim
    cdef object start_threads(self)
    cdef void begin_early(self, unsigned char* value, unsigned short* cand) noexcept nogil
    cdef void finish_turn(self) noexcept nogil
    cdef bint prepare_turn(self, ParallelNets lead) noexcept nogil
    cdef void make_plan(self) noexcept nogil
    cdef bint work_on_next(self, ParallelNets lead, int limit) noexcept nogil
