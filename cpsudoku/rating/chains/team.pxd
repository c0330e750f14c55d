from cpsudoku.kernels.work_sharing cimport marked, seen, swapped, wait
from cpsudoku.rating.grid cimport LOWEST
from cpsudoku.rating.chains.crew cimport Crew
from cpsudoku.rating.chains.forcing cimport ForcingNets, wanted
from cpsudoku.rating.chains.links cimport NODES, OFF
from cpsudoku.rating.chains.nested cimport pool

cdef class TeamNets(ForcingNets):
    cdef Crew crew
    cdef list hands
    cdef int cursor
    cdef unsigned char* value_ahead
    cdef unsigned short* cand_ahead
    cdef unsigned int[1] aim
    cdef object muster(self)
    cdef void foresee(self, unsigned char* value, unsigned short* cand) noexcept nogil
    cdef void dismiss(self) noexcept nogil
    cdef bint readied(self, TeamNets lead) noexcept nogil
    cdef void make_plan(self) noexcept nogil
    cdef bint lend_hand(self, TeamNets lead, int limit) noexcept nogil
