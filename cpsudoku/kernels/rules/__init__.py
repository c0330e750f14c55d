"""Any rule on any board, compiled: candidates narrowed by the primitives of `cpsudoku.constraints`, and a search.

Digit d of the board is bit d - `lo` of a mask: propagators see numbers of bits, from 0 on, and `program.py`, which
emits them, subtracts `lo` from digits, and from totals once for each cell. A propagator changes masks only by
`State.restrict`, and returns 0 on contradiction. The arrays `low`, `high` and `reach` of a `State` are scratch memory
of the propagator that runs; what they hold when it begins is undefined. Before it is emitted, `ProgramBuilder.terms`
grows to the length it needs, as `Program.states` does for `marks` and `back`. None of these arrays grows in a search.
"""
