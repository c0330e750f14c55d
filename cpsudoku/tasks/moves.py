"""`check_move` and `state`: is a move legal, is what it leads to solvable, does anything force it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cpsudoku.board.coerce import described
from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.budget import Limits
from cpsudoku.errors import UsageError, WrongInput, brief
from cpsudoku.tasks.answer_text import placements
from cpsudoku.tasks.completions import EFFORT, Completions
from cpsudoku.tasks.grading import broken_rules

if TYPE_CHECKING:
    from cpsudoku.questions.explanation import Deduction
    from cpsudoku.techniques.step import Step

Place = Cell | str | tuple[int, int]
"""A cell: its number, its name `r1c4`, or (row, column) from 0."""
MoveLike = tuple[Place, Digit] | str
"""A cell and a digit, or a text such as `r1c4 = 6`."""


@dataclass(frozen=True)
class Move(GridDisplay):
    """A digit in a cell of a grid, judged.

    puzzle    the grid before the move
    cell      its number; `digit` is the real digit
    legal     the cell is open, and the digit breaks no rule together with the digits that stand
    broken    what it breaks: names of rules, or that the cell is filled
    solvable  the grid has a solution after the move: proved, or refuted; None: not decided within the limits
    forced    every solution of the grid has the digit in that cell, and there is one; None: not decided
    """

    puzzle: Puzzle
    cell: Cell
    digit: Digit
    legal: bool
    broken: tuple[str, ...]
    solvable: bool | None
    forced: bool | None

    @cached_property
    def _seen(self) -> tuple[int, Step | Deduction] | None:
        return _first_seen(self.puzzle, self.cell, self.digit) if self.forced else None

    @property
    def step(self) -> Step | Deduction | None:
        """The step that places the digit on a person's way: by techniques, or by reasons under rules off the scale.

        None where the move is not forced, or the grid has several solutions, or no step is found. Computed when it is
        first used: hard puzzles take seconds.
        """
        return None if self._seen is None else self._seen[1]

    @property
    def ahead(self) -> int | None:
        """How many other steps a person takes before this one; 0 where a step that is as easy gives it right away."""
        return None if self._seen is None else self._seen[0]

    @property
    def technique(self) -> str:
        """The key of the technique of `step`, such as `naked-single`; empty where there is none."""
        return "" if self.step is None else self.step.technique

    @property
    def word(self) -> str:
        """`illegal`, `dead` (no solution follows), `forced`, `possible`, or `unknown`."""
        if not self.legal:
            return "illegal"
        if self.solvable is None:
            return "unknown"
        return "dead" if not self.solvable else "forced" if self.forced else "possible"

    def to_dict(self) -> dict[str, Any]:
        """Plain data; the cell by name. Without the step, which may take long."""
        return {
            "verdict": self.word,
            "cell": self.puzzle.geometry.name_of(self.cell),
            "digit": self.digit,
            "legal": self.legal,
            "broken": list(self.broken),
            "solvable": self.solvable,
            "forced": self.forced,
        }

    def __str__(self) -> str:
        broken = f" ({', '.join(self.broken)})" if self.broken else ""
        return f"{self.puzzle.geometry.name_of(self.cell)} = {self.digit}: {self.word}{broken}"


@dataclass(frozen=True, slots=True)
class Position(GridDisplay):
    """Where a sequence of moves led.

    puzzle       the grid after all moves
    moves        (cell, digit) of each
    solvable     whether it has a solution; None: not decided within the limits
    first_wrong  the index of the first move after which there is no solution; None where there is no such move, or
                 where the puzzle had none from the beginning
    why          what is wrong with that move, or with the puzzle; empty where nothing is
    """

    puzzle: Puzzle
    moves: tuple[tuple[Cell, Digit], ...]
    solvable: bool | None
    first_wrong: int | None
    why: str = ""

    @property
    def solved(self) -> bool:
        """Whether every cell is filled and every rule holds."""
        return self.solvable is True and 0 not in self.puzzle.cells

    @property
    def word(self) -> str:
        """`solved`, `solvable`, `dead` or `unknown`."""
        return "solved" if self.solved else {True: "solvable", False: "dead", None: "unknown"}[self.solvable]

    def to_dict(self) -> dict[str, Any]:
        """Plain data; cells by name."""
        name = self.puzzle.geometry.name_of
        return {
            "verdict": self.word,
            "puzzle": self.puzzle.line(),
            "moves": [{"cell": name(cell), "digit": digit} for cell, digit in self.moves],
            "solvable": self.solvable,
            "first_wrong": self.first_wrong,
            "message": self.why,
        }

    def __str__(self) -> str:
        return self.word + (f": {self.why}" if self.why else "")


def check_move(state: PuzzleLike, cell: Place, digit: Digit, *, limits: Limits = EFFORT) -> Move:
    """Judge the move that writes *digit* into *cell* of the grid *state*, which may be any puzzle, under any rules.

    *cell* is a number, a name (`r1c4`) or (row, column) from 0. *limits* bound each search. Raises NoSuchCell for a
    cell that the board has not, UsageError for such a digit, and what `Puzzle.of` raises.
    """
    puzzle = Puzzle.of(state)
    number, byte = _cell(puzzle, cell), _byte(puzzle, digit)
    broken = _broken_by(puzzle, number, byte)
    if broken:
        return Move(puzzle, number, digit, False, broken, False, False)
    completions = Completions(puzzle, limits)
    found = completions.find(puzzle.cells, 2)
    if any(grid[number] == byte for grid in found.solutions):
        solvable: bool | None = True
    elif found.complete:
        solvable = False
    else:
        solvable = completions.exists(_placed(puzzle.cells, number, byte))
    return Move(puzzle, number, digit, True, (), solvable, solvable and _is_forced(completions, number, byte, found))


def state(puzzle: PuzzleLike, moves: str | Iterable[MoveLike], *, limits: Limits = EFFORT) -> Position:
    """Whether *puzzle* can still be solved after *moves*, and which move was the first wrong one.

    *moves* are pairs of a cell (as in `check_move`) and a digit, or texts such as `r1c4 = 6`; a single text is read
    for all placements in it. A move into a cell that is filled replaces an earlier move, but is wrong for a given.
    Raises WrongInput for what is no move, else as `check_move`.
    """
    puzzle = Puzzle.of(puzzle)
    listed = [*_moves(puzzle, moves)]
    completions, lo = Completions(puzzle, limits), puzzle.geometry.lo
    found = completions.find(puzzle.cells)
    now = _known(found.solutions, found.complete)
    witness = found.solutions[0] if found.solutions else b""
    cells, first_wrong = bytearray(puzzle.cells), None
    why = "the puzzle has no solution" if now is False else ""
    for index, (cell, digit) in enumerate(listed):
        byte = digit - lo + 1
        clue = puzzle.cells[cell]
        cells[cell] = byte
        if now and witness[cell] == byte:
            continue
        if clue and clue != byte:
            now, witness = False, b""
        elif now is not True or witness[cell] != byte:
            found = completions.find(bytes(cells))
            now, witness = _known(found.solutions, found.complete), found.solutions[0] if found.solutions else b""
        if now is False and first_wrong is None and not why:
            first_wrong = index
            name = puzzle.geometry.name_of(cell)
            if clue:
                why = f"{name} = {digit}, but {clue + lo - 1} is given"
            else:
                cells[cell] = 0
                broken = _broken_by(Puzzle.trusted(bytes(cells), puzzle.geometry, puzzle.constraints), cell, byte)
                cells[cell] = byte
                why = f"{name} = {digit} " + (f"breaks {', '.join(broken)}" if broken else "leaves no solution")
    reached = Puzzle.trusted(bytes(cells), puzzle.geometry, puzzle.constraints)
    return Position(reached, tuple(listed), now, first_wrong, why)


def _known(solutions: tuple[bytes, ...], complete: bool) -> bool | None:
    return True if solutions else False if complete else None


def _moves(puzzle: Puzzle, moves: str | Iterable[MoveLike]) -> Iterator[tuple[Cell, Digit]]:
    accepted = "accepted: (cell, digit), or a text such as r1c4 = 6"
    if isinstance(moves, str):
        found = placements(moves, puzzle.geometry)
        if not found and moves.strip():
            raise WrongInput(f"{brief(moves)} has no move; {accepted}")
        yield from found
        return
    if not isinstance(moves, Iterable):
        raise WrongInput(f"moves: {described(moves)}; {accepted}")
    for move in moves:
        if isinstance(move, str):
            read = placements(move, puzzle.geometry)
            if len(read) != 1:
                raise WrongInput(f"move {brief(move)}: {len(read)} placements; {accepted}")
            yield read[0]
        elif isinstance(move, Move):
            yield move.cell, move.digit
        else:
            try:
                place, digit = move
            except (TypeError, ValueError):
                raise WrongInput(f"move {brief(move)}; {accepted}") from None
            _byte(puzzle, digit)
            yield _cell(puzzle, place), digit


def _cell(puzzle: Puzzle, place: Place) -> Cell:
    puzzle[place]  # raises NoSuchCell
    geometry = puzzle.geometry
    if isinstance(place, str):
        return geometry.cell_named(place)
    if isinstance(place, tuple):
        return range(geometry.rows)[place[0]] * geometry.columns + range(geometry.columns)[place[1]]
    return range(geometry.size)[place]


def _byte(puzzle: Puzzle, digit: Digit) -> int:
    geometry = puzzle.geometry
    if isinstance(digit, bool) or not hasattr(digit, "__index__") or not geometry.lo <= digit <= geometry.hi:
        raise UsageError(f"digit {brief(digit)}: this board has digits {geometry.lo} to {geometry.hi}")
    return int(digit) - geometry.lo + 1


def _placed(cells: bytes, cell: Cell, byte: int) -> bytes:
    return cells[:cell] + bytes([byte]) + cells[cell + 1 :]


def _broken_by(puzzle: Puzzle, cell: Cell, byte: int) -> tuple[str, ...]:
    """What a digit breaks, which holds without it."""
    geometry, cells = puzzle.geometry, puzzle.cells
    if cells[cell]:
        return (f"{geometry.name_of(cell)} holds {cells[cell] + geometry.lo - 1}",)
    houses = [geometry.houses[house] for house in geometry.houses_of[cell]]
    broken = [house.name for house in houses if any(cells[other] == byte for other in house.cells)]
    if puzzle.constraints:
        before = set(broken_rules(puzzle, cells))
        names = [house.name for house in geometry.houses]
        broken += [
            rule
            for rule in broken_rules(puzzle, _placed(cells, cell, byte))
            if rule not in before and rule not in names
        ]
    return tuple(broken)


def _is_forced(completions: Completions, cell: Cell, byte: int, found: Any) -> bool | None:
    """Whether no solution has another digit there; *found*: up to two solutions of the grid."""
    if any(grid[cell] != byte for grid in found.solutions):
        return False
    if found.complete:
        return True
    puzzle = completions.puzzle
    others = [other for other in range(1, puzzle.geometry.side + 1) if other != byte]
    answers = {completions.exists(_placed(puzzle.cells, cell, other)) for other in others}
    return False if True in answers else None if None in answers else True


def _first_seen(puzzle: Puzzle, cell: Cell, digit: Digit) -> tuple[int, Step | Deduction] | None:
    """(steps before, step) of the step that places the digit; None where no way of a person places it.

    Where a technique no harder than those on the way (or than a naked single) places it in the grid as it is, that
    step comes first.
    """
    from cpsudoku.rating.scale import not_unique, off_scale, understood

    wanted = cell, digit
    if off_scale(puzzle):
        return _by_reasons(puzzle, wanted)
    puzzle, candidates = understood(puzzle, None)
    if not_unique(puzzle, candidates) is not None:
        return None
    from cpsudoku.rating.path import present, walk
    from cpsudoku.techniques.ladder import ALL_RUNGS, rung_of

    hardest = rung_of("naked-single")
    for number, step in enumerate(walk(puzzle, candidates, ALL_RUNGS)):
        hardest = max(hardest, rung_of(step.technique))
        if step.placement == wanted:
            easy = (2 << hardest) - 2
            now = (other for other in present(puzzle, candidates, easy) if other.placement == wanted)
            found = next(now, None) if number else step
            return (number, step) if found is None else (0, found)
    return None


def _by_reasons(puzzle: Puzzle, wanted: tuple[Cell, Digit]) -> tuple[int, Deduction] | None:
    from cpsudoku.questions.explanation import Explanation, explain

    found = explain(puzzle)
    if isinstance(found, Explanation):
        steps = [step for step in found.steps if not step.clears]
        return next(((number, step) for number, step in enumerate(steps) if wanted in step.placements), None)
    return None
