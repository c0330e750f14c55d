# C-level face of loading.py: a method of a solver, called as the function it is.
ctypedef void (*Add)(void* solver, int literal) noexcept nogil
