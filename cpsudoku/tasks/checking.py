"""`check_trace`: judges a solving trace line by line, also one that another program or a model wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.mixins import GridDisplay
from cpsudoku.board.puzzle import Puzzle, PuzzleLike
from cpsudoku.budget import Limits
from cpsudoku.errors import WrongInput, brief
from cpsudoku.tasks.claims import PLACE, Claim, read_line
from cpsudoku.tasks.completions import EFFORT, Completions
from cpsudoku.tasks.techniques import gives
from cpsudoku.tasks.traces import Trace

RIGHT, WRONG, NOT_IMPLIED, UNKNOWN = "right", "wrong", "not implied", "unknown"


class Judged(NamedTuple):
    """A claim and what it is.

    `right`: it holds in every solution of the puzzle, so it follows from what stands. `wrong`: it holds in none.
    `not implied`: it holds in some, so nothing that stands gives it. `unknown`: the limits left it open.
    """

    claim: Claim
    verdict: str


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line of a trace that claims something.

    number       of the line in the text, from 1
    claims       what it claims, judged
    techniques   the keys of the technique that it names; empty where it names none that is known
    named_right  whether that technique gives every claim of the line in the grid as it stands; None: not judged (no
                 technique is named, the claims are not right, or its search would take too long)
    """

    number: int
    text: str
    claims: tuple[Judged, ...]
    techniques: tuple[str, ...]
    named_right: bool | None
    why: str = ""

    @property
    def right(self) -> bool:
        """Whether every claim is right and no technique is misnamed."""
        return all(judged.verdict == RIGHT for judged in self.claims) and self.named_right is not False


@dataclass(frozen=True, slots=True)
class CheckedTrace(GridDisplay):
    """A trace, judged.

    lines    the lines that claim something
    reached  the grid with the digits that were rightly placed
    why      why nothing could be judged: the puzzle has no solution, or that is not known
    """

    puzzle: Puzzle
    lines: tuple[CheckedLine, ...]
    reached: Puzzle
    why: str = ""

    @property
    def right(self) -> bool:
        """Whether the trace claims something, and every line is right."""
        return bool(self.lines) and not self.why and all(line.right for line in self.lines)

    @property
    def complete(self) -> bool:
        """Whether the digits that were rightly placed fill the grid."""
        return 0 not in self.reached.cells

    @property
    def first_wrong(self) -> CheckedLine | None:
        """The first line that is not right; its `why` says what is wrong."""
        return next((line for line in self.lines if not line.right), None)

    @property
    def counts(self) -> Counter[str]:
        """How many claims are right, wrong, not implied, unknown."""
        return Counter(judged.verdict for line in self.lines for judged in line.claims)

    @property
    def word(self) -> str:
        """`right`, `wrong`, or `empty` (it claims nothing)."""
        return "right" if self.right else "wrong" if self.lines or self.why else "empty"

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        first, geometry = self.first_wrong, self.puzzle.geometry
        return {
            "verdict": self.word,
            "complete": self.complete,
            "claims": dict(self.counts),
            "first_wrong": None if first is None else first.number,
            "message": self.why or ("" if first is None else first.why),
            "lines": [
                {
                    "line": line.number,
                    "text": line.text,
                    "claims": [{"claim": j.claim.text(geometry), "verdict": j.verdict} for j in line.claims],
                    "techniques": list(line.techniques),
                    "named_right": line.named_right,
                }
                for line in self.lines
            ],
        }

    def __str__(self) -> str:
        first = self.first_wrong
        if self.why or first is None:
            return f"{self.word}{': ' if self.why else ''}{self.why}"
        return f"{self.word}: line {first.number}: {first.why}"


def check_trace(puzzle: PuzzleLike, text: str | Trace, *, limits: Limits = EFFORT) -> CheckedTrace:
    """Judge every line of a trace of *puzzle*, of whatever source and under any rules.

    The grammar of `traces` and the usual notations are read (see `claims`); lines that claim nothing are passed over.
    Each claim is judged against every solution of the puzzle. A line that names a known technique is checked for it in
    the grid as the right claims before left it. *limits* bound each search.
    Raises WrongInput where *text* is neither a text nor a Trace, and what `Puzzle.of` raises.
    """
    puzzle = Puzzle.of(puzzle)
    if isinstance(text, Trace):
        text = str(text)
    if not isinstance(text, str):
        raise WrongInput(f"check_trace: {brief(text)}; accepted: the text of a trace, or a Trace")
    truth = Truth(Completions(puzzle, limits))
    board = Board(puzzle)
    if truth.why:
        return CheckedTrace(puzzle, (), puzzle, truth.why)
    lines: list[CheckedLine] = []
    for number, line in enumerate(text.splitlines(), start=1):
        claims, techniques = read_line(line, puzzle.geometry)
        if not claims:
            continue
        judged = tuple(Judged(claim, truth.verdict(claim)) for claim in claims)
        named = None
        if techniques and all(verdict == RIGHT for _, verdict in judged):
            named = board.named_rightly(techniques, claims)
        board.apply(claim for claim, verdict in judged if verdict == RIGHT)
        lines.append(CheckedLine(number, line, judged, techniques, named, _why(puzzle, judged, techniques, named)))
    return CheckedTrace(puzzle, tuple(lines), board.puzzle)


