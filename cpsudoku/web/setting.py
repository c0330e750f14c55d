"""Jobs for a setter at work: the verdict, a diagnosis with repairs, the sums of cages, a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpsudoku.errors import UsageError
from cpsudoku.web.sheet import ground, opened, sheet_of, with_rules

if TYPE_CHECKING:
    from cpsudoku.board.puzzle import Puzzle, Solution
    from cpsudoku.formats import Record
    from cpsudoku.questions.diagnosis import Diagnosis


def judge(puzzle: str, known: str = "", seconds: float = 8.0) -> dict[str, Any]:
    """The verdict in a word, without pictures and reasons, for use after every change.

    `grid` is the solution, or one of two, cell by cell, and `other_grid` the second; `conflict` has clues that clash.
    *known* are grids that earlier answers gave (digits apart by blanks, grids by semicolons): where two of them are
    solutions, nothing is searched for.
    """
    from cpsudoku.budget import Limits
    from cpsudoku.questions.verdict import Impossible, Multiple, Unique
    from cpsudoku.questions.verdict import verify as decide

    record, answer = opened(puzzle)
    read = record.puzzle
    solutions = _known_solutions(read, known)
    verdict = Multiple(solutions[0], solutions[1]) if len(solutions) > 1 else decide(read, limits=Limits(seconds))
    match verdict:
        case Unique():
            grid = _digits(verdict.solution)
            return answer | {"verdict": "unique", "message": "Exactly one solution.", "grid": grid}
        case Multiple():
            grids = {"grid": _digits(verdict.first), "other_grid": _digits(verdict.second)}
            return answer | {"verdict": "multiple", "message": "More than one solution.", **grids}
        case Impossible():
            return answer | {"verdict": "impossible", "message": "No solution.", "conflict": _clash(read)}
    return answer | {"verdict": "unknown", "message": f"Undecided: {verdict.why}."}


def diagnose(puzzle: str, seconds: float = 8.0) -> dict[str, Any]:
    """Why the puzzle is not unique or has no solution, with repairs; of a unique one, what could be removed.

    `rules`, `spare` and `add_rules` are rules in their text form.
    """
    from cpsudoku.budget import Limits
    from cpsudoku.engines.answer import Unknown
    from cpsudoku.questions.diagnosis import diagnose as diagnosed

    record, answer = opened(puzzle)
    found = diagnosed(record.puzzle, limits=Limits(seconds))
    if isinstance(found, Unknown):
        return answer | {"verdict": "unknown", "message": f"Undecided: {found.why}."}
    answer |= {key: value for key, value in found.to_dict().items() if key != "puzzle"}
    return answer | {"message": _in_words(found)}


def fill(puzzle: str, seconds: float = 8.0) -> dict[str, Any]:
    """The puzzle with a sum in every cage that has none: those of its solution, or of one of several.

    A grid that the player filled is taken before any other. UsageError where there is no solution, or no time.
    """
    record, answer = opened(puzzle)
    grid, whose = _chosen(record, seconds)
    rules: list[Any] = []
    filled = 0
    for rule in record.puzzle.constraints:
        proposals = [] if rule.marks else list(rule.proposed(grid))
        filled += len(proposals)
        rules += proposals or [rule]
    if not filled:
        raise UsageError(
            "every cage has its sum already" if record.puzzle.constraints else "there are no cages to fill"
        )
    with_rules(record, rules)
    answer |= {"sheet": sheet_of(record), "svg": ground(record.puzzle)}
    return answer | {"message": f"{_counted(filled, 'sum')} filled in, of {whose}."}


def certify(puzzle: str, seconds: float = 8.0) -> dict[str, Any]:
    """The certificate of the puzzle (`proof`): what `cpsudoku check` reads; with its rating where it has one."""
    from cpsudoku.budget import Limits
    from cpsudoku.engines.answer import Unknown
    from cpsudoku.evidence.certificate import certify as certified

    record, answer = opened(puzzle)
    found = certified(record.puzzle, rating=True, limits=Limits(seconds), accept_guesses=True)
    if isinstance(found, Unknown):
        return answer | {"verdict": "unknown", "message": f"No certificate: {found.why}."}
    return answer | {"verdict": found.data["claim"], "proof": found.data}


def _known_solutions(puzzle: Puzzle, known: str) -> list[Solution]:
    """The first two different solutions among grids that were seen of other versions of the puzzle."""
    from cpsudoku.board.puzzle import Solution

    board, found = puzzle.geometry, []
    for text in dict.fromkeys(known.split(";")):
        words = text.split()
        if len(words) != board.size or not all(word.isdecimal() and len(word) < 4 for word in words):
            continue
        digits = [int(word) for word in words]
        if not all(board.lo <= digit <= board.hi for digit in digits):
            continue
        grid = bytes(digit - board.lo + 1 for digit in digits)
        if puzzle.is_solved_by(grid):
            found.append(Solution.trusted(grid, board))
        if len(found) == 2:
            break
    return found


def _digits(solution: Solution) -> list[int]:
    low = solution.geometry.lo - 1
    return [cell + low for cell in solution.cells]


def _clash(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Two equal clues of a house, at once; deeper reasons are for `diagnose`."""
    from cpsudoku.records import clue

    return [clue(puzzle.geometry, cell, puzzle.cells[cell]) for cell in puzzle.clash() or ()]


def _chosen(record: Record, seconds: float) -> tuple[list[int], str]:
    """The digits that sums are taken from, and a description of their grid."""
    from cpsudoku.board.puzzle import Puzzle
    from cpsudoku.budget import Limits
    from cpsudoku.questions.verdict import Multiple, Unique, verify

    read = record.puzzle
    written = bytearray(read.cells)
    for cell, digit in record.entries.items():
        written[cell] = digit
    if 0 not in written:
        read = Puzzle(bytes(written), read.geometry, read.constraints)
    verdict = verify(read, limits=Limits(seconds))
    match verdict:
        case Unique():
            return _digits(verdict.solution), "the grid filled in" if 0 not in written else "the one solution"
        case Multiple():
            return _digits(verdict.first), "one of several solutions"
    why = getattr(verdict, "why", "")
    raise UsageError(f"undecided: {why}" if why else "no solution: there are no sums to fill in")


def _in_words(found: Diagnosis) -> str:
    """The diagnosis in a sentence or two."""
    from cpsudoku.questions.diagnosis import Broken, Sound

    cut = f" A limit cut short: {', '.join(found.partial)}." if found.partial else ""
    if isinstance(found, Sound):
        clues, rules = len(found.redundant), len(found.spare)
        if found.minimal:
            return f"Exactly one solution, and nothing could go.{cut}"
        spare = f"{_counted(clues, 'clue')} and {_counted(rules, 'rule')}"
        return f"Exactly one solution. {spare} could go, one at a time.{cut}"
    if isinstance(found, Broken):
        there = ((found.conflict.cells, "clue"), (found.conflict.constraints, "rule"))
        parts = " and ".join(_counted(len(part), word) for part, word in there if part) or "the houses"
        return f"No solution: {parts} cannot stand together{'; no fewer conflict' * found.conflict.proven}.{cut}"
    many = f"{found.count:,}" if found.exact else f"At least {found.count:,}"
    return f"{many} solutions; they differ in {len(found.differ)} cells.{cut}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
