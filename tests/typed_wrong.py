"""Wrong calls of a user's script: a strict type checker names each. Read by `test_typed.py`, never run."""

import cpsudoku
from cpsudoku.engines.bitmask import BitmaskEngine
from cpsudoku.engines.registry import engine, engine_for
from cpsudoku.questions.reduction import clue_oracle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

cpsudoku.verify(53)  # wrong
cpsudoku.verfy(LINE)  # wrong
cpsudoku.verify(LINE, engin="sat")  # wrong
cpsudoku.verify_many([LINE], encoding=7)  # wrong
cpsudoku.rate(LINE, max_er="7.2")  # wrong
print(cpsudoku.rate(LINE).er + 1)  # wrong
cpsudoku.generate(raiting=(4.2, 5.0))  # wrong
cpsudoku.generate(rating="4.2..5.0")  # wrong
cpsudoku.generate_many(5, minimal="yes")  # wrong
cpsudoku.reduce(LINE, clues="24")  # wrong
list(cpsudoku.reduce_many([LINE], symetry="rot180"))  # wrong
cpsudoku.count(LINE, limit=None)  # wrong
print(cpsudoku.hint(LINE).rating)  # wrong
cpsudoku.solve_by_logic(LINE, threshold=82)  # wrong
cpsudoku.generate(start_grid=81)  # wrong
engine_for(cpsudoku.Puzzle.parse(LINE), "sat", encodin="minimal")  # wrong
engine("cp-sat", cpsudoku.Geometry(), seed="3")  # wrong
clue_oracle("sat", cpsudoku.Geometry(), simplify="none")  # wrong
BitmaskEngine(cpsudoku.Geometry(), sed=3)  # wrong
