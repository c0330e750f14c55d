"""Compare our verdicts with those that Interactive Sudoku Solver's data states for its example puzzles.

    python benchmarks/outside_verdicts.py CHECKOUT [--engine sat] [--seconds 20] [--only TEXT] [--ask-seconds 0]

CHECKOUT is yours to bring (git clone github.com/sigh/Interactive-Sudoku-Solver anywhere outside; node on the PATH).
Each puzzle of its data is read as a user would hand it in and verified, for so many seconds. Where the data states a
solution, the puzzle must have that one and no other. Where it states none, the other program is asked with
`--ask-seconds` a puzzle (0: never), and must find as many solutions: one, none or several. It is also shown both
solutions where we find more than the one that is stated. Exit code 1 where an answer is wrong.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

from interactive_solver import Rival, puzzles_of

from cpsudoku import Impossible, Limits, Multiple, Puzzle, Unique, verify
from cpsudoku.errors import CpSudokuError, CpSudokuWarning

WORDS = {Unique: "unique", Multiple: "multiple", Impossible: "impossible"}
COUNTED = ("impossible", "unique", "multiple")
"""Words by the number of solutions that the other program finds, up to two."""


def judged(
    entry: dict[str, str | None], checkout: Path, options: argparse.Namespace, rival: Rival | None
) -> tuple[str, str]:
    """(sort of outcome, reason) of one puzzle."""
    text = entry["input"] or ""
    if text.startswith("/"):
        if not text.endswith(".iss"):
            return "refused", "a script that writes the puzzle, no puzzle"
        text = (checkout / text.lstrip("/")).read_text(encoding="utf-8")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", CpSudokuWarning)
            puzzle = Puzzle.parse(text)
        answer = verify(puzzle, engine=options.engine, limits=Limits(seconds=options.seconds))
    except (CpSudokuError, CpSudokuWarning) as problem:
        return "refused", " ".join(str(problem).split())[:160]
    word = WORDS.get(type(answer), "unknown")
    stated = entry["solution"]
    if stated is None:
        return _asked(text, word, options, rival)
    first = 9 if stated.isalpha() else 0  # of boards beyond 9x9 the data writes A for 1, else A for 10
    values = [int(symbol, 36) - first for symbol in stated]
    if len(values) != puzzle.geometry.size:
        return "not compared", f"the data states {len(values)} cells, the board has {puzzle.geometry.size}"
    shift = puzzle.geometry.lo - 1
    if not all(puzzle.geometry.lo <= value <= puzzle.geometry.hi for value in values):
        return "wrong", "the stated solution has digits that the board, as we read it, has not"
    if not puzzle.is_solved_by(bytes(value - shift for value in values)):
        return "wrong", "the stated solution breaks a rule as we read it"
    if word == "unknown":
        return "unknown", f"after {options.seconds:g} s; the stated solution keeps every rule"
    if isinstance(answer, Multiple) and rival is not None and _accepts(rival, text, answer):
        return "several", "the other program accepts both of our solutions, cell by cell"
    if not isinstance(answer, Unique):
        return "wrong", f"we say {word}, the data states a solution"
    found = [value + shift for value in answer.cells]
    return ("right", "") if found == values else ("wrong", "another solution than the stated one")


def _accepts(rival: Rival, text: str, answer: Multiple) -> bool:
    """Whether the other program finds each of our two solutions where all its cells are given."""
    for grid in (answer.first, answer.second):
        rows = enumerate(grid.to_list(), start=1)
        cells = "".join(f"~R{r}C{c}_{digit}" for r, row in rows for c, digit in enumerate(row, start=1))
        if rival.ask(f"{text.rstrip().rstrip('.')}.{cells}", "unique", 10).get("solutions") != 1:
            return False
    return True


def _asked(text: str, word: str, options: argparse.Namespace, rival: Rival | None) -> tuple[str, str]:
    if word == "unknown":
        return "unknown", f"after {options.seconds:g} s"
    if rival is None:
        return "not compared", f"no solution is stated; we say {word}"
    found = rival.ask(text, "unique", options.ask_seconds)
    if "error" in found or found.get("limit"):
        why = found.get("error", f"it finds none in {options.ask_seconds:g} s")
        return "not compared", f"no solution is stated, and the other program says: {why}; we say {word}"
    theirs = COUNTED[found["solutions"]]
    return ("right", "") if theirs == word else ("wrong", f"we say {word}, they find {theirs}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, metavar="CHECKOUT")
    parser.add_argument("--engine", default="sat")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", default="", help="puzzles whose name has this text")
    parser.add_argument("--ask-seconds", type=float, default=0, help="CPU seconds of the other program a puzzle")
    options = parser.parse_args()
    outcomes: dict[str, int] = defaultdict(int)
    with ExitStack() as stack:
        try:
            entries = puzzles_of(options.checkout)
            rival = stack.enter_context(Rival(options.checkout)) if options.ask_seconds else None
        except FileNotFoundError as problem:
            parser.error(str(problem))
        for entry in entries:
            if options.only not in (entry["name"] or ""):
                continue
            outcome, reason = judged(entry, options.checkout, options, rival)
            outcomes[outcome] += 1
            if reason:
                print(f"{outcome}: {entry['name']}: {reason}", flush=True)
    print(f"{sum(outcomes.values())} puzzles:", ", ".join(f"{n} {word}" for word, n in sorted(outcomes.items())))
    return 1 if outcomes["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
