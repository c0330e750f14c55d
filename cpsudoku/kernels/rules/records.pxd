# cython: boundscheck=False, wraparound=False, initializedcheck=False
# The records of a program as structs over its array; records.py says what the fields are.
from cpsudoku.kernels.rules.state cimport State
cdef enum:
    HOUSE, CROSSING, DIFFERENT, PAIR, CLAUSE, CAGE, SUM, MACHINE
    CHOICE, WHEN, REREAD, RANK, BETWEEN, INNIES, EQUAL, BOARD
cdef struct NumbersStruct:
    int size
    int items[1]
ctypedef NumbersStruct* Numbers
cdef struct TermStruct:
    int variable, factor, group
ctypedef TermStruct* Term
cdef struct PartStruct:
    int size, shift, sets, begins
    TermStruct terms[1]
ctypedef PartStruct* Part
cdef struct LayerStruct:
    int cell, edges, number, masks
ctypedef LayerStruct* Layer
cdef struct EdgeStruct:
    int source, target
ctypedef EdgeStruct* Edge
cdef struct RangeStruct:
    int first, number
ctypedef RangeStruct* Range
cdef struct HeadStruct:
    int kind, gate
ctypedef HeadStruct* Head
cdef struct BoardStruct:
    int kind, gate, end
ctypedef BoardStruct* Board
cdef struct HouseStruct:
    int kind, gate, visibility, links, size
    int cells[1]
ctypedef HouseStruct* House
cdef struct CrossingStruct:
    int kind, gate, left, right
    int cells[1]
ctypedef CrossingStruct* Crossing
cdef struct DifferentStruct:
    int kind, gate, size
    int cells[1]
ctypedef DifferentStruct* Different
cdef struct PairStruct:
    int kind, gate, a, b, rows
ctypedef PairStruct* Pair
cdef struct ClauseStruct:
    int kind, gate, size
    int literals[1]
ctypedef ClauseStruct* Clause
cdef struct CageStruct:
    int kind, gate, sets, number, links, combinations, size
    int cells[1]
ctypedef CageStruct* Cage
cdef struct SumStruct:
    int kind, gate, totals, number, size
    TermStruct terms[1]
ctypedef SumStruct* Sum
cdef struct MachineStruct:
    int kind, gate, end, size
    LayerStruct layers[1]
ctypedef MachineStruct* Machine
cdef struct ChoiceStruct:
    int kind, gate, variable, branches, cells
    int items[1]
ctypedef ChoiceStruct* Choice
cdef struct WhenStruct:
    int kind, gate, conditions, statement
ctypedef WhenStruct* When
cdef struct RankStruct:
    int kind, gate, smaller, ties, size
    int cells[1]
ctypedef RankStruct* Rank
cdef struct BetweenStruct:
    int kind, gate, ranges, size
    int cells[1]
ctypedef BetweenStruct* Between
cdef struct EqualStruct:
    int kind, gate, small, large
    int parts[1]
ctypedef EqualStruct* Equal
cdef inline int* record(State state, int at) noexcept nogil: return &state.code[at]
cdef inline int* record_in(int[::1] code, int at) noexcept nogil: return &code[at]
