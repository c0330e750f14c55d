"""Colouring under any rules: of two sets of statements about cells all of one are true, and all of the other false.

A statement is that a cell has a digit, or one of the digits of a side: high or low on whispers, odd or even beside
white dots. Two are linked where each decides the other: by a cell, a house, or a rule. What goes under both colours
goes; a colour under which a house or a rule cannot be is false. Source: "simple colouring" and "medusa" of the players'
forums.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from cpsudoku.budget import check_deadline
from cpsudoku.constraints.primitives import Different
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.chains import MOST_SAID
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.links import ALONG, APART, OTHER, Links, Why, reasons_of, together
from cpsudoku.techniques.reasons.narrowing import Related
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import MOST_REASONS, Reason
from cpsudoku.techniques.reasons.setting import LARGE, Setting, Source
from cpsudoku.techniques.reasons.sources import houses_needed, reason_of
from cpsudoku.techniques.reasons.words import EITHER, alternatives, listed

LEAST_CELLS = 3
"""Cells of fewer are what chains see."""
Statement = tuple[int, int]
"""A cell, and the digits of it (a mask of its candidates)."""
Colour = dict[Statement, bool]
"""Statements, and whether each is true."""
Target = tuple[int, int]
"""A candidate: cell, bit."""


class Edge(NamedTuple):
    """To a statement that is true where the other one is, or false; and why."""

    to: Statement
    same: bool
    why: tuple[int, int, int] | Source | None


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """Components in the order of their first cells."""
    web = _Web(position)
    done: set[Statement] = set()
    for begin in web.edges:
        if begin not in done:
            colour = web.coloured(begin)
            done.update(colour)
            if len({cell for cell, _ in colour}) >= LEAST_CELLS:
                check_deadline()
                yield from _steps(position, rung, web, colour)


class _Web:
    """Statements and their links."""

    def __init__(self, position: Position) -> None:
        self.setting, self.masks = position.setting, position.masks
        self.links = Links.of(position)
        self.edges: dict[Statement, list[Edge]] = {}
        size = self.links.size
        apart, along, other = self.links.by_kind
        for one, cover in enumerate(other):
            for kind, linked in ((OTHER, cover & apart[one]), (ALONG, along[one])):
                for two in bits(linked & -(2 << one)):
                    if kind == OTHER or along[two] >> one & 1:
                        self._join(
                            (one % size, 1 << one // size),
                            (two % size, 1 << two // size),
                            kind == ALONG,
                            (kind, one, two),
                        )
        for source in self.setting.parts:
            for part in source.narrower.parts:
                if isinstance(part, Related):
                    a, b = part.cells
                    sides = _sides(part.beside(self.masks[a], self.masks[b]))
                    for one_side, other_side in sides if len(sides) > 1 else ():
                        self._join((a, one_side), (b, other_side), True, source)
        for cell, mask in list(self.edges):
            rest = self.masks[cell] & ~mask
            if mask & mask - 1 and mask < rest and (cell, rest) in self.edges:
                self._join((cell, mask), (cell, rest), False, None)

    def _join(self, one: Statement, two: Statement, same: bool, why: tuple[int, int, int] | Source | None) -> None:
        self.edges.setdefault(one, []).append(Edge(two, same, why))
        self.edges.setdefault(two, []).append(Edge(one, same, why))

    def coloured(self, begin: Statement) -> Colour:
        """All statements that follow from this one's being true."""
        found, todo = {begin: True}, deque([begin])
        while todo:
            at = todo.popleft()
            for edge in self.edges[at]:
                if edge.to not in found:
                    found[edge.to] = found[at] == edge.same
                    todo.append(edge.to)
        return found

    def paths(self, begin: Statement, ends: Sequence[Statement]) -> tuple[list[Statement], list[Why]]:
        """The statements on the way to some others, and why they are linked."""
        came: dict[Statement, tuple[Statement, Edge]] = {}
        todo = deque([begin])
        while todo:
            at = todo.popleft()
            for edge in self.edges[at]:
                if edge.to not in came and edge.to != begin:
                    came[edge.to] = at, edge
                    todo.append(edge.to)
        on = {begin: None}
        whys: list[Why] = []
        for end in ends:
            while end not in on:
                on[end] = None
                end, edge = came[end]
                whys += self._why(end, edge)
        return list(on), whys

    def _why(self, one: Statement, edge: Edge) -> list[Why]:
        setting, (a, _), (b, _) = self.setting, one, edge.to
        needs = {cell: setting.full & ~self.masks[cell] for cell in (a, b)}
        if edge.why is None:
            return [Why((Reason("cell", f"{setting.names[a]} has a digit", cell=a, cells=(a,)),), needs)]
        if isinstance(edge.why, Source):
            return [Why(reason_of(edge.why), needs)]
        kind, x, y = edge.why
        if kind == ALONG:
            return [self.links.why(ALONG, x, y), self.links.why(ALONG, y, x)]
        return [self.links.why(OTHER, x, y), self.links.why(APART, x, y)]


