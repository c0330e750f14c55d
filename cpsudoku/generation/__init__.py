"""Filling grids and digging puzzles out of them.

`generate` and `generate_many` hand out records. `candidates` is the stream under them: puzzle number i of a seed.
"""

from __future__ import annotations

from cpsudoku.generation.front import candidates, generate, generate_many, new_seed
from cpsudoku.generation.options import mask, recipe
from cpsudoku.generation.recipe import Generated, Recipe

__all__ = ["Generated", "Recipe", "candidates", "generate", "generate_many", "mask", "new_seed", "recipe"]
