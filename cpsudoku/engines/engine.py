"""What every engine can do, and what it answers.

An engine is built once per geometry (and encoding) and then searched for many puzzles.
"Unknown" is an answer of its own: an Outcome that is neither complete nor at its limit says why.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, ClassVar, TypedDict, Unpack

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Budget, BudgetSpent, Limits, until
from cpsudoku.engines.block import Answers, AnswersBuilder, DecidedBy, Found
from cpsudoku.engines.support import Support, Tally
from cpsudoku.engines.witnesses import check_witnesses
from cpsudoku.errors import UsageError, check_known

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.formula.definition import EncodingLike


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found.

    `solutions`: distinct full grids, one byte a cell. `complete`: there are no others.
    `why`: non-empty exactly where a limit stopped the search before it was complete or had as
    many solutions as asked. `stats`: counters by name (conflicts, decisions, propagations, nodes ...).
    """

    solutions: tuple[bytes, ...]
    complete: bool
    why: str = ""
    stats: Mapping[str, float] = field(default_factory=dict)


class EngineOptions(TypedDict, total=False):
    """The options of every engine.

    `encoding`: a name, path or definition; an engine without encodings refuses it. `simplify`: "singles" or "none".
    `seed`: of what is random in a search (0).
    """

    encoding: EncodingLike | None
    simplify: str | None
    seed: int | None


SIMPLIFY = ("singles", "none")
"""What may be done to a puzzle before an engine sees it."""


def collect(grids: Iterator[bytes], limit: int, stats: Mapping[str, float] | None = None) -> Outcome:
    """The first *limit* (0: all) of the solutions; where BudgetSpent ends them, its message is why."""
    found: list[bytes] = []
    stats = {} if stats is None else stats
    try:
        for grid in grids:
            found.append(grid)
            if len(found) == limit:
                return Outcome(tuple(found), False, "", stats)
    except BudgetSpent as spent:
        return Outcome(tuple(found), False, str(spent), stats)
    return Outcome(tuple(found), True, "", stats)


