# C-level face of one_digit.py.
from cpsudoku.kernels.bits cimport lowest
from cpsudoku.rating.chains.forcing cimport ForcingNets
from cpsudoku.rating.chains.links cimport BAND_BOX, BAND_COLUMN, BAND_ROW, BIT, OFF, WORD
from cpsudoku.rating.grid cimport CELL_HOUSE, CELL_POS, HOUSE_CELL, LOWEST

cdef class OneDigitNets(ForcingNets):
    cdef unsigned int wrong[54]
    cdef unsigned short at[27]
    cdef unsigned int left[3]
    cdef unsigned int placed_at[3]
    cdef unsigned char waiting[28]
    cdef int queue_end
    cdef unsigned int look(self, unsigned short* pos, unsigned int digits) noexcept nogil
    cdef void look_at(self, unsigned short* pos, int digit) noexcept nogil
    cdef bint fails(self, int cell, bint off) noexcept nogil
    cdef bint take(self, int cell) noexcept nogil
    cdef void search(self) noexcept nogil
