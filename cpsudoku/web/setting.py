"""Jobs for a setter at work: puzzles read and written, the verdict, a diagnosis with repairs, sums, a certificate.

The page holds a puzzle as a sheet, plain data that our own JSON takes back: `{**frame, "puzzle": rows of digits,
"constraints": [...], "entries": {...}, "pencil_marks": {...}}` is the text that every job reads; `frame` states the
board in the keys of that format, so the page need not know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from cpsudoku.board.puzzle import Puzzle, Solution
from cpsudoku.budget import BudgetSpent, Limits, until
from cpsudoku.drawing.scene import board_picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.errors import UsageError
from cpsudoku.formats import Record, format_named, losses, read_one, unfit, write_records
from cpsudoku.formats.json_rules import listed, stated_game
from cpsudoku.formats.jsonl import beside, stated_keys
from cpsudoku.formats.rules import houses_text, kinds_text

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.questions.diagnosis import Diagnosis

MAX_SIDE = 25
"""The largest board the page shows."""
SECONDS = 4.0
"""For reading a text; a job has ten in all."""


def record_of(text: str) -> Record:
    """The one puzzle of a text. Raises NotationError, and UsageError where it is too large for the page."""
    try:
        with until(perf_counter() + SECONDS):
            record = read_one(text)
    except BudgetSpent:
        raise UsageError(f"the text was not read within {SECONDS:g} s") from None
    board = record.puzzle.geometry
    if max(board.rows, board.columns, board.side) > MAX_SIDE:
        raise UsageError(f"a {board} board; the page shows boards up to {MAX_SIDE}x{MAX_SIDE}")
    return record


def opened(text: str) -> tuple[Record, dict[str, Any]]:
    """The one puzzle of a text, and the beginning of an answer about it: what of the text was not read."""
    record = record_of(text)
    return record, {"warnings": list(record.warnings)}


def read(puzzle: str) -> dict[str, Any]:
    """A text of any format as the page's own puzzle (`sheet`), and its empty board with all rules drawn."""
    record, answer = opened(puzzle)
    return answer | {"sheet": sheet_of(record), "svg": ground(record.puzzle)}


def write(puzzle: str, to: str, solved: bool = False, seconds: float = 8.0) -> dict[str, Any]:
    """The puzzle in the format *to* (f-puzzles, sudokupad, iss, jsonl ...), and what of it that format cannot hold.

    *solved*: with its solution, if it has exactly one and the format holds it. Raises UsageError for an unknown format,
    and for one that cannot hold the puzzle at all.
    """
    from cpsudoku.questions.verdict import verify

    record, answer = opened(puzzle)
    target = format_named(to)
    why = unfit(record, target)
    if why:
        raise UsageError(why)
    if solved and "solution" in target.holds and record.solution is None:
        solution = verify(record.puzzle, limits=Limits(seconds)).solution
        record.solution = None if solution is None else solution.cells
    return answer | {"written": "".join(write_records([record], target)), "lost": losses(record, target)}


def sheet_of(record: Record) -> dict[str, Any]:
    """The puzzle, its board and what a player wrote."""
    puzzle, board = record.puzzle, record.puzzle.geometry
    found: dict[str, Any] = {
        "frame": stated_keys(board),
        "rows": board.rows,
        "columns": board.columns,
        "digits": [board.lo, board.hi],
        "puzzle": listed(puzzle),
        "constraints": [rule.to_dict() for rule in puzzle.constraints],
        "texts": [rule.text for rule in puzzle.constraints],
        "described": [rule.describe() for rule in puzzle.constraints],
        "sentences": [houses_text(board), *map(": ".join, kinds_text(puzzle.constraints))],
        "houses": [{"name": house.name, "cells": list(house.cells)} for house in board.houses],
        "board": str(board),
    }
    found |= beside(record)
    if record.game or record.placed:
        found |= stated_game(record)
    return found


def ground(puzzle: Puzzle) -> str:
    """The board without its digits: what the page lays digits on."""
    empty = Puzzle.trusted(bytes(puzzle.geometry.size), puzzle.geometry, puzzle.constraints)
    return to_svg(board_picture(empty), whole=False)


