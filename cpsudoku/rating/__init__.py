"""The human-technique rater on the Sudoku Explainer scale; it knows no SAT."""

import cpsudoku.kernels  # noqa: F401  # lets the rater run where it is not compiled
