"""Pictures of puzzles, steps and books."""