def _search_in_time(search: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """`Engine.search` under the deadline of its limits: the answer is unknown where it passes before the search."""

    @wraps(search)
    def in_time(self: Engine, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        if limits.seconds is None:
            return search(self, cells, limit, limits)
        try:
            with until(limits.deadline()):
                return search(self, cells, limit, limits)
        except BudgetSpent:
            return Outcome((), False, limits.reached)

    return in_time


def _support_in_time(support: Callable[..., Support]) -> Callable[..., Support]:
    """`Engine.support` likewise; then every candidate is open."""

    @wraps(support)
    def in_time(self: Engine, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        if limits.seconds is None:
            return support(self, cells, most, limits, jobs)
        try:
            with until(limits.deadline()):
                return support(self, cells, most, limits, jobs)
        except BudgetSpent:
            return Tally(cells, self.geometry, most).support(limits.reached)

    return in_time


class Engine(ABC):
    """Finds solutions of puzzles on one board. An engine writes `search`; the rest has defaults, which some do better.

    `search` and `support` run under the deadline of their limits: work that calls `check_deadline`, such as building a
    formula, ends there, and the answer is unknown.

    `name` is what `--engine` accepts, such as `sat:glucose4`.
    """

    name: str
    geometry: Geometry
    constraints: tuple[Constraint, ...] = ()
    """Rules that are not houses, placed on the board."""
    encoding_name: str = ""
    """The encoding in which whole puzzles are stated; empty where none was named. See `confirmation`."""
    target: ClassVar[str | None] = None
    """The `target` of encodings it takes; None where it takes none."""
    outside: ClassVar[bool] = False
    """True for programs of other people: their answers are evidence against them, never against ours."""
    serves_constraints: ClassVar[bool] = False
    """True where it takes constraints, and boards of any shape."""

    arguments: ClassVar[tuple[str, ...] | None] = ()
    """What may stand after the colon of its name; None where `set_up` checks that."""

    def __init__(
        self,
        geometry: Geometry,
        argument: str | None = None,
        constraints: tuple[Constraint, ...] = (),
        *,
        encoding: EncodingLike | None = None,
        simplify: str | None = None,
        seed: int | None = None,
    ) -> None:
        """Raises UsageError for an argument, an encoding or a simplification that the engine does not take.

        An engine that propagates by itself, or not at all, takes every simplification.
        """
        self.geometry, self.constraints, self.seed = geometry, constraints, seed or 0
        self.argument, self.named_encoding, self.simplify = argument, encoding, simplify
        self.houses_only = not constraints and geometry.layout is None
        if argument is not None:
            if self.arguments is not None and argument not in self.arguments:
                allowed = f"the argument {' or '.join(self.arguments)}" if self.arguments else "no argument"
                raise UsageError(f"engine {self.name!r} takes {allowed}; got {argument!r}")
            self.name = f"{self.name}:{argument}"
        if encoding is not None and self.target is None:
            raise UsageError(f"engine {self.name!r} has no encodings; got {encoding!r}")
        if simplify is not None:
            check_known("simplify", simplify, SIMPLIFY, UsageError)
        self.set_up()

    def set_up(self) -> None:  # noqa: B027  (most engines have nothing to add)
        """An engine's own checks and fields: called once, after all arguments of the constructor are stored."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        for name, in_time in (("search", _search_in_time), ("support", _support_in_time)):
            if name in cls.__dict__:
                setattr(cls, name, in_time(cls.__dict__[name]))

    @classmethod
    def supports(
        cls,
        geometry: Geometry,
        constraints: tuple[Constraint, ...],
        argument: str | None = None,
        **options: Unpack[EngineOptions],
    ) -> bool:
        """Whether this class serves such puzzles: the registry takes the first class of a name that does."""
        return cls.serves_constraints or (not constraints and geometry.layout is None)

    @classmethod
    def title(cls, name: str) -> str:
        """What tables call the engine that `--engine` takes as *name*."""
        return name

    @abstractmethod
    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        """Up to *limit* solutions (0 = all) of the puzzle with these clues (a byte a cell, 0 = empty).

        Contradictory clues give no solution, complete. Never raises for a bad puzzle.
        """

    def contestant(self) -> Engine:
        """The engine for a comparison, which judges its answers: a wrong answer is returned, not raised."""
        return self

    def prepare(self) -> bool:
        """Build what searches share, such as a formula; True where the first search then loads it into a solver."""
        return False

    def verify_block(self, cells: bytes, limits: Limits = NO_LIMITS) -> Answers:
        """Search every puzzle of a block (their cells one after the other) for two solutions, *limits* for each.

        The grids are not checked yet: see `witnesses.check_block`.
        """
        size = self.geometry.size
        draft = AnswersBuilder(len(cells) // size, size)
        for index in range(len(cells) // size):
            outcome = self.search(cells[index * size : (index + 1) * size], 2, limits)
            draft.enter(index, outcome, self.decided_by(outcome))
        return draft.answers()

    def decided_by(self, outcome: Outcome) -> DecidedBy | None:
        """What decided a puzzle of a block, where the engine knows."""
        return None

    def solve_block(self, cells: bytes, limit: int = 1, limits: Limits = NO_LIMITS) -> Found:
        """Search every puzzle of a block for up to *limit* solutions (0: all), *limits* for each.

        The grids are not checked yet: see `witnesses.check_found`.
        """
        size = self.geometry.size
        return Found.of(self.search(cells[at : at + size], limit, limits) for at in range(0, len(cells), size))

    def count_block(self, cells: bytes, limit: int = 0, limits: Limits = NO_LIMITS) -> Found:
        """`count` of every puzzle of a block, *limits* for each."""
        size = self.geometry.size
        counts = (self.count(cells[at : at + size], limit, limits) for at in range(0, len(cells), size))
        return Found.counted(counts, limit)

    def count(self, cells: bytes, limit: int = 0, limits: Limits = NO_LIMITS) -> tuple[int, str]:
        """(solutions, counted up to *limit*, 0: all; why it ended early, empty where it did not).

        Here they are all kept and checked; raises EnginesDisagree where one is wrong.
        """
        outcome = self.search(cells, limit, limits)
        check_witnesses(Puzzle.trusted(cells, self.geometry, self.constraints), outcome.solutions)
        return len(outcome.solutions), outcome.why

    def support(self, cells: bytes, most: int = 1, limits: Limits = NO_LIMITS, jobs: int = 1) -> Support:
        """In how many solutions each candidate occurs, counted up to *most*; *limits* hold for all of it together.

        *jobs*: threads that may take part, where an engine can share its search; the answer does not depend on it.
        Here every candidate that too few of the solutions found so far have is placed, and solutions with it are
        searched for. Every grid is checked; raises EnginesDisagree where one is wrong.
        """
        budget, tally = Budget(limits), Tally(cells, self.geometry, most)
        self._by_trials(cells, tally, budget)
        return tally.support(limits.reached)

    def _by_trials(self, cells: bytes, tally: Tally, budget: Budget, effort: int | None = None) -> None:
        """Place every open candidate by itself, until the budget is spent or one needs more than this *effort*."""

        def found(cells: bytes, limit: int, effort: int | None = None) -> Outcome | None:
            left = budget.left(effort)
            if left.spent:
                return None
            outcome = self.search(cells, limit, left)
            budget.spent += int(outcome.stats.get("conflicts", outcome.stats.get("nodes", 0)))
            self._enter(cells, outcome.solutions, tally)
            return None if outcome.why else outcome

        first = found(cells, max(2, tally.most))
        if first is None:
            return
        if first.complete:
            tally.close()
        for candidate in sorted(tally.open):
            if candidate in tally.open:
                cell, k = divmod(candidate, self.geometry.side)
                if found(cells[:cell] + bytes([k + 1]) + cells[cell + 1 :], tally.most, effort) is None:
                    return
                tally.close([candidate])

    def _enter(self, cells: bytes, grids: Sequence[bytes], tally: Tally) -> None:
        """Check solutions, and note the candidates that they have."""
        check_witnesses(Puzzle.trusted(cells, self.geometry, self.constraints), grids)
        for grid in grids:
            tally.enter(grid)

    def iterate(
        self, cells: bytes, limits: Limits = NO_LIMITS, stats: dict[str, float] | None = None
    ) -> Iterator[bytes]:
        """All solutions, one after the other; raises BudgetSpent where *limits* end them. *stats*: see `search`.

        Here they are all found first.
        """
        outcome = self.search(cells, 0, limits)
        yield from outcome.solutions
        if outcome.why:
            raise BudgetSpent(outcome.why)
