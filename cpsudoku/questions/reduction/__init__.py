"""Taking clues away: minimal (irredundant) puzzles from grids and from puzzles with clues to spare.

`reduce` removes clues, or whole orbits of a symmetry, in a random order as long as the puzzle stays unique. The result
depends on the solution, the order and nothing else: every engine gives the same puzzle for the same seed.
"""

from __future__ import annotations

from cpsudoku.questions.reduction.digging import Deletion, dig
from cpsudoku.questions.reduction.front import BLOCK, Reduced, reduce, reduce_many
from cpsudoku.subsets.clue_oracles import ClueOracle, clue_oracle, oracle_of

__all__ = ["BLOCK", "ClueOracle", "Deletion", "Reduced", "clue_oracle", "dig", "oracle_of", "reduce", "reduce_many"]
