"""Rules that are not houses: what each kind means (`holds`) and what it is made of (`parts`), a few kinds a file.

Both are written from the same definition, each without the other: a grid is held to the first, a formula is made
of the second, and tests compare them with each other on every filling of small boards.
"""