class Use(NamedTuple):
    """The statements by which a colour is false or takes a candidate away, and why it does."""

    statements: list[Statement]
    why: Why


def _steps(position: Position, rung: Rung, web: _Web, colour: Colour) -> Iterator[Step]:
    masks = position.masks
    judges = _judges(position.setting, sum({1 << cell for cell, _ in colour}))
    ways = [colour, {one: not true for one, true in colour.items()}]
    gone: list[dict[Target, Source | None]] = []
    for way in ways:
        there = _under(masks, way)
        lost: dict[Target, Source | None] = {}
        for judge in judges if all(there) else (None,):
            left = None if judge is None else judge.narrower.left(there)
            if left is None:
                step = _false(position, rung, web, way, judge)
                if step is not None:
                    yield step
                return
            for cell, mask in left.items():
                lost.update({(cell, 1 << digit): judge for digit in bits(there[cell] & ~mask)})
        for cell, mask in enumerate(there):
            lost.update({(cell, 1 << digit): None for digit in bits(masks[cell] & ~mask)})
        gone.append(lost)
    found: dict[tuple[Reason, ...], tuple[dict[int, int], list[Why], list[Statement]]] = {}
    for target in sorted(gone[0].keys() & gone[1].keys()):
        uses = [_use(web, way, lost[target], target) for way, lost in zip(ways, gone)]
        on, whys = web.paths(uses[0].statements[0], [one for use in uses for one in use.statements])
        whys += [use.why for use in uses]
        reasons = reasons_of(whys)
        if len(reasons) <= MOST_REASONS:
            removed, _, _ = found.setdefault(reasons, ({}, whys, on))
            removed[target[0]] = removed.get(target[0], 0) | target[1]
    for reasons, (removed, whys, on) in found.items():
        said = _either(position.setting, masks, colour, on)
        if said:
            yield _step(position, rung, removed, reasons, whys, on, colour, said)


def _false(position: Position, rung: Rung, web: _Web, way: Colour, judge: Source | None) -> Step | None:
    """The step where a colour is false: by a rule, a house, or because a cell would have two digits."""
    empty = next((cell for cell, mask in enumerate(_under(position.masks, way)) if not mask), 0)
    use = _use(web, way, judge, (empty, 0))
    on, whys = web.paths(use.statements[0], use.statements)
    whys.append(use.why)
    reasons = reasons_of(whys)
    name = f"{position.setting.names[empty]} having one digit" if judge is None else judge.name
    said = _cannot(position.setting, position.masks, way, on, name)
    if len(reasons) > MOST_REASONS or not said:
        return None
    after = _under(position.masks, {one: not way[one] for one in on})
    removed = {cell: mask & ~left for cell, (mask, left) in enumerate(zip(position.masks, after)) if mask & ~left}
    return _step(position, rung, removed, reasons, whys, on, way, said)


def _use(web: _Web, way: Colour, judge: Source | None, target: Target) -> Use:
    """Why the target goes where the judge (None: its own cell) looks at a colour; bit 0: why the colour is false."""
    setting, masks = web.setting, web.masks
    cell, bit = target
    cells = (cell,) if judge is None else judge.cells

    def holds(statements: Sequence[Statement], free: set[int]) -> list[int] | None:
        there = _under(
            [setting.full if c in free or c not in cells else mask for c, mask in enumerate(masks)],
            {one: way[one] for one in statements},
        )
        left = {} if judge is None and there[cell] else None if judge is None else judge.narrower.left(there)
        gone = left is None if not bit or left is None else not left.get(cell, there[cell]) & bit
        return there if gone else None

    kept = [one for one in way if one[0] in cells]
    for one in list(kept):
        fewer = [other for other in kept if other != one]
        if fewer and holds(fewer, set()):
            kept = fewer
    free: set[int] = set()
    for c in cells:
        if holds(kept, free | {c}):
            free.add(c)
    needs = {c: setting.full & ~masks[c] for c in cells if c not in free}
    if judge is None:
        return Use(kept, Why((), needs))
    there = holds(kept, free) or masks
    houses = houses_needed(setting, judge, tuple([there[c] for c in judge.cells]), {cell: bit} if bit else {})
    return Use(kept, Why((*reason_of(judge), *(setting.whole(house) for house in houses)), needs))


