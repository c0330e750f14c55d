"""cpsudoku: a Sudoku engine on SAT and CP-SAT."""

__version__ = "0.1.0"
