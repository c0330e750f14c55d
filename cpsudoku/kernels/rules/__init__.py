"""Any rule on any board, compiled: candidates narrowed by the primitives of `cpsudoku.constraints`, and a search."""
