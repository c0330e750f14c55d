"""The human-technique rater on the Sudoku Explainer scale; it knows no SAT."""