def _why(puzzle: Puzzle, judged: Iterable[Judged], techniques: tuple[str, ...], named: bool | None) -> str:
    words = {WRONG: "is wrong", NOT_IMPLIED: "is not implied by what stands", UNKNOWN: "could not be judged"}
    for claim, verdict in judged:
        if verdict != RIGHT:
            return f"{claim.text(puzzle.geometry)} {words[verdict]}"
    return f"no {' or '.join(techniques)} gives that here" if named is False else ""


class Truth:
    """What holds in every solution of a puzzle, in some, or in none."""

    def __init__(self, completions: Completions) -> None:
        self.completions, self.puzzle = completions, completions.puzzle
        found = completions.find(self.puzzle.cells, 2)
        self._grids = list(found.solutions)
        self._unique = len(self._grids) == 1 and found.complete
        self._can: dict[tuple[Cell, Digit], bool | None] = {}
        self.why = ""
        if not self._grids:
            self.why = "the puzzle has no solution" if found.complete else "no solution was found within the limits"

    def verdict(self, claim: Claim) -> str:
        """`right`, `wrong`, `not implied` or `unknown`."""
        holds, fails = self.can(claim.cell, claim.digit), self._other(claim.cell, claim.digit)
        if claim.kind != PLACE:
            holds, fails = fails, holds
        if holds is None or fails is None:
            return UNKNOWN if holds is not False else WRONG
        return WRONG if not holds else NOT_IMPLIED if fails else RIGHT

    def can(self, cell: Cell, digit: Digit) -> bool | None:
        """Whether some solution has the digit in the cell."""
        byte = digit - self.puzzle.geometry.lo + 1
        if any(grid[cell] == byte for grid in self._grids):
            return True
        if self._unique or self.puzzle.cells[cell]:
            return False
        if (cell, digit) not in self._can:
            cells = bytearray(self.puzzle.cells)
            cells[cell] = byte
            found = self.completions.find(bytes(cells))
            self._grids += found.solutions
            self._can[cell, digit] = True if found.solutions else False if found.complete else None
        return self._can[cell, digit]

    def _other(self, cell: Cell, digit: Digit) -> bool | None:
        """Whether some solution has another digit in the cell."""
        geometry = self.puzzle.geometry
        byte = digit - geometry.lo + 1
        if any(grid[cell] != byte for grid in self._grids):
            return True
        if self._unique:
            return False
        answers = {self.can(cell, other) for other in range(geometry.lo, geometry.hi + 1) if other != digit}
        return True if True in answers else None if None in answers else False


class Board:
    """The grid and the candidates as the right claims of a trace leave them."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        open_ = puzzle.geometry.open_digits(puzzle.cells)
        self.masks = [0 if clue else mask for clue, mask in zip(puzzle.cells, open_)]

    def named_rightly(self, techniques: tuple[str, ...], claims: Iterable[Claim]) -> bool | None:
        """Whether one of the techniques gives each of these claims, as far as they are news."""
        lo, answers = self.puzzle.geometry.lo, set()
        for claim in claims:
            if self.masks[claim.cell] >> (claim.digit - lo) & 1:
                place = claim.kind == PLACE
                answers.add(gives(techniques, self.puzzle, self.masks, claim.cell, claim.digit - lo, place))
        if False in answers and self.puzzle.constraints:
            return None  # rules beyond houses may remove candidates that no line states
        return False if False in answers else None if None in answers or not answers else True

    def apply(self, claims: Iterable[Claim]) -> None:
        """Enter claims that are right."""
        geometry = self.puzzle.geometry
        cells = bytearray(self.puzzle.cells)
        for claim in claims:
            bit = 1 << (claim.digit - geometry.lo)
            if claim.kind != PLACE:
                self.masks[claim.cell] &= ~bit
            elif not cells[claim.cell]:
                cells[claim.cell] = claim.digit - geometry.lo + 1
                self.masks[claim.cell] = 0
                for peer in geometry.peers[claim.cell]:
                    self.masks[peer] &= ~bit
        self.puzzle = Puzzle.trusted(bytes(cells), geometry, self.puzzle.constraints)
