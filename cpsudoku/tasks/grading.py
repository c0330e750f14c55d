"""`grade`: how right an answer is, whatever text it stands in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cpsudoku.board.geometry import Cell
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike, Solution
from cpsudoku.budget import Limits
from cpsudoku.kernels.classic.grid_check import first_wrong
from cpsudoku.tasks.answer_text import NO_ANSWER, find_answer
from cpsudoku.tasks.completions import EFFORT, Completions

GIVEN, OPEN, RIGHT, WRONG, UNDECIDED = range(5)
"""What is known of a cell."""


@dataclass(frozen=True, slots=True)
class Grade(GridDisplay):
    """How right an answer is.

    puzzle      what was asked
    form        how the answer was written: `line`, `rows`, `list`, `placements`; `grid` for an answer that was no text;
                empty where no answer was found
    cells       the answer, a byte a cell as in `Puzzle.cells`; a given that the answer leaves open has its digit
    changed     the givens that the answer gives another digit
    statuses    a byte a cell: 0 a given, 1 open, 2 right, 3 wrong, 4 not decided within the limits. A digit is right
                where some solution of the puzzle has it in that cell.

    Scores, each 0 or False for an answer that is not found, changes a given, or fills no open cell:

    solved      every cell is filled and every rule holds
    fraction    of the cells open in the puzzle, the part that agrees with one solution, the nearest. 1 if and only if
                solved. 0 where all digits filled in are the same one and break a rule. None: not decided within the
                limits (never where the puzzle has one solution and the search for it ends).
    consistent  the givens and the digits filled in have a solution together. None: not decided within the limits.
    """

    puzzle: Puzzle
    form: str
    cells: bytes
    changed: tuple[Cell, ...]
    statuses: bytes
    solved: bool
    fraction: float | None
    consistent: bool | None

    @property
    def found(self) -> bool:
        """Whether the text has an answer in a form that is read."""
        return bool(self.form)

    @property
    def kept(self) -> bool:
        """Whether an answer was found and no given has another digit in it."""
        return bool(self.form) and not self.changed

    @property
    def right(self) -> tuple[Cell, ...]:
        """The cells filled in with a digit that some solution has there."""
        return self._cells(RIGHT)

    @property
    def wrong(self) -> tuple[Cell, ...]:
        """The cells filled in with a digit that no solution has there."""
        return self._cells(WRONG)

    @property
    def open(self) -> tuple[Cell, ...]:
        """The cells that the answer leaves open."""
        return self._cells(OPEN)

    @property
    def undecided(self) -> tuple[Cell, ...]:
        """The cells of which the limits left open whether they are right."""
        return self._cells(UNDECIDED)

    def _cells(self, status: int) -> tuple[Cell, ...]:
        return tuple(cell for cell, found in enumerate(self.statuses) if found == status)

    @property
    def answer(self) -> Puzzle | None:
        """The answer as a grid; None where none was found."""
        return Puzzle.trusted(self.cells, self.puzzle.geometry) if self.form else None

    @property
    def broken(self) -> tuple[str, ...]:
        """The rules that the answer breaks, by name: `row 1`, `cage 12 at r1c1 r1c2`."""
        return broken_rules(self.puzzle, self.cells) if self.form else ()

    @property
    def word(self) -> str:
        """`solved`, `consistent`, `wrong`, `unknown` (the limits left it open), or `unanswered`."""
        if not self.form:
            return "unanswered"
        if self.solved:
            return "solved"
        return {True: "consistent", False: "wrong", None: "unknown"}[self.consistent]

    def to_dict(self) -> dict[str, Any]:
        """Plain data; cells by name."""
        name = self.puzzle.geometry.name_of
        groups = {key: getattr(self, key) for key in ("changed", "right", "wrong", "open", "undecided")}
        return {
            "verdict": self.word,
            "found": self.found,
            "form": self.form,
            "kept": self.kept,
            "solved": self.solved,
            "fraction": self.fraction,
            "consistent": self.consistent,
            "broken": list(self.broken),
            "answer": None if self.answer is None else self.answer.line(),
        } | {key: [name(cell) for cell in cells] for key, cells in groups.items()}

    def __str__(self) -> str:
        if not self.form:
            return "no answer"
        parts = [f"{len(self.right)} cells right, {len(self.wrong)} wrong, {len(self.open)} open"]
        if self.changed:
            parts.append(f"changed givens: {', '.join(map(self.puzzle.geometry.name_of, self.changed))}")
        if self.broken:
            parts.append(f"broken: {', '.join(self.broken)}")
        return f"{self.word}: {'; '.join(parts)}"


def grade(puzzle: PuzzleLike, answer: PuzzleLike | None, *, limits: Limits = EFFORT) -> Grade:
    """How right *answer* is as an answer to *puzzle*, under any rules, against every valid completion.

    *answer* is any text that a model writes, with a grid or placements somewhere in it (`answer_text` states which
    grid counts), None for no answer, or a grid in any form that `Puzzle.of` takes. The clues and rules of the puzzle
    decide, not a stored solution: where it has several, every one is right. *limits* bound each search of a puzzle
    that needs one; what they leave open is None.

    Raises NotationError or WrongInput for a *puzzle* that is none, or an *answer* that is neither text nor grid. A
    text without an answer is no error but a Grade with `found` False.
    """
    puzzle = Puzzle.of(puzzle)
    if isinstance(answer, str):
        cells, form = find_answer(answer, puzzle.cells, puzzle.geometry) or NO_ANSWER
    elif answer is None:
        cells, form = NO_ANSWER
    else:
        held = Solution.of(answer) if isinstance(answer, Solution) else Puzzle.of(answer, puzzle.geometry)
        cells, form = held.cells, "grid"
    return _graded(puzzle, cells, form, limits)


def _graded(puzzle: Puzzle, cells: bytes, form: str, limits: Limits) -> Grade:
    clues = puzzle.cells
    if not form:
        return Grade(puzzle, "", clues, (), _statuses(clues, clues), False, 0.0, False)
    if 0 in cells:
        cells = bytes([digit or clue for digit, clue in zip(cells, clues)])
    if _solves(puzzle, cells):
        statuses = _statuses(clues, cells, cells)
        return Grade(puzzle, form, cells, (), statuses, True, 1.0, True)
    changed = tuple([cell for cell, clue in enumerate(clues) if clue and cells[cell] != clue])
    filled = [cell for cell, clue in enumerate(clues) if not clue and cells[cell]]
    if not filled:
        return Grade(puzzle, form, cells, changed, _statuses(clues, cells), False, 0.0, False)
    completions = Completions(puzzle, limits)
    grids, complete = _first_two(completions)
    if complete and len(grids) < 2:
        only = grids[0] if grids else b""
        agreeing: int | None = sum([only[cell] == cells[cell] for cell in filled]) if grids else 0
        consistent: bool | None = agreeing == len(filled)
        statuses = _statuses(clues, cells, only)
    else:
        agreeing, consistent, statuses = _among_several(completions, cells, filled)
    if changed:
        consistent, agreeing = False, 0
    elif agreeing and _constant(puzzle, cells, filled):
        agreeing = 0
    fraction = None if agreeing is None else agreeing / clues.count(0)
    return Grade(puzzle, form, cells, changed, statuses, False, fraction, consistent)


def _solves(puzzle: Puzzle, cells: bytes) -> bool:
    if puzzle.geometry.is_classic and not puzzle.constraints:
        return bool(first_wrong(cells, puzzle.cells, b"\1", 1, 1) < 0)
    return puzzle.is_solved_by(cells)


def _statuses(clues: bytes, cells: bytes, only: bytes = b"") -> bytes:
    """The statuses of an answer where *only* is the one solution, or none is known (empty)."""
    return bytes(
        [
            GIVEN if clue else OPEN if not digit else RIGHT if digit == right else WRONG
            for clue, digit, right in zip(clues, cells, only or bytes(len(clues)))
        ]
    )


def _first_two(completions: Completions) -> tuple[tuple[bytes, ...], bool]:
    """Up to two solutions of the puzzle, and whether there are no others."""
    if completions.puzzle.geometry.is_classic and not completions.puzzle.constraints:
        found = completions.find(completions.puzzle.cells, 2)
        return found.solutions, found.complete
    return _first_two_of(completions.puzzle, completions.limits)


@lru_cache(maxsize=64)
def _first_two_of(puzzle: Puzzle, limits: Limits) -> tuple[tuple[bytes, ...], bool]:
    """The same on other boards and under other rules; cached, as many answers to one puzzle are graded."""
    found = Completions(puzzle, limits).find(puzzle.cells, 2)
    return found.solutions, found.complete


def _among_several(completions: Completions, cells: bytes, filled: list[Cell]) -> tuple[int | None, bool | None, bytes]:
    """(cells that agree with the nearest completion, whether all do, statuses) where there may be several."""
    clues = completions.puzzle.cells
    kept = bytes([clue or digit for clue, digit in zip(clues, cells)])
    together = completions.find(kept)
    if together.solutions:
        return len(filled), True, _statuses(clues, cells, kept)
    near = completions.nearest(filled, cells)
    statuses = bytearray(_statuses(clues, cells))
    for cell in filled:
        statuses[cell] = RIGHT if cell in near.right else WRONG if cell in near.wrong else UNDECIDED
    return near.agreeing, False if together.complete or near.wrong else None, bytes(statuses)


def _constant(puzzle: Puzzle, cells: bytes, filled: list[Cell]) -> bool:
    """Whether all digits filled in are the same one, and break a rule."""
    first = cells[filled[0]]
    return all(cells[cell] == first for cell in filled) and bool(broken_rules(puzzle, cells))


def broken_rules(puzzle: Puzzle, cells: bytes) -> tuple[str, ...]:
    """The names of the rules that these cells break, as far as they are filled: houses, then constraints."""
    return tuple(_broken(puzzle, cells))


def _broken(puzzle: Puzzle, cells: bytes) -> Iterator[str]:
    for house in puzzle.geometry.houses:
        counts = Counter(cells[cell] for cell in house.cells)
        if any(number > 1 for digit, number in counts.items() if digit):
            yield house.name
    if puzzle.constraints:
        shift = puzzle.geometry.lo - 1
        values = [digit + shift if digit else None for digit in cells]
        yield from (rule.describe() for rule in puzzle.constraints if not rule.holds(values))
