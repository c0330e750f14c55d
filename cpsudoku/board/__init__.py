"""What a Sudoku is: geometry, puzzle, solution, candidates, text formats."""
