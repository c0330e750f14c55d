"""The steps that one rule or fact gives by itself, shared by the techniques that differ in what they look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.narrowing import Narrower
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Region, Setting, Source

Argument = Callable[[Setting, Source, tuple[int, ...], dict[int, int]], str]
"""The argument of a step: of a source, at these candidates of its cells, that takes these away."""


def steps(position: Position, rung: Rung, sources: list[Source], argument: Argument) -> Iterator[Step]:
    """The step of each source that gives something."""
    for source in sources:
        if position.since(source, source.cells):
            step = step_of(position, rung, source, argument)
            if step is not None:
                yield step


def step_of(position: Position, rung: Rung, source: Source, argument: Argument) -> Step | None:
    """The step of a source; None where it gives nothing."""
    masks = position.masks
    left = source.narrower.left(masks)
    if left is None:
        here = tuple([masks[cell] for cell in source.cells])
        tell = partial(_told, position.setting, source, here, {}, argument)
        raise Contradiction(Step(rung, {}, tell=tell, again=partial(again, rung, source, argument), reads=source.cells))
    if not left:
        return None
    removed = {cell: masks[cell] & ~new for cell, new in left.items()}
    here = tuple([masks[cell] for cell in source.cells])
    return Step(
        rung,
        removed,
        again=partial(again, rung, source, argument),
        tell=partial(_told, position.setting, source, here, removed, argument),
        reads=source.cells,
    )


def again(rung: Rung, source: Source, argument: Argument, position: Position) -> Step | None:
    """The same at another position."""
    return step_of(position, rung, source, argument)


def _told(setting: Setting, source: Source, here: tuple[int, ...], removed: dict[int, int], argument: Argument) -> Told:
    houses = houses_needed(setting, source, here, removed)
    also = tuple(setting.whole(house) for house in houses)
    reasons = tuple(dict.fromkeys((*reason_of(source), *also)))
    facts = (source.reason.fact,) if source.made and source.reason.fact is not None else ()
    said = argument(setting, source, here, removed) if removed else impossible(source)
    return Told(reasons, said, facts, also)


def impossible(source: Source) -> str:
    """That a rule cannot hold any more."""
    return f"it is impossible that {source.name}" if source.made else f"{source.name} cannot be filled"


def houses_needed(
    setting: Setting, source: Source, here: tuple[int, ...], removed: dict[int, int]
) -> tuple[Region, ...]:
    """The houses without which the source would take less away: that their cells differ is a reason of its own."""
    masks = [setting.full] * setting.size
    for cell, mask in zip(source.cells, here):
        masks[cell] = mask
    wanted = None if not removed else {cell: masks[cell] & ~mask for cell, mask in removed.items()}

    def suffices(narrower: Narrower) -> bool:
        left = narrower.left(masks)
        if left is None or wanted is None:
            return left is None
        return all(left.get(cell, masks[cell]) & ~mask == 0 for cell, mask in wanted.items())

    if suffices(setting.bare(source)):
        return ()
    kept = used_houses(setting, source)
    for house in kept:
        fewer = tuple(other for other in kept if other is not house)
        if len(kept) > 1 and suffices(
            Narrower(source.statement, setting.size, setting.lo, setting.n, partial(_split, setting, fewer))
        ):
            kept = fewer
    return kept


def _split(setting: Setting, houses: tuple[Region, ...], cells: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = []
    for group in setting.split(cells):
        house = setting.house_of(sum(1 << cells[k] for k in group)) if len(group) > 1 else None
        found += [group] if house in houses else [(k,) for k in group]
    return tuple(found)


def used_houses(setting: Setting, source: Source) -> tuple[Region, ...]:
    """The houses by which sums of the source are split into groups."""
    if source.houses is not None:
        return source.houses
    found: dict[Region, None] = {}

    def split(cells: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        groups = setting.split(cells)
        for group in groups:
            house = setting.house_of(sum(1 << cells[k] for k in group)) if len(group) > 1 else None
            if house is not None:
                found[house] = None
        return groups

    Narrower(source.statement, setting.size, setting.lo, setting.n, split)
    source.houses = tuple(found)
    return source.houses


def reason_of(source: Source) -> tuple[Reason, ...]:
    """What stands for a source among the reasons of a step."""
    return source.made or (source.reason,)