def _judges(setting: Setting, cover: int) -> list[Source]:
    """The regions and rules that have some of the cells."""
    if "colouring" not in setting.memory:
        setting.memory["colouring"] = [
            *(
                setting.source(region.name, region.reason or setting.whole(region), (Different(region.cells),))
                for region in setting.regions
            ),
            *(source for source in setting.parts if len(source.cells) <= LARGE),
        ]
    found: list[Source] = setting.memory["colouring"]
    return [judge for judge in found if judge.cover & cover]


def _under(masks: Sequence[int], way: Colour) -> list[int]:
    """The candidates where the statements are true, or false."""
    found = list(masks)
    for (cell, mask), true in way.items():
        found[cell] &= mask if true else ~mask
    return found


def _step(
    position: Position,
    rung: Rung,
    removed: dict[int, int],
    reasons: tuple[Reason, ...],
    whys: Sequence[Why],
    on: Sequence[Statement],
    way: Colour,
    said: str,
) -> Step:
    lo = position.setting.lo
    path = tuple((cell, digit + lo, way[cell, mask]) for cell, mask in on for digit in bits(mask))
    return Step(rung, removed, together(whys), tell=partial(Told, reasons, said, path=path))


def _either(setting: Setting, masks: Sequence[int], way: Colour, on: Sequence[Statement]) -> str:
    """`r1c1 and r5c2 are 7, or else r1c5 and r3c2 are 7; either way`; empty where it is too long to follow."""
    one, other = ([x for x in on if way[x] is true] for true in (True, False))
    if not (one and other):
        one, other = on, [(cell, masks[cell] & ~mask) for cell, mask in on]
        if not all(mask & mask - 1 for _, mask in (*one, *other)):
            return ""
    said = f"{_said(setting, masks, one)}, or else {_said(setting, masks, other)}; {EITHER}"
    return said if len(said.split()) <= MOST_SAID else ""


def _cannot(setting: Setting, masks: Sequence[int], way: Colour, on: Sequence[Statement], name: str) -> str:
    """`it cannot be that r9c13 are 3 and r9c2 is 6, by row 9`; empty where it is too long to follow."""
    true = [one for one in on if way[one]] or [(cell, masks[cell] & ~mask) for cell, mask in on]
    said = f"it cannot be that {_said(setting, masks, true)}, by {name}"
    return said if len(said.split()) <= MOST_SAID else ""


def _said(setting: Setting, masks: Sequence[int], statements: Sequence[Statement]) -> str:
    """`r1c14 are high and r3c1 is 7`."""
    middle = 1 << setting.n // 2, 1 << (setting.n + 1) // 2
    odd = sum(1 << digit for digit in range(setting.n) if (digit + setting.lo) % 2)
    sides = {"low": middle[0] - 1, "high": setting.full & -middle[1], "odd": odd, "even": setting.full & ~odd}
    cells: dict[str, list[int]] = {}
    for cell, mask in statements:
        word = alternatives(setting.digits(mask))
        if mask & mask - 1:
            fits = (name for name, side in sides.items() if not mask & ~side and not masks[cell] & side & ~mask)
            word = next(fits, word)
        cells.setdefault(word, []).append(cell)
    return listed(f"{setting.said(c)} {'is' if len(c) == 1 else 'are'} {word}" for word, c in cells.items())


def _sides(beside: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The digits of one cell in sets, each with those that it leaves the other; none is beside two sets."""
    found: list[tuple[int, int]] = []
    for digit, left in beside:
        mask = 1 << digit
        apart = []
        for one, other in found:
            if other & left:
                mask, left = mask | one, left | other
            else:
                apart.append((one, other))
        found = [*apart, (mask, left)]
    return found
