"""Walks as people read them: the steps of techniques as deductions, with facts named once they are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.board.geometry import Cell
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.questions.explanation.small_sets import BEYOND, SMALL, SmallSets
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.questions.explanation.techniques import technique
from cpsudoku.techniques.reasons.reason import Fact, Reason
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Shown, Walk, finders


class Telling:
    """The walk of a puzzle to its *solution* (digit bytes). Close it."""

    def __init__(self, puzzle: Puzzle, solution: bytes, every: bool = False) -> None:
        self._puzzle = puzzle
        self._setting = Setting(puzzle)
        self._sets = SmallSets(puzzle, solution)
        ladder = [*finders(), (SMALL, self._sets.find), (BEYOND, self._sets.beyond)]
        self.walk = Walk(self._setting, ladder, every)
        self._known: set[Fact] = set()

    def steps(
        self, known: Sequence[tuple[Cell, int]], marks: Sequence[int] | None = None
    ) -> Iterator[Deduction]:
        """The steps after *known* digits (bytes) and pencil *marks*."""
        for shown in self.walk.steps([(cell, 1 << digit - 1) for cell, digit in known], marks):
            yield self._deduction(shown)

    def _deduction(self, shown: Shown) -> Deduction:
        step, setting = shown.step, self._setting
        told = step.tell()
        reasons, argument, facts = told.reasons, told.argument, told.facts
        for fact in facts:
            if fact in self._known:
                reasons = (Reason("fact", fact.name, fact=fact, cells=fact.cells), *told.also)
                argument = fact.name
        fresh = tuple(fact for fact in facts if fact not in self._known)
        self._known.update(fresh)
        placements: tuple[tuple[int, int], ...] = ()
        removed = dict(shown.removed)
        if step.placed is not None:
            cell, bit = step.placed
            placements = ((cell, bit.bit_length() - 1 + setting.lo),)
            removed.pop(cell, None)
        removals = tuple((cell, digit) for cell in sorted(removed) for digit in setting.digits(removed[cell]))
        if step.clears:
            key, name = "clears", ""
        else:
            key, name = technique(reasons, self._puzzle, shown.before, shown.removed)
            if not key and step.rung is not SMALL:
                key, name = step.rung.key, step.rung.name
        return Deduction(
            placements,
            removals,
            reasons,
            sum(reason.weight for reason in reasons) == 1,
            key,
            name,
            self._puzzle,
            argument=argument,
            facts=fresh,
            cost=step.rung.cost,
            before=shown.before,
            grid=shown.grid,
        )

    def close(self) -> None:
        """Free what the walk holds."""
        self._sets.close()
