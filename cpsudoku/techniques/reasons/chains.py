"""Short alternating chains: of two candidates one is true, so what neither leaves standing goes.

A chain goes from a candidate that is false to one that is true, makes others false or true, and so on; any rule may
link two of them (`links`). Source: "alternating inference chains" of the players' forums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from cpsudoku.budget import check_deadline
from cpsudoku.constraints.cell_names import in_groups
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.ladder import Rung
from cpsudoku.techniques.reasons.links import ALONG, APART, OTHER, Candidate, Links, reasons_of, together
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.reason import MOST_REASONS, Reason, article
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.words import EITHER, called_together, listed

MOST_LINKS = 3
"""Candidates of a chain that are true one after the other."""
MOST_SAID = 22
"""Words of a chain up to which it names its rules."""
MOST_ENDED = 25
"""The same with the rules at its ends."""
Rules = tuple[Source | None, ...]


class Link(NamedTuple):
    """One link of a chain, to a candidate that is true."""

    kind: int
    one: Candidate
    two: Candidate


def find(position: Position, rung: Rung) -> Iterator[Step]:
    """The chains of the fewest links; of those that take the same candidates away, the first."""
    web = _Web(Links.of(position))
    taken = 0
    for length in range(1, MOST_LINKS + 1):
        for start, end, gone in sorted(web.ends(), key=lambda found: -found[2].bit_count()):
            gone &= ~taken
            step = _step(position, rung, web, web.path(start, end, length), gone) if gone else None
            if step is not None:
                taken |= gone
                yield step
        if taken:
            return
        check_deadline()
        web.grow()


class _Web:
    """What is true where a candidate is false, in so many steps."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.apart, self.along, self.other = links.by_kind
        self.false = sum([1 << one for one, cover in enumerate(self.other) if cover])
        self._next: dict[Candidate, int] = {}
        self._front = {start: self.other[start] for start in bits(self.false)}
        self._reached = dict(self._front)

    def ends(self) -> Iterator[tuple[Candidate, Candidate, int]]:
        """Start and end of each chain of this length, and what goes."""
        for start, front in self._front.items():
            near = self.apart[start]
            for end in bits(front):
                gone = near & self.apart[end]
                if gone:
                    yield start, end, gone

    def grow(self) -> None:
        """One step more."""
        for start, front in self._front.items():
            found = 0
            for one in bits(front):
                found |= self.after(one)
            self._front[start] = found & ~self._reached[start]
            self._reached[start] |= found

    def after(self, one: Candidate) -> int:
        """What is true in one step where a candidate is."""
        found = self._next.get(one)
        if found is None:
            found = self.along[one]
            for false in bits(self.apart[one] & self.false):
                found |= self.other[false]
            self._next[one] = found
        return found

    def path(self, start: Candidate, end: Candidate, length: int) -> list[Link]:
        """A chain of this length."""
        fronts, reached = [self.other[start]], self.other[start]
        while len(fronts) < length:
            found = 0
            for one in bits(fronts[-1]):
                found |= self.after(one)
            fronts.append(found & ~reached)
            reached |= found
        path: list[Link] = []
        for front in fronts[-2::-1]:
            before = next(one for one in bits(front) if self.after(one) >> end & 1)
            if self.along[before] >> end & 1:
                path.append(Link(ALONG, before, end))
            else:
                false = next(x for x in bits(self.apart[before] & self.false) if self.other[x] >> end & 1)
                path += [Link(OTHER, false, end), Link(APART, before, false)]
            end = before
        path.append(Link(OTHER, start, end))
        return path[::-1]


def _step(position: Position, rung: Rung, web: _Web, path: list[Link], gone: int) -> Step | None:
    setting = position.setting
    ends = [Link(APART, one, key) for key in bits(gone) for one in dict.fromkeys((path[0].one, path[-1].two))]
    whys = [web.links.why(*link) for link in (*path, *ends)]
    reasons = reasons_of(whys)
    if len(reasons) > MOST_REASONS:
        return None
    removed: dict[int, int] = {}
    for key in bits(gone):
        removed[key % setting.size] = removed.get(key % setting.size, 0) | 1 << key // setting.size
    rules, at_ends = ([why.rule for why in some] for some in (whys[: len(path)], whys[len(path) :]))
    named = {rule.name for rule in rules if rule is not None}
    either = _either([rule.name for rule in at_ends if rule is not None and rule.name not in named])
    return Step(rung, removed, together(whys), tell=partial(_told, setting, reasons, tuple(path), tuple(rules), either))


def _told(setting: Setting, reasons: tuple[Reason, ...], path: tuple[Link, ...], rules: Rules, either: str) -> Told:
    """`r4c5 is 1, or else r5c5 is 1, so r5c6 is 2 by the black dot at r5c56; either way`; *either*: its last words."""
    size, lo, names = setting.size, setting.lo, setting.names
    true = (False, *(link.kind != APART for link in path))
    keys = (path[0].one, *(link.two for link in path))
    places = tuple((key % size, key // size + lo, here) for key, here in zip(keys, true))
    (a, x, _), (b, y, _) = places[:2]
    rule = rules[0]
    if len(path) == 1 and x == y and rule is not None:
        cells = rule.cells if rule.rule is None else rule.rule.scope
        where = "" if {a, b} == set(cells) else f" in {listed(in_groups((a, b), setting.columns), 'or')}"
        return Told(reasons, f"{rule.name} has {article(x)}{where}", path=places)
    if len(path) == 1:
        said = f"{names[a]} or {names[b]} is {x}" if x == y else f"{names[a]} is {x} or {names[b]} is {y}"
        return Told(reasons, f"{said}{_by(rules)}; {either}", path=places)
    for named in (True, False):
        said, used = f"{names[a]} is {x}", 0
        fresh = [rule if named and rule not in rules[:number] else None for number, rule in enumerate(rules)]
        for number, (cell, digit, here) in enumerate(places):
            if here:
                said += f", {'so' if used else 'or else'} {names[cell]} is {digit}{_by(fresh[used:number])}"
                used = number
        if len(said.split()) <= MOST_SAID:
            break
    if len(f"{said} {either}".split()) > MOST_ENDED:
        either = EITHER
    return Told(reasons, f"{said}; {either}", path=places)


def _either(names: Sequence[str]) -> str:
    """`given the whisper from r6c3, either way`: with the rules by which both ends take the same candidates."""
    given = called_together(names)
    if len(given) < 2:
        return f"given {given[0]}, {EITHER}" if given else EITHER
    return f"given {len(given)} rules, {EITHER}"


def _by(rules: Sequence[Source | None]) -> str:
    named = called_together(rule.name for rule in rules if rule is not None)
    return f" by {listed(named)}" if named else ""
