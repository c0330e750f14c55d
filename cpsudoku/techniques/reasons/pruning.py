"""Which steps of a whole walk are needed: singles follow by themselves, so many a step that gave a digit is not."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from cpsudoku.budget import BudgetSpent, check_deadline
from cpsudoku.techniques.reasons.ladder import LADDER, ROWS, SINGLES, Rung
from cpsudoku.techniques.reasons.last import digit_left
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Log, Replay, Shown, Walk, finders

LAST = LADDER[-1]
MOST_REPLAYED = 8_000
"""Steps replayed, after which the rest are kept untried."""


class Script:
    """Steps that with singles lead to the end, as a search of the ladder: the first that gives anything."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps

    def find(self, position: Position, rung: Rung) -> Iterator[Step]:
        """One step."""
        for step in self._steps:
            if any([position.masks[cell] & mask for cell, mask in step.removed.items()]):
                found = _at(position.setting, position.masks, step)
                if found is not None and any(position.masks[cell] & mask for cell, mask in found.removed.items()):
                    yield found
                    return


def _all(
    walk: Walk, known: Sequence[tuple[int, int]], marks: Sequence[int] | None
) -> tuple[list[Shown], BudgetSpent | None]:
    """The steps of the walk, and what ended it early."""
    found: list[Shown] = []
    try:
        found.extend(walk.steps(known, marks))
    except BudgetSpent as problem:
        return found, problem
    return found, None


def collected(walk: Walk, known: Sequence[tuple[int, int]], marks: Sequence[int] | None) -> Iterator[Shown]:
    """As `walk.steps`, once all of it is found or the budget is spent."""
    found, spent = _all(walk, known, marks)
    yield from found
    if spent is not None:
        raise spent


def pruned(walk: Walk, known: Sequence[tuple[int, int]], marks: Sequence[int] | None) -> Iterator[Shown]:
    """As `walk.steps`, once all of it is found, without the steps that the whole of it does not need."""
    setting, log = walk.setting, walk.log
    found, spent = _all(walk, known, marks)
    if spent is not None:
        yield from found
        raise spent
    steps = [step for step in log.steps if not step.clears and step.rung.key not in SINGLES]
    if steps and log.position.is_solved:
        start = Position(setting, None if marks is None else list(marks))
        Log(start).begin(known)
        script = Script(needed(setting, start.masks, steps))
        again = Walk(setting, [*finders([ROWS[key] for key in SINGLES]), (LAST, script.find)])
        shorter = list(again.steps(known, marks))
        if again.log.position.is_solved:
            found = shorter
    yield from found


def needed(setting: Setting, begin: Sequence[int], steps: Sequence[Step]) -> list[Step]:
    """Those of *steps* without any of which, after the masks *begin*, singles and the others do not reach the end."""
    kept = list(steps)
    states = [_settled(setting, begin)]
    for step in kept:
        states.append(_after(setting, states[-1], step))
    replayed = at = 0
    while at < len(kept) and replayed < MOST_REPLAYED:
        check_deadline()
        masks, fresh = states[at], [states[at]]
        for number in range(at + 1, len(kept)):
            masks = _after(setting, masks, kept[number])
            fresh.append(masks)
            replayed += 1
            if not any([one & ~other for one, other in zip(masks, states[number + 1])]):
                fresh += states[number + 2 :]
                break
        if len(fresh) == len(kept) - at and not any([mask & mask - 1 for mask in fresh[-1]]):
            del kept[at]
            states[at:] = fresh
        else:
            at += 1
    return kept


def _at(setting: Setting, masks: Sequence[int], step: Step) -> Step | None:
    """The step as it is at these masks; None where it gives nothing, or they contradict."""
    try:
        return Replay(setting, masks).find(step)
    except Contradiction:
        return None


def _after(setting: Setting, masks: Sequence[int], step: Step) -> list[int]:
    """The masks after a step and the singles that follow."""
    found = _at(setting, masks, step)
    if found is None:
        return list(masks)
    left = list(masks)
    for cell, mask in found.removed.items():
        left[cell] &= ~mask
    return _settled(setting, left) if left != masks else left


def _settled(setting: Setting, masks: Sequence[int]) -> list[int]:
    """What singles leave: in regions, of cells that see each other by a rule, and of the last cells of rules."""
    loop = setting.region_loop
    left = array("I", masks)
    which = array("i", range(len(setting.regions)))
    dirty = bytearray(b"\1") * len(setting.regions)
    known = 0
    while True:
        loop.settle(left, which, dirty)
        changed = False
        for cell, others in setting.beyond_regions:
            mask = left[cell]
            if mask & mask - 1 == 0 and not known >> cell & 1:
                known |= 1 << cell
                for other in others:
                    if left[other] & mask and left[other] != mask:
                        left[other] &= ~mask
                        changed = True
                        for house in loop.houses_of(other):
                            dirty[house] = 1
        open_ = sum([1 << cell for cell, mask in enumerate(left) if mask & mask - 1])
        for source in setting.parts:
            cover = source.cover & open_
            if cover and not cover & cover - 1:
                found = digit_left(source, left)
                if found is not None:
                    left[found[0]] = found[1]
                    changed = True
                    for house in loop.houses_of(found[0]):
                        dirty[house] = 1
        if not changed:
            return left.tolist()
