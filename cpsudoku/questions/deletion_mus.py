"""Groups of clues and constraints, each in its turn left out: do the others still force?

What could go comes back after its turn (`Trials(..., back=True)`: which are needed one at a time), or is gone for good
(a minimal set). Either way the answers are those of asking group by group. They are found by halves: while one half is
tried the other is held, so that the kernel propagates what most questions have in common once (see `layers`). Several
are tried at once after some that could go; a rival of several that breaks one group alone shows that it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from cpsudoku.budget import BudgetSpent
from cpsudoku.questions.assumption_solver import Item
from cpsudoku.questions.budgeted_oracle import BudgetedOracle

Group = tuple[Item, ...]


class Bunch:
    """How many to leave out at once: all of them could go if they can together. More after each two that could."""

    def __init__(self) -> None:
        self._row = 0

    @property
    def size(self) -> int:
        """Of the next bunch."""
        return 1 << self._row // 2

    def went(self, well: bool) -> None:
        """Whether the last bunch could go."""
        self._row = self._row + 1 if well else 0


class Trials:
    """The trial of *groups*, in their order; *always* is held besides, and all together force.

    `stay` and `gone`: the groups that were needed in their turn, and the others, as far as `run` came. *core*: items
    that force, where fewer than all are known to. *patient*: a group whose question stays open stays, and `left_open`
    counts it. *may_go*: is asked before a group's turn; where it says no the group stays, and `skipped` counts it
    (groups then go one by one).
    """

    def __init__(
        self,
        asking: BudgetedOracle,
        always: Iterable[Item],
        groups: Sequence[Group],
        *,
        back: bool = False,
        core: frozenset[Item] | None = None,
        patient: bool = False,
        may_go: Callable[[Group], bool] | None = None,
    ) -> None:
        self._asking, self._groups, self._back = asking, groups, back
        self._always = list(always)
        self._core = core
        self._patient, self._may_go = patient, may_go
        self._bunch = Bunch()
        self._needed: set[int] = set()
        self.stay: list[Group] = []
        self.gone: list[Group] = []
        self.left_open = self.skipped = 0

    def run(self) -> None:
        """Try all. Raises BudgetSpent where a question stays open, unless *patient*."""
        if self._groups:
            self._layers = self._asking.layers()  # a kernel is not made for nothing
            self._layers.hold(self._always)
            self._try(0, len(self._groups))

    def _try(self, start: int, end: int) -> None:
        """The groups from *start* up to *end*; all others that are there are held."""
        groups = self._groups
        if self._can_all_go(start, end):
            self.gone += groups[start:end]
        elif end - start == 1:
            self.stay.append(groups[start])
        else:
            middle, before = (start + end) // 2, len(self.stay)
            self._layers.hold(chain.from_iterable(groups[middle:end]))
            self._try(start, middle)
            self._layers.release()
            first = groups[start:middle] if self._back else self.stay[before:]
            self._layers.hold(chain.from_iterable(first))
            self._try(middle, end)
            self._layers.release()

    def _can_all_go(self, start: int, end: int) -> bool:
        """Whether these groups can go together; False without a question where there are better ones."""
        size = end - start
        if size == 1 and self._may_go is not None and not self._may_go(self._groups[start]):
            self.skipped += 1
            return False
        if self._core is not None and self._core.isdisjoint(chain.from_iterable(self._groups[start:end])):
            spare = self._may_go is None or size == 1
            self._asking.by_cores += size if spare else 0
            return spare
        if size > 1 and (self._may_go is not None or size > self._bunch.size):
            return False
        if not self._needed.isdisjoint(range(start, end)):
            return False
        well = self._can_go(start, end)
        self._bunch.went(well)
        return well

    def _can_go(self, start: int, end: int) -> bool:
        missing = list(chain.from_iterable(self._groups[start:end]))
        found = self._layers.forces(missing)
        if found is not None:
            self._asking.count(kernel=True)
            if found and self._core is not None:
                self._core = self._core.difference(missing) if self._back else None
            if not found and end - start > 1:
                self._note(start, end, self._layers.broken(missing))
            return found
        try:
            core = self._asking.forces(self._held(start, end), anew=True, rival=end - start > 1)
        except BudgetSpent:
            if not self._patient:
                raise
            self.left_open += end - start == 1
            return False
        if core is not None:
            self._core = core if self._core is None or not self._back else self._core & core
        elif self._asking.rival is not None:
            kept = self._asking.guarded.kept_by(self._asking.rival, missing)
            self._note(start, end, frozenset(missing) - kept)
        return core is not None

    def _note(self, start: int, end: int, broken: frozenset[Item]) -> None:
        """A rival of what is held breaks these items: where they are of one group, it is needed."""
        groups = [k for k in range(start, end) if not broken.isdisjoint(self._groups[k])]
        if len(groups) == 1:
            self._needed.add(groups[0])

    def _held(self, start: int, end: int) -> list[Item]:
        """All but these groups. A SAT solver takes assumptions one by one: its cores do without those tried next."""
        tried = self._groups[:start] if self._back else self.stay
        return [*self._always, *chain.from_iterable(tried), *chain.from_iterable(reversed(self._groups[end:]))]
