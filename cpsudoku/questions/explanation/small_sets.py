"""Steps that no technique sees: smallest sets of reasons that propagation finds, then what only search finds.

Both are searches of the ladder like any technique's; they follow the position as it loses candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cpsudoku.board.puzzle import Puzzle
from cpsudoku.questions.explanation.model import Literal, Model, Set
from cpsudoku.questions.explanation.searching import Search
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.together import dead

MOST = 8
"""Reasons that a step by a small set may have."""
AT_ONCE = 6
"""Sets taken in one round."""
SMALL = Rung("small-set", "", 5.0, "")
BEYOND = Rung("beyond", "beyond the techniques", 12.0, "")


class SmallSets:
    """Sets of reasons for the steps of one walk to *solution* (digit bytes). Close it."""

    def __init__(self, puzzle: Puzzle, solution: bytes) -> None:
        self._puzzle, self._solution = puzzle, solution
        self._model: Model | None = None
        self._search: Search | None = None
        self._seen: list[int] = []

    def find(self, position: Position, rung: Rung) -> Iterator[Step]:
        """The steps of the least number of reasons, up to `MOST`."""
        model, wrong = self._at(position)
        candidates = wrong + [-x for x in self._right() if model.kernel.open(x)]
        for high in range(1, MOST + 1):
            if high == 1:
                sets = self._by_one(model, wrong)
            else:
                sets = [why for _, why in model.kernel.lightest(candidates, high, high, 0)]
            found = False
            for why in sorted(dict.fromkeys(sets))[:AT_ONCE]:
                step = self._step(position, rung, why, wrong)
                if step is not None:
                    found = True
                    yield step
            if found:
                return

    def beyond(self, position: Position, rung: Rung) -> Iterator[Step]:
        """One step that search finds, or a digit by all that is open."""
        model, wrong = self._at(position)
        if self._search is None:
            self._search = Search(model, self._solution)
        literals, reasons, _ = self._search.step(wrong)
        yield self._told(position, rung, literals, reasons)

    def _by_one(self, model: Model, wrong: Sequence[Literal]) -> list[Set]:
        """Constraints that refute a candidate of theirs once it is assumed."""
        found: list[Set] = []
        for number, reason in enumerate(model.reasons):
            if reason.kind == "constraint":
                scope = set(reason.cells)
                if model.refuted([x for x in wrong if model.cell(x) in scope], (number,)):
                    found.append((number,))
        return found

    def _at(self, position: Position) -> tuple[Model, list[Literal]]:
        """The model at the position, and the open candidates that are no digits."""
        n = position.setting.n
        if self._model is None:
            self._model = Model(self._puzzle)
            self._seen = [position.setting.full] * position.setting.size
            self._model.take(())
        new: list[Literal] = []
        for cell, (mask, before) in enumerate(zip(position.masks, self._seen)):
            gone = before & ~mask
            new += [-(cell * n + digit + 1) for digit in range(n) if gone >> digit & 1]
            if gone and mask & mask - 1 == 0:
                new.append(cell * n + mask.bit_length())
        self._seen = position.masks[:]
        if new:
            self._model.take(new)
        right = set(self._right())
        wrong = [
            cell * n + digit + 1
            for cell, mask in enumerate(position.masks)
            for digit in range(n)
            if mask >> digit & 1 and cell * n + digit + 1 not in right
        ]
        return self._model, wrong

    def _right(self) -> list[Literal]:
        n = self._puzzle.geometry.side
        return [cell * n + digit for cell, digit in enumerate(self._solution)]

    def _step(self, position: Position, rung: Rung, why: Set, wrong: Sequence[Literal]) -> Step | None:
        model = self._model
        if model is None or model.weight(why) > MOST:
            return None
        gone = model.refuted(wrong, why)
        return self._told(position, rung, [-x for x in gone], why) if gone else None

    def _told(self, position: Position, rung: Rung, literals: Sequence[Literal], why: Set) -> Step:
        model, setting = self._model, position.setting
        if model is None:
            raise LookupError("no model yet")
        removed: dict[int, int] = {}
        placed: tuple[int, int] | None = None
        for x in literals:
            cell, digit = divmod(abs(x) - 1, setting.n)
            removed[cell] = removed.get(cell, 0) | (1 << digit if x < 0 else setting.full & ~(1 << digit))
            placed = (cell, 1 << digit) if x > 0 else placed
        reasons = tuple(model.reasons[number] for number in why)
        tell = partial(_said, setting, tuple(position.masks), reasons, removed if rung is SMALL else {})
        return Step(rung, removed, _needs(position, reasons), tell=tell, placed=placed)

    def close(self) -> None:
        """Free what the model and the search hold."""
        if self._search is not None:
            self._search.close()
        if self._model is not None:
            self._model.close()


def _needs(position: Position, reasons: Sequence[Reason]) -> dict[int, int]:
    """The missing candidates that reasons may bring in."""
    setting = position.setting
    found: dict[int, int] = {}
    for reason in reasons:
        kept = setting.full if reason.digit is None else 1 << reason.digit - setting.lo
        for cell in reason.cells:
            gone = kept & ~position.masks[cell]
            if gone:
                found[cell] = found.get(cell, 0) | gone
    return found


def _said(setting: Setting, masks: tuple[int, ...], reasons: tuple[Reason, ...], removed: dict[int, int]) -> Told:
    """With the place where a candidate fails, if singles in the houses and the rules of the reasons find it."""
    numbers = dict.fromkeys(reason.house for reason in reasons if reason.house is not None)
    named = {reason.constraint for reason in reasons if reason.constraint is not None}
    houses = tuple(setting.houses[number] for number in numbers)
    sources = tuple(source for source in setting.parts if source.reason.constraint in named)
    for cell, mask in removed.items():
        digit = (mask & -mask).bit_length() - 1
        why = dead(setting, masks, sources, houses, cell, 1 << digit)
        if why is None:
            continue
        begin = f"if {setting.names[cell]} were {digit + setting.lo}"
        if why.source is not None:
            return Told(reasons, f"{begin}, {why.source.name} could not be filled")
        if why.house is not None and why.digit >= 0:
            return Told(reasons, f"{begin}, {why.house.name} would have no place for {why.digit + setting.lo}")
        if why.house is not None:
            return Told(reasons, f"{begin}, a cell of {why.house.name} would have no digit")
    return Told(reasons, "")
