"""Links between candidates, from cells, houses and any rule: what chains and colours are made of.

What a rule links is found by what it leaves of its cells once a candidate is written, or gone. A candidate is the
number digit * cells + cell (digits from 0), a bit of covers of candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.position import Position
from cpsudoku.techniques.reasons.reason import Reason
from cpsudoku.techniques.reasons.setting import Setting, Source
from cpsudoku.techniques.reasons.sources import houses_needed, reason_of

MOST_CANDIDATES = 30
"""Rules whose cells have more candidates give no links: few do, and looking takes long."""
APART, ALONG, OTHER = range(3)
"""The first candidate makes the second false; makes it true; or makes it true where it is false itself."""
Candidate = int
Linked = tuple[tuple[int, Candidate, int], ...]
"""Kind, candidate, and the cover of those that it is linked to."""


class Why(NamedTuple):
    """The reasons of a link; the candidates, as masks by cell, whose absence it rests on; and the rule."""

    reasons: tuple[Reason, ...] = ()
    needs: Mapping[int, int] = {}
    rule: Source | None = None


class Links:
    """The links at a position: by kind and candidate the cover of the others."""

    def __init__(self, position: Position) -> None:
        setting = self._setting = position.setting
        self._masks, self._places = position.masks, position.places
        self.size = size = setting.size
        number = size * setting.n
        apart, along, other = self.by_kind = [0] * number, [0] * number, [0] * number
        for cell, mask in enumerate(position.masks):
            digits = bits(mask) if mask & mask - 1 else []
            inside = sum([1 << digit * size + cell for digit in digits])
            for digit in digits:
                one = digit * size + cell
                seen = setting.sees[cell] & position.places[digit]
                apart[one] = inside & ~(1 << one) | seen << digit * size
                if len(digits) == 2:
                    other[one] = inside & ~(1 << one)
        for region in setting.regions:
            for digit in range(setting.n) if region.whole else ():
                there = position.places[digit] & region.cover
                if there.bit_count() == 2:
                    for cell in bits(there):
                        other[digit * size + cell] |= (there & ~(1 << cell)) << digit * size
        known: dict[tuple[Source, tuple[int, ...]], Linked] = setting.memory.setdefault("links", {})
        for source in setting.parts:
            here = tuple([position.masks[cell] for cell in source.cells])
            if sum([mask.bit_count() for mask in here]) > MOST_CANDIDATES:
                continue
            if (source, here) not in known:
                known[source, here] = _linked(setting, source, here)
            for kind, one, cover in known[source, here]:
                self.by_kind[kind][one] |= cover

    @classmethod
    def of(cls, position: Position) -> Links:
        """Those of a position, made once."""
        time, links = position.memory.get(cls, (0, None))
        if time != position.time:
            links = cls(position)
            position.memory[cls] = position.time, links
        found: Links = links
        return found

    def why(self, kind: int, one: Candidate, two: Candidate) -> Why:
        """Why two candidates are linked: by a cell, by a house, or by the rule that needs the fewest reasons."""
        setting, size, lo = self._setting, self.size, self._setting.lo
        (x, a), (y, b) = divmod(one, size), divmod(two, size)
        if kind == APART:
            if a == b:
                return Why()
            if x == y and setting.sees[a] >> b & 1:
                return Why((setting.differ(a, b, x + lo),))
        elif kind == OTHER and a == b and self._masks[a] == 1 << x | 1 << y:
            reason = Reason("cell", f"{setting.names[a]} has a digit", cell=a, cells=(a,))
            return Why((reason,), {a: setting.full & ~self._masks[a]})
        elif kind == OTHER and x == y:
            both = 1 << a | 1 << b
            for region in setting.regions_of[a]:
                if region.whole and self._places[x] & region.cover == both:
                    return Why((region.has(x + lo),), {c: 1 << x for c in region.cells if c not in (a, b)})
        return min(self._by_rules(kind, (a, x), (b, y)), key=lambda why: len(why.reasons))

    def _by_rules(self, kind: int, one: tuple[int, int], two: tuple[int, int]) -> Iterator[Why]:
        setting = self._setting
        masks = self._masks[:]
        (a, x), (b, y) = one, two
        masks[a] = masks[a] & ~(1 << x) if kind == OTHER else 1 << x
        for source in setting.parts:
            if a == b or not (source.cover >> a & 1 and source.cover >> b & 1):
                continue
            if not _gives(source, kind, masks, b, y):
                continue
            there = masks[:]
            for cell in source.cells:
                if kind != OTHER and cell == a:
                    continue
                before, there[cell] = there[cell], setting.full & ~(1 << x) if cell == a else setting.full
                if not _gives(source, kind, there, b, y):
                    there[cell] = before
            lost = 1 << y if kind == APART else there[b] & ~(1 << y)
            houses = houses_needed(setting, source, tuple([there[cell] for cell in source.cells]), {b: lost})
            needs = {cell: setting.full & ~there[cell] for cell in source.cells if cell != a}
            if kind == OTHER:
                needs[a] = setting.full & ~(there[a] | 1 << x)
            reasons = (*reason_of(source), *(setting.whole(house) for house in houses))
            yield Why(reasons, {cell: mask for cell, mask in needs.items() if mask}, source)


def reasons_of(whys: Iterable[Why]) -> tuple[Reason, ...]:
    """The reasons of links together."""
    return tuple(dict.fromkeys(reason for why in whys for reason in why.reasons))


def together(whys: Iterable[Why]) -> dict[int, int]:
    """What links need together."""
    needs: dict[int, int] = {}
    for why in whys:
        for cell, mask in why.needs.items():
            needs[cell] = needs.get(cell, 0) | mask
    return needs


def _gives(source: Source, kind: int, masks: Sequence[int], cell: int, digit: int) -> bool:
    """Whether a rule takes the digit from the cell, or all others."""
    left = source.narrower.left(masks)
    if left is None:
        return True
    mask = left.get(cell, masks[cell])
    return not mask >> digit & 1 if kind == APART else mask == 1 << digit


def _linked(setting: Setting, source: Source, here: Sequence[int]) -> Linked:
    """The links by one rule, where its cells have the masks *here*."""
    size = setting.size
    masks = [setting.full] * size
    for cell, mask in zip(source.cells, here):
        masks[cell] = mask
    found: list[tuple[int, Candidate, int]] = []
    for cell, mask in zip(source.cells, here):
        for digit in bits(mask) if mask & mask - 1 else ():
            for there, kinds in ((1 << digit, (APART, ALONG)), (mask & ~(1 << digit), (None, OTHER))):
                masks[cell] = there
                covers = dict.fromkeys(kinds, 0)
                for other, left in (source.narrower.left(masks) or {}).items():
                    if other != cell:
                        for gone in bits(masks[other] & ~left):
                            covers[kinds[0]] |= 1 << gone * size + other
                        if left & left - 1 == 0:
                            covers[kinds[1]] |= 1 << (left.bit_length() - 1) * size + other
                found += [(k, digit * size + cell, cover) for k, cover in covers.items() if cover and k is not None]
        masks[cell] = mask
    return tuple(found)
