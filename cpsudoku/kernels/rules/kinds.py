"""Kinds of propagators, the first number of each in a program. Plain Python; `kinds.pxd` is what compiled files see."""

HOUSE, CROSSING, DIFFERENT, PAIR, CLAUSE, SETS, SUM, MACHINE = range(8)
CHOICE, WHEN, REREAD, RANK, BETWEEN, INNIES, EQUAL, BOARD = range(8, 16)
"""`program.py` says what follows each in the code, and the file of each what it does."""
