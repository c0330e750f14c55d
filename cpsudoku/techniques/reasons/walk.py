"""A walk: forward by the cheapest techniques that give anything, then backward to what each digit needs.

Forward, each round takes all steps of the least cost at once: this canonical walk does not depend on the order of cells
or rules. Of its steps a digit needs few. They are found by the candidates that each step rests on, and then one by one
left out while the digit still follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from cpsudoku.budget import check_deadline
from cpsudoku.techniques.reasons.ladder import LADDER, ROWS, Rung, files
from cpsudoku.techniques.reasons.position import Contradiction, Position, Step, Told
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.singles import NAKED, clears, single

LAST_CELL = ROWS["last-cell"]
Finder = Callable[[Position, Rung], Iterable[Step]]


class Shown(NamedTuple):
    """A step of a walk as it is shown: the candidates it removes, the masks before it, its number in the log."""

    step: Step
    removed: dict[int, int]
    before: tuple[int, ...]
    grid: bytes
    number: int = -1


class Log:
    """The steps taken, and which of them first took each candidate."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.steps: list[Step] = []
        self.maker: dict[tuple[int, int], int] = {}

    def take(self, step: Step) -> bool:
        """Apply a step; whether it gave anything."""
        position = self.position
        done = position.remove(step.removed)
        fresh = step.placed is not None and not position.placed >> step.placed[0] & 1
        if not done and not fresh:
            return False
        number = len(self.steps)
        self.steps.append(step)
        for cell, mask in done.items():
            while mask:
                bit = mask & -mask
                self.maker[cell, bit] = number
                mask ^= bit
        if step.placed is not None and fresh:
            cell, bit = step.placed
            position.placed |= 1 << cell
            for after in list(clears(position, cell, bit)):
                self.take(after)
        return True

    def begin(self, known: Sequence[tuple[int, int]]) -> None:
        """Write the *known* digits, (cell, bit), and take what they and the rules for single cells clear."""
        position, setting = self.position, self.position.setting
        position.remove({cell: setting.full & ~bit for cell, bit in known})
        position.placed = sum(1 << cell for cell, _ in known)
        for reason, cells in setting.given:
            removed = {cell: setting.full & ~mask for cell, mask in cells.items()}
            self.take(Step(NAKED, removed, tell=partial(Told, (reason,), ""), clears=True))
        for cell, bit in known:
            for step in list(clears(position, cell, bit)):
                self.take(step)


def finders(ladder: Sequence[Rung] = LADDER) -> list[tuple[Rung, Finder]]:
    """Each rung with its search."""
    return [(rung, files()[rung.file].find) for rung in ladder]


def advance(log: Log, ladder: Sequence[tuple[Rung, Finder]]) -> tuple[Rung, int] | None:
    """One round: all steps of the least cost. The rung and how many steps; None where nothing is found."""
    for rung, find in ladder:
        begun = len(log.steps)
        found = list(find(log.position, rung))
        for step in found:
            log.take(step)
        if len(log.steps) > begun:
            return rung, len(log.steps) - begun
    return None


class Replay:
    """Masks alone: enough for steps to be found again."""

    def __init__(self, setting: Setting, masks: Sequence[int]) -> None:
        self.setting, self.masks = setting, list(masks)

    def find(self, step: Step) -> Step | None:
        """The step, or what it is here; None where it gives nothing. Raises Contradiction."""
        if step.again is None or step.needs:
            if step.holds(self.masks):
                return step
            if step.again is None:
                return None
        return step.again(self)  # type: ignore[arg-type]

    def told(self, step: Step) -> Step | None:
        """The step as it is read here, where less may be open than when it was found. Raises Contradiction."""
        found = None if step.again is None else step.again(self)  # type: ignore[arg-type]
        if step.again is not None and not step.needs:
            return found
        gone = {} if found is None else found.removed
        if any([self.masks[cell] & mask & ~gone.get(cell, 0) for cell, mask in step.removed.items()]):
            return step if step.holds(self.masks) else None
        return found if step.again is not None or not step.holds(self.masks) else step


