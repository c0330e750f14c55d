"""What could go, and minimal sets: CPU time over a corpus of variants, and every call against its budget.

    python benchmarks/redundancy.py --corpus puzzles.jsonl [--every 4] [--seconds 3] [--smallest]

For each puzzle of 9x9 cells with one solution (see `variant_corpus.py`), a fresh object: `diagnose` (which clues and
constraints could go alone), `reduce` (a minimal set of both), and with --smallest the fewest. What a limit cut short
is counted, and so is a call that took longer than its budget (wall time).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from measuring import options_of, spread, timed
from variant_corpus import converted, unique_9x9

from cpsudoku import Limits, Puzzle, diagnose, reduce
from cpsudoku.errors import Undecided
from cpsudoku.questions.diagnosis import Sound
from cpsudoku.subsets.assumption_solver import AssumptionSolver


class Measured:
    """CPU milliseconds of one question over the puzzles."""

    def __init__(self, name: str, ask: Callable[[Puzzle], bool], seconds: float) -> None:
        self.name, self.ask, self.seconds = name, ask, seconds
        self.times: list[float] = []
        self.short = self.over = 0
        self.longest = 0.0

    def __call__(self, puzzle: Puzzle) -> None:
        began = time.perf_counter()
        seconds, done = timed(lambda: self.ask(puzzle))
        self.times.append(1000 * seconds)
        spent = time.perf_counter() - began
        self.short += not done
        self.over += spent > self.seconds * 1.1 + 0.1
        self.longest = max(self.longest, spent)

    def __str__(self) -> str:
        over = f"over budget {self.over} (longest {self.longest:.2f} s)"
        return f"{spread(self.name, self.times)}; cut short {self.short}; {over}"


def main() -> int:
    options = options_of(__doc__, corpus=str, every=1, seconds=3.0, smallest=False)
    limits = Limits(seconds=options.seconds)

    def formula(puzzle: Puzzle) -> bool:
        with AssumptionSolver(puzzle) as solver:
            solver.check(())
            return True

    def redundant(puzzle: Puzzle) -> bool:
        found = diagnose(puzzle, limits=limits)
        return isinstance(found, Sound) and not found.partial

    def reduced(puzzle: Puzzle, smallest: bool = False) -> bool:
        try:
            found = reduce(puzzle, constraints=True, smallest=smallest, limits=limits)
        except Undecided:
            return False
        return bool(found.exact) if smallest else found.minimal

    questions = [("formula alone", formula), ("what could go", redundant), ("a minimal set", reduced)]
    if options.smallest:
        questions.append(("the smallest set", lambda puzzle: reduced(puzzle, True)))
    measured = [Measured(name, ask, options.seconds) for name, ask in questions]
    rows = unique_9x9(options.corpus)[:: options.every]
    for row in rows:
        for one in measured:
            one(converted(row))
    print(f"{len(rows)} puzzles, {options.seconds:g} s each")
    print(*measured, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
