"""Filling grids and digging puzzles out of them.

`front` has `generate` and `generate_many`, which return records, and `candidates`, the stream below them: puzzle number
i of a seed. `options.recipe` states what is wanted.
"""
