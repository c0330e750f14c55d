"""Any rule on any board, compiled: candidate masks narrowed by the primitives of `cpsudoku.constraints`, and a search."""
