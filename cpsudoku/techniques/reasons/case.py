"""Cases: a candidate is supposed, and the cheap techniques walk from there into a contradiction; so it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from cpsudoku.budget import check_deadline
from cpsudoku.techniques.reasons.ladder import LADDER, ROWS, Rung
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Finder, Log, Replay, Shown, Walk, advance, finders

CHEAP = tuple(rung for rung in LADDER if rung.cost <= ROWS["naked-pair"].cost)
"""What a case may use, beside what is given to `find`."""
ROUNDS = 30
"""Rounds after which a case is given up."""
MOST_CASES = 4
"""Cases of one walk: nobody follows more, and each takes long to find."""
TRIES = 6
"""Groups of candidates tried."""
Plan = tuple[tuple[int, int], ...]
"""Candidates (cell, bit)."""


class Supposed(NamedTuple):
    """A candidate to make a case of, and those that fail within it, in this order."""

    cell: int
    bit: int
    plan: Plan = ()


def find(
    position: Position,
    rung: Rung,
    candidates: Callable[[Position], Iterable[list[Supposed]]],
    more: Sequence[tuple[Rung, Finder]] = (),
) -> Iterator[Step]:
    """The cases of the first group of *candidates* that are some; *more* are searches that these may use."""
    if position.memory.get(rung, 0) >= MOST_CASES:
        return
    cheap = [*finders(CHEAP), *more]
    for group in islice(candidates(position), TRIES):
        found = False
        for cell, bit, plan in group:
            check_deadline()
            inner = [(rung, partial(find, candidates=partial(_within, plan), more=more))] if plan else []
            walk = supposed(position, [*cheap, *inner], cell, bit, ROUNDS)
            if walk is not None:
                found = True
                position.memory[rung] = position.memory.get(rung, 0) + 1
                story = tuple(walk.story)
                step = _case(rung, position.setting, cell, bit, _needs(position, story), story)
                step.inside = partial(_again, step, position.setting)
                yield step
        if found:
            return


def _within(plan: Plan, position: Position) -> Iterator[list[Supposed]]:
    """Those of a plan that are still candidates."""
    return ([Supposed(cell, bit)] for cell, bit in plan if position.masks[cell] & bit)


def _case(
    rung: Rung, setting: Setting, cell: int, bit: int, needs: Mapping[int, int], story: tuple[Shown, ...]
) -> Step:
    digit = bit.bit_length() - 1 + setting.lo
    return Step(
        rung, {cell: bit}, needs, tell=partial(_told, setting.names[cell], digit, (cell, bit), story), inner=story
    )


def _again(step: Step, setting: Setting, told: Sequence[int], grid: bytes) -> Step | None:
    """The case from the board as it is told; None where its steps do not end in a contradiction there."""
    ((cell, bit),) = step.removed.items()
    story: list[Shown] = []
    masks, written = list(told), bytearray(grid)
    masks[cell] = bit
    for number, shown in enumerate(step.inner, start=1):
        before = tuple(masks), bytes(written)
        try:
            one = Replay(setting, masks).told(shown.step)
            ends = number == len(step.inner) and shown.step.again is None
        except Contradiction as problem:
            one, ends = problem.step, True
        if one is not None and one.inside is not None:
            one = one.inside(*before)
            if one is None:
                return None
        if one is None:
            continue
        if ends:
            story.append(Shown(one, {}, *before))
            return _case(step.rung, setting, cell, bit, step.needs, tuple(story))
        removed = {c: masks[c] & mask for c, mask in one.removed.items() if masks[c] & mask}
        if removed or one.placed is not None:
            story.append(Shown(one, removed, *before))
        for c, mask in removed.items():
            masks[c] &= ~mask
        if one.placed is not None:
            written[one.placed[0]] = one.placed[1].bit_length()
    return None


def supposed(position: Position, ladder: Sequence[tuple[Rung, Finder]], cell: int, bit: int, most: int) -> Walk | None:
    """The walk from the candidate to a contradiction; None where it meets none in so many rounds."""
    there = position.copy()
    there.memory = dict(position.memory)
    log = Log(there)
    begin = there.masks[:]
    begin[cell] = bit
    there.remove({cell: position.setting.full & ~bit})
    try:
        for _ in range(most):
            if advance(log, ladder) is None:
                return None
    except Contradiction as problem:
        return Walk.ended(position, log, begin, problem.step)
    return None


def _needs(position: Position, story: Sequence[Shown]) -> dict[int, int]:
    """The candidates whose absence the story rests on."""
    setting = position.setting
    found: dict[int, int] = {}
    for shown in story:
        step = shown.step
        for cell, mask in step.rests_on(setting.full).items():
            gone = mask & ~position.masks[cell]
            if gone:
                found[cell] = found.get(cell, 0) | gone
    return found


def _told(name: str, digit: int, supposed: tuple[int, int], story: Sequence[Shown]) -> Told:
    reasons: dict[Reason, None] = {}
    for shown in story:
        reasons.update(dict.fromkeys(shown.step.tell().reasons))
    end = story[-1].step.tell().argument
    many = sum(not shown.step.clears and shown.step.placed != supposed for shown in story[:-1])
    after = "at once" if not many else "one step later" if many == 1 else f"{many} steps later"
    return Told(tuple(reasons), f"suppose {name} were {digit}: {after} {end}")