class Walk:
    """A walk from the clues, told step by step; `log` has all that was taken on the way."""

    def __init__(self, setting: Setting, ladder: Sequence[tuple[Rung, Finder]], every: bool = False) -> None:
        self.setting = setting
        self.log = Log(Position(setting))
        self._ladder = ladder
        self._told = [setting.full] * setting.size
        self._done: set[int] = set()
        self._grid = bytearray(setting.size)
        self.rounds: list[tuple[Rung, int]] = []
        self.story: list[Shown] = []
        self._end: Step | None = None
        self.needed: set[int] = set()
        """The numbers of the steps that a digit needed."""
        self._apart = Walk(setting, ladder) if every else None
        if self._apart is not None:
            self._apart.log = self.log

    def steps(self, known: Sequence[tuple[int, int]], marks: Sequence[int] | None = None) -> Iterator[Shown]:
        """The steps after *known* digits, (cell, bit), and pencil *marks*, as masks."""
        position = self.log.position
        if marks is not None:
            position.remove({cell: self.setting.full & ~mask for cell, mask in enumerate(marks)})
        for walk in (self, self._apart):
            if walk is not None:
                walk._told = position.masks[:]
                for cell, bit in known:
                    walk._grid[cell] = bit.bit_length()
                    walk._told[cell] = bit
        self.log.begin(known)
        yield from self._show(range(len(self.log.steps)))
        while not position.is_solved:
            check_deadline()
            begun = len(self.log.steps)
            found = advance(self.log, self._ladder)
            if found is None:
                return
            self.rounds.append(found)
            if self._apart is None:
                yield from self._digits(begun)
                continue
            self.needed.update(shown.number for shown in self._apart._digits(begun))
            yield from self._show(range(begun, len(self.log.steps)))

    def _digits(self, begun: int) -> Iterator[Shown]:
        """What the digits written from step *begun* on need, the cheapest first."""
        placed = [k for k in range(begun, len(self.log.steps)) if self.log.steps[k].placed is not None]
        while placed:
            needed = {goal: self._slice(goal) for goal in placed}
            goal = min(placed, key=lambda goal: (self._cost(needed[goal]), goal))
            placed.remove(goal)
            after = goal + 1
            while after < len(self.log.steps) and self.log.steps[after].clears:
                after += 1
            yield from self._show([*self._fewest(sorted(needed[goal]), goal), *range(goal, after)])

    def argue(self, known: Sequence[tuple[int, int]], cell: int, lost: int) -> list[Shown] | None:
        """The steps by which a cell loses candidates (a mask), clues and what they clear included, and no others.

        None where the ladder ends before.
        """
        position = self.log.position
        self._told = position.masks[:]
        for where, bit in known:
            self._grid[where] = bit.bit_length()
            self._told[where] = bit
        self.log.begin(known)
        while position.masks[cell] & lost:
            check_deadline()
            if advance(self.log, self._ladder) is None:
                return None
        goal = len(self.log.steps)
        self.log.steps.append(Step(NAKED, {}, {cell: lost}))
        return list(self._show(self._fewest(sorted(self._slice(goal)), goal)))

    @classmethod
    def ended(cls, position: Position, log: Log, begin: Sequence[int], end: Step) -> Walk:
        """A walk from the masks *begin* into a contradiction that a log has met; `story` are the steps it takes."""
        walk = cls(position.setting, ())
        walk.log, walk._told = log, list(begin)
        walk._grid = bytearray(
            mask.bit_length() if position.placed >> cell & 1 else 0 for cell, mask in enumerate(position.masks)
        )
        goal = len(log.steps)
        log.steps.append(end)
        chosen = walk._fewest(sorted(walk._slice(goal)), goal)
        walk.story = list(walk._show(chosen))
        walk.story.append(Shown(walk._end or end, {}, tuple(walk._told), bytes(walk._grid)))
        return walk

    def _cost(self, steps: set[int]) -> float:
        return sum(self.log.steps[k].rung.cost for k in steps if not self.log.steps[k].clears)

    def _show(self, numbers: Iterable[int]) -> Iterator[Shown]:
        for number in numbers:
            if number in self._done or number >= len(self.log.steps):
                continue
            step = self.log.steps[number]
            whole = step.removed
            if step.again is None and not step.holds(self._told):
                continue  # what it rests on is not told
            for cell in step.needs if step.clears or step.rung is LAST_CELL else ():
                mask = self._told[cell]
                if not self._grid[cell] and mask & mask - 1 == 0 and (step.clears or cell not in step.removed):
                    written = single(self.setting, cell, mask)
                    yield Shown(written, {}, tuple(self._told), bytes(self._grid))
                    self._grid[cell] = mask.bit_length()
            if step.again is not None:
                try:
                    found = Replay(self.setting, self._told).told(step)
                except Contradiction as problem:
                    self._end = problem.step
                    return
                if found is None:
                    continue
                step = found
            if step.inside is not None:
                inside = step.inside(self._told, bytes(self._grid))
                if inside is None:  # it rests on more than its needs say: all that was known is told first
                    yield from self._show(range(number))
                    inside = step.inside(self._told, bytes(self._grid))
                step = step if inside is None else inside
            removed = {c: self._told[c] & mask for c, mask in step.removed.items() if self._told[c] & mask}
            if removed or step.placed is not None:
                yield Shown(step, removed, tuple(self._told), bytes(self._grid), number)
            for cell, mask in removed.items():
                self._told[cell] &= ~mask
            if step.placed is not None:
                self._grid[step.placed[0]] = step.placed[1].bit_length()
            if not any(self._told[cell] & mask for cell, mask in whole.items()):
                self._done.add(number)  # else it gave less than when it was found, and may be told again

    def _slice(self, goal: int) -> set[int]:
        """The steps that the goal may rest on and that are not told yet."""
        steps, maker, told = self.log.steps, self.log.maker, self._told
        found: set[int] = set()
        todo = [goal]
        while todo:
            number = todo.pop()
            step = steps[number]
            for cell, mask in step.rests_on(self.setting.full).items():
                left = mask & told[cell]
                while left:
                    bit = left & -left
                    left ^= bit
                    by = maker.get((cell, bit))
                    if by is not None and by < number and by not in found and by not in self._done:
                        found.add(by)
                        todo.append(by)
        return found

    def _fewest(self, chosen: list[int], goal: int) -> list[int]:
        """Steps of *chosen* that suffice for the goal, none of which can go; dear ones are tried first."""
        kept = chosen
        if not self._gives(kept, goal):
            kept = [k for k in range(goal) if k not in self._done]
        size = max(1, len(kept) // 4)
        while True:
            order = sorted(kept, key=lambda k: (-self.log.steps[k].rung.cost, -k))
            at = 0
            while at < len(order):
                gone = set(order[at : at + size]) & set(kept)
                if gone:
                    rest = [k for k in kept if k not in gone]
                    if self._gives(rest, goal):
                        kept = rest
                at += size
            if size == 1:
                return kept
            size = max(1, min(size, len(kept)) // 4)

    def _gives(self, numbers: Sequence[int], goal: int) -> bool:
        check_deadline()
        replay = Replay(self.setting, self._told)
        masks, steps = replay.masks, self.log.steps
        for number in numbers:
            try:
                step = replay.find(steps[number])
            except Contradiction:
                return True
            for cell, mask in step.removed.items() if step is not None else ():
                masks[cell] &= ~mask
        try:
            return replay.find(steps[goal]) is not None and steps[goal].again is None
        except Contradiction:
            return True
