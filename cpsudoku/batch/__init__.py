"""Many puzzles: blocks, order, processes, resumption."""
