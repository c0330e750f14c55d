"""Which candidates to suppose: those that fail by all houses and rules, and whose absence soon gives a digit.

Whether techniques then meet the contradiction is another question, which `techniques.reasons.case` asks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cpsudoku.budget import check_deadline
from cpsudoku.questions.explanation.few_reasons import FewReasons, ordered, wrong_of
from cpsudoku.techniques.core.board_grid import bits
from cpsudoku.techniques.reasons.case import Plan, Supposed
from cpsudoku.techniques.reasons.position import Position
from cpsudoku.techniques.reasons.setting import Setting

TRIED_NESTED = 6
"""Candidates of which it is asked whether they fail once others do, ..."""
MOST_NESTED = 2
"""... and how many others at most, ..."""
MOST_PLANNED = 12
"""... before needless ones are left out."""


class Suppositions:
    """Candidates for the cases of one puzzle, by the kernels that find steps of *few* reasons."""

    def __init__(self, few: FewReasons, setting: Setting) -> None:
        self._few, self._setting, self._every = few, setting, few.every

    def groups(self, position: Position) -> Iterator[list[Supposed]]:
        """Candidates to make cases of, in groups; the first group of which one is a case will do.

        All but one of the candidates of a cell, or of the places of a digit in a house: those first that leave the
        fewest candidates for their number. Else one candidate that fails.
        """
        if not self._few.able:
            return
        masks = position.masks
        wrong = wrong_of(self._setting, masks)
        gone = self._few.selected.refuted(masks, self._every, wrong)
        for cell, mask in self._few.rebuilt.refuted(masks, self._every, wrong).items():
            gone[cell] = gone.get(cell, 0) | mask
        plans: dict[tuple[int, int], Plan | None] = {(c, 1 << digit): () for c, digit in ordered(masks, gone)}
        tried = 0
        for group in self._targets(masks, wrong):
            for cell, bit in group:
                if (cell, bit) not in plans:
                    if tried == TRIED_NESTED:
                        break
                    tried += 1
                    check_deadline()
                    plans[cell, bit] = self._plan([*masks[:cell], bit, *masks[cell + 1 :]])
                if plans[cell, bit] is None:
                    break
            else:
                yield [Supposed(*one, plans[one] or ()) for one in group]
        dead = {one: plan for one, plan in plans.items() if plan is not None}
        yield from ([Supposed(*one, dead[one])] for one in self._strongest(masks, dead))

    def _strongest(self, masks: Sequence[int], some: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Candidates (cell, bit), those first without which the fewest are left."""
        found = []
        for cell, bit in some:
            found.append((self._left([*masks[:cell], masks[cell] & ~bit, *masks[cell + 1 :]]), cell, bit))
        return [(cell, bit) for _, cell, bit in sorted(found)]

    def _left(self, masks: Sequence[int]) -> int:
        """How many candidates all houses and rules leave."""
        left = self._few.rebuilt.model(self._every).propagate(masks)
        return 0 if left is None else sum([mask.bit_count() for mask in left])

    def _targets(self, masks: Sequence[int], wrong: Mapping[int, int]) -> list[list[tuple[int, int]]]:
        """For each digit to be written the candidates that must fail first, in its cell or in one of its houses."""
        setting, now = self._setting, sum([mask.bit_count() for mask in masks])
        found: list[tuple[float, int, list[tuple[int, int]]]] = []
        for cell in wrong:
            bit = masks[cell] & ~wrong[cell]
            ways = [[(cell, 1 << digit) for digit in bits(wrong[cell])]]
            for region in setting.regions_of[cell]:
                if region.whole:
                    ways.append([(other, bit) for other in region.cells if other != cell and masks[other] & bit])
            way = min(ways, key=len)
            gain = now - self._left([*masks[:cell], bit, *masks[cell + 1 :]])
            found.append((-gain / len(way), cell, way))
        return [way for _, _, way in sorted(found)]

    def _plan(self, masks: Sequence[int]) -> Plan | None:
        """Candidates that fail one after the other until nothing is left, none of them needless; None for many."""
        kernel = self._few.rebuilt.model(self._every)
        left = kernel.propagate(masks)
        found: list[tuple[int, int]] = []
        cells = deque(sorted(range(len(masks)), key=lambda cell: (left or masks)[cell].bit_count()))
        since = 0
        while left is not None:
            if since == len(cells) or len(found) > MOST_PLANNED:
                return None
            cell = cells[0]
            cells.rotate(-1)
            since += 1
            for digit in bits(left[cell]) if left is not None and left[cell] & left[cell] - 1 else ():
                if left is not None and kernel.begin([*left[:cell], 1 << digit, *left[cell + 1 :]]) is None:
                    found.append((cell, 1 << digit))
                    left = kernel.propagate([*left[:cell], left[cell] & ~(1 << digit), *left[cell + 1 :]])
                    since = 0
        for one in list(found):
            rest = [other for other in found if other != one]
            if self._leads(masks, rest):
                found = rest
        return tuple(found) if len(found) <= MOST_NESTED else None

    def _leads(self, masks: Sequence[int], plan: Iterable[tuple[int, int]]) -> bool:
        """Whether these candidates fail one after the other, and nothing is left."""
        kernel = self._few.rebuilt.model(self._every)
        left = kernel.propagate(masks)
        for cell, bit in plan:
            if left is None:
                return True
            if left[cell] & bit:
                if kernel.begin([*left[:cell], bit, *left[cell + 1 :]]) is not None:
                    return False
                left = kernel.propagate([*left[:cell], left[cell] & ~bit, *left[cell + 1 :]])
        return left is None