def with_rules(record: Record, rules: Iterable[Any]) -> Record:
    """The record with other constraints; what the player wrote stays."""
    old = record.puzzle
    record.puzzle = Puzzle(old.cells, old.geometry, tuple(rules))
    return record


def judge(puzzle: str, known: str = "", seconds: float = 8.0) -> dict[str, Any]:
    """The verdict in a word, without pictures and reasons, for use after every change.

    `grid` is the solution, or one of two, cell by cell, and `other_grid` the second; `conflict` has clues that clash.
    *known* are grids that earlier answers gave (digits apart by blanks, grids by semicolons): where two of them are
    solutions, nothing is searched for.
    """
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
    from cpsudoku.engines.answer import Unknown
    from cpsudoku.questions.diagnosis import diagnose as diagnosed

    record, answer = opened(puzzle)
    found = diagnosed(record.puzzle, limits=Limits(seconds))
    if isinstance(found, Unknown):
        return answer | {"verdict": "unknown", "message": f"Undecided: {found.why}."}
    answer |= {key: value for key, value in found.to_dict().items() if key != "puzzle"}
    return answer | {"message": _in_words(found)}


def notes(puzzle: str) -> dict[str, Any]:
    """What the digits of a game rule out, by houses and by each rule alone: for use after every entry.

    `broken` has the rules (`rule`: their number) that no digits in the empty cells could satisfy, each with cells whose
    digits suffice for that; `candidates` the digits that each empty cell may have, an empty list for a filled one.
    """
    record, answer = opened(puzzle)
    read = record.puzzle
    board, rules, low = read.geometry, read.constraints, read.geometry.lo - 1
    cells = bytearray(read.cells)
    for cell, digit in record.entries.items():
        cells[cell] = digit
    values: list[int | None] = [digit + low if digit else None for digit in cells]
    broken = [
        {"rule": number, "cells": _enough(rule, values)} for number, rule in enumerate(rules) if not rule.holds(values)
    ]
    wrong = {entry["rule"] for entry in broken}
    about: list[list[Constraint]] = [[] for _ in cells]
    for number, rule in enumerate(rules):
        for cell in rule.scope if number not in wrong else ():
            about[cell].append(rule)
    candidates = [
        [] if cells[cell] else [digit for digit in _digits_in(mask, low) if _may(about[cell], values, cell, digit)]
        for cell, mask in enumerate(board.open_digits(bytes(cells)))
    ]
    return answer | {"broken": broken, "candidates": candidates}


def _digits_in(mask: int, low: int) -> list[int]:
    return [bit + 1 + low for bit in range(mask.bit_length()) if mask >> bit & 1]


def _may(rules: Iterable[Constraint], values: list[int | None], cell: int, digit: int) -> bool:
    """Whether each of the rules alone still can hold with the digit in the cell."""
    values[cell] = digit
    try:
        return all(rule.holds(values) for rule in rules)
    finally:
        values[cell] = None


def _enough(rule: Constraint, values: Sequence[int | None]) -> list[int]:
    """Cells of a broken rule whose digits break it: none of them can be left out."""
    left = list(values)
    kept = []
    for cell in rule.scope:
        left[cell] = None
        if values[cell] is not None and rule.holds(left):
            left[cell] = values[cell]
            kept.append(cell)
    return kept


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
    from cpsudoku.engines.answer import Unknown
    from cpsudoku.evidence.certificate import certify as certified

    record, answer = opened(puzzle)
    found = certified(record.puzzle, rating=True, limits=Limits(seconds), accept_guesses=True)
    if isinstance(found, Unknown):
        return answer | {"verdict": "unknown", "message": f"No certificate: {found.why}."}
    return answer | {"verdict": found.data["claim"], "proof": found.data}


def _known_solutions(puzzle: Puzzle, known: str) -> list[Solution]:
    """The first two different solutions among grids that were seen of other versions of the puzzle."""
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
    which = "they" if found.second is None and found.exact else "two of them" if found.second else "those seen"
    return f"{many} solutions; {which} differ in {_counted(len(found.differ), 'cell')}.{cut}"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
