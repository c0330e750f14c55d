"""What an explanation consists of: steps, each with its reasons, and how hard they are taken together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from cpsudoku.board.arrays import grid_array, mask_array, pair_array
from cpsudoku.board.geometry import Cell, Digit, Geometry
from cpsudoku.board.mixins import Evaluable, GridDisplay, RichDisplay
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.questions.explanation.sentence import MOST_WORDS, conclusions, sentence
from cpsudoku.questions.explanation.wording import grouped
from cpsudoku.techniques.reasons.difficulty import Difficulty, difficulty
from cpsudoku.techniques.reasons.ladder import SINGLES
from cpsudoku.techniques.reasons.reason import Fact, Reason
from cpsudoku.techniques.reasons.words import listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEW_STEPS = 4
"""Steps up to which an opening lists them."""
UNUSED = "(unused)"
"""Before a step that nothing later uses."""


@dataclass(frozen=True, repr=False)
class Deduction(Evaluable, RichDisplay):
    """What follows from a few reasons and from what the board shows.

    placements, removals   (cell, real digit) pairs that follow, by cell; what a placement takes from its own cell is
                           not listed
    reasons                why; `size` is the sum of their weights (`reasons.WEIGHTS`)
    smallest               True where it is proven that no lighter set gives the first of these conclusions
    technique, name        key and customary name where the reasons are a pattern that has one, else empty
    puzzle                 what it is about
    argument               the reasons in words, where a technique says them; else they are listed
    facts                  what holds from now on and is no candidate: later steps may name it as a reason
    inner                  of a case: the steps from the assumption to the contradiction; of `why`: those to the digit
    cost                   of the technique, on the ladder
    path                   of a chain: its candidates, (cell, real digit, whether it is true) where the first is false
    before                 candidates of the cells before the step, as masks (bit 0: the lowest digit); grid, the digit
                           bytes placed by then (0 where none is)
    """

    placements: tuple[tuple[Cell, Digit], ...]
    removals: tuple[tuple[Cell, Digit], ...]
    reasons: tuple[Reason, ...]
    smallest: bool
    technique: str
    name: str
    puzzle: Puzzle
    before: tuple[int, ...] = field(default=(), repr=False, compare=False)
    grid: bytes = field(default=b"", repr=False, compare=False)
    argument: str = ""
    facts: tuple[Fact, ...] = ()
    inner: tuple[Deduction, ...] = ()
    cost: float = 0.0
    path: tuple[tuple[Cell, Digit, bool], ...] = field(default=(), repr=False, compare=False)

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.puzzle.geometry

    @property
    def cell(self) -> Cell | None:
        """The cell of the first placement; None where only candidates go."""
        return self.placements[0][0] if self.placements else None

    @property
    def digit(self) -> Digit | None:
        """The digit of the first placement; None where only candidates go."""
        return self.placements[0][1] if self.placements else None

    def arrays(self) -> dict[str, NDArray[Any]]:
        """As `Step.arrays`: `grid`, `candidates`, `placed`, `removed`."""
        geometry = self.geometry
        shown = bytes(clue or digit for clue, digit in zip(self.puzzle.cells, self.grid or bytes(geometry.size)))
        return {
            "grid": grid_array(shown, geometry),
            "candidates": mask_array(self.before or (0,) * geometry.size, geometry),
            "placed": pair_array(self.placements, geometry),
            "removed": pair_array(self.removals, geometry),
        }

    @property
    def size(self) -> int:
        """The sum of the reasons' weights."""
        return sum(reason.weight for reason in self.reasons)

    @property
    def clears(self) -> bool:
        """Whether it only takes a placed digit from the rest of a house."""
        return self.technique == "clears"

    @property
    def conclusion(self) -> str:
        """`r2c5 = 3, r1c4 is 1 or 2, no 2 or 4 in r1c37`: what cells hold, can still be, or lose; all of it."""
        return ", ".join(text for text, _ in conclusions(self, self.placements, self.removals))

    @property
    def sentence(self) -> str:
        """The argument: "Hidden single: 5 has no other place in row 3, so r3c4 = 5."; of `MOST_WORDS` at most.

        Where there is more than they can say, the cells that lose more are named or counted; the step has all of it.
        """
        return sentence(self)

    @property
    def read(self) -> list[Deduction]:
        """The inner steps as they are read: without those that only clear and the digit that a case supposes.

        One alone is not read: the step's own sentence says it.
        """
        found = [step for step in self.inner if not step.clears and step.placements != self.removals]
        return found if len(found) > 1 else []

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as the commands' JSON has it."""
        name = self.geometry.name_of
        found: dict[str, Any] = {
            "size": self.size,
            "smallest": self.smallest,
            "placements": [{"cell": name(cell), "digit": digit} for cell, digit in self.placements],
            "remove": [{"cell": name(cell), "digits": lost} for cell, lost in grouped(self.removals).items()],
            "reasons": [self._reason(reason) for reason in self.reasons],
            "technique": self.technique,
            "name": self.name,
            "cost": self.cost or None,
            "facts": [fact.name for fact in self.facts],
            "steps": [step.to_dict() for step in self.inner if not step.clears],
            "text": self.sentence,
        }
        return {key: value for key, value in found.items() if value not in ("", [], None)}

    def _reason(self, reason: Reason) -> dict[str, Any]:
        record = reason.to_dict()
        if reason.cell is not None:
            record["cell"] = self.geometry.name_of(reason.cell)
        if reason.house is not None:
            record["house"] = self.geometry.houses[reason.house].name
        return record

    def __str__(self) -> str:
        inner = [f"\n      {step.sentence}" for step in self.read]
        return f"{self.size:2}  {self.sentence}{''.join(inner)}"


