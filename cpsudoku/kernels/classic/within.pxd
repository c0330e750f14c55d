# What within.py takes from the other compiled files.
from cpsudoku.kernels.classic.links cimport ONES, linked9
from cpsudoku.kernels.classic.lookahead cimport look_ahead
from cpsudoku.kernels.patience cimport look, now, settle
from cpsudoku.kernels.search cimport begin9, choose9, digit9, propagate9, resume9, room9, settle9
