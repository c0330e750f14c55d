from cpsudoku.kernels.rules.peers cimport Peers

cdef list different_groups(Peers peers, object base, list cells)
