"""The human-technique rater on the Sudoku Explainer scale; it knows no SAT."""

import cpsudoku.kernels  # noqa: F401  # says so where compiled files, this folder's too, run interpreted
