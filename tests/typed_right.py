"""Calls of a user's script: a strict type checker has nothing to say. Read by `test_typed.py`, never run."""

import cpsudoku
from cpsudoku import Geometry, Impossible, Limits, Multiple, Puzzle, Solution, Unique, Unknown
from cpsudoku.engines.engine import Engine
from cpsudoku.engines.registry import engine as engine_named
from cpsudoku.engines.registry import engine_for
from cpsudoku.questions.reduction import ClueOracle
from cpsudoku.questions.reduction import clue_oracle as oracle_named
from cpsudoku.results import Rating

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

match cpsudoku.verify(LINE):
    case Unique(solution):
        print(solution.line())
    case Multiple(first, second):
        print(first.difference(second))
    case Impossible(core):
        print(core[0])
    case Unknown(why):
        print(why)
words: list[str] = [verdict.word for verdict in cpsudoku.verify_many([LINE], engine="bitmask", jobs=2)]
if cpsudoku.verify(LINE):
    print(cpsudoku.solve(LINE).solution)
number_or_none: float | None = cpsudoku.rate(LINE).er
as_number: float = float(cpsudoku.rate(LINE))
corner: int | None = Puzzle(LINE)[0, 0]
last: int = Solution("1234341221434321")["r4c4"]
rating = cpsudoku.rate([[0] * 9] * 9, max_er=7.2)
if isinstance(rating, Rating):
    er: float = rating.er
    hardest: float = max(step.rating for step in rating.steps)
generated = cpsudoku.rate(cpsudoku.generate(difficulty=("easy", 4.2)))
cpsudoku.draw([5, 3, None, "."] * 4).save("picture.svg")
loaded: list[Puzzle] = list(cpsudoku.load_many("puzzles.txt"))
record = cpsudoku.generate(rating=(4.2, 5.0), clues=24, symmetry="rot180", seed=7, limits=Limits(seconds=10))
many = [made.clues for made in cpsudoku.generate_many(5, rating=7, minimal=True)]
reduced: Puzzle = cpsudoku.reduce(LINE, clues=24).puzzle
number: int = cpsudoku.count(LINE, limit=10).number
complete: bool = cpsudoku.solve(LINE, limit=0).complete
step = cpsudoku.hint(LINE, without=["uniqueness"])
certificate = cpsudoku.certify(LINE, lrat=True)
table = cpsudoku.compare([LINE], engines=["sat", "cp-sat"], timeout=1.0)
run = cpsudoku.solve_by_logic(LINE, thresholds=[82] * 12, guess=False)
steps: int = sum(run.step_counts.values())
swapped = cpsudoku.generate(fill="swap", start_grid="vb6", loops=2)
engine: Engine = engine_for(Puzzle.parse(LINE), "sat:glucose4", encoding="minimal", seed=3)
other: Engine = engine_named("cp-sat", Geometry(), simplify="none")
oracle: ClueOracle = oracle_named("sat", Geometry(), encoding="minimal")
form: Puzzle = cpsudoku.canonical_form(LINE).puzzle
