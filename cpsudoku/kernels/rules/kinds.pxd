# What compiled files see of kinds.py.
cdef enum:
    HOUSE = 0
    CROSSING = 1
    DIFFERENT = 2
    PAIR = 3
    CLAUSE = 4
    SETS = 5
    SUM = 6
    MACHINE = 7
    CHOICE = 8
    WHEN = 9
    REREAD = 10
    RANK = 11
    BETWEEN = 12
    INNIES = 13
    EQUAL = 14
    BOARD = 15
