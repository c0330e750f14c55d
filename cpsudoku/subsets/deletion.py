"""The deletion loop: groups of soft constraints are left out in turn. Is the rest still unsatisfiable?

A group that can go is restored after its turn (`restore`: which groups are necessary, one at a time), or stays out (a
minimal set). Either way the result is the same as testing group by group; a schedule decides how many groups are left
out at once, for if all of them can go together, each can. With a `BudgetedOracle`, batches are tried by halves: while
one half is tried, the other is pushed, so that the kernel propagates what most questions have in common once. A grid
that breaks exactly one of several groups shows that this group is necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from cpsudoku.budget import BudgetSpent
from cpsudoku.subsets.budgeted_oracle import BudgetedOracle
from cpsudoku.subsets.oracle import Answer, Consistent, Inconsistent, Oracle, SoftConstraint, Unknown

Group = tuple[SoftConstraint, ...]


class OneByOne:
    """A schedule: how many groups the next batch leaves out, `size`. Here each group is left out by itself."""

    size = 1

    def tried(self, count: int, gone: bool) -> None:
        """Whether the last batch, of *count* groups, could go."""


class Doubling(OneByOne):
    """Twice as many after a batch that could go, half as many after one that could not."""

    def __init__(self, first: int = 16) -> None:
        self.size = first

    def tried(self, count: int, gone: bool) -> None:
        """See `OneByOne`."""
        self.size = 2 * self.size if gone else max(1, count // 2)


class DoublingSlowly(OneByOne):
    """Twice as many after each two batches that could go, one after a batch that could not."""

    def __init__(self) -> None:
        self._row = 0

    def tried(self, count: int, gone: bool) -> None:
        """See `OneByOne`."""
        self._row = self._row + 1 if gone else 0
        self.size = 1 << self._row // 2


Schedule = OneByOne | Doubling | DoublingSlowly


class DeletionLoop:
    """The groups are tried in their order; *hard* always holds, and no grid keeps *hard* and all groups.

    `stay` and `gone`: the groups that were necessary in their turn, and the others, as far as `run` came. *core*: soft
    constraints that no grid keeps, where fewer than all are known. *patient*: a group whose question stays open stays,
    and `left_open` counts it. *may_go*: whether these groups may go besides those gone; one that may not stays, and
    `skipped` counts it.
    """

    def __init__(
        self,
        oracle: Oracle,
        groups: Sequence[Group],
        hard: Iterable[SoftConstraint] = (),
        *,
        schedule: Schedule | None = None,
        restore: bool = False,
        core: frozenset[SoftConstraint] | None = None,
        patient: bool = False,
        may_go: Callable[[Sequence[Group]], bool] | None = None,
    ) -> None:
        self._oracle, self._groups, self._hard = oracle, groups, list(hard)
        self._budgeted = oracle if isinstance(oracle, BudgetedOracle) else None
        self._schedule = DoublingSlowly() if schedule is None else schedule
        self._restore, self._core = restore, core
        self._patient, self._may_go = patient, may_go
        self._necessary: set[int] = set()
        self.stay: list[Group] = []
        self.gone: list[Group] = []
        self.left_open = self.skipped = 0

    def run(self) -> None:
        """Try all. Raises BudgetSpent where a question stays open, unless *patient*."""
        if not self._groups:
            return
        if self._budgeted is None:
            self._in_batches()
        else:
            self._layers = self._budgeted.layers()
            self._layers.push(self._hard)
            self._by_halves(0, len(self._groups))

    @property
    def waiting(self) -> Sequence[Group]:
        """The groups that were not tried."""
        return self._groups[len(self.stay) + len(self.gone) :]

    def _in_batches(self) -> None:
        """From the first group to the last."""
        start = 0
        while start < len(self._groups):
            end = self._allowed(start, min(start + self._schedule.size, len(self._groups)))
            if end == start:
                self.skipped += 1
            elif self._is_spare(start, end) or self._tried(start, end):
                self.gone += self._groups[start:end]
                start = end
                continue
            if end - start <= 1:
                self.stay.append(self._groups[start])
                start += 1

    def _allowed(self, start: int, end: int) -> int:
        """How far the groups from *start* up to *end* may go."""
        if self._may_go is not None:
            for k in range(start, end):
                if not self._may_go(self._groups[start : k + 1]):
                    return k
        return end

    def _by_halves(self, start: int, end: int) -> None:
        """The groups from *start* up to *end*; all others that are there are pushed."""
        groups = self._groups
        if self._can_all_go(start, end):
            self.gone += groups[start:end]
        elif end - start == 1:
            self.stay.append(groups[start])
        else:
            middle, before = (start + end) // 2, len(self.stay)
            self._layers.push(chain.from_iterable(groups[middle:end]))
            self._by_halves(start, middle)
            self._layers.pop()
            first = groups[start:middle] if self._restore else self.stay[before:]
            self._layers.push(chain.from_iterable(first))
            self._by_halves(middle, end)
            self._layers.pop()

    def _can_all_go(self, start: int, end: int) -> bool:
        """Whether these groups can go together; False without a question where there are better ones."""
        size = end - start
        if size == 1 and self._allowed(start, end) == start:
            self.skipped += 1
            return False
        if self._is_spare(start, end):
            return self._may_go is None or size == 1
        if size > 1 and (self._may_go is not None or size > self._schedule.size):
            return False
        return self._necessary.isdisjoint(range(start, end)) and self._tried(start, end)

    def _is_spare(self, start: int, end: int) -> bool:
        """Whether the core is without these groups."""
        if self._core is None or not self._core.isdisjoint(chain.from_iterable(self._groups[start:end])):
            return False
        if self._budgeted is not None and (self._may_go is None or end - start == 1):
            self._budgeted.by_cores += end - start
        return True

    def _tried(self, start: int, end: int) -> bool:
        gone = self._can_go(start, end)
        self._schedule.tried(end - start, gone)
        return gone

    def _can_go(self, start: int, end: int) -> bool:
        missing = list(chain.from_iterable(self._groups[start:end]))
        answer: Answer
        if self._budgeted is None:
            answer = self._oracle.check(self._held(start, end))
        else:
            answer = self._layers.check(missing=missing)
            if not isinstance(answer, Unknown):
                self._budgeted.count(kernel=True)
                if isinstance(answer, Inconsistent) and self._core is not None:
                    self._core = self._core.difference(missing) if self._restore else None
                self._note(start, end, missing, answer)
                return isinstance(answer, Inconsistent)
            answer = self._budgeted.check(self._held(start, end), after_layers=True, witness=end - start > 1)
        if isinstance(answer, Unknown):
            if not self._patient:
                raise BudgetSpent(answer.why)
            self.left_open += end - start == 1
        elif isinstance(answer, Inconsistent):
            self._core = (
                answer.core if self._core is None or not self._restore else self._met_by(self._core, answer.core)
            )
        self._note(start, end, missing, answer)
        return isinstance(answer, Inconsistent)

    def _met_by(self, *cores: frozenset[SoftConstraint]) -> frozenset[SoftConstraint]:
        """The groups that every core meets, be it in different constraints of the group."""
        met = (group for group in self._groups if not any(core.isdisjoint(group) for core in cores))
        return frozenset(chain.from_iterable(met))

    def _note(self, start: int, end: int, missing: Sequence[SoftConstraint], answer: Answer) -> None:
        """Where a grid that keeps the others breaks one group alone of several, this one is necessary."""
        grid = answer.grid if isinstance(answer, Consistent) else None
        if self._budgeted is not None and end - start > 1 and grid is not None:
            broken = frozenset(missing) - self._budgeted.soft.kept_by(grid, missing)
            groups = [k for k in range(start, end) if not broken.isdisjoint(self._groups[k])]
            if len(groups) == 1:
                self._necessary.add(groups[0])

    def _held(self, start: int, end: int) -> list[SoftConstraint]:
        """All but these groups. A SAT solver takes assumptions one by one: its cores do without those tried next."""
        before = self._groups[:start] if self._restore else self.stay
        return [*self._hard, *chain.from_iterable(before), *chain.from_iterable(reversed(self._groups[end:]))]