class Passage(NamedTuple):
    """What is read together: a step, or singles in a row, and its lines; those after the first are steps of a case."""

    steps: tuple[Deduction, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Explanation(GridDisplay):
    """A way from the clues to the solution by small sets of reasons.

    largest   the greatest size of a step, total the sum of all sizes but those of steps that only clear a placed digit
              from its houses: a difficulty that means the same under every rule set. "At most" unless `certified`.
    complete  False where a limit came first: the steps end before the solution
    unused    with `every`: numbers of the steps, from 0, that nothing later uses; none where a limit came first
    """

    puzzle: Puzzle
    solution: bytes
    steps: tuple[Deduction, ...]
    complete: bool = True
    unused: frozenset[int] = frozenset()

    @property
    def word(self) -> str:
        """The verdict: "explained", or "unknown" where a limit came first."""
        return "explained" if self.complete else "unknown"

    @property
    def largest(self) -> int:
        """The greatest size of a step."""
        return max((step.size for step in self.steps), default=0)

    @property
    def total(self) -> int:
        """The sum of the sizes of the steps, without those that only clear."""
        return sum(step.size for step in self.steps if not step.clears)

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard the puzzle is by the canonical walk up the ladder; found when it is asked for."""
        return difficulty(self.puzzle)

    @property
    def certified(self) -> bool:
        """Whether every step is proven smallest."""
        return self.complete and all(step.smallest for step in self.steps)

    def passages(self) -> list[Passage]:
        """The walk as it is read, without the steps that only clear."""
        unused = {id(self.steps[number]) for number in self.unused}
        found = _passages([step for step in self.steps if not step.clears])
        return [
            one._replace(lines=(f"{UNUSED} {one.lines[0]}", *one.lines[1:])) if id(one.steps[0]) in unused else one
            for one in found
        ]

    @property
    def opening(self) -> str:
        """What the puzzle turns on: its dearest steps, when the first digit comes, and what is used most."""
        passages = self.passages()
        hardest = max((step for passage in passages for step in passage.steps), key=lambda s: s.cost, default=None)
        if hardest is None:
            return "Every cell is given."
        if hardest.technique in SINGLES:
            return "Singles solve this puzzle."
        number = len(passages)
        named = [k for k, passage in enumerate(passages, 1) if passage.steps[0].technique == hardest.technique]
        name = hardest.name or ("cases" if hardest.inner else "several reasons together")
        turns = f"{len(named)} of {number} steps, first at step {named[0]}"
        if len(named) <= FEW_STEPS:
            turns = f"step{'s' * (len(named) > 1)} {listed(map(str, named))} of {number}"
        first = next((k for k, passage in enumerate(passages, 1) if passage.steps[0].placements), None)
        digit = f" The first digit comes at step {first}." if first else ""
        used = Counter(one.steps[0].name for one in passages if one.steps[0].technique not in SINGLES)
        most = [f"{name} ({count})" for name, count in used.most_common() if name and count > 1][:3]
        return f"The puzzle turns on {turns}: {name}.{digit}{f' Used most: {listed(most)}.' if most else ''}"

    def story(self) -> list[str]:
        """The walk as a text to read: the opening, then a line a step; singles in a row are one line."""
        lines: list[str] = [self.opening] if self.steps else []
        for passage in self.passages():
            lines += [passage.lines[0], *(f"    {line}" for line in passage.lines[1:])]
        return lines

    def to_dict(self, *, clears: bool = False) -> dict[str, Any]:
        """Plain data, as the command's JSON has it; with *clears* the steps that only clear, too."""
        return {
            "puzzle": self.puzzle.line(),
            "verdict": self.word,
            "largest": self.largest,
            "total": self.total,
            "certified": self.certified,
            "reasoning": [
                step.to_dict() | ({"unused": True} if number in self.unused else {})
                for number, step in enumerate(self.steps)
                if clears or not step.clears
            ],
        }

    def __str__(self) -> str:
        return "\n".join(str(step) for step in self.steps if not step.clears)


def _passages(steps: Sequence[Deduction]) -> list[Passage]:
    """Steps as they are read, singles in a row together; so are the steps of a case."""
    found: list[Passage] = []
    for are_singles, group in groupby(steps, key=lambda step: step.technique in SINGLES and bool(step.placements)):
        if are_singles:
            found += _singles(list(group))
            continue
        for step in group:
            inner = (line for passage in _passages(step.read) for line in passage.lines)
            found.append(Passage((step,), (step.sentence, *inner)))
    return found


def _singles(steps: Sequence[Deduction]) -> list[Passage]:
    """Singles in a row: one line, but where rules are named as reasons no line is longer than a sentence."""
    words = 1
    found: list[list[tuple[Deduction, str]]] = [[]]
    for step in steps:
        text, rule = step.conclusion, step.reasons[0].constraint
        if step.technique == "last-cell" and rule is not None:
            text = f"{text} ({step.puzzle.constraints[rule].called().removeprefix('the ')})"
        words += len(text.split())
        if words > MOST_WORDS and any("(" in one for _, one in [*found[-1], (step, text)]):
            found.append([])
            words = 1 + len(text.split())
        found[-1].append((step, text))
    return [
        Passage(tuple(step for step, _ in line), (f"Singles: {', '.join(text for _, text in line)}.",))
        for line in found
        if line
    ]
